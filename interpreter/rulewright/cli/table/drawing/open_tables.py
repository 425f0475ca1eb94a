"""A table without an edge: the pieces that lie there, with the names of the free spaces beside them.

              e1n1
            ┌  p3  ┐
    center  y5 12 r3  e2        a move names a free space as it is written here
            └  g1  ┘

What is too wide is drawn round one space, and the rest is listed; a single row goes on below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.cli.table.drawing.pieces import folded, in_columns
from rulewright.cli.table.drawing.tiles import EAST, NORTH, SOUTH, WEST, Frame, Tile, frame_for
from rulewright.ir.layout import BoardLayout

STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
Spot = tuple[int, int]
"""Column and row of a space, rows counted downwards."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies where, and the free spaces beside it."""

    tiles: Mapping[Spot, Tile]
    free: Mapping[Spot, str]
    names: Mapping[Spot, str]

    def lines(self, round_: str | None, width: int) -> list[str]:
        """The table; if it is too wide, the part of it round the space of this name."""
        frame = frame_for(self.tiles.values(), self.free.values())
        fit = max(1, (width + 1) // (frame.width + 1))
        spots = [*self.tiles, *self.free]
        first, last = min(x for x, _ in spots), max(x for x, _ in spots)
        if last - first < fit:
            return self._drawn(frame, first, last)
        if len({y for _, y in spots}) == 1:
            return [
                line
                for start in range(first, last + 1, fit)
                for line in self._drawn(frame, start, min(last, start + fit - 1))
            ]
        middle = next((x for (x, _), name in self.names.items() if name == round_), (first + last) // 2)
        start = min(max(first, middle - fit // 2), last - fit + 1)
        return [*self._drawn(frame, start, start + fit - 1), *self._rest(start, start + fit - 1, width)]

    def _drawn(self, frame: Frame, first: int, last: int) -> list[str]:
        """Columns of the table, without empty rows above and below."""
        rows = [y for x, y in (*self.tiles, *self.free) if first <= x <= last]
        lines: list[str] = []
        for y in range(min(rows), max(rows) + 1):
            drawn = [self._cell(frame, (x, y)) for x in range(first, last + 1)]
            lines += (" ".join(parts).rstrip() for parts in zip(*drawn, strict=True))
        while lines and not lines[0]:
            del lines[0]
        while lines and not lines[-1]:
            del lines[-1]
        return lines

    def _cell(self, frame: Frame, spot: Spot) -> list[str]:
        tile = self.tiles.get(spot)
        return frame.named(self.free.get(spot, "")) if tile is None else frame.drawn(tile)

    def _rest(self, first: int, last: int, width: int) -> list[str]:
        """What lies or is free outside these columns, in words."""
        away = {spot: tile for spot, tile in self.tiles.items() if not first <= spot[0] <= last}
        free = [name for (x, _), name in self.free.items() if not first <= x <= last]
        lines: list[str] = []
        if away:
            clockwise = ", sides from the north clockwise" if any(any(t.sides) for t in away.values()) else ""
            told = [f"{self.names[spot]}: {tile.told()}" for spot, tile in away.items()]
            lines += ["", *folded([f"further away{clockwise}:"], width), *in_columns(told, width)]
        if free:
            lines += folded([f"free there: {' '.join(free)}"], width)
        return lines


def laid(board: BoardLayout, names: Mapping[str, int], taken: Mapping[str, Tile]) -> Laid:
    """A table by what lies on its spaces. `names` gives the number of every space by its name."""
    spots = {name: _spot(board, number) for name, number in names.items()}
    tiles = {spots[name]: tile for name, tile in taken.items()}
    free = set(_beside(tiles)) if tiles else {spots["center"]}
    called = {spot: name for name, spot in spots.items() if spot in free or spot in tiles}
    ordered = sorted(spot for spot in free if spot in called)
    return Laid(tiles, {spot: called[spot] for spot in ordered}, called)


def _beside(tiles: Mapping[Spot, Tile]) -> Iterator[Spot]:
    """The free spaces beside sides that show something."""
    for (x, y), tile in tiles.items():
        for side in tile.showing:
            across, down = STEPS[side]
            if (x + across, y + down) not in tiles:
                yield x + across, y + down


def _spot(board: BoardLayout, number: int) -> Spot:
    across, down = board.positions[number]
    return across // 2, down
