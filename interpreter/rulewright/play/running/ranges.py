"""Ranges of games that are done, and those that are left, for runs that go on where they stopped.

ranges = Ranges([range(0, 40)])
ranges.add(range(60, 70))
ranges.left(100)                [range(40, 60), range(70, 100)]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable


class Ranges:
    """Numbers as few ranges, in order. No number is added twice."""

    def __init__(self, done: Iterable[range] = ()) -> None:
        self.done: list[range] = []
        self.add_all(done)

    def add(self, numbers: range) -> None:
        """Add a range, which becomes one with those that it touches. Raises ValueError if some of its numbers are there already."""
        if not numbers:
            return
        place = bisect_left(self.done, numbers.start, key=lambda each: each.start)
        before, behind = self.done[max(place - 1, 0) : place], self.done[place : place + 1]
        if any(each.start < numbers.stop and numbers.start < each.stop for each in (*before, *behind)):
            raise ValueError(f"some of the numbers from {numbers.start} to {numbers.stop} are there twice")
        start, stop = numbers.start, numbers.stop
        if before and before[0].stop == start:
            start, place = before[0].start, place - 1
        else:
            before = []
        if behind and behind[0].start == stop:
            stop = behind[0].stop
        else:
            behind = []
        self.done[place : place + len(before) + len(behind)] = [range(start, stop)]

    def add_all(self, ranges: Iterable[range]) -> None:
        """Add several ranges."""
        for numbers in ranges:
            self.add(numbers)

    def __len__(self) -> int:
        return sum(map(len, self.done))

    def has(self, numbers: range) -> bool:
        """Whether all these numbers are there."""
        return any(each.start <= numbers.start and numbers.stop <= each.stop for each in self.done)

    @property
    def stop(self) -> int:
        """One more than the largest number; 0 if there are none."""
        return self.done[-1].stop if self.done else 0

    def left(self, stop: int, start: int = 0) -> list[range]:
        """The ranges up to a number that are not done, from `start` on, before which nothing is."""
        starts = [start, *(each.stop for each in self.done)]
        stops = [*(each.start for each in self.done), stop]
        return [range(*each) for each in zip(starts, stops, strict=True) if each[0] < each[1]]
