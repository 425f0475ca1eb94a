"""Undo at a table by a link: never of what a seat has learned, unless everybody saw it and agrees."""

from __future__ import annotations

from rulewright.game.game import State
from rulewright.serve.worker.taking_back import Undo, possible, taken_back
from tests.games.books import loaded


def after(game: str, players: int, *moves: str, seed: int = 3) -> State:
    state = loaded(game, players).new_initial_state(seed)
    for move in moves:
        state.apply_action(move)
    return state


def test_nothing_is_taken_back_at_the_start() -> None:
    assert possible(after("tic-tac-toe", 2), 0, {0, 1}) == "There is nothing to take back."


def test_a_move_after_which_another_is_to_act_needs_agreement() -> None:
    state = after("tic-tac-toe", 2, "mark a1")
    assert possible(state, 0, {0, 1}) == Undo(1, asks=True)
    assert possible(state, 1, {0, 1}) == Undo(1, asks=True)


def test_moves_of_bots_are_taken_back_with_that_of_the_person_before_them() -> None:
    state = after("tic-tac-toe", 2, "mark a1", "mark b2")
    found = possible(state, 0, {0})
    assert found == Undo(2, asks=False)
    assert taken_back(state, 2) == after("tic-tac-toe", 2)


def test_a_roll_stays_for_a_person_who_plays_alone_and_can_be_taken_back_if_all_agree() -> None:
    state = after("pig", 2, "roll")
    assert "chance" in str(possible(state, 0, {0}))
    assert possible(state, 0, {0, 1}) == Undo(1, asks=True)


def test_the_same_luck_follows_after_an_undo() -> None:
    state = after("pig", 2, "roll")
    again = taken_back(state, 1)
    again.apply_action("roll")
    assert again == state


def test_what_only_some_have_seen_stays_for_ever() -> None:
    state = after("crazy-eights", 3, "draw", seed=4)
    assert [isinstance(possible(state, seat, {0, 1, 2}), str) for seat in range(3)] == [True] * 3


def test_a_card_that_was_shown_to_all_is_taken_back_only_if_all_agree() -> None:
    state = after("crazy-eights", 3, "play six of spades", seed=1)
    assert [possible(state, seat, {0, 1, 2}) for seat in range(3)] == [Undo(1, asks=True)] * 3
    assert possible(state, 1, {1}) == Undo(1, asks=False)
