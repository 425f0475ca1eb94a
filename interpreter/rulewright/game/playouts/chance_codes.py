"""Results of chance as numbers, which can be recorded, changed and replayed.

    noted = Noted(Given([3, 0]))            chance with the fourth possible result, then the first, then always the first
    noted.taken()                           (3, 0, 0)        the results since the last call

A number is the index of a result among all possible ones: the index of a face; for a draw, that of each piece among those left.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Chance, Luck
from rulewright.source.dataclass import dataclass

Numbers = tuple[int, ...]
"""Results of chance in order."""


class Results(Protocol):
    """A source of numbers. `of[i]` is the number of possibilities of the i-th result; one call is one roll or draw."""

    def numbers(self, of: Sequence[int]) -> Sequence[int]: ...


@dataclass(slots=True)
class Fair:
    """Every result equally likely."""

    random: Random

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [self.random.randrange(each) for each in of]


class Given:
    """Known results, then the first possible ones (or those with index `then`; -1: the last ones)."""

    def __init__(self, given: Sequence[int], then: int = 0) -> None:
        self._left = iter(given)
        self._then = then

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [next(self._left, self._then) % each for each in of]


class _Notes:
    """Keeps the numbers that were used."""

    def __init__(self) -> None:
        self.noted: list[int] = []

    def taken(self) -> Numbers:
        """The numbers since the last call."""
        noted, self.noted = tuple(self.noted), []
        return noted


class Noted(_Notes):
    """A source of chance for an executor or a state that takes its results from numbers, and keeps them."""

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
    """Another source of chance, whose results are kept as numbers."""

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
