"""YAML as a tree of nodes with their places, before any of it has a meaning.

Scalars keep the slice of the file they were written in (`span`, without quotes or a block's header) in addition to
the text YAML made of it, because expressions are read from the slice: YAML's reading of `010` and `true` does not
count, and places inside the slice are places in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Style = Literal["plain", "quoted", "literal", "folded"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A leaf. `text` is the decoded value; `span` the raw slice; an empty plain scalar is a null."""

    text: str
    style: Style
    span: Span

    @property
    def is_null(self) -> bool:
        return self.style == "plain" and self.text in ("", "~", "null", "Null", "NULL")

    @property
    def is_escaped(self) -> bool:
        """Quotes with escapes inside (`"\\t"`, `'it''s'`): places in the slice are not places in the text."""
        if self.style != "quoted" or self.span.start == 0:
            return False
        mark = self.span.source.text[self.span.start - 1]
        return ("''" if mark == "'" else "\\") in self.span.text


@dataclass(frozen=True, slots=True)
class Entry:
    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[Entry, ...]
    span: Span

    @property
    def size(self) -> int:
        """The number of values in it: keys, texts, lists and mappings, itself included."""
        return 1 + sum(1 + _size(entry.value) for entry in self.entries)

    def get(self, key: str) -> Node | None:
        entry = self.entry(key)
        return entry.value if entry else None

    def entry(self, key: str) -> Entry | None:
        return next((e for e in self.entries if e.key.text == key), None)

    def keys(self) -> list[str]:
        return [e.key.text for e in self.entries]

    def text(self, key: str) -> str | None:
        """The text at a key; None if the key is missing or its value is no text."""
        value = self.get(key)
        return value.text if isinstance(value, Scalar) and not value.is_null else None

    def section(self, key: str) -> Mapping:
        """The mapping at a key; an empty one if there is none."""
        value = self.get(key)
        return value if isinstance(value, Mapping) else Mapping((), self.span)

    def without(self, key: str) -> Mapping:
        return Mapping(tuple(e for e in self.entries if e.key.text != key), self.span)

    def having(self, entry: Entry) -> Mapping:
        """A copy in which an entry replaces the one with the same key, or comes last."""
        if self.entry(entry.key.text) is None:
            return Mapping((*self.entries, entry), self.span)
        return Mapping(tuple(entry if e.key.text == entry.key.text else e for e in self.entries), self.span)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


Node: TypeAlias = Scalar | Mapping | Sequence


def same(one: Node, other: Node) -> bool:
    """Whether two values are equal, apart from spaces and line breaks in texts."""
    match one, other:
        case Scalar(), Scalar():
            return one.text.split() == other.text.split()
        case Sequence(), Sequence():
            return len(one.items) == len(other.items) and all(map(same, one.items, other.items))
        case Mapping(), Mapping():
            return one.keys() == other.keys() and all(
                same(a.value, b.value) for a, b in zip(one, other, strict=True)
            )
        case _:
            return False


def _size(node: Node) -> int:
    match node:
        case Mapping():
            return node.size
        case Sequence():
            return 1 + sum(map(_size, node.items))
        case Scalar():
            return 1
