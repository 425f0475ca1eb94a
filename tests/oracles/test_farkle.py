"""Farkle beside a scorer of its own: every roll, the exact chance to farkle, and whole games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from itertools import combinations_with_replacement
from random import Random

import pytest

import rulewright as rw
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled
from tests.oracles.farkle import Dice, Farkle, Options, legal_takes
from tests.oracles.loaded import Loaded
from tests.oracles.sides import happened

FARKLES = (
    Fraction(2, 3), Fraction(4, 9), Fraction(5, 18), Fraction(17, 108), Fraction(25, 324), Fraction(5, 216),
)  # fmt: skip
"""The published chances that nothing counts, with one die to six."""
TABLES = (
    Options(),
    Options(three_ones=1000, more_alike="doubled", opening=0, last_turns=False, target=3000),
    Options(more_alike="three_only", straight=0, three_pairs=0, two_triplets=0, target=2000),
    Options(more_alike="three_only", three_pairs=500, two_triplets=400, target=4000),
)


def load(options: Options, players: int = 2) -> rw.Game:
    return rw.load("farkle", players=players, options=asdict(options), engine="reference")


def rolled(game: rw.Game, roll: Dice) -> rw.State:
    """The first turn, with this roll."""
    chance = Fixed(game.program, Sampled(game.program.streams), {"dice": [face - 1 for face in roll]})
    state = game.new_initial_state(seed=1, chance=chance)
    state.apply_action("roll")
    return state


def takes(state: rw.State) -> dict[Dice, rw.Action]:
    return {tuple(map(int, str(action).split()[1:])): action for action in state.legal_actions()}


@pytest.mark.parametrize("options", TABLES)
def test_every_roll_and_every_set(options: Options) -> None:
    game, counted = load(options), dict[Dice, int]()
    rolls = list(combinations_with_replacement(range(1, 7), 6))
    assert len(rolls) == 462
    for roll in rolls:
        expected, state = legal_takes(roll, options), rolled(game, roll)
        if not expected:
            assert state.current_player() == 1, roll
            continue
        found = takes(state)
        assert set(found) == set(expected), roll
        for some in set(found) - set(counted):
            after = state.clone()
            after.apply_action(found[some])
            counted[some] = int(str(after.get("pot")))
            assert counted[some] == expected[some], some
    assert len(counted) > 70


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_chance_to_farkle(dice: int) -> None:
    """From every outcome of a roll of so many dice: the turn is over at once."""
    game = load(Options())
    if dice == 6:
        state = game.new_initial_state()
    else:
        state = rolled(game, (1,) * (6 - dice) + (2, 3, 4, 6, 2)[:dice])
        state.apply_action(f"take {' '.join('1' * (6 - dice))}")
    outcomes = state.outcomes("roll")
    assert sum((weight for weight, _ in outcomes), Fraction(0)) == 1
    farkled = (weight for weight, after in outcomes if after.current_player() == 1)
    assert sum(farkled, Fraction(0)) == FARKLES[dice - 1]


@pytest.mark.parametrize(("options", "players"), [(table, 2 + number) for number, table in enumerate(TABLES)])
def test_whole_games(options: Options, players: int) -> None:
    game = load(options, players)
    done = [play(game, Farkle(players, options), seed) for seed in range(4)]
    assert sum(each.get("bank", 0) for each in done) > 20


def play(game: rw.Game, oracle: Farkle, seed: int) -> Mapping[str, int]:
    """A game in lockstep, with loaded dice in every second one; how often each action was done."""
    random, done = Random(f"farkle {seed}"), dict[str, int]()
    state = game.new_initial_state(seed, Loaded(game.program.streams, seed) if seed % 2 else None)
    while True:
        for each in happened(state, "rolled"):
            oracle.rolled([int(face) for face in each["faces"]])
        assert state.is_terminal() == oracle.over
        scores = [state.get(f"seat({seat}).score") for seat in range(1, oracle.players + 1)]
        assert scores == oracle.scores
        if oracle.over:
            assert {
                seat for seat, won in enumerate(state.returns()) if won == max(state.returns())
            } >= oracle.winners()
            assert set(state.observation(None)["winners"]) == oracle.winners()
            return done
        assert (state.current_player(), state.get("pot")) == (oracle.current, oracle.pot)
        legal = {str(action): action for action in state.legal_actions()}
        assert set(legal) == set(oracle.legal())
        text = random.choice(sorted(legal))
        oracle.apply(text)
        state.apply_action(text)
        done[text.split()[0]] = done.get(text.split()[0], 0) + 1
