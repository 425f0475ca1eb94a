"""The tests of a text as it is on the screen: its examples, and some random games at every table, checked against every promise.

tested(Path("race.rulebook.yaml"), {}, games=20, seconds=10)      ->      Tested(examples=3, games=20, failures=())
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.author.testing import invariants
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.editor.measuring.simulated import MOST_ACTIONS, SEED, source_of
from rulewright.editor.outlining.lenses import said
from rulewright.editor.texts import OpenTexts
from rulewright.pipeline import open_source
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted

MOST_BROKEN = 3


@dataclass(frozen=True, slots=True)
class Tested:
    """How much was tested of what was to be tested, and what failed, in sentences. `hurried`: there was no time for the rest."""

    examples: int = 0
    games: int = 0
    failures: tuple[str, ...] = ()
    all_examples: int = 0
    all_games: int = 0
    hurried: bool = False

    @property
    def words(self) -> str:
        """The result in a line."""
        examples = _part(self.examples, self.all_examples, "example")
        games = _part(self.games, self.all_games, "random game")
        if self.failures:
            part = f" (there was time for {examples} and {games})" if self.hurried else ""
            return f"{'; '.join(self.failures)}{part}"
        if self.hurried:
            return f"what there was time for holds: {examples} and {games}"
        return f"{counted(self.examples, 'example')} and {counted(self.games, 'random game')} hold"


def _part(done: int, wanted: int, what: str) -> str:
    """`3 of 20 random games`, or all of them."""
    return counted(done, what) if done == wanted else f"{done:,} of {counted(wanted, what)}"


def tested(path: Path, texts: Mapping[Path, str], games: int, seconds: float) -> Tested:
    """Run the examples in order, and then random games, until all are done or a time is over. One example at least is run; of the games
    none if the examples took all the time."""
    until = time.monotonic() + seconds
    files = OpenTexts(texts)
    try:
        book = open_source(source_of(path, files), engine="reference", files=files)
        tests = RulebookTests(book.at)
        failures: list[str] = []
        ran, examples, hurried = 0, list(tests.examples()), False
        for ran, example in enumerate(examples, 1):
            result = example.run()
            if not result.passed:
                failures.append(f"{example.name}: {'; '.join(map(said, result.problems))}")
            if hurried := ran < len(examples) and time.monotonic() > until:
                break
        played, wanted = 0, games
        for checked in _random_games(tests, games) if not hurried else ():
            played, wanted = checked.done, checked.wanted
            failures += [f"{each.seen_at}: {each.told(MOST_ACTIONS)}" for each in checked.broken]
            if hurried := played < wanted and time.monotonic() > until:
                break
    except RulebookError as error:
        return Tested(failures=(f"the rulebook has mistakes: {error.problems[0].message}",))
    return Tested(ran, played, tuple(failures), len(examples), wanted, hurried)


def _random_games(tests: RulebookTests, games: int) -> Iterator[invariants.Checked]:
    return invariants.checking(tests.tables(), games, SEED, MOST_ACTIONS, MOST_BROKEN)
