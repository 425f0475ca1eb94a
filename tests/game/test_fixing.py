"""Results of chance in people's words, and what is refused at the edge of the Python interface."""

from __future__ import annotations

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
        ({"dice": [7]}, "`7` is no face of dice"),
        ({"dice": {"first": 1}}, "cannot be told apart"),
        ({"hilo": {"hilow": "up1"}}, "did you mean `hilo`"),
    ],
)
def test_results_that_cannot_be_are_told(rolled: dict[str, list[int]], words: str) -> None:
    with pytest.raises(rw.ChanceMismatch, match=words):
        rw.load("cinq-o").fixed_chance(rolled=rolled)


def test_too_few_results_do_not_fit_the_roll() -> None:
    game = rw.load("cinq-o")
    with pytest.raises(rw.ChanceMismatch):
        game.new_initial_state().apply_action("roll everything", game.fixed_chance(rolled={"dice": [1, 2]}))


def test_an_action_of_another_game_is_no_move() -> None:
    state = rw.load("cinq-o").new_initial_state()
    other = rw.load("pig").action("roll")
    with pytest.raises(rw.UnknownMove, match="another game"):
        state.apply_action(other)


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
