"""The comparison of two trees of parts: what was added, removed, changed and moved.

    options.target.default     100   ->   50        Found("changed", ...)
    end.nobody_left            after end.target     Found("moved", ...)

A part that only one side has is one difference, whatever is below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from rulewright.author.changes.parts import Branch, Leaf, Part, Path, in_long_form
from rulewright.source.dataclass import dataclass

Kind = Literal["added", "removed", "changed", "moved", "renamed", "set"]


@dataclass(frozen=True, slots=True)
class Found:
    """A difference. For a part that was moved, `behind` has the key before it on each side, empty if it is the first."""

    kind: Kind
    path: Path
    old: Part | None
    new: Part | None
    behind: tuple[str, str] = ("", "")

    @property
    def words(self) -> bool:
        """Whether only words for people are different."""
        parts = [part for part in (self.old, self.new) if part is not None]
        return self.kind in ("added", "removed", "changed") and all(map(is_words, parts))


def is_words(part: Part) -> bool:
    """Whether a part is only for people: words, or how things look."""
    if isinstance(part, Branch):
        return bool(part.parts) and all(map(is_words, part.parts.values()))
    return isinstance(part, Leaf) and part.words


def compare(old: Branch, new: Branch, path: Path = ()) -> Iterator[Found]:
    """The differences in the order of the old side, followed by new parts."""
    moved = _moved(list(old.parts), list(new.parts)) if new.ordered else {}
    for key in (*old.parts, *(key for key in new.parts if key not in old.parts)):
        yield from _one(old.parts.get(key), new.parts.get(key), (*path, key))
        if key in moved:
            yield Found("moved", (*path, key), old.parts[key], new.parts[key], moved[key])


_SECTIONS = frozenset(
    {
        "options", "enums", "pieces", "boards", "zones", "variables", "tables", "define", "positions", "turns", "phases", "steps",
        "end", "invariants", "strategies", "actions", "as_soon_as", "when", "choose", "let", "lines", "routes",
    }
)  # fmt: skip
"""Parts that contain named entries; a missing one is compared as one without entries."""


def _section(part: Part | None, other: Part | None) -> Part | None:
    if part is None and isinstance(other, Branch):
        return Branch({}, other.span, other.ordered, other.form)
    return part


def _one(old: Part | None, new: Part | None, path: Path) -> Iterator[Found]:
    if path[-1] in _SECTIONS:
        old, new = _section(old, new), _section(new, old)
    match old, new:
        case Leaf(), Branch() if path[-2:-1] == ("choose",):
            old = in_long_form(old)
        case Branch(), Leaf() if path[-2:-1] == ("choose",):
            new = in_long_form(new)
    match old, new:
        case None, None:
            return
        case None, _:
            yield Found("added", path, None, new)
        case _, None:
            yield Found("removed", path, old, None)
        case Branch(), Branch() if old.form == new.form:
            yield from compare(old, new, path)
        case _ if old != new:
            yield Found("changed", path, old, new)


def _moved(old: Sequence[str], new: Sequence[str]) -> dict[str, tuple[str, str]]:
    """The fewest keys that have to be moved to get the new order, each with the key before it on each side."""
    both = [key for key in old if key in new]
    kept = set(_longest_rising([new.index(key) for key in both]))
    gone = [key for key in both if new.index(key) not in kept]
    return {key: (_before(old, key), _before(new, key)) for key in gone}


def _before(keys: Sequence[str], key: str) -> str:
    at = keys.index(key)
    return keys[at - 1] if at else ""


def _longest_rising(numbers: Sequence[int]) -> list[int]:
    """The longest increasing subsequence."""
    best: list[list[int]] = []
    for at, number in enumerate(numbers):
        before = max((best[i] for i in range(at) if best[i][-1] < number), key=len, default=[])
        best.append([*before, number])
    return max(best, key=len, default=[])
