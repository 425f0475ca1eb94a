"""Pieces with sides in lines of text: the piece's name in the middle, and on each side what it shows as the piece lies.

    ┌  r6  ┐
    g5 27 y5          r red · g green · y yellow · p purple
    └  p8  ┘

Pieces that show nothing to the north and south take one line: `[3 3-5 5]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.cli.table.drawing.pieces import padded
from rulewright.ir import nodes as ir
from rulewright.problems.terminal import cells as width_of
from rulewright.scene.marks import short_names

NORTH, EAST, SOUTH, WEST = range(4)
ALL_SIDES = (NORTH, EAST, SOUTH, WEST)


@dataclass(frozen=True, slots=True)
class Tile:
    """A piece as it lies: its name, the texts of its sides from the north clockwise, and the sides that show something
    (all four where none does)."""

    name: str
    sides: tuple[str, str, str, str] = ("", "", "", "")
    showing: tuple[int, ...] = ALL_SIDES

    def told(self) -> str:
        """In one line: `27 r6 y5 p8 g5`."""
        return " ".join([self.name, *(side or "-" for side in self.sides if any(self.sides))])


@dataclass(frozen=True, slots=True)
class Tiles:
    """The pieces of one kind: their names, the texts of their sides, and the legend of the letters."""

    program: ir.Program
    kind: str
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)
    _short: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        typed = [name for name, _ in self.program.labels.pieces[self.kind]]
        object.__setattr__(self, "_numbers", {name: number for number, name in enumerate(typed)})
        object.__setattr__(self, "_short", short_names(self._words()))

    def tile(self, typed: str, turned: int = 0) -> Tile:
        """The piece with a typed name, turned to the right by a number of quarters."""
        number = self._numbers[typed]
        name = self._name(number)
        values = [self._values(4 * number + (side - turned) % 4) for side in ALL_SIDES]
        if not any(values):
            return Tile(name)
        north, east, south, west = (self._text(value) for value in values)
        showing = tuple(side for side in ALL_SIDES if any(each is not None for _, each in values[side]))
        return Tile(name, (north, east, south, west), showing or ALL_SIDES)

    def in_rows(self, typed: Sequence[str], width: int) -> list[str]:
        """Pieces side by side, unturned, in frames of one size."""
        frame = frame_for(self.tile(name) for name in self._numbers)
        across = max(1, (width + 1) // (frame.width + 1))
        lines: list[str] = []
        for first in range(0, len(typed), across):
            drawn = [frame.drawn(self.tile(name)) for name in typed[first : first + across]]
            lines += (" ".join(parts).rstrip() for parts in zip(*drawn, strict=True))
        return lines

    def legend(self) -> list[str]:
        """The legend of the letters."""
        return [f"{text} {word}" for word, text in self._short.items() if text != word]

    # ------------------------------------------------------------------------------------------------- words

    def _attributes(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return self.program.labels.sides.get(self.kind, ())

    def _words(self) -> list[str]:
        """All words that sides can show, to be abbreviated; for a boolean attribute its name."""
        found: list[str] = []
        for attribute, words in self._attributes():
            found += [_plain(attribute)] if self._is_flag(attribute) else words
        return found

    def _name(self, number: int) -> str:
        """The name of a piece in moves: `27` for `card 27`, but `3-5` for the piece that is typed as `18`."""
        pieces = self.program.labels.pieces[self.kind]
        adds_words = all(typed in printed.split() for typed, printed in pieces)
        return pieces[number][0 if adds_words else 1]

    def _values(self, side: int) -> list[tuple[str, object]]:
        """The attributes of a side, by 4 * piece + quarters from the north."""
        tables = self.program.tables
        return [(name, tables[f"side.{self.kind}.{name}"].values[side]) for name, _ in self._attributes()]

    def _is_flag(self, attribute: str) -> bool:
        return any(
            isinstance(value, bool) for value in self.program.tables[f"side.{self.kind}.{attribute}"].values
        )

    def _text(self, values: Sequence[tuple[str, object]]) -> str:
        """The short text of a side: `r6`; two numbers in a row are `3/6`."""
        words, text = dict(self._attributes()), ""
        for attribute, value in values:
            match value:
                case None | False:
                    continue
                case True:
                    shown = self._short[_plain(attribute)]
                case int() if words[attribute]:
                    shown = self._short[words[attribute][value]]
                case _:
                    shown = str(value)
            text += f"/{shown}" if text[-1:].isdigit() and shown[:1].isdigit() else shown
        return text


@dataclass(frozen=True, slots=True)
class Frame:
    """The common size of several tiles in a grid. `flat`: one line each."""

    name: int
    end: int
    width: int
    flat: bool

    @property
    def height(self) -> int:
        return 1 if self.flat else 3

    def drawn(self, tile: Tile) -> list[str]:
        """A tile in as many lines as the frame is high."""
        north, east, south, west = tile.sides
        middle = padded(tile.name, self.name, right=True)
        if self.end:
            middle = f"{padded(west, self.end, right=True)} {middle} {padded(east, self.end)}"
        if self.flat:
            return [f"[{_centred(middle, self.width - 2)}]"]
        inside = self.width - 2
        return [f"┌{_centred(north, inside)}┐", _centred(middle, self.width), f"└{_centred(south, inside)}┘"]

    def named(self, text: str) -> list[str]:
        """A text in the middle of an empty frame."""
        lines = [" " * self.width] * self.height
        lines[self.height // 2] = _centred(text, self.width)
        return lines


def frame_for(tiles: Iterable[Tile], texts: Iterable[str] = ()) -> Frame:
    """The smallest frame for all these tiles and texts."""
    every = list(tiles)
    flat = not any(tile.sides[NORTH] or tile.sides[SOUTH] for tile in every)
    name = max((width_of(tile.name) for tile in every), default=1)
    end = max((width_of(tile.sides[side]) for tile in every for side in (EAST, WEST)), default=0)
    edge = max((width_of(tile.sides[side]) for tile in every for side in (NORTH, SOUTH)), default=0)
    middle = name + (2 * end + 2 if end else 0)
    inner = middle + 2 if flat else max(middle, edge + 2)
    return Frame(name, end, max([inner, *map(width_of, texts)]), flat)


def _centred(text: str, width: int) -> str:
    return padded(" " * ((width - width_of(text)) // 2) + text, width)


def _plain(name: str) -> str:
    return name.replace("_", " ")
