"""How large a game is that was too large to be solved: counted as far as it went, and continued as it grows.

    estimate(game, (1, 7, 49, 238, 1120), seed=0)        Estimate(positions=2e13, decisions=36, growth=4.7)

What is counted is each layer: the positions first reached after a number of decisions. Layers grow more and more slowly; the growth is
continued as it falls, so that it ends at the latest with the longest of a few random games. That is a guess, which may be wrong by a few orders of magnitude.
After a roll of many dice a few layers say nothing of how growth goes on, so a second guess is what the values that cells had in random
games allow, if each went with each; the lower one counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from random import Random

from rulewright.game.game import Game
from rulewright.game.playouts.seen_values import Seen
from rulewright.source.dataclass import dataclass

GAMES = 20
LONGEST = 2_000
"""The most decisions of a random game that are looked at."""
MOST_LOG = 600.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """About how many positions there are; how many decisions the longest of a few random games had; by what factor the last layer grew;
    and how many positions there were if layers went on as they grow."""

    positions: float
    decisions: int
    growth: float
    grown: float


def estimate(game: Game, layers: Sequence[int], seed: int = 0) -> Estimate:
    """The estimate. `layers`: complete ones, from the first on."""
    seen = Seen(game)
    length = max(_length(game, seed + number, seen) for number in range(GAMES))
    found = continued(layers, length)
    return replace(found, positions=max(min(found.positions, seen.positions()), float(sum(layers))))


def continued(layers: Sequence[int], longest: int) -> Estimate:
    """The layers continued to games of this length: their growth falls as it did so far, and evenly to nothing at the end of the longest,
    whichever is less."""
    last, total = len(layers) - 1, float(sum(layers))
    rate = _rate(layers, last)
    falling = _falling(layers, last)
    size, left = log(max(layers[-1], 1)), max(longest - last, 1)
    for step in range(left):
        evenly, so_far = 1 - step / left, (max(last, 1) / (max(last, 1) + step)) ** falling
        size = min(size + rate * min(evenly, so_far), MOST_LOG)
        total += exp(size)
    return Estimate(total, longest, exp(rate), total)


def _rate(layers: Sequence[int], at: int) -> float:
    """The growth of a layer, as a logarithm: the mean of its own and that of the layer before."""
    first = max(at - 2, 0)
    return log(max(layers[at], 1) / max(layers[first], 1)) / max(at - first, 1)


def _falling(layers: Sequence[int], last: int) -> float:
    """By which power of the depth growth falls, from the middle of the layers to the last; 0 if it does not fall. It is 0 for a number that
    grows by the same factor again and again, and 1 for one that grows as a power does."""
    middle = last // 2
    if middle < 2:
        return 0.0
    before, now = _rate(layers, middle), _rate(layers, last)
    return max(log(before / now) / log(last / middle), 0.0) if before > 0 and now > 0 else 0.0


def _length(game: Game, seed: int, seen: Seen) -> int:
    """The decisions of a random game."""
    state, drawn, decisions = game.new_initial_state(seed), Random(seed), 0
    while not state.is_terminal() and decisions < LONGEST:
        seen.look(state)
        state.apply_action(drawn.choice(state.legal_actions()))
        decisions += 1
    return decisions
