"""Comments and empty lines of a YAML text, which its tree does not keep.

    cup: {holds: dice}   # S4      ->      Comment(offset of the `#`, "# S4", column 21, own line: no)

A `#` is a comment wherever it is outside of all keys and texts of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, or a mark of the document (`---`), which is kept like one. `alone` says that it is the first thing on its line."""

    start: int
    text: str
    line: int
    column: int
    alone: bool


def find(source: Source, tree: Mapping) -> list[Comment]:
    """All comments, in order."""
    found: list[Comment] = []
    for start, end in _gaps(tree, len(source.text)):
        place = start
        while place < end:
            mark = _next_mark(source.text, place, end)
            if mark < 0:
                break
            stop = source.text.find("\n", mark)
            stop = len(source.text) if stop < 0 else stop
            line, column = source.position(mark)
            alone = not source.text[mark - column + 1 : mark].strip("\ufeff \t")
            found.append(
                Comment(mark, source.text[mark:stop].rstrip().removeprefix("\ufeff"), line, column - 1, alone)
            )
            place = stop
    return found


def _next_mark(text: str, start: int, end: int) -> int:
    """The next `#`, or the next line that begins or ends a document."""
    place = text.find("#", start, end)
    for mark in ("---", "..."):
        there = text.find(mark, start, end)
        if there >= 0 and text[there - 1 : there] in ("", "\n", "\ufeff") and (place < 0 or there < place):
            place = there
    return place


def _gaps(tree: Mapping, length: int) -> Iterator[tuple[int, int]]:
    """The parts of a text between its keys and texts."""
    place = 0
    for scalar in _scalars(tree):
        yield place, scalar.span.start
        place = max(place, scalar.span.end)
    yield place, length


def _scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Mapping():
            for entry in node:
                yield entry.key
                yield from _scalars(entry.value)
        case Sequence():
            for item in node:
                yield from _scalars(item)
