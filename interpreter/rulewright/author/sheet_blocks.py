"""What a rule sheet is made of: sections of sentences, named things and small tables."""

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


Block: TypeAlias = str | Item | Grid


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
