"""Every outcome of chance with its exact probability.

    enumerate_outcomes(lambda chance: roll_two_dice(chance), limit=1000)      ->      [(Fraction(1, 36), (0, 0)), ...]

The game is run repeatedly with a script of the outcome at each chance point; after a run the last point that has
further outcomes moves to its next one (depth first).  So rules need not know that they are enumerated.  Rolls of
identical dice are merged to multisets, draws to combinations (or sequences, where order matters) of different elements.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeVar

from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Luck

T = TypeVar("T")
Outcomes = tuple[tuple[Fraction, tuple[int, ...]], ...]


class TooManyOutcomes(ValueError):
    """There are more outcomes than the limit. `count` is a lower bound on their number, exact if there is a single chance event."""

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"there are {count:,} outcomes or more, and the limit is {limit:,}")
        self.count = count
        self.limit = limit

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.count, self.limit), self.__dict__


def enumerate_outcomes(run: Callable[[Enumerated], T], limit: int = 100_000) -> list[tuple[Fraction, T]]:
    """The results of `run` for every sequence of outcomes of chance, with probabilities that sum to 1.

    `run` has to start from the same position each time. Raises TooManyOutcomes as soon as there must be more than `limit`.
    """
    results: list[tuple[Fraction, T]] = []
    script: list[int] = []
    while True:
        chance = Enumerated(script, len(results), limit)
        value = run(chance)
        results.append((chance.weight, value))
        while chance.counts and chance.script[-1] == chance.counts[-1] - 1:
            chance.script.pop()
            chance.counts.pop()
        if not chance.counts:
            return results
        chance.script[-1] += 1
        script = chance.script


class Enumerated:
    """One sequence of outcomes: follows the script, and takes the first outcome at every point after it."""

    def __init__(self, script: Sequence[int], done: int, limit: int) -> None:
        self.script = list(script)
        self.counts: list[int] = []
        self.weight = Fraction(1)
        self._known = done
        self._limit = limit

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        self._reach(count_rolls(sides, alike))
        return self._choose(rolls(sides, alike))

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        self._reach(count_draws(pool, count, ordered))
        return self._choose(draws(tuple(pool), count, ordered))

    def _reach(self, count: int) -> None:
        """Record a chance point. TooManyOutcomes if there are too many, counting one for each outcome not yet tried."""
        at = len(self.counts)
        index = self.script[at] if at < len(self.script) else 0
        if self._known + count - index > self._limit:
            raise TooManyOutcomes(self._known + count - index, self._limit)
        self._known += count - index - 1
        self.counts.append(count)
        if at == len(self.script):
            self.script.append(0)

    def _choose(self, outcomes: Outcomes) -> tuple[int, ...]:
        weight, result = outcomes[self.script[len(self.counts) - 1]]
        self.weight *= weight
        return result


def count_rolls(sides: Sequence[int], alike: bool) -> int:
    """The number of different results of a roll."""
    if _are_merged(sides, alike):
        return math.comb(len(sides) + sides[0] - 1, len(sides))
    return math.prod(sides)


def rolls(sides: Sequence[int], alike: bool) -> Outcomes:
    """Every different result of a roll, as face indices, with its probability."""
    return _alike_rolls(len(sides), sides[0]) if _are_merged(sides, alike) else _rolls(tuple(sides))


def _are_merged(sides: Sequence[int], alike: bool) -> bool:
    return alike and len(set(sides)) == 1


def count_draws(pool: Sequence[int], count: int, ordered: bool) -> int:
    """The number of different draws of `count` elements, of which equal ones are interchangeable."""
    return _count_draws(tuple(sorted(Counter(pool).values())), count, ordered)


@lru_cache(maxsize=256)
def _alike_rolls(dice: int, sides: int) -> Outcomes:
    total = sides**dice
    outcomes = []
    for faces in combinations_with_replacement(range(sides), dice):
        ways = math.factorial(dice)
        for times in Counter(faces).values():
            ways //= math.factorial(times)
        outcomes.append((Fraction(ways, total), faces))
    return tuple(outcomes)


@lru_cache(maxsize=256)
def _rolls(sides: tuple[int, ...]) -> Outcomes:
    each = Fraction(1, math.prod(sides))
    return tuple((each, faces) for faces in product(*map(range, sides)))


@lru_cache(maxsize=1024)
def _count_draws(multiplicities: tuple[int, ...], count: int, ordered: bool) -> int:
    """The number of different draws: a coefficient of a product of (exponential) generating functions."""
    ways = [Fraction(1)] + [Fraction(0)] * count
    for there in multiplicities:
        following = [Fraction(0)] * (count + 1)
        for taken in range(min(there, count) + 1):
            weight = Fraction(1, math.factorial(taken)) if ordered else Fraction(1)
            for before in range(count + 1 - taken):
                following[before + taken] += ways[before] * weight
        ways = following
    return int(ways[count] * (math.factorial(count) if ordered else 1))


@lru_cache(maxsize=256)
def draws(pool: tuple[int, ...], count: int, ordered: bool) -> Outcomes:
    """Every different draw, as indices into the pool, with its probability."""
    there: dict[int, list[int]] = {}
    for index, value in enumerate(pool):
        there.setdefault(value, []).append(index)
    groups = list(there.values())
    if ordered:
        ways, total = _sequences(groups, count), math.perm(len(pool), count)
    else:
        ways, total = _combinations(groups, count), math.comb(len(pool), count)
    return tuple((Fraction(number, total), indices) for number, indices in ways)


def _combinations(groups: list[list[int]], count: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(number of ways, indices) for each different combination, with the first of equal elements."""
    if not groups:
        if count == 0:
            yield 1, ()
        return
    group, rest = groups[0], groups[1:]
    room = sum(map(len, rest))
    for taken in range(min(len(group), count), max(count - room, 0) - 1, -1):
        for ways, indices in _combinations(rest, count - taken):
            yield ways * math.comb(len(group), taken), (*group[:taken], *indices)


def _sequences(groups: list[list[int]], count: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    if count == 0:
        yield 1, ()
        return
    for at, group in enumerate(groups):
        if group:
            rest = [*groups[:at], group[1:], *groups[at + 1 :]]
            for ways, indices in _sequences(rest, count - 1):
                yield ways * len(group), (group[0], *indices)
