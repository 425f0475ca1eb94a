"""Every number of a row has a name, and the names say what the state says."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.document.library import bundled
from rulewright.game.batches.columns import Column


@pytest.mark.parametrize("name", [name for name, _ in bundled()])
def test_columns_are_the_whole_row_and_their_numbers_are_in_their_ranges(name: str) -> None:
    game = rw.load(name, engine="native")
    at = 0
    for column in game.columns:
        assert column.start == at
        at = column.stop
        assert game.column(column.name) is column
    batch = game.batch(8, auto_reset=True)
    assert at == batch.width
    for _ in range(60):
        batch.apply([-1] * 8)
        for place in range(8):
            row = batch.cells[place * batch.width : (place + 1) * batch.width]
            for column in game.columns:
                for number in row[column.start : column.stop]:
                    assert column.low <= number <= column.high or number in column.words


def test_columns_have_the_values_of_the_state() -> None:
    game = rw.load("sino", players=3)
    state = game.new_initial_state(seed=4)
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])
    row, points = state.cells, game.column("points")
    assert list(row[points.start : points.stop]) == [state.get(f"seat({seat}).points") for seat in (1, 2, 3)]
    assert points.shape == (3,)
    assert [points.at(key) for key in points.keys[0]] == list(range(points.start, points.stop))
    assert row[game.column("current_player").start] == state.current_player()
    assert row[game.column("round").start] == state.get("round")


def test_several_keys_count_row_by_row() -> None:
    column = Column("sheet", 10, (("1", "2"), ("ones", "twos", "fours")), 0, 30)
    assert column.shape == (2, 3)
    assert column.stop == 16
    assert [column.at(seat, box) for seat in ("1", "2") for box in ("ones", "twos", "fours")] == list(
        range(10, 16)
    )
    assert Column("pot", 3, (), 0, 9).at() == 3


def test_words_tell_what_does_not_count() -> None:
    eights, pig = rw.load("crazy-eights", players=2), rw.load("pig")
    assert eights.column("suit").words == {0: "clubs", 1: "diamonds", 2: "hearts", 3: "spades"}
    assert eights.column("cards.place").words[0] == "deck"
    assert eights.column("cards.order.discard").words[1] == eights.column("cards.place").keys[0][0]
    assert pig.column("dice.face").words == {0: None, 1: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6"}
    assert pig.column("score").words == {}
    assert pig.column("ended_by").words == {0: None, 1: "target_reached"}
    board = rw.load("reversi").column("disc.standing")
    assert board.words == {0: None, 1: "disc of 1", 2: "disc of 2"}
    assert board.keys[0][:2] == ("a1", "b1")
    cells = rw.load("reversi").new_initial_state().cells
    assert board.words[cells[board.at("d4")]] == "disc of 2"


def test_what_there_is_not_is_refused_with_the_nearest_name() -> None:
    game = rw.load("pig")
    with pytest.raises(ValueError, match="no column 'scores', did you mean 'score'"):
        game.column("scores")
    with pytest.raises(ValueError, match="`score` has no key '3'"):
        game.column("score").at("3")
    with pytest.raises(ValueError, match="`score` has 1 key, 0 are given"):
        game.column("score").at()
    with pytest.raises(ValueError, match="the keys of `score` are texts, not 1: its keys are '1', '2'"):
        game.column("score").at(1)  # type: ignore[arg-type]  # so it is meant


def test_a_game_says_what_runs_it() -> None:
    assert rw.load("pig", engine="reference").engine == "reference"
    assert rw.load("pig", engine="native").engine == "native"
    assert rw.load("pig").engine == "native"
