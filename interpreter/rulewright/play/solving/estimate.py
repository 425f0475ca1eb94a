"""How large a game is that was too large to be solved: counted as far as it went, and continued as it grows.

    estimate(game, (1, 7, 49, 238, 1120), seed=0)        Estimate(positions=2e13, decisions=36, growth=4.7)

What is counted is each layer: the positions first reached after a number of decisions. Layers grow more and more slowly; the growth is
continued so that it ends with the longest of a few random games. That is a guess, which may be wrong by a few orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from random import Random

from rulewright.game.game import Game

GAMES = 20
LONGEST = 2_000
"""The most decisions of a random game that are looked at."""
MOST_LOG = 600.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """About how many positions there are; how many decisions the longest of a few random games had; by what factor the last layer grew."""

    positions: float
    decisions: int
    growth: float


def estimate(game: Game, layers: Sequence[int], seed: int = 0) -> Estimate:
    """The estimate. `layers`: complete ones, from the first on."""
    length = max(_length(game, seed + number) for number in range(GAMES))
    return continued(layers, length)


def continued(layers: Sequence[int], longest: int) -> Estimate:
    """The layers continued to games of this length: their growth falls evenly to nothing at the end of the longest."""
    last, total = len(layers) - 1, float(sum(layers))
    growing = [log(after / before) for before, after in pairwise(layers[-2:]) if before and after]
    rate = growing[0] if growing else 0.0
    size, left = log(max(layers[-1], 1)), max(longest - last, 1)
    for step in range(left):
        size = min(size + rate * (1 - step / left), MOST_LOG)
        total += exp(size)
    return Estimate(total, longest, exp(rate))


def _length(game: Game, seed: int) -> int:
    """The decisions of a random game."""
    state, drawn, decisions = game.new_initial_state(seed), Random(seed), 0
    while not state.is_terminal() and decisions < LONGEST:
        state.apply_action(drawn.choice(state.legal_actions()))
        decisions += 1
    return decisions
