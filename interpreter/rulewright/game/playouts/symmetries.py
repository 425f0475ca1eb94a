"""Symmetries of boards: turns and reflections that might leave a game as it is, as permutations of its cells.

    ways = permutations(program)             eight for a square board, the identity included
    classes(exploration)                     (8, 765): all eight are proved for its positions, of which 765 are different

Whether a game is the same after a reflection depends on its rules.  It is proved here by looking: the image of every position has to be
a position, with the same player to act or the same payoffs, and what follows it has to be the image of what follows the position, choice for
choice and with the same probabilities.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from rulewright.game.playouts.position_graph import NOBODY, Exploration
from rulewright.ir import nodes as ir
from rulewright.ir.layout import BoardLayout, KindLayout

Point = tuple[int, int]
Way = Callable[[int, int], Point]

SQUARE: tuple[Way, ...] = (
    lambda x, y: (x, y), lambda x, y: (-y, x), lambda x, y: (-x, -y), lambda x, y: (y, -x),
    lambda x, y: (-x, y), lambda x, y: (x, -y), lambda x, y: (y, x), lambda x, y: (-y, -x),
)  # fmt: skip
"""The turns and reflections of a square."""
HEXAGON: tuple[Way, ...] = (
    lambda q, r: (q, r), lambda q, r: (-r, q + r), lambda q, r: (-q - r, q), lambda q, r: (-q, -r),
    lambda q, r: (r, -q - r), lambda q, r: (q + r, -q), lambda q, r: (r, q), lambda q, r: (q + r, -r),
    lambda q, r: (q, -q - r), lambda q, r: (-r, -q), lambda q, r: (-q - r, r), lambda q, r: (-q, q + r),
)  # fmt: skip
"""Those of a hexagon, in axial coordinates."""


def permutations(program: ir.Program) -> list[tuple[int, ...]]:
    """For each turn or reflection that fits all boards: the cell that each cell gets its value from. The first is the identity."""
    boards = list(program.layout.boards.values())
    found: dict[tuple[int, ...], None] = {tuple(range(program.layout.size)): None}
    for ways, points in ((SQUARE, _square), (HEXAGON, _axial)):
        for way in ways:
            moved = [_moved(points(board), way) for board in boards]
            if boards and all(moved):
                found[_cells(program, boards, [spaces for spaces in moved if spaces is not None])] = None
    return list(found)


def classes(exploration: Exploration) -> tuple[int, int]:
    """How many permutations hold for every position that was found, and how many positions there are if those that they make equal
    count once."""
    least, ways = list(range(exploration.graph.size)), 0
    for way in permutations(exploration.game.program):
        images = _images(exploration, way)
        if images is not None:
            ways += 1
            least = [min(pair) for pair in zip(least, images, strict=True)]
    return ways, sum(number == first for number, first in enumerate(least))


def _images(exploration: Exploration, way: tuple[int, ...]) -> list[int] | None:
    """The number of the image of each position; None if a permutation is no symmetry of the game."""
    graph = exploration.graph
    images: list[int] = []
    for number in range(graph.size):
        cells = exploration.cells(number)
        image = exploration.number(array("i", [cells[place] for place in way]))
        if image is None or graph.players[image] != graph.players[number]:
            return None
        if graph.players[number] == NOBODY and graph.payoffs[image] != graph.payoffs[number]:
            return None
        images.append(image)
    if len(set(images)) < graph.size:
        return None
    if all(
        _follows(graph.successors(number), images) == _follows(graph.successors(image), None)
        for number, image in enumerate(images)
    ):
        return images
    return None


def _follows(
    choices: Sequence[Sequence[tuple[Fraction, int]]], images: Sequence[int] | None
) -> Counter[tuple[tuple[int, Fraction], ...]]:
    """What the choices lead to, in any order; with `images`, to the images of what they lead to."""
    return Counter(
        tuple(sorted((after if images is None else images[after], share) for share, after in choice))
        for choice in choices
    )


def _square(board: BoardLayout) -> list[Point]:
    return _centred([(x // 2, y) for x, y in board.positions] if _even(board) else [])


def _axial(board: BoardLayout) -> list[Point]:
    return _centred([((x - y) // 2, y) for x, y in board.positions])


def _even(board: BoardLayout) -> bool:
    return all(x % 2 == 0 for x, _ in board.positions)


def _centred(points: list[Point]) -> list[Point]:
    many = len(points)
    across, down = sum(x for x, _ in points), sum(y for _, y in points)
    return [(many * x - across, many * y - down) for x, y in points]


def _moved(points: list[Point], way: Way) -> list[int] | None:
    """For each space the one whose contents move there; None if the board changes its shape."""
    places = {point: place for place, point in enumerate(points)}
    if len(places) < len(points) or not points:
        return None
    found = [places.get(way(*point)) for point in points]
    return None if None in found else [place for place in found if place is not None]


def _cells(program: ir.Program, boards: Sequence[BoardLayout], moved: Sequence[list[int]]) -> tuple[int, ...]:
    cells = list(range(program.layout.size))
    for board, spaces in zip(boards, moved, strict=True):
        if board.first < 0:
            continue
        kind = program.layout.kinds[board.kind]
        for owner in range(board.owners):
            first = board.first + owner * board.spaces
            for space, source in enumerate(spaces):
                for cell, other in zip(_at(kind, first + space), _at(kind, first + source), strict=True):
                    cells[cell] = other
    return tuple(cells)


def _at(kind: KindLayout, place: int) -> Iterator[int]:
    """The cells that say what lies at a place, of identical pieces."""
    if not kind.identical:
        return
    if place >= kind.first_spot:
        yield kind.spots + place - kind.first_spot
    else:
        yield from range(kind.counts + place * kind.looks, kind.counts + (place + 1) * kind.looks)
