"""Results of chance as plain numbers, which can be written down, changed and given out again.

    noted = Noted(Given([3, 0]))            chance whose results are the fourth and the first there are, then always the first
    noted.taken()                           (3, 0, 0)        what it gave since the last time

A number says which of the results that there are: the index of a face; for what is drawn, the place of each piece among those
that were left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Chance, Luck

Numbers = tuple[int, ...]
"""Results of chance in the order in which they were asked for."""


class Results(Protocol):
    """Where the numbers come from. `of[i]` is how many possibilities the i-th result has; one call is one roll or
    draw."""

    def numbers(self, of: Sequence[int]) -> Sequence[int]: ...


@dataclass(slots=True)
class Fair:
    """Every result equally likely."""

    random: Random

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [self.random.randrange(each) for each in of]


class Given:
    """Results that are known, then the first ones there are (or those that `then` says; -1: the last ones)."""

    def __init__(self, given: Sequence[int], then: int = 0) -> None:
        self._left = iter(given)
        self._then = then

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [next(self._left, self._then) % each for each in of]


class _Notes:
    """Numbers that were noted down."""

    def __init__(self) -> None:
        self.noted: list[int] = []

    def taken(self) -> Numbers:
        """What was noted since the last time."""
        noted, self.noted = tuple(self.noted), []
        return noted


class Noted(_Notes):
    """Results as chance for an executor or a state; notes them down."""

    def __init__(self, results: Results) -> None:
        super().__init__()
        self.results = results

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        return tuple(self._next(sides))

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        left = list(range(len(pool)))
        return tuple(left.pop(number) for number in self._next(range(len(pool), len(pool) - count, -1)))

    def _next(self, of: Sequence[int]) -> Sequence[int]:
        found = self.results.numbers(of)
        self.noted += found
        return found


class Overheard(_Notes):
    """Another source of chance, listened to: what it says as numbers."""

    def __init__(self, chance: Chance) -> None:
        super().__init__()
        self._chance = chance

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        faces = self._chance.roll(luck, player, stream, kind, pieces, sides, alike)
        self.noted += faces
        return faces

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        drawn = self._chance.draw(luck, player, stream, kind, pool, count, ordered)
        left = list(range(len(pool)))
        for index in drawn:
            place = left.index(index)
            left.pop(place)
            self.noted.append(place)
        return drawn
