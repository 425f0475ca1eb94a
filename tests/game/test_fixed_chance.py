"""Results of chance in people's words, and what is refused at the edge of the Python interface."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright as rw


def test_given_faces_are_rolled() -> None:
    game = rw.load("cinq-o")
    state = game.new_initial_state(seed=1)
    state.apply_action(
        "roll everything", game.fixed_chance(rolled={"dice": [6, 5, 3, "3", 2], "hilo": ["2 Lo"]})
    )
    assert state.get("sum(tray.face)") == 19
    assert state.get("hilo.times") == 2


@pytest.mark.parametrize(
    ("rolled", "words"),
    [
        ({"dyce": [1]}, "did you mean `dice`"),
        ({"dice": [7]}, "`7` is not a face of dice"),
        ({"dice": {"first": 1}}, "cannot be told apart"),
        ({"hilo": {"hilow": "up1"}}, "did you mean `hilo`"),
    ],
)
def test_results_that_cannot_be_are_told(rolled: dict[str, list[int]], words: str) -> None:
    with pytest.raises(rw.ChanceMismatch, match=words):
        rw.load("cinq-o").fixed_chance(rolled=rolled)


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ([1], "maps kinds of pieces to their results"),
        ({"dice": 6}, r"a list, such as \[6\]"),
        ({"dice": "6"}, r"a list, such as \['6'\]"),
    ],
)
def test_what_is_no_list_of_results_is_refused(results: Any, words: str) -> None:
    game = rw.load("cinq-o")
    with pytest.raises(TypeError, match=words):
        game.fixed_chance(rolled=results)
    with pytest.raises(TypeError, match=words):
        game.fixed_chance(drawn=results)


def test_too_few_results_do_not_fit_the_roll() -> None:
    game = rw.load("cinq-o")
    with pytest.raises(rw.ChanceMismatch):
        game.new_initial_state().apply_action("roll everything", game.fixed_chance(rolled={"dice": [1, 2]}))


def test_an_action_of_another_game_is_no_move() -> None:
    state = rw.load("cinq-o").new_initial_state()
    other = rw.load("pig").action("roll")
    with pytest.raises(rw.UnknownMove, match="another game"):
        state.apply_action(other)


def test_an_action_of_another_game_has_no_words_here() -> None:
    state = rw.load("cinq-o").new_initial_state()
    for ask in (state.describe, state.text):
        with pytest.raises(rw.UnknownMove, match="another game"):
            ask(rw.load("pig").action("roll"))


def test_texts_are_described_like_actions() -> None:
    game = rw.load("cinq-o")
    state = game.new_initial_state()
    for action in state.legal_actions():
        assert state.describe(str(action)) == state.describe(action)
        assert state.text(str(action)) == state.text(action)


def test_a_strategy_that_there_is_not_is_told_with_the_nearest() -> None:
    state = rw.load("cinq-o").new_initial_state()
    with pytest.raises(ValueError, match="did you mean `bold`"):
        state.preferred("bald")


@pytest.mark.parametrize("asked", [None, 5, ["me.score"], b"me.score"], ids=repr)
def test_what_is_asked_of_a_state_is_a_text(asked: Any) -> None:
    with pytest.raises(TypeError, match="must be a text"):
        rw.load("cinq-o").new_initial_state().get(asked)


def test_a_seat_that_does_not_exist_is_refused() -> None:
    state = rw.load("pig").new_initial_state()
    for ask in (state.observation, state.record, state.information_state_string):
        with pytest.raises(ValueError, match="seats of this game are 0 to 1"):
            ask(7)
    with pytest.raises(ValueError, match="seat 9"):
        state.resample(9, 1)


def test_a_seed_is_a_whole_number_from_0() -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        rw.load("pig").new_initial_state(seed=-1)


def test_a_huge_table_is_refused_at_once() -> None:
    with pytest.raises(rw.RulebookError, match="not for 1000000000000 players"):
        rw.load("pig", players=10**12)


def test_a_single_overlay_may_be_a_text() -> None:
    assert rw.load("cinq-o", overlays="cinq-o-quick").options["target"] == 50
