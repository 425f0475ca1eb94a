"""Boards in play, as programs see them: places, observations, what is told, taking back, saving and dealing anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.errors import UnknownPlace
from rulewright.game.game import load_compiled
from tests.games.books import books


def game(name: str, players: int | None = None) -> rw.Game:
    return rw.load(books()[name], players=players)


def standing(state: rw.State, board: str) -> dict[str, object]:
    """What stands on a board, by space."""
    found = state.get(board)
    assert isinstance(found, dict)
    return found


def reversi_after(*moves: str) -> rw.State:
    state = game("reversi").new_initial_state(seed=1)
    for move in moves:
        state.apply_action(move)
    return state


def test_a_board_is_asked_like_a_zone() -> None:
    state = reversi_after("place d3")
    assert state.get("board.count") == 5
    assert set(standing(state, "board")) == {"d3", "d4", "e4", "d5", "e5"}
    assert {"board": state.get("board")} == state.observation(0)["boards"]
    assert (state.get("d4.owner"), state.get("board.e5.owner"), state.get("a1.owner")) == (0, 1, None)
    assert (state.get("a1.empty"), state.get("board.full"), state.get("dark.discs")) == (True, False, 4)


def test_each_players_own_board_has_an_owner() -> None:
    state = game("flower-beds", 2).new_initial_state(seed=1)
    move = next(each for each in state.legal_actions() if str(each).startswith("plant"))
    state.apply_action(move)
    assert (state.get("seat(1).bed.count"), state.get("seat(2).bed.count"), state.get("me.bed.count")) == (
        1,
        0,
        0,
    )
    ((space, card),) = standing(state, "seat(1).bed").items()
    assert state.get(f"seat(1).bed.{space}.piece") == card
    with pytest.raises(rw.RulebookError, match="whose `bed`"):
        state.get("bed.count")


def test_a_compiled_game_answers_what_stands_on_a_board(tmp_path: Path) -> None:
    game("flower-beds", 2).save(tmp_path / "game.json")
    state = load_compiled(tmp_path / "game.json", Reference).new_initial_state(seed=1)
    assert state.get("seat(1).bed.count") == 0
    assert state.get("seat(2).bed") == {}
    with pytest.raises(UnknownPlace):
        state.get("bed")


def test_what_happens_on_a_board_is_told() -> None:
    state = reversi_after("place d3")
    happened = state.history_for(1)[-1].happened
    assert [next(iter(each)) for each in happened] == ["turned_over", "placed", "turn"]
    assert (happened[0]["at"], happened[1]["at"]) == ("d4", "d3")


def test_a_captured_piece_is_told_of() -> None:
    state = game("fox-hunt").new_initial_state(seed=1)
    for move in ("creep bottom 8", "creep 1 5", "jump 8 5 4"):
        state.apply_action(move)
    told = state.history_for(0)[-1].happened
    assert [next(iter(each)) for each in told][:2] == ["moved", "removed"]
    assert told[1]["at"] == "5"


@pytest.mark.parametrize(
    "name", ["reversi", "fox-hunt", "little-draughts", "home-run", "flower-beds", "knock-out"]
)
def test_positions_with_boards_are_saved_replayed_and_taken_back(name: str) -> None:
    playing = game(name, 2)
    state = playing.new_initial_state(seed=4)
    seen = [list(state.cells)]
    for turn in range(12):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        state.apply_action(actions[turn % len(actions)])
        seen.append(list(state.cells))
    again = playing.deserialize_state(state.serialize())
    assert list(again.cells) == list(state.cells)
    assert list(rw.replay(json.loads(json.dumps(state.record())), playing).cells) == list(state.cells)
    while state.can_undo() is None:
        state.undo()
        seen.pop()
        assert list(state.cells) == seen[-1]


def test_cards_on_a_board_stay_where_they_are_in_a_position_dealt_anew() -> None:
    state = game("flower-beds", 2).new_initial_state(seed=7)
    for _ in range(4):
        actions = state.legal_actions()
        state.apply_action(next((a for a in actions if str(a).startswith("plant")), actions[0]))
    for seed in range(5):
        other = state.resample(0, seed=seed)
        assert other.observation(0) == state.observation(0)
        assert other.get("seat(2).bed") == state.get("seat(2).bed")
    hands = {str(state.resample(0, seed=seed).get("seat(2).hand")) for seed in range(8)}
    assert len(hands) > 1
