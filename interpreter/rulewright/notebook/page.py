"""The output of a cell: a title, a few sentences, and blocks below them, all written by one template.

    page = Page("My game", "1,000 games, 2 players, seed 0", ["A game takes 91 decisions."], [Table(("SEAT", "wins"), rows)])
    to_html(page)

It has no script, and its style is its own. Every text is escaped; the only markup that is taken as it is are our own pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rulewright.author.report.html import page as filled
from rulewright.source.dataclass import dataclass

_FIGURE: Final = re.compile(r"(?:under |over )?[-+−±]?[\d.,]+( ?%| s| ms)?( (to|±) [-+−]?[\d.,]+( ?%)?)?|-")
_SHARE: Final = re.compile(r"(\d+(?:\.\d+)?) %")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts; the first cell of each is its name. `bars`: the columns whose percentages are drawn as bars under their numbers."""

    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    bars: tuple[int, ...] = ()

    def look(self, column: int) -> str:
        """The class of a column: numbers are aligned on the right."""
        below = [row[column] for row in self.rows if column < len(row) and row[column]]
        return "n" if column and below and all(map(_FIGURE.fullmatch, below)) else ""

    def part(self, column: int, text: str) -> float | None:
        """How much of a cell is filled, in percent; None if nothing is drawn there."""
        found = _SHARE.fullmatch(text) if column in self.bars else None
        return float(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Glance:
    """A large figure with its name and a line that explains it."""

    name: str
    value: str
    words: str = ""
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Glances:
    """Large figures in a row."""

    all: Sequence[Glance]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that this package drew, as SVG, with what it is called, and what is on it in words."""

    svg: str
    label: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures next to one another."""

    all: Sequence[Picture]


@dataclass(frozen=True, slots=True)
class Chip:
    """A piece, or several that look the same, off a board. `form`: die, card or token; `red`: whether its sign is."""

    mark: str
    label: str
    form: str
    count: int = 1
    red: bool = False
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """What lies in a zone; `chips` is None if it is not to be seen."""

    label: str
    words: str
    chips: tuple[Chip, ...] | None

    def contents(self) -> str:
        """In words: `2 × red, blue`."""
        lie = [f"{each.count} × {each.label}" if each.count > 1 else each.label for each in self.chips or ()]
        return ", ".join([*lie, self.words] if self.words else lie)


@dataclass(frozen=True, slots=True)
class Places:
    """Zones with what lies in them."""

    all: Sequence[Place]


@dataclass(frozen=True, slots=True)
class Literally:
    """Lines of fixed width. `alarm`: whether they are about an error."""

    text: str
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading that are opened by a click, unless `is_open`."""

    heading: str
    blocks: Sequence[Block]
    is_open: bool = False


Block: TypeAlias = "str | Table | Glances | Pictures | Places | Literally | Section"


@dataclass(frozen=True, slots=True)
class Page:
    """An output. `lead`: what is most important, in sentences, of which the first is emphasised if it is a `verdict`."""

    title: str
    about: str = ""
    lead: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    verdict: bool = False


def to_html(page: Page) -> str:
    """The HTML of an output."""
    return filled("notebook.html", page=page)


def of_parts(
    parts: Iterable[str | tuple[tuple[str, ...], list[tuple[str, ...]]]], bars: Sequence[str] = ()
) -> list[Block]:
    """Sentences, and tables as headings and rows, as blocks; `bars` are the headings of columns in which percentages are drawn."""
    return [
        each
        if isinstance(each, str)
        else Table(
            _in_lower_case(each[0]), each[1], tuple(at for at, name in enumerate(each[0]) if name in bars)
        )
        for each in parts
    ]


def _in_lower_case(headings: tuple[str, ...]) -> tuple[str, ...]:
    """Headings as they are printed at a terminal, where the first is in capitals."""
    first, *others = headings
    return (first.lower() if first.isupper() else first, *others)
