"""Worths of moves: what can be put off is worth no less, and estimates are honest about their error."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.play.advising.delaying import put_off
from rulewright.play.advising.valuing import Estimate, to_the_end, valued
from rulewright.play.looking_ahead.tree_bot import TreeBot


def test_a_box_that_can_still_be_filled_after_another_roll_is_no_reason_to_fill_it_now() -> None:
    """One, two, two, three, four, and two rolls left: to roll one of the twos again gives nothing away."""
    state = rw.load("yahtzee", players=1).new_initial_state(seed=3)
    moves = [str(action) for action in state.legal_actions()]
    fill, roll = moves.index("score small_straight"), moves.index("reroll 2")
    found = valued(state, 0, 7, games=600, most=0, also=[fill, roll])
    assert found is not None
    assert found.worths[roll].value >= found.worths[fill].value - 0.5


def test_what_is_put_off_is_compared_only_where_the_turn_goes_on() -> None:
    state = rw.load("tic-tac-toe", engine="reference").new_initial_state()
    found = valued(state, 0, 7, effort=300)
    assert found is not None
    task = to_the_end(state.game, TreeBot().task(found.outlook, 7))
    assert put_off(found.outlook, task, first=0, then=1, games=2, series=2) is None
    pig = rw.load("pig", players=2, engine="reference").new_initial_state()
    pig.apply_action("roll", pig.game.fixed_chance(rolled={"dice": [4]}))
    found = valued(pig, 0, 7, effort=3_000)
    assert found is not None
    assert [str(action) for action in found.actions] == ["roll", "hold"]
    task = to_the_end(pig.game, TreeBot().task(found.outlook, 7))
    assert put_off(found.outlook, task, first=0, then=1, games=12, series=2) is None, "a 1 ends the turn"


def test_an_estimate_compares_games_with_the_same_luck() -> None:
    one, other = Estimate((0.2, 0.4, 0.6), 0.01), Estimate((0.1, 0.3, 0.5), 0.01)
    assert one.value == pytest.approx(0.4)
    assert one.error == pytest.approx(0.2 / 3**0.5)
    assert one.less(other).value == pytest.approx(0.1)
    assert one.less(other).error == pytest.approx(0.02), (
        "the luck was the same, so that only the grain is left"
    )
    assert one.less(other).is_clear
    assert not other.less(one).is_clear
