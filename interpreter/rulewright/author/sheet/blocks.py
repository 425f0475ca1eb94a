"""What a rule sheet is made of: sections of sentences, named things, small tables and drawings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Item:
    """A named thing, what there is to say about it, and sentences below it."""

    name: str
    text: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table with a title."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines that are printed as they are, each character as wide as the next; `title` says what they show."""

    title: str
    lines: tuple[str, ...]


Block: TypeAlias = str | Item | Grid | Drawing


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    players: str
    about: str
    sections: tuple[Section, ...]
