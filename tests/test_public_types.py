"""The types of the public interface, as programs of others see them. mypy is what tests this file: it is strict, and a needless
`# type: ignore` is an error, so each name that is misspelt here has to be found."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import assert_type

import numpy
import pytest

import rulewright as rw


class First:
    """A bot of somebody's own."""

    def begin(self, seed: int) -> None:
        pass

    def choose(self, state: rw.State, player: int) -> rw.Action:
        hand: int = state.observation(player)["variables"]["pot"] + len(
            state.history_for(player)[-1].happened
        )
        return state.game.action_from_id(state.legal_ids(player)[0 if hand else -1])


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
    assert_type(rw.check("pig"), rw.Checked)
    state.apply_action(anything[2], chance)


def learn(batch: rw.Batch[rw.State], places: list[int]) -> rw.Fallbacks:
    """What a learner does with a batch, as mypy sees it."""
    mask = numpy.asarray(assert_type(batch.legal_mask(copy=False), memoryview[bool]))
    assert_type(batch.observations("spectator", copy=False), memoryview[int])
    assert_type(batch.legal_mask(over=1), bytearray)
    rows = numpy.zeros((batch.size, batch.width), dtype=numpy.int32)
    while not all(batch.terminal):
        batch.legal_mask(copy=False)
        assert batch.observations(0, into=rows) is rows
        first = mask.argmax(axis=1)
        batch.apply(numpy.where(numpy.asarray(batch.current_player) == 0, first, batch.RANDOM))
        batch.apply([batch.STAY] * batch.size)
        batch.apply([batch.RANDOM for _ in places], places=places)
        batch.reset(places=numpy.frombuffer(batch.terminal, dtype=numpy.bool_))
        batch.reset(states=[batch.state(place) for place in range(batch.size)])
        batch.reset(states=batch.state(0), seeds=numpy.asarray(batch.seeds))
    return batch.fallbacks


def measure(game: rw.Game) -> float:
    """What a program does that measures its own bot, as mypy sees it."""
    found = assert_type(rw.simulate(game, 10, bots=[First(), "random"]), rw.Simulation)
    found = rw.simulate(game, 10, bots=[First, partial(First)])
    compared = assert_type(rw.compare(game, game, games=10), rw.Comparison)
    assert_type(list(rw.perft(game, 2)), list[rw.Ply])
    assert_type(rw.bot_named(game, "random"), rw.Bot)
    solved = assert_type(rw.solve(game), rw.Solved)
    assert_type(solved.at(game.new_initial_state()), rw.Answer)
    assert_type(solved.answer.moves, tuple[rw.MoveWorth, ...])
    assert_type(solved.answer.worths, tuple[rw.Worth, ...])
    assert_type(rw.hint_for(game.new_initial_state(), 0), rw.Hint)
    assert_type(rw.review(game.new_initial_state()), rw.Review)
    return found.seats[0].wins + compared.line("turns").difference


DOCUMENTED = Path(__file__).parents[1] / "docs" / "reference" / "python.md"
ELSEWHERE = {"Path", "Fraction", "Diff", "GameEnv", "GameVectorEnv", "SpielGame", "SpielState"}
"""Classes of Python, and those that the page names together with their module."""


def test_every_type_that_the_reference_names_is_exported() -> None:
    named = {
        name
        for name in re.findall(r"`([A-Z]\w*[a-z]\w*)[`(\[]", DOCUMENTED.read_text())
        if not hasattr(builtins, name)
    }
    assert named - ELSEWHERE - set(rw.__all__) == set()
    assert named >= ELSEWHERE
    assert {"Batch", "Column", "Fallbacks", "State", "Trace"} <= named


def test_every_exported_name_is_there() -> None:
    assert [name for name in rw.__all__ if not hasattr(rw, name)] == []


def test_functions_of_the_package_are_those_of_their_modules() -> None:
    from rulewright.play import compare, perft, simulate

    assert rw.simulate is simulate.simulate
    assert rw.compare is compare.compare
    assert rw.perft is perft.perft
    assert [ply.sequences for ply in rw.perft(rw.load("tic-tac-toe"), 2)] == [9, 72]


def misspelt_types(batch: rw.Bacth, trace: rw.trace) -> None:  # type: ignore[name-defined]  # this is the test
    """Never called."""


MISSPELT: tuple[Callable[[], object], ...] = (
    lambda: rw.lode("pig"),  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").lenght,  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").new_initial_state().legal_idz(),  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").batch(1).STOP,  # type: ignore[attr-defined]  # this is the test
    lambda: rw.load("pig").batch(1).step,  # type: ignore[attr-defined]  # this is the test
)


@pytest.mark.parametrize("misspelt", MISSPELT)
def test_a_misspelt_name_fails_mypy_and_in_play(misspelt: Callable[[], object]) -> None:
    with pytest.raises(AttributeError):
        misspelt()
