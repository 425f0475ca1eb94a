"""Bombs, in a process of their own: what each comes to, and how much time and memory beyond that of a quiet rulebook.

    python -m tests.fuzz.going_off "a billion laughs" ...

prints a line of JSON for each.  Time is the processor's, counted when the libraries are there and a quiet rulebook has been
read and played; memory is what the peak of the process rises by.  Where the system can (Unix), the process may take
no more than `ROOM` megabytes beyond what it has at the start, and no longer than `LONGEST` seconds a bomb.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.game.game import State
from rulewright.play.bots import bot_named
from rulewright.problems import rendering
from rulewright.problems.problem import RulebookError
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import Source
from tests.fuzz.bombs import BOMBS, book

IS_UNIX = find_spec("resource") is not None
"""Elsewhere (Windows) nothing is measured or bounded."""

ROOM = 200
LONGEST = 20
MOST_VARIANTS = 20
"""Variants of a rulebook whose sheet is made: it opens each of them, at all numbers of players."""


def main(names: list[str]) -> None:
    quiet = _Opened(book())
    quiet.checked()
    quiet.played()
    _bound_memory()
    for name in names:
        print(json.dumps(gone_off(name)), flush=True)


def gone_off(name: str) -> dict[str, object]:
    """What checking a bomb and then playing it comes to."""
    text = BOMBS[name]()
    before = _peak()
    told: dict[str, object] = {"bomb": name}
    _alarm(LONGEST)
    book = _Opened(text)
    for stage, carried_out in (("check", book.checked), ("play", book.played), ("look", book.looked_at)):
        start = time.process_time()
        told[stage] = carried_out()
        told[f"{stage} seconds"] = round(time.process_time() - start, 3)
    _alarm(0)
    return {**told, "megabytes": round((_peak() - before) / 1024, 1)}


class _Opened:
    """A text, and once it was played the book that it is with its first position; None if there is none."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._begun: tuple[pipeline.Book, State] | None = None

    def checked(self) -> str:
        problems = pipeline.check_text(self._text)
        rendering.render_all(problems)
        codes = list(dict.fromkeys(problem.code for problem in problems))
        return f"{len(problems)} problems: {', '.join(codes[:3])}" if problems else "fine"

    def played(self) -> str:
        """Load, begin, and do the first legal action three times."""
        try:
            book = pipeline.open_source(Source("<text>", self._text))
            state = book.game.new_initial_state(seed=1)
            self._begun = book, state.clone()
            for _ in range(3):
                if not state.is_terminal():
                    state.apply_action(state.legal_actions()[0])
        except RulebookError as error:
            return f"refused: {error.problems[0].code}"
        except RuleFailure as failure:
            return f"fails: {failure.code}"
        return "plays"

    def looked_at(self) -> str:
        """Everything that can be asked of the first position: what each player sees, its drawing, scores, refusals, what strategies
        prefer; and the rule sheet."""
        if self._begun is None:
            return "nothing"
        told, (book, state) = list[str](), self._begun
        asked: dict[str, Callable[[], object]] = {
            "seen": lambda: [state.observation(player) for player in range(state.game.num_players)],
            "drawn": lambda: str(state),
            "scores": state.scores,
            "strategies": lambda: [
                bot_named(state.game, name).choose(state, 0) for name in state.game.program.strategies
            ],
            "sheet": lambda: to_markdown(make_sheet(book)),
        }
        if len(book.rulebook.variants) > MOST_VARIANTS:
            del asked["sheet"]
        for what, ask in asked.items():
            began = time.process_time()
            try:
                ask()
            except RuleFailure as failure:
                told.append(f"{what} fails: {failure.code}")
            seconds = time.process_time() - began
            if seconds > 0.5:
                told.append(f"{what} {seconds:.2f} s")
        return ", ".join(told) or "fine"


def _alarm(seconds: int) -> None:
    """End the process after so many seconds; 0 takes this back."""
    if IS_UNIX:
        import signal

        signal.alarm(seconds)


def _bound_memory() -> None:
    status = Path("/proc/self/statm")
    if IS_UNIX and status.exists():
        import resource

        taken = int(status.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + (ROOM << 20), taken + (ROOM << 20)))


def _peak() -> int:
    """Kilobytes this process has taken at most."""
    if not IS_UNIX:
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
