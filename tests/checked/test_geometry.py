"""The shapes of boards, against what is known of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rulewright.checked.boards.geometry import (
    SIDED,
    Geometry,
    grid,
    hexagon,
    letters,
    rhombus,
    spiral,
    straight,
    track,
)
from rulewright.language import shapes
from rulewright.language.directions import COMPASS, NORTH, NORTHWEST, opposite

ALL = tuple(range(len(COMPASS)))
SHAPES = {
    "grid": grid(5, 4, ALL, False, frozenset()),
    "grid with a hole": grid(5, 4, ALL, False, frozenset({"b2"})),
    "grid from the top": grid(3, 3, ALL, True, frozenset()),
    "hexagon": hexagon(4, frozenset()),
    "hexagon without a center": hexagon(4, frozenset({"center"})),
    "rhombus": rhombus(4, frozenset()),
    "track": track(("start", "1", "2", "home")),
}


@pytest.mark.parametrize("name", [shape.name for shape in shapes.SHAPES.values() if shape.sided])
def test_a_shape_that_its_side_describes_can_be_made_and_put_into_words(name: str) -> None:
    for side in (1, 2, 5):
        made = SIDED[name].made(side, frozenset())
        assert (made.shape, made.size) == (name, SIDED[name].spaces(side))
        assert len({y for _, y in made.positions}) == SIDED[name].rows(side)
    assert shapes.SHAPES[name].says


@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_every_step_can_be_taken_back(shape: Geometry) -> None:
    for space, row in enumerate(shape.steps):
        for way, to in enumerate(row):
            if to is not None:
                assert shape.steps[to][opposite(way)] == space


@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_neighbours_are_one_step_away(shape: Geometry) -> None:
    for space, beside in enumerate(shape.neighbours):
        assert set(beside) == {to for to in shape.steps[space] if to is not None}


@pytest.mark.parametrize(("side", "spaces"), [(1, 1), (2, 7), (3, 19), (6, 91)])
def test_a_hexagon_has_so_many_spaces(side: int, spaces: int) -> None:
    assert hexagon(side, frozenset()).size == spaces


@pytest.mark.parametrize(
    ("rows", "columns", "length", "lines"), [(3, 3, 3, 8), (6, 7, 4, 69), (15, 15, 5, 572)]
)
def test_straight_lines_of_a_grid(rows: int, columns: int, length: int, lines: int) -> None:
    assert len(straight(grid(rows, columns, ALL, False, frozenset()), length, False)) == lines


def test_a_gap_breaks_a_line_or_is_stepped_over() -> None:
    shape = hexagon(6, frozenset({"center"}))
    assert shape.size == 90
    assert len(straight(shape, 5, False)) == 126
    assert len(straight(shape, 5, True)) == 138


@pytest.mark.parametrize("meander", [False, True])
@pytest.mark.parametrize("clockwise", [False, True])
def test_numbers_along_a_path_are_neighbours(meander: bool, clockwise: bool) -> None:
    shape = hexagon(6, frozenset({"center"}))
    path = spiral(shape, NORTHWEST, clockwise, meander)
    assert path is not None
    assert sorted(path) == list(range(90))
    assert all(there in shape.neighbours[here] for here, there in pairwise(path))


def test_the_spiral_ends_each_ring_on_one_ray() -> None:
    shape = hexagon(6, frozenset({"center"}))
    path = spiral(shape, NORTHWEST, True, False)
    assert path is not None
    corners = [path[number - 1] for number in (6, 18, 36, 60, 90)]
    assert [shape.steps[corner][NORTHWEST] for corner in corners] == [*corners[1:], None]


def test_a_path_towards_a_direction_that_hexagons_lack() -> None:
    assert spiral(hexagon(3, frozenset()), NORTH, True, False) is None


@pytest.mark.parametrize(("number", "text"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba")])
def test_columns_beyond_z(number: int, text: str) -> None:
    assert letters(number) == text
