"""The parts of a document that get lines of their own: entries and items of blocks, with the comments that belong to them.

    # what strategies look at
    missing: {of: {row: lines}}    # C-S4      ->      Part("missing", above=["# what ..."], at_end=["# C-S4"])

A comment above an entry belongs to it, one at the end of its first or last line too. A comment after the last entry of a block
belongs to the block if it is indented like it.
"""

from __future__ import annotations

from dataclasses import field

from rulewright.author.formatting.comments import Comment
from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.shape.shapes import Shape
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source


@dataclass(slots=True)
class Part:
    """An entry (`key` is set) or an item of a list. `inner` are the parts of a value that is a block."""

    key: Scalar | None
    value: Node
    shape: Shape | None
    above: list[str] = field(default_factory=list)
    """Comments above it, and empty lines between them and after them."""
    gap: bool = False
    """Whether an empty line comes before all this."""
    at_end: list[Comment] = field(default_factory=list)
    """Comments at the end of its first line, or of its last one."""
    inner: list[Part] | None = None
    below: list[str] = field(default_factory=list)
    """Comments after the last inner part."""
    keeps: bool = False
    """Whether there are comments inside its value, which is a flow collection."""
    is_new: bool = False
    """Whether it was written inside a flow collection, so that the text has no line for it."""


def parts(source: Source, tree: Mapping, shape: Shape | None, comments: list[Comment]) -> Part:
    """The whole document as a part without a key."""
    reader = _Reader(source, comments)
    whole = Part(None, tree, shape)
    reader.value(whole, -1, len(source.text) + 1)
    whole.below += reader.rest(len(source.text) + 1)
    return whole


def opened(part: Part) -> Part:
    """A part whose value is a flow collection, as a block."""
    value = part.value
    if isinstance(value, Mapping):
        part.inner = [
            Part(e.key, e.value, shape_of(part.shape, e.key.text, value), is_new=True) for e in value
        ]
    elif isinstance(value, Sequence):
        items = part.shape.items if part.shape is not None else None
        part.inner = [Part(None, item, items, is_new=True) for item in value]
    return part


def shape_of(shape: Shape | None, key: str, within: Node | None = None) -> Shape | None:
    """The shape of the value at a key."""
    if shape is None:
        return None
    known = shape.properties.get(key)
    if known is None and not shape.closed:
        known = shape.others
    return known


def is_flow(node: Node) -> bool:
    """Whether a mapping or a list is written in brackets."""
    return not isinstance(node, Scalar) and node.span.text[:1] in ("{", "[")


class _Reader:
    """Takes the comments one after the other, while it goes through the tree."""

    def __init__(self, source: Source, comments: list[Comment]) -> None:
        self._source = source
        self._comments = comments
        self._next = 0

    def value(self, part: Part, least: int, limit: int) -> None:
        """Fill in what a part contains. `least` is the column of the part, `limit` the offset of the next thing in the text."""
        node = part.value
        if isinstance(node, Scalar) or is_flow(node) or not _length(node):
            self._closed(part, limit)
            return
        column = node.span.column - 1
        part.inner = []
        children: list[tuple[Scalar | None, Node]]
        if isinstance(node, Mapping):
            children = [(entry.key, entry.value) for entry in node]
        else:
            children = [(None, item) for item in node]
        starts = [self._start(key, value) for key, value in children]
        if part.key is not None:
            part.at_end += self._at_end(self._source.position(part.key.span.end)[0], starts[0])
        for place, (key, value) in enumerate(children):
            following = starts[place + 1] if place + 1 < len(starts) else limit
            if key is not None:
                inner = Part(key, value, shape_of(part.shape, key.text))
            else:
                inner = Part(None, value, part.shape.items if part.shape is not None else None)
            inner.above = self.rest(starts[place])
            first = place == 0 and part.key is None and least >= 0
            inner.gap = not first and self._gap_above(inner, starts[place])
            part.inner.append(inner)
            self.value(inner, column, following)
        part.below = self._below(column if column > least else column + 1, limit)

    def _closed(self, part: Part, limit: int) -> None:
        """Take the comments in and next to a text or a flow collection."""
        start, end = part.value.span.start, part.value.span.end
        lines = [self._source.position(max(start, end))[0]]
        if part.key is not None:
            lines.append(self._source.position(part.key.span.end)[0])
        while (comment := self._peek(limit)) is not None:
            if comment.start < start and comment.alone:
                part.above.append(comment.text)
            elif start <= comment.start < end and not isinstance(part.value, Scalar):
                part.keeps = True
            elif comment.start < start or (comment.line in lines and not comment.alone):
                part.at_end.append(comment)
            else:
                return
            self._next += 1

    def rest(self, limit: int) -> list[str]:
        """The comments up to an offset, each on a line of its own, with the empty lines between and after them."""
        lines: list[str] = []
        while (comment := self._peek(limit)) is not None:
            if lines and self._is_empty(comment.line - 1):
                lines.append("")
            lines.append(comment.text)
            self._next += 1
        if lines and limit <= len(self._source.text) and self._is_empty(self._source.position(limit)[0] - 1):
            lines.append("")
        return lines

    def _below(self, least: int, limit: int) -> list[str]:
        lines: list[str] = []
        while (comment := self._peek(limit)) is not None and comment.alone and comment.column >= least:
            if self._is_empty(comment.line - 1):
                lines.append("")
            lines.append(comment.text)
            self._next += 1
        return lines

    def _at_end(self, line: int, limit: int) -> list[Comment]:
        found: list[Comment] = []
        while (comment := self._peek(limit)) is not None and comment.line == line:
            found.append(comment)
            self._next += 1
        return found

    def _peek(self, limit: int) -> Comment | None:
        if self._next < len(self._comments) and self._comments[self._next].start < limit:
            return self._comments[self._next]
        return None

    def _start(self, key: Scalar | None, value: Node) -> int:
        return key.span.start if key is not None else value.span.start

    def _gap_above(self, part: Part, start: int) -> bool:
        """Whether there is an empty line above the first of its comments, or above itself."""
        line = self._source.position(start)[0]
        if part.above:
            line = self._comments[self._next - sum(1 for text in part.above if text)].line
        return line > 1 and self._is_empty(line - 1)

    def _is_empty(self, line: int) -> bool:
        return line >= 1 and not self._source.line(line).strip()


def _length(node: Node) -> int:
    return (
        len(node.entries)
        if isinstance(node, Mapping)
        else len(node.items)
        if isinstance(node, Sequence)
        else 0
    )
