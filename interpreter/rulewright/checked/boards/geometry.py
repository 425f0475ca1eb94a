"""The shapes of boards: spaces, their points, and their neighbours. Plain geometry, without rules.

    hexagon(6, without=center)      ->      90 spaces, six directions, `steps[space][way]`

Spaces are numbered row by row, from the first row on (the southern one of a numbered grid, as players count it).
`positions` are their places in a drawing: x in half spaces to the right, y in rows downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rulewright.checked.bindings import Fixed
from rulewright.language.directions import (
    BACKWARD,
    EAST,
    FORWARD,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    WAYS,
    WEST,
)
from rulewright.language.shapes import SHAPES, ShapeName
from rulewright.source.dataclass import dataclass

Point = tuple[int, int]
Steps = tuple[tuple[int | None, ...], ...]

SQUARE: dict[int, Point] = {
    NORTH: (1, 0), NORTHEAST: (1, 1), EAST: (0, 1), SOUTHEAST: (-1, 1),
    SOUTH: (-1, 0), SOUTHWEST: (-1, -1), WEST: (0, -1), NORTHWEST: (1, -1),
}  # fmt: skip
"""(rows, columns) of a step on a grid, whose rows are counted from the south."""

HEXAGONAL: dict[int, Point] = {
    NORTHEAST: (-1, 1), EAST: (0, 1), SOUTHEAST: (1, 0), SOUTHWEST: (1, -1), WEST: (0, -1), NORTHWEST: (-1, 0),
}  # fmt: skip
"""(r, q) of a step among hexagons in rows, r counted downwards and q to the right along the row."""

AXES = (NORTH, NORTHEAST, EAST, SOUTHEAST, FORWARD)
"""One of each pair of opposite directions: straight lines run along these."""


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board's spaces. `points` are coordinates on the plane of its shape, in which steps and gaps are counted;
    `whole` is every point of the shape, including missing spaces."""

    shape: ShapeName
    names: tuple[str, ...]
    points: tuple[Point, ...]
    whole: tuple[Point, ...]
    positions: tuple[Point, ...]
    ways: tuple[int, ...]
    steps: Steps
    neighbours: tuple[tuple[int, ...], ...]
    center: int | None = None

    @property
    def size(self) -> int:
        return len(self.names)

    def run(self, space: int, way: int) -> tuple[int, ...]:
        """The spaces beyond a space in a direction, in order."""
        found: list[int] = []
        at = self.steps[space][way]
        while at is not None and at != space:
            found.append(at)
            at = self.steps[at][way]
        return tuple(found)


@lru_cache(maxsize=256)
def grid(
    rows: int, columns: int, ways: tuple[int, ...], downwards: bool, without: frozenset[str]
) -> Geometry:
    """Squares named `a1`: a letter for the column, a number for the row. `downwards`: the first row is drawn on top."""
    whole = tuple((row, column) for row in range(rows) for column in range(columns))
    names = {point: f"{letters(point[1])}{point[0] + 1}" for point in whole}
    deltas = {way: SQUARE[way] if not downwards else (-SQUARE[way][0], SQUARE[way][1]) for way in ways}
    place = {(row, column): (2 * column, row if downwards else rows - 1 - row) for row, column in whole}
    return _plane("grid", whole, names, place, deltas, without)


@lru_cache(maxsize=256)
def hexagon(side: int, without: frozenset[str]) -> Geometry:
    """Hexagons in a hexagon, rows from the top; named as in Abalone, letters for rows from the bottom."""
    far = side - 1
    whole = tuple(
        (r, q) for r in range(-far, far + 1) for q in range(max(-far, -far - r), min(far, far - r) + 1)
    )
    names = {(r, q): f"{letters(far - r)}{q + far + 1}" for r, q in whole}
    place = {(r, q): (2 * q + r + 2 * far, r + far) for r, q in whole}
    return _plane("hexagon", whole, names, place, HEXAGONAL, without, center=(0, 0))


@lru_cache(maxsize=256)
def rhombus(side: int, without: frozenset[str]) -> Geometry:
    """Hexagons in a rhombus, `a1` on top at the left, each row half a space further to the right."""
    whole = tuple((row, column) for row in range(side) for column in range(side))
    names = {(row, column): f"{letters(column)}{row + 1}" for row, column in whole}
    place = {(row, column): (2 * column + row, row) for row, column in whole}
    return _plane("rhombus", whole, names, place, HEXAGONAL, without)


class Sided(NamedTuple):
    """A shape that is described by the length of its sides: functions for its geometry, its number of spaces and of rows."""

    made: Callable[[int, frozenset[str]], Geometry]
    spaces: Callable[[int], int]
    rows: Callable[[int], int]


SIDED: dict[str, Sided] = {
    "hexagon": Sided(hexagon, lambda side: 3 * side * (side - 1) + 1, lambda side: 2 * side - 1),
    "rhombus": Sided(rhombus, lambda side: side * side, lambda side: side),
}


@lru_cache(maxsize=256)
def track(names: tuple[str, ...]) -> Geometry:
    """Spaces in a row."""
    points = tuple((0, at) for at in range(len(names)))
    last = len(names) - 1
    steps = tuple(
        _columns({FORWARD: at + 1 if at < last else None, BACKWARD: at - 1 if at else None})
        for at in range(len(names))
    )
    positions = tuple((2 * at, 0) for at in range(len(names)))
    return Geometry("track", names, points, points, positions, (FORWARD, BACKWARD), steps, _beside(steps, (FORWARD, BACKWARD)))  # fmt: skip


@lru_cache(maxsize=256)
def graph(names: tuple[str, ...], links: tuple[Point, ...]) -> Geometry:
    """Spaces, and the pairs of them that are linked."""
    linked: list[list[int]] = [[] for _ in names]
    for one, other in links:
        for here, there in ((one, other), (other, one)):
            if there not in linked[here]:
                linked[here].append(there)
    points = tuple((0, at) for at in range(len(names)))
    steps = tuple(_columns({}) for _ in names)
    positions = tuple((2 * at, 0) for at in range(len(names)))
    return Geometry(
        "graph", names, points, points, positions, (), steps, tuple(tuple(sorted(ends)) for ends in linked)
    )


@lru_cache(maxsize=16)
def unbounded(pieces: int) -> Geometry:
    """A table without an edge for N square pieces, each laid next to another, so that none is further than N steps from
    the center. Spaces are named by their distance east and north of the center: `e2n1`.

    Steps are computed in play, not listed (`ir.GridStep`), so that the table costs nothing.
    """
    distances = range(-pieces, pieces + 1)
    points = tuple(product(distances, distances))
    positions = tuple((2 * (column + pieces), pieces - row) for row, column in points)
    east, north = (
        [f"{here if by > 0 else there}{abs(by)}" if by else "" for by in distances]
        for here, there in ("ew", "ns")
    )
    names = tuple(f"{along}{up}" or "center" for up in north for along in east)
    return Geometry(
        "unbounded", names, points, points, positions, (NORTH, EAST, SOUTH, WEST), (), (), len(points) // 2
    )


def _plane(
    shape: ShapeName,
    whole: tuple[Point, ...],
    names: Mapping[Point, str],
    place: Mapping[Point, Point],
    deltas: Mapping[int, Point],
    without: frozenset[str],
    center: Point | None = None,
) -> Geometry:
    """A shape cut out of a plane in which every direction is one step by coordinates."""
    missing = {
        point for point in whole if names[point] in without or (point == center and "center" in without)
    }
    points = tuple(point for point in whole if point not in missing)
    number = {point: at for at, point in enumerate(points)}
    ways = tuple(deltas)
    steps = tuple(
        _columns(
            {way: number.get((point[0] + down, point[1] + right)) for way, (down, right) in deltas.items()}
        )
        for point in points
    )
    return Geometry(
        shape, tuple(names[point] for point in points), points, whole, tuple(place[point] for point in points),
        ways, steps, _beside(steps, ways), number.get(center) if center is not None else None,
    )  # fmt: skip


def _columns(steps: Mapping[int, int | None]) -> tuple[int | None, ...]:
    return tuple(steps.get(way) for way in range(len(WAYS)))


def _beside(steps: Steps, ways: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The neighbours of every space, in the order of the spaces."""
    return tuple(tuple(sorted({at for way in ways if (at := row[way]) is not None})) for row in steps)


def letters(number: int) -> str:
    """0 is `a`, 25 is `z`, 26 is `aa`."""
    text = ""
    while number >= 0:
        text = chr(ord("a") + number % 26) + text
        number = number // 26 - 1
    return text


# ------------------------------------------------------------------------------------------------ lines


def straight(geometry: Geometry, length: int, over_gaps: bool) -> tuple[tuple[int, ...], ...]:
    """All straight lines of `length` adjacent spaces, direction by direction. `over_gaps`: a line may step over missing
    spaces, which are not counted."""
    found: list[tuple[int, ...]] = []
    for way in (way for way in AXES if way in geometry.ways):
        for run in _runs(geometry, way, over_gaps):
            found += [run[at : at + length] for at in range(len(run) - length + 1)]
    return tuple(found)


def _runs(geometry: Geometry, way: int, over_gaps: bool) -> list[tuple[int, ...]]:
    """The maximal straight rows of spaces in a direction."""
    following = {at: geometry.steps[at][way] for at in range(geometry.size)}
    if over_gaps:
        following = _over_gaps(geometry, way)
    entered = set(following.values())
    begins = [at for at in range(geometry.size) if at not in entered]
    runs = []
    for at in begins:
        run: list[int] = []
        here: int | None = at
        while here is not None:
            run.append(here)
            here = following[here]
        runs.append(tuple(run))
    return runs


def _over_gaps(geometry: Geometry, way: int) -> dict[int, int | None]:
    if SHAPES[geometry.shape].plane is None:
        return {at: geometry.steps[at][way] for at in range(geometry.size)}
    number = {point: at for at, point in enumerate(geometry.points)}
    down, right = _delta(geometry, way)
    whole = set(geometry.whole)
    following: dict[int, int | None] = {}
    for at, (row, column) in enumerate(geometry.points):
        row, column = row + down, column + right
        while (row, column) in whole and (row, column) not in number:
            row, column = row + down, column + right
        following[at] = number.get((row, column))
    return following


def _delta(geometry: Geometry, way: int) -> Point:
    """The change of coordinates in one step, taken from any two spaces that are one step apart."""
    for at, row in enumerate(geometry.steps):
        to = row[way]
        if to is not None:
            here, there = geometry.points[at], geometry.points[to]
            return there[0] - here[0], there[1] - here[1]
    return SQUARE[way] if SHAPES[geometry.shape].plane == "squares" else HEXAGONAL[way]


def alike(values: Sequence[Fixed]) -> list[tuple[Fixed, tuple[int, ...]]]:
    """(value, the spaces with it) for each different value except none, in ascending order."""
    found: dict[Fixed, list[int]] = {}
    for space, value in enumerate(values):
        if value is not None:
            found.setdefault(value, []).append(space)
    return [(value, tuple(found[value])) for value in sorted(found)]  # type: ignore[type-var]  # values of one type


# -------------------------------------------------------------------------------------------- numberings


def spiral(geometry: Geometry, towards: int, clockwise: bool, meander: bool) -> tuple[int, ...] | None:
    """The spaces of a hexagon along a path from its center: ring by ring, each ring beginning one step past the
    corner that lies `towards`, and ending on it. `meander`: every second ring runs the other way, from that corner on.

    None if the path cannot be walked on this shape.
    """
    if not SHAPES[geometry.shape].rings or towards not in geometry.ways:
        return None
    number = {point: at for at, point in enumerate(geometry.points)}
    turn = sorted(geometry.ways) if clockwise else sorted(geometry.ways, reverse=True)
    begin = turn.index(towards)
    far = max(max(abs(r), abs(q), abs(r + q)) for r, q in geometry.whole)
    path = [number[0, 0]] if (0, 0) in number else []
    for ring in range(1, far + 1):
        points = _ring(ring, turn, begin)
        if not meander:
            points = [*points[1:], points[0]]
        elif ring % 2 == 0:
            points = [*points[:0:-1], points[0]]
        path += [number[point] for point in points if point in number]
    return tuple(path)


def _ring(ring: int, turn: list[int], begin: int) -> list[Point]:
    """The points of a ring round the center, from the corner in direction `turn[begin]` on, in the turning sense."""
    row, column = (part * ring for part in HEXAGONAL[turn[begin]])
    points = []
    for side in range(6):
        down, right = HEXAGONAL[turn[(begin + 2 + side) % 6]]
        for _ in range(ring):
            points.append((row, column))
            row, column = row + down, column + right
    return points


def by_rows(geometry: Geometry, meander: bool) -> tuple[int, ...]:
    """The spaces row by row; `meander`: every second row the other way."""
    rows: dict[int, list[int]] = {}
    for space, (row, _) in enumerate(geometry.points):
        rows.setdefault(row, []).append(space)
    path: list[int] = []
    for index, row in enumerate(sorted(rows)):
        path += rows[row][::-1] if meander and index % 2 else rows[row]
    return tuple(path)
