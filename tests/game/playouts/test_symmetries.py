"""Symmetries: proved where the rules have them, and not where they do not."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.game.playouts.branches import first_positions
from rulewright.game.playouts.position_graph import Exploration
from rulewright.game.playouts.symmetries import classes, permutations

CORNERS = """\
rulebook: 1
name: corners
about: Lay stones on a small board, until it is full.
players: 2
pieces:
  stone: {of: players}
boards:
  board: {grid: {rows: 2, columns: 2}, holds: stone}
phases:
  turn:
    actions:
      lay:
        choose: {at: board.spaces}
        when: {free: at.empty}
        do: [{place: stone, to: at}, end_turn]
end:
  full: {when: board.full, result: draw}
"""
FIRST_CORNER = "{when: board.a1.owner == me, after: lay, result: {wins: me}}"


def explored(game: rw.Game) -> Exploration:
    found = Exploration(game)
    found.explore(first_positions(game), 10_000)
    return found


def of(tmp_path: Path, text: str) -> Exploration:
    path = tmp_path / "corners.rulebook.yaml"
    path.write_text(text, encoding="utf-8")
    return explored(rw.load(path, engine="reference"))


def test_tic_tac_toe_has_765_positions_up_to_eight_symmetries() -> None:
    assert classes(explored(rw.load("tic-tac-toe"))) == (8, 765)


def test_a_square_of_four_spaces_is_counted_as_by_burnside(tmp_path: Path) -> None:
    """By hand, for 0 to 4 stones: 1, 1, 3 * ... of two colours: the orbits of (n choose k) * (k choose k / 2) colourings."""
    found = of(tmp_path, CORNERS)
    boards = [
        tuple(found.cells(number)[place] for place in range(6, 10)) for number in range(found.graph.size)
    ]
    turns = [(0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1)]
    ways = [*turns, *(tuple(turn[at] for at in (1, 0, 3, 2)) for turn in turns)]
    different = {min(tuple(board[at] for at in way) for way in ways) for board in boards}
    assert classes(found) == (8, len(different))


def test_rules_that_name_a_space_break_symmetries(tmp_path: Path) -> None:
    """The first corner makes the difference, so that only the reflection that keeps it is left."""
    broken = CORNERS.replace("end:\n", f"end:\n  corner: {FIRST_CORNER}\n")
    ways, different = classes(of(tmp_path, broken))
    assert ways == 2
    assert different < of(tmp_path, broken).graph.size


@pytest.mark.parametrize(("name", "many"), [("hex", 4), ("connect-four", 4), ("reversi", 8), ("pig", 1)])
def test_turns_and_reflections_that_fit_the_board_are_tried(name: str, many: int) -> None:
    """A rhombus of hexagons has two turns and two reflections, a rectangle as many."""
    game = rw.load(name, engine="reference")
    assert len(permutations(game.program)) == many


def test_a_part_of_a_game_need_not_have_the_symmetry_of_its_board() -> None:
    state = rw.load("tic-tac-toe", engine="reference").new_initial_state()
    for move in ("mark a1", "mark b1", "mark c3", "mark b2", "mark a3"):
        state.apply_action(move)
    found = Exploration(state.game)
    found.explore([(Fraction(1), state.cells)], 10_000)
    assert classes(found) == (1, found.graph.size)
