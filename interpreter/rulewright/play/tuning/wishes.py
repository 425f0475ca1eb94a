"""Wishes: a figure of the games, and the range in which it should be.

    Wish("median rounds in 18..22", Measure("rounds", 50), 18, 22)

Figures are those of `compare` (`play.comparing.figures`), by their ids or names, `BEATS`, the share of a win that the first player
gets, and `TAKEN`, how often an action is taken where it is legal. How far a figure is from its range is its *miss*, in per cent: percentage points for a share, and per cent of the nearer end of the
range for any other figure. So misses of different wishes can be added.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

Values = TypeVar("Values", float, "NDArray[Any]")
"""A number, or an array of numbers."""
BEATS = "beats"
"""The figure for how often the first of two players wins; a win that several share, or that nobody gets, is divided."""
TAKEN = "taken."
"""Before the name of an action: the share of the decisions in which it is taken, of those in which it and another action are legal."""
HUNDRED = 100.0


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured. `figure` is an id of `compare`, or BEATS; `percent` the quantile that is meant (50: the median), None for the
    mean; `players` are the names of the players, empty for those of the run. `is_share`: values are shares of 1."""

    figure: str
    percent: int | None = None
    players: tuple[str, ...] = ()
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish. `low` and `high` are the ends of the range, which belong to it (infinite if it has none); `as_now`: they are factors of the
    figure as it is today. `weight`: how much a miss counts."""

    text: str
    measure: Measure
    low: float
    high: float
    weight: float = 1.0
    as_now: bool = False

    def at(self, now: float) -> Wish:
        """The wish with its range in numbers, from the figure as it is today."""
        if not self.as_now:
            return self
        ends = sorted((self.low * now, self.high * now))
        return Wish(self.text, self.measure, ends[0], ends[1], self.weight)

    def miss(self, value: Values) -> Values:
        """How far a value is from the range, in per cent; 0 inside. Of an array it is that of each value."""
        low, high = self.ends
        found = 0.0 * value
        for end, beyond in ((low, low - value), (high, value - high)):
            if math.isfinite(end):
                found = found + self.per_unit(end) * (beyond + abs(beyond)) / 2
        return found

    def per_unit(self, end: float) -> float:
        """The miss of a value that is one unit beyond an end of the range."""
        return HUNDRED / (1.0 if self.measure.is_share else max(abs(end), 1e-9))

    def verdict(self, low: float, high: float) -> str:
        """`holds` if the interval of the figure lies in the range, `missed` if it lies outside, else `open`. A range that is a single
        number cannot hold an interval: it is missed or open."""
        least, most = self.ends
        if least <= low and high <= most:
            return "holds"
        return "missed" if high < least or low > most else "open"

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the range. A quantile of whole numbers is taken as spread over half a unit to both sides (`Sample.quantile`)."""
        more = 0.0 if self.measure.percent is None else 0.5
        return self.low - more, self.high + more


def loss(wishes: Sequence[Wish], values: Sequence[float]) -> float:
    """The mean of the misses, by weight; infinite if a figure has no value."""
    if any(map(math.isnan, values)):
        return math.inf
    weights = sum(wish.weight for wish in wishes)
    return sum(wish.weight * wish.miss(value) for wish, value in zip(wishes, values, strict=True)) / weights
