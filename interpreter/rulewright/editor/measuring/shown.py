"""What the last simulation of a text says about it as it is now.

shown = Shown(desk)
shown.keep(path, measured)
shown.hints(path)           [(Range, "fired 12 times", "0.4 times a game ...")]
shown.unused(path)          the figures of rules that were never used
shown.is_old(path)          whether the text has changed since

Figures move with their lines. Those of a rule are dropped when one of its lines has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path

from rulewright.editor.desk import Desk
from rulewright.editor.measuring.figures import Figure, Measured
from rulewright.editor.ranges import Range, common_ends
from rulewright.problems.quoting import counted

_KEYED = ("action", "trigger", "end", "step")


@dataclass(slots=True)
class Shown:
    """The last simulations by the file that was simulated, and their figures, moved, by file and text."""

    desk: Desk
    _last: dict[Path, Measured] = field(default_factory=dict)
    _moved: dict[tuple[Path, str], tuple[int, str, list[Figure]]] = field(default_factory=dict)

    def keep(self, path: Path, measured: Measured) -> None:
        """Keep a simulation in place of the one before. The newest comes last."""
        self._last.pop(path, None)
        self._last[path] = measured

    def last(self, path: Path) -> Measured | None:
        """The last simulation of a file."""
        return self._last.get(path)

    def is_old(self, path: Path) -> bool:
        """Whether a text of the last simulation of a file has changed since."""
        texts = self._last[path].texts or {} if path in self._last else {}
        return any(self._text(Path(file)) != text for file, text in texts.items())

    def figures(self, path: Path) -> list[tuple[Measured, Figure]]:
        """The figures that still apply to a text: those of its own simulation, or else of the newest in which it was used."""
        own = self._last.get(path) or next(
            (each for each in reversed(self._last.values()) if str(path) in (each.texts or {})), None
        )
        text = self._text(path)
        if own is None or text is None:
            return []
        key = (path, str(path))
        known = self._moved.get(key)
        if known is None or known[:2] != (id(own), text):
            known = id(own), text, _moved(own, str(path), text)
            self._moved[key] = known
        return [(own, each) for each in known[2]]

    def hints(self, path: Path) -> list[tuple[Range, str, str]]:
        """The places, the figures, and what to say of each when it is pointed at. The figure of a rule is at the end of its first line, which
        its key does not fill, that of a condition after it."""
        lines = (self._text(path) or "").split("\n")
        return [
            (_at_end(each.range, lines) if each.sort in _KEYED else each.range, each.words, _about(own, each))
            for own, each in self.figures(path)
            if each.words
        ]

    def unused(self, path: Path) -> list[Figure]:
        """The figures of rules and conditions that were never used."""
        return [each for _, each in self.figures(path) if each.missing]

    def _text(self, path: Path) -> str | None:
        source = self.desk.source(path)
        return None if source is None else source.text


def _at_end(of: Range, lines: Sequence[str]) -> Range:
    """The end of the line in which a range begins."""
    line = lines[of.line].rstrip()
    end = len(line.encode("utf-16-le", "surrogatepass")) // 2
    return Range(of.line, end, of.line, end)


def _about(measured: Measured, figure: Figure) -> str:
    games = (
        f"in {counted(measured.games, 'game')} of {counted(measured.players, 'player')} who choose at random"
    )
    if figure.sort in ("condition", "if", "case"):
        return f"true {figure.yes:,} times and false {figure.no:,} times, {games}"
    return f"{figure.yes / measured.games:.3g} times a game, {games}"


def _moved(measured: Measured, file: str, now: str) -> list[Figure]:
    """The figures of a file whose rules have not changed, at their places in the text as it is now."""
    before = (measured.texts or {}).get(file)
    if before is None:
        return []
    places = _lines(before, now)
    found: list[Figure] = []
    for each in measured.figures:
        if each.file != file:
            continue
        there = [places.get(line) for line in range(each.first, each.last + 1)]
        start = there[0]
        if start is None or there != list(range(start, start + len(there))):
            continue
        shift = start - each.first
        r = each.range
        moved = Range(r.line + shift, r.character, r.end_line + shift, r.end_character)
        found.append(replace(each, range=moved, first=start, last=each.last + shift))
    return found


def _lines(before: str, now: str) -> dict[int, int]:
    """The lines of a text that are still there, each with its place now."""
    old, new = before.split("\n"), now.split("\n")
    head, tail = common_ends(old, new)
    found = {line: line for line in range(head)}
    found.update({len(old) - tail + each: len(new) - tail + each for each in range(tail)})
    middle = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    for a, b, size in middle.get_matching_blocks():
        found.update({head + a + each: head + b + each for each in range(size)})
    return found
