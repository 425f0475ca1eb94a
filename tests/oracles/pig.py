"""Pig worked out exactly, from its rules alone, for players who hold by a rule: what measurements have to come to.

    exact(100, hold_at(20)).turns           30.5...

A player's score after so many turns of their own is a Markov chain that nothing of the other players touches.  So one chain,
gone through turn by turn, gives the distribution of how many turns a player needs; and who of two needs fewer wins, the
first player if they need as many.  No games are played, and no numbers drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Holds = Callable[[int, int], bool]
"""Whether a player holds, with so many points in the pot and so many written down."""
SMALL = 1e-15
"""What is left out at the end: games longer than any."""


def hold_at(pot: int) -> Holds:
    """Hold as soon as so much is in the pot, whatever the score."""
    return lambda points, score: points >= pot


def hold_at_or_to_win(pot: int, target: int) -> Holds:
    """The same, but hold at once when that wins."""
    return lambda points, score: points >= pot or score + points >= target


@dataclass(frozen=True, slots=True)
class Exact:
    """Means of a game of two: turns of both together, rounds begun, decisions (rolls and holds), and how probable it is that a
    seat wins."""

    turns: float
    rounds: float
    decisions: float
    first_wins: float
    second_wins: float


def exact(target: int, holds: Holds) -> Exact:
    """Pig to so many points, both players alike."""
    turn = {score: _turn(score, holds) for score in range(target)}
    alive = {0: 1.0}  # how probable each score is before a turn, of a player who is not there yet
    going_on = 1.0  # how probable it is that a player is not there yet
    turns = rounds = decisions = first = second = 0.0
    while going_on > SMALL:
        after: dict[int, float] = {}
        asked = 0.0
        for score, likely in alive.items():
            gains, choices = turn[score]
            asked += likely * choices
            for gain, chance in gains.items():
                if score + gain < target:
                    after[score + gain] = after.get(score + gain, 0.0) + likely * chance
        there = going_on - sum(after.values())
        rounds += going_on * going_on
        turns += going_on * going_on + sum(after.values()) * going_on
        decisions += asked * going_on + asked * sum(after.values())
        first += there * going_on
        second += there * sum(after.values())
        alive, going_on = after, sum(after.values())
    return Exact(turns, rounds, decisions, first, second)


def _turn(score: int, holds: Holds) -> tuple[dict[int, float], float]:
    """How probable each gain of a turn is, and how many decisions it takes on average."""
    pots = {0: 1.0}
    gains: dict[int, float] = {}
    choices = 0.0
    while pots:
        after: dict[int, float] = {}
        for pot, likely in pots.items():
            choices += likely
            if holds(pot, score):
                gains[pot] = gains.get(pot, 0.0) + likely
                continue
            gains[0] = gains.get(0, 0.0) + likely / 6
            for face in range(2, 7):
                after[pot + face] = after.get(pot + face, 0.0) + likely / 6
        pots = after
    return gains, choices
