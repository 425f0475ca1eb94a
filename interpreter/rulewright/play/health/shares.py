"""Shares of games and their intervals: how much of the wins somebody gets.

    share = Share.of(Counter({0: 40, 1: 50, 2: 10}), scale=2)       nothing in 40 games, half in 50, all in 10
    share.mean, share.interval(Z95)

A shared win counts for its part, and a game that nobody wins for an equal part for everybody.  So shares of all sides add up to 1 in
every game, and in a fair game all have the same mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

from rulewright.play.figures.margins import scale_of, winning
from rulewright.play.figures.statistics import Z95, wilson
from rulewright.source.dataclass import dataclass

LEAST_SPREAD: Final = 0.05
"""The least that the variance of shares is taken to be, as a part of that of wins and losses: where all games of a sample are drawn, the next
one need not be."""


@dataclass(frozen=True, slots=True)
class Share:
    """The mean of shares between 0 and 1 in some games. `spread`: their variance, as a part of that of wins and losses alone with the same mean."""

    games: int
    mean: float
    spread: float

    @staticmethod
    def of(counts: Counter[int], scale: int) -> Share:
        """The share of games from how often each came up, times `scale`."""
        games = counts.total()
        if not games:
            return Share(0, 0.0, 1.0)
        mean = sum(value * many for value, many in counts.items()) / (games * scale)
        square = sum(value * value * many for value, many in counts.items()) / (games * scale * scale)
        most = mean * (1 - mean)
        return Share(games, mean, (square - mean * mean) / most if most > 0 else 1.0)

    def interval(self, distance: float = Z95) -> tuple[float, float]:
        """The interval that reaches this number of standard errors to either side: Wilson's (1927) for wins and losses, and for parts of wins the same with as many
        games as have this variance. The whole range if there are no games."""
        if not self.games:
            return 0.0, 1.0
        games = self.games / max(self.spread, LEAST_SPREAD)
        return wilson(self.mean * games, games, distance)


def distance_for(looks: int) -> float:
    """How many standard errors intervals reach so that with 95 % all intervals of this number of looks hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(looks, 1))


def shares_of(winners: Counter[int], sides: Sequence[int]) -> list[Counter[int]]:
    """By side, how often each share came up, times `scale_of`. `winners`: how often each set of seats won; `sides` are sets of seats."""
    scale = scale_of(len(sides))
    found = [Counter[int]() for _ in sides]
    for won, many in winners.items():
        own = winning(sides, won)
        for place in range(len(sides)):
            found[place][scale // len(own) if place in own else 0] += many
    return found
