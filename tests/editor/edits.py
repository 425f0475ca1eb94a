"""Random edits in a row, as of somebody who types, deletes, pastes and undoes: everything is asked after each, and nothing may fail.

    python -m tests.editor.edits 10000 [SEED]

After every few edits, what is known is compared with what a fresh start finds in the same texts.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from rulewright.editor.completing.offers import offers
from rulewright.editor.completing.signatures import signature
from rulewright.editor.desk import Desk
from rulewright.editor.formatting import formatting
from rulewright.editor.hovering import hover
from rulewright.editor.measuring.shown import Shown
from rulewright.editor.measuring.simulated import simulated
from rulewright.editor.naming.places import named_at, used, uses_in
from rulewright.editor.outlining import hints, lenses, structure, tokens
from rulewright.editor.outlining.outline import outline
from tests.editor.snap import COLOURS, GAME, QUICK

TEXTS = {"snap.rulebook.yaml": GAME, "colours.fragment.yaml": COLOURS, "quick.overlay.yaml": QUICK}
TYPED = ("me.", "points", "p", ": ", "\n", "\n  ", " ", "{", "}", "[", "]", ",", "(", ")", "- ", "#", '"', "'", "|", ">", "<", "for x in ", "sum(", "0", "..", " == ", "worth", "define:", "é🎲", "&a", "*a", "\t")  # fmt: skip
COMPARED_EVERY = 25


class Editing:
    """A desk with three texts, and a way back to each of their former states."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.folder = folder
        for name, text in TEXTS.items():
            (folder / name).write_text(text, encoding="utf-8")
        self.desk = Desk([folder])
        self.texts = dict(TEXTS)
        self.before: list[tuple[str, str]] = []
        for name, text in TEXTS.items():
            self.desk.put(folder / name, text)
        self.shown = Shown(self.desk)
        for name in ("snap.rulebook.yaml", "quick.overlay.yaml"):
            self.shown.keep(folder / name, simulated(folder / name, {}, games=5, seconds=60))

    def edit(self) -> tuple[Path, int]:
        """One edit; the file, and the place where it was made."""
        name = self.random.choice([*TEXTS, "snap.rulebook.yaml", "snap.rulebook.yaml"])
        text = self.texts[name]
        if self.before and (self.random.random() < 0.35 or len(text) > 3 * len(GAME)):
            name, text = self.before.pop()
            self._put(name, text)
            return self.folder / name, self.random.randint(0, len(text))
        self.before.append((name, text))
        if len(self.before) > 12:
            self.before.clear()
            self._put(name, TEXTS[name])
            return self.folder / name, 0
        at = self.random.randint(0, len(text))
        end = min(len(text), at + self.random.choice((0, 0, 0, 1, 1, 2, 5, 20)))
        pasted = text[(start := self.random.randint(0, len(text))) : start + self.random.randint(1, 60)]
        written = self.random.choice((*TYPED, pasted, ""))
        self._put(name, text[:at] + written + text[end:])
        return self.folder / name, min(at + len(written), len(self.texts[name]))

    def ask(self, path: Path, offset: int) -> None:
        """Everything that an editor asks."""
        text = self.texts[path.name]
        self.desk.analysis(path)
        offers(self.desk, path, text, offset)
        signature(self.desk, path, text, offset)
        hover(self.desk, path, offset)
        found = named_at(self.desk, path, offset)
        if found is not None:
            used(self.desk, path, found[0].symbol)
        outline(self.desk, path)
        structure.foldings(self.desk, path)
        structure.selections(self.desk, path, offset)
        tokens.tokens(self.desk, path)
        hints.hints(self.desk, path)
        formatting(self.desk, path)
        lenses.examples(self.desk, path)
        lines = text.count("\n")
        assert all(place.end_line <= lines for place, _, _ in self.shown.hints(path))
        self.shown.unused(path)
        self.shown.is_old(path)

    def compare(self) -> None:
        """What is known, against a fresh start with the same texts."""
        fresh = Desk([self.folder])
        for name, text in self.texts.items():
            fresh.put(self.folder / name, text)
        for name in self.texts:
            assert known(self.desk, self.folder / name) == known(fresh, self.folder / name), self.texts[name]

    def _put(self, name: str, text: str) -> None:
        self.texts[name] = text
        self.desk.put(self.folder / name, text)


def known(desk: Desk, path: Path) -> object:
    """Problems, names and outline of a text."""
    analysis = desk.analysis(path)
    assert analysis is not None
    uses = [(str(use.symbol), use.span.file, use.span.start, use.span.end) for use in uses_in(analysis)]
    problems = [str(problem) for problem in analysis.problems]
    return problems, uses, [(each.name, each.sort) for each in outline(desk, path)]


def edits(folder: Path, count: int, seed: int, say: Callable[[str], None] = lambda line: None) -> None:
    """Make random edits, and ask everything after each."""
    editing = Editing(folder, seed)
    for number in range(1, count + 1):
        path, offset = editing.edit()
        try:
            editing.ask(path, offset)
        except Exception:
            say(f"edit {number}, at {offset} of {path.name}:\n{editing.texts[path.name]}")
            raise
        if number % COMPARED_EVERY == 0:
            editing.compare()
        if number % 500 == 0:
            say(f"{number} edits")
    editing.compare()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as there:
        edits(Path(there), int(sys.argv[1]), int((sys.argv[2:] or ["0"])[0]), _say)
    _say("no exception; the state is that of a fresh start")
