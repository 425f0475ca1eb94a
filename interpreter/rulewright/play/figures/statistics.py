"""The few statistics that simulations report, each with its source.

wilson(30, 100)             (0.219, 0.396)     an interval for a rate
interval(4.5, 5 / 3, 4)     (2.45, 6.55)       an interval for the mean of 3, 5, 4 and 6
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import asdict
from itertools import accumulate

from rulewright.source.dataclass import dataclass

Z95 = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
FEW = 100
"""The number of games below which intervals are rough."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary statistics of a sample. `low`..`high` is the 95 % interval of the mean; `quantiles` are by percent. For a single value,
    `sd`, `low` and `high` are None. `least`, `median` and `most` are the names in print of `minimum`, `quantiles[50]` and `maximum`."""

    count: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None
    minimum: float
    maximum: float
    quantiles: dict[int, float]

    @property
    def least(self) -> float:
        """The smallest value."""
        return self.minimum

    @property
    def median(self) -> float:
        """The middle value, or the mean of the two in the middle."""
        return self.quantiles[50]

    @property
    def most(self) -> float:
        """The largest value."""
        return self.maximum

    def to_json(self) -> dict[str, object]:
        """Plain data; the keys of `quantiles` are texts."""
        data = asdict(self)
        data["quantiles"] = {str(percent): value for percent, value in self.quantiles.items()}
        return data | {name: getattr(self, name) for name in ("least", "median", "most")}


def summary_of(counts: Mapping[int, int]) -> Summary | None:
    """The summary of whole numbers, from how often each came up; None for an empty sample. Mean and variance are exact up to
    the last rounding."""
    ordered = sorted(value for value, many in counts.items() if many)
    if not ordered:
        return None
    below = list(accumulate(counts[value] for value in ordered))
    count = below[-1]
    total = sum(value * counts[value] for value in ordered)
    squares = sum(value * value * counts[value] for value in ordered)
    sd = low = high = None
    if count > 1:
        spread = (count * squares - total * total) / (count * (count - 1))
        sd, (low, high) = math.sqrt(spread), interval(total / count, spread, count)

    def at(place: float) -> float:
        """Linear interpolation between the two nearest values in order (type 7 of Hyndman and Fan, "Sample quantiles in
        statistical packages", 1996)."""
        first = math.floor(place)
        one, other = (ordered[bisect_right(below, number)] for number in (first, min(first + 1, count - 1)))
        return one + (other - one) * (place - first)

    quantiles = {percent: at((count - 1) * (percent / 100)) for percent in (5, 25, 50, 75, 95)}
    return Summary(count, total / count, sd, low, high, ordered[0], ordered[-1], quantiles)


def interval(middle: float, spread: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a mean by Student's t, from the mean, the variance and the number of values; the mean itself for a single
    value."""
    if count < 2:
        return middle, middle
    half = student(count - 1) * math.sqrt(spread / count)
    return middle - half, middle + half


def student(degrees: int) -> float:
    """The 97.5 % point of Student's t: exact for one and two degrees of freedom, otherwise by the expansion in
    Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5 (off by less than 0.02 for three)."""
    if degrees == 1:
        return 12.706204736432095
    if degrees == 2:
        return 4.302652729911275
    z, n = Z95, degrees
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def two_sided(distance: float, degrees: int) -> float:
    """The probability that Student's t is at least this far from 0, by the normal distribution after a change of scale
    (Wallace, "Bounds on normal approximations to Student's and the chi-square distributions", 1959; with ten or more
    degrees of freedom, probabilities above one in a thousand are too large by less than 2 % of themselves)."""
    n = degrees
    normal = (8 * n + 1) / (8 * n + 3) * math.sqrt(n * math.log1p(distance * distance / n))
    return math.erfc(normal / math.sqrt(2))


def wilson(hits: float, count: float, distance: float = Z95) -> tuple[float, float]:
    """The interval of a rate that reaches this number of standard errors to either side (Wilson, "Probable inference, the law of succession,
    and statistical inference", 1927), by default that of 95 %; the whole range if there are no observations."""
    if count == 0:
        return 0.0, 1.0
    rate, z2 = hits / count, distance**2
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = distance / (1 + z2 / count) * math.sqrt(rate * (1 - rate) / count + z2 / (4 * count**2))
    return max(middle - half, 0.0), min(middle + half, 1.0)
