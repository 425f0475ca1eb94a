"""Running sums over pairs of games, and the estimate of the difference between the two sides that they give.

    sums = Means()
    sums.add([41, 38, 52], [39, 38, 47])        a figure of three games, on side A and on side B
    sums.estimate().difference                  -2.33

A pair is two games with the same luck under two rulebooks.  Variation by luck alone is on both sides and cancels out in the
difference.  Sums are whole numbers of any size, so nothing is lost by rounding and no game has to be kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from operator import add, mul, ne
from typing import Final, Protocol, Self, TypeAlias

from rulewright.play.figures.statistics import Z95, interval, two_sided
from rulewright.source.dataclass import dataclass

Column: TypeAlias = Sequence[int]
"""A whole number for each game."""
HUNDRED = 100
STEPS = 50
"""The number of halvings after which an interval of length 2 is at the limit of precision."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate of a figure. `low`..`high` is the 95 % interval of `difference` (b - a), `error` its standard error, `p` the
    probability of a difference this far from 0 if there were none. `differing`: the number of games in which the sides differ.
    `worth`: how many unpaired games one pair is worth (the variance of a difference between games of different luck, over
    that of a pair); None if all pairs have the same difference."""

    games: int
    a: float
    b: float
    difference: float
    low: float
    high: float
    error: float
    p: float
    differing: int
    worth: float | None


class Sums(Protocol):
    """Adds up whole numbers of the same games on both sides, and estimates their difference."""

    def add(self, a: Column, b: Column, over_a: Column = (), over_b: Column = ()) -> None: ...

    def join(self, other: Self) -> None:
        """Add the sums of other games."""
        ...

    def numbers(self) -> list[int]:
        """All sums, which `put` takes."""
        ...

    def put(self, numbers: Sequence[int]) -> None:
        """Replace all sums. Raises ValueError for another number of them."""
        ...

    def estimate(self) -> Estimate | None:
        """The estimate; None if nothing has been added."""
        ...


class _Exact:
    """Sums that are whole numbers, which can be joined one by one."""

    def numbers(self) -> list[int]:
        raise NotImplementedError

    def put(self, numbers: Sequence[int]) -> None:
        raise NotImplementedError

    def join(self, other: Self) -> None:
        self.put(list(map(add, self.numbers(), other.numbers())))


class _Pairs(_Exact):
    """Sums and sums of products of two numbers of each game."""

    _NAMES: Final = ("games", "differing", "a", "b", "aa", "bb", "ab")

    def __init__(self) -> None:
        self.games = self.differing = 0
        self.a = self.b = self.aa = self.bb = self.ab = 0

    def add(self, a: Column, b: Column, over_a: Column = (), over_b: Column = ()) -> None:
        self.games += len(a)
        self.differing += sum(map(ne, a, b))
        self.a += sum(a)
        self.b += sum(b)
        self.aa += sum(map(mul, a, a))
        self.bb += sum(map(mul, b, b))
        self.ab += sum(map(mul, a, b))

    def numbers(self) -> list[int]:
        return [getattr(self, name) for name in self._NAMES]

    def put(self, numbers: Sequence[int]) -> None:
        for name, number in zip(self._NAMES, numbers, strict=True):
            setattr(self, name, number)

    def worth(self) -> float | None:
        paired = _variance(self.games, self.b - self.a, self.aa - 2 * self.ab + self.bb)
        apart = _variance(self.games, self.a, self.aa) + _variance(self.games, self.b, self.bb)
        return float(apart / paired) if paired else None


class Means(_Pairs):
    """The mean of a whole number. `parts`: a divisor of each number (for the sum over all seats, the number of seats).

    The interval is Student's of the differences of pairs."""

    def __init__(self, parts: int = 1) -> None:
        super().__init__()
        self.parts = parts

    def estimate(self) -> Estimate | None:
        if not self.games:
            return None
        of, total = self.games * self.parts, self.b - self.a
        squares = self.aa - 2 * self.ab + self.bb
        middle, spread = total / of, float(_variance(self.games, total, squares) / self.parts**2)
        low, high = interval(middle, spread, self.games)
        error = math.sqrt(spread / self.games)
        return Estimate(
            self.games, self.a / of, self.b / of, middle, low, high, error,
            _probability(middle, error, self.games), self.differing, self.worth(),
        )  # fmt: skip


class Rates(_Pairs):
    """The rate of something that is the case (1) or not (0), in 100 games.

    The interval is `matched`, since Student's misses much too often where few games differ."""

    def estimate(self) -> Estimate | None:
        if not self.games:
            return None
        only_a, only_b = self.a - self.ab, self.b - self.ab
        differing = only_a + only_b
        low, high = matched(self.games, only_a, only_b)
        distance = abs(only_b - only_a) / math.sqrt(differing) if differing else 0.0
        return Estimate(
            self.games, HUNDRED * self.a / self.games, HUNDRED * self.b / self.games,
            HUNDRED * (only_b - only_a) / self.games, HUNDRED * low, HUNDRED * high,
            HUNDRED * (high - low) / (2 * Z95), math.erfc(distance / math.sqrt(2)), self.differing, self.worth(),
        )  # fmt: skip


class Ratios(_Exact):
    """One number over another, both summed over all games: decisions per turn.

    The interval is Student's of the linear part of each game's share in the two ratios (Cochran, "Sampling Techniques", 1977,
    section 6.5, here for a difference)."""

    def __init__(self) -> None:
        self.games = self.differing = 0
        self.sums = [0] * 4
        self.products = dict.fromkeys(combinations_with_replacement(range(4), 2), 0)

    def add(self, a: Column, b: Column, over_a: Column = (), over_b: Column = ()) -> None:
        columns = (a, over_a, b, over_b)
        self.games += len(a)
        self.differing += sum(map(ne, zip(a, over_a, strict=True), zip(b, over_b, strict=True)))
        self.sums = [total + sum(column) for total, column in zip(self.sums, columns, strict=True)]
        for one, other in self.products:
            self.products[one, other] += sum(map(mul, columns[one], columns[other]))

    def numbers(self) -> list[int]:
        return [self.games, self.differing, *self.sums, *self.products.values()]

    def put(self, numbers: Sequence[int]) -> None:
        self.games, self.differing, *rest = numbers
        self.sums, products = rest[:4], rest[4:]
        self.products = dict(zip(self.products, products, strict=True))

    def estimate(self) -> Estimate | None:
        top_a, under_a, top_b, under_b = self.sums
        if not under_a or not under_b:
            return None
        one, other = Fraction(top_a, under_a), Fraction(top_b, under_b)
        share_a, share_b = Fraction(self.games, under_a), Fraction(self.games, under_b)
        weights = (-share_a, one * share_a, share_b, -other * share_b)
        spread = float(self._variance(weights))
        apart = self._variance((*weights[:2], Fraction(), Fraction())) + self._variance(
            (Fraction(), Fraction(), *weights[2:])
        )
        middle = float(other - one)
        low, high = interval(middle, spread, self.games)
        error = math.sqrt(spread / self.games)
        return Estimate(
            self.games, float(one), float(other), middle, low, high, error,
            _probability(middle, error, self.games), self.differing, float(apart) / spread if spread else None,
        )  # fmt: skip

    def _variance(self, weights: Sequence[Fraction]) -> Fraction:
        """The variance of the weighted sum of a game's four numbers."""
        total = sum((weight * each for weight, each in zip(weights, self.sums, strict=True)), Fraction())
        squares = sum(
            (
                (1 if one == other else 2) * weights[one] * weights[other] * product
                for (one, other), product in self.products.items()
            ),
            Fraction(),
        )
        return _variance(self.games, total, squares)


def matched(games: int, only_a: int, only_b: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two rates in matched pairs, from the numbers of pairs with the event on one side only:
    all differences that a score test does not reject (Tango, "Equivalence test and confidence interval for the difference in
    proportions for the paired-sample design", Statistics in Medicine, 1998)."""

    def distance(difference: float) -> float:
        """The distance of the observed difference from this one, in standard errors if this one were true."""
        linear = (2 * games - only_b + only_a) * difference - only_b - only_a
        rest = -only_a * difference * (1 - difference)
        share = (math.sqrt(linear * linear - 8 * games * rest) - linear) / (4 * games)
        variance = games * (2 * share + difference * (1 - difference))
        return (only_b - only_a - games * difference) / math.sqrt(variance) if variance > 0 else math.inf

    middle = (only_b - only_a) / games
    return (
        _where(lambda difference: distance(difference) < Z95, -1.0, middle),
        _where(lambda difference: distance(difference) < -Z95, middle, 1.0),
    )


def _where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The number between `low` and `high` from which a predicate holds, by bisection; it holds for `high`."""
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _variance(count: int, total: Fraction | int, squares: Fraction | int) -> Fraction:
    """The variance of a sample (divided by n - 1), from its sum and the sum of its squares; 0 for a single value."""
    return (count * squares - Fraction(total) ** 2) / (count * (count - 1)) if count > 1 else Fraction()


def _probability(middle: float, error: float, games: int) -> float:
    if games < 2 or not middle:
        return 1.0
    return two_sided(abs(middle) / error, games - 1) if error else 0.0
