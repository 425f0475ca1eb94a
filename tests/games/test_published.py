"""Our engine against the world: published counts, and odds worked out by hand elsewhere."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import rulewright as rw
from tests.games.published import KNOWN, Published, count, counted, disagreements


@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_counts_are_the_published_ones(known: Published) -> None:
    assert disagreements(known, count(known, known.quick)) == []


def test_every_game_of_tic_tac_toe() -> None:
    plies = counted("tic-tac-toe", 9)
    assert sum(ply.ended for ply in plies) == 255_168
    assert [sum(ply.won[seat] for ply in plies) for seat in range(2)] == [131_184, 77_904]
    assert sum(ply.drawn for ply in plies) == 46_080
    assert 1 + sum(ply.positions for ply in plies) == 5_478


def test_tic_tac_toe_played_at_random() -> None:
    """Worked out from outcomes and legal actions, position by position."""

    @cache
    def odds(state: rw.State) -> tuple[Fraction, ...]:
        if state.is_terminal():
            returns = state.returns()
            return tuple(Fraction(won) for won in (returns[0] > 0, returns[1] > 0, returns == [0, 0]))
        actions = state.legal_actions()
        found = [Fraction(0)] * 3
        for action in actions:
            for weight, after in state.outcomes(action):
                for index, share in enumerate(odds(after)):
                    found[index] += weight * share / len(actions)
        return tuple(found)

    start = rw.load("tic-tac-toe").new_initial_state(seed=0)
    assert odds(start) == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def test_pig_held_at_twenty() -> None:
    """The first player wins with 0.5346983 when both hold at 20, or as soon as that wins.

    What a roll can come to is asked of the game; the chain of turns is iterated until it settles.
    """
    start = rw.load("pig", players=2).new_initial_state(seed=0)
    rolls = [(float(weight), int(str(after.get("pot")))) for weight, after in start.outcomes("roll")]
    assert sorted(points for _, points in rolls) == [0, 2, 3, 4, 5, 6]
    turns = [_turn(rolls, score) for score in range(GOAL)]
    wins = [[0.5] * GOAL for _ in range(GOAL)]
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for mine in reversed(range(GOAL)):
            for theirs in reversed(range(GOAL)):
                now = sum(
                    chance * (1 - wins[theirs][after] if after < GOAL else 1.0)
                    for after, chance in turns[mine].items()
                )
                change = max(change, abs(now - wins[mine][theirs]))
                wins[mine][theirs] = now
    assert round(wins[0][0], 7) == 0.5346983


GOAL, HOLD_AT = 100, 20


def _turn(rolls: list[tuple[float, int]], score: int) -> dict[int, float]:
    """How probable each score at the end of a turn is; a roll that comes to nothing ends it where it began."""
    ends: dict[int, float] = {}
    pots = {0: 1.0}
    while pots:
        pot, chance = pots.popitem()
        if pot >= HOLD_AT or score + pot >= GOAL:
            reached = min(score + pot, GOAL)
            ends[reached] = ends.get(reached, 0) + chance
            continue
        for weight, points in rolls:
            if points:
                pots[pot + points] = pots.get(pot + points, 0) + chance * weight
            else:
                ends[score] = ends.get(score, 0) + chance * weight
    return ends
