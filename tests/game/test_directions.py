"""A value for each direction of a board, whichever directions the board has, by every engine."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.author.coverage.report import Coverage
from rulewright.engines import engine_called as engine
from rulewright.language.directions import WAYS
from rulewright.play.simulate import simulate
from rulewright.source.text import Source

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
        assert column.keys == (ways,)
        assert column.shape == (len(ways),)
        assert [after.cells[column.at(each)] for each in ways] == list(went.values())


@pytest.mark.parametrize("board", BOARDS)
def test_games_by_machine_code_are_those_of_the_reference(board: str) -> None:
    pytest.importorskip("llvmlite")
    assert simulate(game_on(board, "native"), 20, seed=4) == simulate(game_on(board, "reference"), 20, seed=4)


@pytest.mark.parametrize("board", BOARDS)
def test_columns_have_the_directions_that_there_are_and_no_others(board: str) -> None:
    game = game_on(board, "reference")
    assert game.column("mine").keys == (("1", "2"), BOARDS[board])
    assert [column.start for column in game.columns] == [0, *(column.stop for column in game.columns[:-1])]
    assert game.columns[-1].stop == len(game.new_initial_state().cells)
    row = game.new_initial_state(seed=1).observation_row(0)
    mine = game.column("mine")
    assert [*row[mine.start : mine.stop]] == [0] * len(BOARDS[board]) + [-2] * len(BOARDS[board])
    for lacking in {*WAYS} - {*BOARDS[board]}:
        with pytest.raises(ValueError, match=f"`went` has no key '{lacking}'"):
            game.column("went").at(lacking)


TWO = """
rulebook: 1
name: two-boards
players: 2
boards: {six: {hexagon: 3}, eight: {grid: {rows: 3, columns: 3}}}
variables:
  went: {per: six.directions, type: 0..99}
  read: {type: 0..99}
tables: {worth: {of: six.directions, rows: {northeast: 1, east: 2, southeast: 3, southwest: 4, west: none, northwest: 6}}}
phases:
  turn:
    actions:
      write: {choose: {way: eight.directions}, do: [{add: 1, to: went(way)}, end_turn]}
      ask: {choose: {way: eight.directions}, do: [{set: read, to: went(way)}, end_turn]}
      look: {choose: {way: eight.directions}, do: [{set: read, to: worth(way) otherwise 50}, end_turn]}
end: {long: {when: round > 9, result: draw}}
"""


@pytest.mark.parametrize("name", ["reference", "native"])
@pytest.mark.parametrize("way", BOARDS["grid: {rows: 3, columns: 3}"])
def test_a_direction_that_only_another_board_has_is_not_there(way: str, name: str) -> None:
    """South lies between the directions of hexagons, north in front of them: it is the same failure."""
    game = rw.load_text(TWO, engine="reference")
    if name == "native":
        pytest.importorskip("llvmlite")
        game = rw.Game(engine(name, cache=False)(game.program))
    for action, asked in (("write", "went"), ("ask", "went"), ("look", "worth")):
        state = game.new_initial_state(seed=1)
        before = list(state.cells)
        if way in SIX:
            state.apply_action(f"{action} {way}")
            assert state.get(f"went({way})") == int(action == "write")
            assert state.get("read") == {"west": 50}.get(way, 1 + SIX.index(way)) * (action == "look")
        else:
            with pytest.raises(
                rw.RuleFailure, match=f"`{asked}` has no entry for the direction `{way}`"
            ) as told:
                state.apply_action(f"{action} {way}")
            assert told.value.code == "index-outside"
            assert list(state.cells) == before


def test_rows_for_directions_are_counted_as_they_are_read() -> None:
    """A value stands where its row is, whatever numbers directions have."""
    coverage = Coverage()
    game = coverage.watch(pipeline.open_source(Source("two.yaml", TWO))).game
    state = game.new_initial_state(seed=1)
    for action in ("look southwest", "look northwest"):
        state.apply_action(action)
    missing = {each.place.name for each in coverage.report().missing}
    assert {f"tables.worth, row {way}" for way in ("northeast", "east", "southeast", "west")} <= missing
    assert not {f"tables.worth, row {way}" for way in ("southwest", "northwest")} & missing
