"""Positions of tables without an edge: as far as there are pieces, of one size, and the same however they came about."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright import pipeline

BOOK = """
rulebook: 1
name: mosaic
players: 1
pieces:
  tiles: {one_per: {k: 1..5}, sides: {number: k}}
boards:
  table: {unbounded: squares, holds: tiles}
zones:
  bag: {holds: tiles, start: all}
phases:
  turn:
    actions:
      lay: {choose: {tile: bag, at: table.open, turned: 0..3}, do: [{move: tile, to: at, turned: turned}]}
      lift: {choose: {tile: tiles}, when: {it_lies: tile.space != none}, do: [{move: tile, to: bag}]}
      stop: {do: [end_turn]}
end: {all_lie_there: {after: stop, when: bag.empty, result: draw}}
"""


@pytest.fixture
def game(tmp_path: Path) -> rw.Game:
    file = tmp_path / "mosaic.rulebook.yaml"
    file.write_text(BOOK, encoding="utf-8")
    return rw.load(str(file))


def after(game: rw.Game, *actions: str) -> rw.State:
    state = game.new_initial_state(seed=0)
    for action in actions:
        state.apply_action(action)
    return state


def test_the_same_table_is_the_same_position_however_it_was_laid(game: rw.Game) -> None:
    one = after(game, "lay 1 center 2", "lay 2 e1 0", "lay 3 e1n1 1")
    other = after(game, "lay 4 center 3", "lay 2 e1 0", "lift 4", "lay 3 e1n1 1", "lay 1 center 2")
    turned = after(game, "lay 1 center 2", "lay 2 e1 0", "lay 3 e1n1 2")
    assert one == other
    assert hash(one) == hash(other)
    assert one != turned


def test_what_is_lifted_leaves_nothing_after(game: rw.Game) -> None:
    assert after(game, "lay 1 center 2", "lay 2 n1 3", "lift 1", "lift 2") == after(game)


@pytest.mark.parametrize("way", ["n", "e", "s", "w"])
def test_a_straight_row_goes_as_far_as_there_are_pieces(game: rw.Game, way: str) -> None:
    state = after(game, "lay 1 center 0")
    size = len(state.cells)
    for number in range(2, 6):
        state.apply_action(f"lay {number} {way}{number - 1} 0")
        assert len(state.cells) == size
    assert state.get(f"table.{way}4.piece") == "5"
    state.apply_action("stop")
    assert state.is_terminal()


def test_a_table_is_saved_and_taken_back(game: rw.Game) -> None:
    state = after(game, "lay 1 center 2", "lay 2 e1 0")
    assert game.deserialize_state(state.serialize()) == state
    state.apply_action("lay 3 e2 1")
    state.undo()
    assert state == after(game, "lay 1 center 2", "lay 2 e1 0")


def test_pieces_that_lie_apart_leave_more_spaces_free_than_pieces_that_touch(tmp_path: Path) -> None:
    """Nine tiles that touch leave at most twenty. Machine code has room for as many as there can be."""
    file = tmp_path / "mosaic.rulebook.yaml"
    file.write_text(BOOK.replace("1..5", "1..9"), encoding="utf-8")
    row = ["lay 1 center 0", *(f"lay {number + 1} e{number} 0" for number in range(1, 9))]
    apart = [f"lift {number}" for number in (2, 4, 6, 8)]
    arms = [
        *("lay 2 e2n1 0", "lay 4 e2n2 0", "lift 2"),
        *("lay 2 e6n1 0", "lay 6 e6n2 0", "lift 2"),
        *("lay 2 e2s1 0", "lay 8 e2s2 0", "lift 2"),
    ]
    game = rw.load(str(file))
    state = after(game, *row, *apart, *arms)
    assert state.get("table.open.count") == 25
    native = rw.load(str(file), engine="native").executor
    legal = game.executor.legal(state.cells)
    assert len(legal) == 25 * 4 * 1 + 8 + 1
    assert native.legal(state.cells) == legal


DECKS = """
rulebook: 1
name: decks
players: 1
options: {deck: {type: 1..2, default: 1}}
pieces:
  tiles: {one_per: {k: 1..3}, sides: {number: worth(k)}}
tables: {worth: {of: {k: 1..3}, rows: {1: deck, 2: 3 - deck, 3: 0}}}
boards:
  table: {unbounded: squares, holds: tiles}
zones:
  bag: {holds: tiles, start: all}
phases:
  turn:
    actions:
      lay: {choose: {tile: bag, at: table.open, turned: 0..3}, do: [{move: tile, to: at, turned: turned}]}
end: {all_lie_there: {when: bag.empty, result: draw}}
"""


def test_sides_of_pieces_follow_the_tables_that_they_are_looked_up_in(tmp_path: Path) -> None:
    file = tmp_path / "decks.rulebook.yaml"
    file.write_text(DECKS, encoding="utf-8")
    book = pipeline.open_book(str(file))
    numbers = []
    for deck in (1, 2, 1):
        checked = book.at(1, None, {"deck": deck}).checked
        sides = checked.kinds["tiles"].sides
        assert sides is not None
        numbers.append(sides.table["number"][1][::4])
        assert {row for row, _ in checked.looked_up["worth"]} == {0, 1, 2}
    assert numbers == [(1, 2, 0), (2, 1, 0), (1, 2, 0)]
