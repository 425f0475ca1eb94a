"""A value for each direction of a board, whichever directions the board has, by every engine."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright as rw
from rulewright.engines import engine
from rulewright.play.simulate import simulate

SIX = ("northeast", "east", "southeast", "southwest", "west", "northwest")
BOARDS = {
    "grid: {rows: 3, columns: 3}": ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"),
    "grid: {rows: 3, columns: 3}, directions: orthogonal": ("north", "east", "south", "west"),
    "grid: {rows: 3, columns: 3}, directions: diagonal": ("northeast", "southeast", "southwest", "northwest"),
    "hexagon: 3": SIX,
    "rhombus: 3": SIX,
    "track: [1..5]": ("forward", "backward"),
}  # fmt: skip
RULES = """
rulebook: 1
name: directions
players: 2
boards: {{board: {{{board}}}}}
variables:
  went: {{per: board.directions, type: 0..99}}
  mine: {{per: [players, board.directions], type: 0..99, seen_by: owner}}
tables: {{worth: {{of: board.directions, rows: {{{rows}}}}}}}
phases:
  turn:
    actions:
      go:
        choose: {{way: board.directions}}
        do: [{{add: worth(way), to: went(way)}}, {{add: 1, to: me.mine(way)}}, end_turn]
end: {{long: {{when: round > 9 and sum(went(way) for way in board.directions) > 0, result: draw}}}}
"""


def game_on(board: str, name: str) -> rw.Game:
    rows = ", ".join(f"{way}: {10 + number}" for number, way in enumerate(BOARDS[board]))
    game = rw.load_text(RULES.format(board=board, rows=rows), engine="reference")
    return rw.Game(engine(name, cache=False)(game.program))


@pytest.mark.parametrize("board", BOARDS)
def test_each_direction_has_its_own_value(board: str) -> None:
    game, ways = game_on(board, "reference"), BOARDS[board]
    state = game.new_initial_state(seed=1)
    assert [str(action) for action in state.legal_actions()] == [f"go {way}" for way in ways]
    for number, way in enumerate(ways):
        after = state.clone()
        after.apply_action(f"go {way}")
        went = {each: 10 + number if each == way else 0 for each in ways}
        variables: Any = after.observation(0)["variables"]
        assert variables["went"] == went
        assert variables["mine"][0] == {each: int(each == way) for each in ways}
        assert [after.get(f"went({each})") for each in ways] == list(went.values())
        column = game.column("went")
        assert set(ways) <= set(column.keys[0])
        assert [after.cells[column.at(each)] for each in ways] == list(went.values())


@pytest.mark.parametrize("board", BOARDS)
def test_games_by_machine_code_are_those_of_the_reference(board: str) -> None:
    pytest.importorskip("llvmlite")
    assert simulate(game_on(board, "native"), 20, seed=4) == simulate(game_on(board, "reference"), 20, seed=4)
