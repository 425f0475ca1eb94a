"""The types of the public interface, as programs of others see them. mypy is what tests this file: it is strict, and a needless
`# type: ignore` is an error, so each name that is misspelt here has to be found."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import assert_type

import pytest

import rulewright as rw


class First:
    """A bot of somebody's own."""

    def begin(self, seed: int) -> None:
        pass

    def choose(self, state: rw.State, player: int) -> rw.Action:
        return state.game.action_from_id(state.legal_ids(player)[0])


def test_documented_types_are_those_of_the_documented_functions() -> None:
    game = rw.load("pig")
    state = assert_type(game.new_initial_state(seed=1), rw.State)
    batch = assert_type(game.batch(2), rw.Batch[rw.State])
    bot: rw.Bot = First()
    anything: list[rw.AnyAction] = [0, "roll", bot.choose(state, 0)]
    seat: rw.Viewer = "spectator"
    chance: rw.Chance = game.fixed_chance(rolled={"dice": [1]})
    assert_type(game.column("score"), rw.Column)
    assert_type(state.legal_actions(), list[rw.Action])
    assert_type(state.legal_mask(), bytearray)
    assert_type(state.trace("score"), rw.Trace)
    assert_type(state.why_not(anything[0]), list[rw.Reason])
    assert_type(state.history_for(seat), tuple[rw.Entry, ...])
    assert_type(state.outcomes(anything[1]), list[tuple[Fraction, rw.State]])
    assert_type(batch.state(0), rw.State)
    assert_type(rw.check("pig"), list[rw.Problem])
    state.apply_action(anything[2], chance)


def misspelt_types(batch: rw.Bacth, trace: rw.trace) -> None:  # type: ignore[name-defined]  # this is the test
    """Never called."""


MISSPELT: tuple[Callable[[], object], ...] = (
    lambda: rw.lode("pig"),  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").lenght,  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").new_initial_state().legal_idz(),  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").batch(1).step,  # type: ignore[attr-defined]  # this is the test
)


@pytest.mark.parametrize("misspelt", MISSPELT)
def test_a_misspelt_name_fails_mypy_and_in_play(misspelt: Callable[[], object]) -> None:
    with pytest.raises(AttributeError):
        misspelt()
