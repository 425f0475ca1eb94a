"""What is kept of games for one measure: sums for a mean or a ratio, and counts of values for a quantile.

    sample = Sample(); sample.add([12, 15, 11])
    sample.mean()           Estimate(12.67, 1.2, 3)
    sample.quantile(50)     Estimate(12, ...)

Samples can be joined in any order, written as JSON and read again. All sums are whole numbers.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from itertools import accumulate
from operator import mul
from statistics import NormalDist
from typing import Any, Final

from rulewright.play.figures.statistics import wilson
from rulewright.source.dataclass import dataclass

ALIKE: Final = 0.1
"""How alike the decisions of a game are taken to be (intraclass correlation), where their share does not vary from game to game."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its standard error, from a number of games. NaN without games."""

    value: float
    error: float
    games: int


@dataclass(slots=True)
class Sample:
    """Whole numbers, one for each game, divided by `parts`; for a ratio, by `over` of the same game. `counts`: how often each value came,
    kept for quantiles only."""

    parts: int = 1
    games: int = 0
    total: int = 0
    squares: int = 0
    over: int = 0
    over_squares: int = 0
    products: int = 0
    counts: Counter[int] = field(default_factory=Counter)

    def add(self, values: Sequence[int], over: Sequence[int] | None = None, counted: bool = False) -> None:
        """Add the values of some games."""
        below: Sequence[int] = (1,) * len(values) if over is None else over
        self.games += len(values)
        self.total += sum(values)
        self.squares += sum(map(mul, values, values))
        self.over += sum(below)
        self.over_squares += sum(map(mul, below, below))
        self.products += sum(map(mul, values, below))
        if counted:
            self.counts.update(values)

    def join(self, other: Sample) -> None:
        """Add another sample of the same figure."""
        for name in ("games", "total", "squares", "over", "over_squares", "products"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.counts.update(other.counts)

    def mean(self) -> Estimate:
        """The mean, or the ratio of the sums with the error of its linearised contributions (Cochran, "Sampling techniques", 1977)."""
        if not self.games or not self.over:
            return Estimate(math.nan, math.nan, self.games)
        ratio = self.total / self.over
        residuals = self.squares - 2 * ratio * self.products + ratio * ratio * self.over_squares
        variance = max(residuals, 0.0) / max(self.games - 1, 1)
        error = math.sqrt(variance * self.games) / self.over
        return Estimate(ratio / self.parts, error / self.parts, self.games)

    def share(self) -> Estimate:
        """The mean of numbers from 0 to `parts`, whose error is never 0: a quarter of Wilson's 95 % interval if all games were alike. A share of
        nothing is 0, and not known at all."""
        found = self.mean()
        if not self.games or found.error > 0:
            return found
        low, high = self.share_interval(0.95)
        return Estimate(found.value if self.over else 0.0, (high - low) / 4, found.games)

    def share_interval(self, confidence: float) -> tuple[float, float]:
        """Wilson's interval of a share with this confidence; a bit too wide where shares of a win are counted."""
        count = self._as_many()
        return wilson(self.mean().value * count, count, _z(confidence)) if count else (0.0, 1.0)

    def quantile(self, percent: int) -> Estimate:
        """The quantile, with a quarter of its 95 % interval of order statistics as error (Hahn and Meeker, "Statistical intervals", 1991).
        A whole number n is spread evenly over n - 1/2 to n + 1/2, so that a small change of the rules shows in the quantile too."""
        if not self.games:
            return Estimate(math.nan, math.nan, 0)
        low, high = self.quantile_interval(percent, 0.95)
        return Estimate(self._smooth(percent / 100), max((high - low) / 4, 0.5 / self.games), self.games)

    def quantile_interval(self, percent: int, confidence: float) -> tuple[float, float]:
        """The interval of a quantile with this confidence."""
        z, share = _z(confidence), percent / 100
        half = z * math.sqrt(share * (1 - share) / self.games)
        return self._smooth(max(share - half, 0.0)), self._smooth(min(share + half, 1.0))

    def plain_quantile(self, percent: int) -> float:
        """The quantile as a number that came up."""
        return self._ordered()[0][self._place(percent / 100)]

    def to_json(self) -> dict[str, object]:
        """Plain data, which `of_json` reads."""
        numbers = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "counts"}
        return numbers | {"counts": sorted(self.counts.items())}

    @staticmethod
    def of_json(data: Any) -> Sample:  # Any: JSON data of any shape
        """Raises LookupError, TypeError or ValueError for other data."""
        names = [name for name in Sample.__dataclass_fields__ if name != "counts"]
        counts = Counter({int(value): int(many) for value, many in data["counts"]})
        return Sample(**{name: int(data[name]) for name in names}, counts=counts)

    # ------------------------------------------------------------------------------------------------- private

    def _as_many(self) -> float:
        """The number of games; of a ratio, the number of independent decisions that say as much about their share."""
        if self.over == self.games or not self.over:
            return self.over
        found = self.mean()
        if found.error > 0:
            return min(self.over, found.value * (1 - found.value) / found.error**2)
        return self.over / (1 + ALIKE * max(self.over / self.games - 1, 0.0))

    def _ordered(self) -> tuple[list[int], list[int]]:
        values = sorted(self.counts)
        return values, list(accumulate(self.counts[value] for value in values))

    def _place(self, share: float) -> int:
        values, below = self._ordered()
        return min(bisect_left(below, share * self.games), len(values) - 1)

    def _smooth(self, share: float) -> float:
        values, below = self._ordered()
        place = self._place(share)
        before = below[place - 1] if place else 0
        inside = (share * self.games - before) / (below[place] - before)
        return values[place] - 0.5 + min(max(inside, 0.0), 1.0)


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def normal(found: Estimate, confidence: float) -> tuple[float, float]:
    """The interval of an estimate with this confidence, by the normal distribution."""
    half = _z(confidence) * found.error
    return found.value - half, found.value + half
