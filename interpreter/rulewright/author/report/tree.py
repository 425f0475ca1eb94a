"""The document tree of reports: sections of sentences, items, small tables and drawings.

A report is built once, as such a tree; `markdown` and `html` write it, and `cli.common.text_tables` prints it on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list: a name in bold, a text after it, and sentences below it."""

    name: str
    text: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table with a title; rows may be shorter than the widest one."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def filled(self, row: Sequence[str]) -> tuple[str, ...]:
        """A row, or the headings, padded with empty cells to the width of the table."""
        width = max(map(len, (self.headings, *self.rows)))
        return (*row, *[""] * (width - len(row)))


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines in a fixed-width font, printed literally; `title` says what they show."""

    title: str
    lines: tuple[str, ...]


Block: TypeAlias = str | Item | Grid | Drawing


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under a heading. `role` says what it is about, where that matters: `turn`, `scoring`, `end` or `examples`."""

    heading: str
    blocks: tuple[Block, ...]
    role: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    players: str
    about: str
    sections: tuple[Section, ...]


def runs(blocks: Iterable[Block]) -> Iterator[tuple[bool, list[Block]]]:
    """Blocks grouped into runs, each with whether it consists of items: adjacent items form one list."""
    for are_items, run in groupby(blocks, lambda block: isinstance(block, Item)):
        yield are_items, list(run)
