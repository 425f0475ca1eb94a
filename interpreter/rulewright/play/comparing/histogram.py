"""How often each number came up, in bounded memory: bins become twice as wide whenever there are too many.

seen = Histogram()
seen.add([41, 38, 41])
seen.width, seen.counts         1, {41: 2, 38: 1}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

MOST_BINS = 2000


class Histogram:
    """`counts[k]`: how many numbers lay in `k * width` up to the next bin."""

    def __init__(self) -> None:
        self.width = 1
        self.counts: Counter[int] = Counter()

    def add(self, numbers: Iterable[int]) -> None:
        self.counts.update(numbers if self.width == 1 else (number // self.width for number in numbers))
        self._limit()

    def join(self, other: Histogram) -> None:
        """Add the numbers of another histogram. The width is that which all numbers together need, in whatever order they come."""
        while self.width < other.width:
            self.widen()
        factor = self.width // other.width
        for place, many in other.counts.items():
            self.counts[place // factor] += many
        self._limit()

    def _limit(self) -> None:
        while len(self.counts) > MOST_BINS:
            self.widen()

    def widen(self) -> None:
        """Bins of twice the width."""
        self.width *= 2
        wider: Counter[int] = Counter()
        for place, many in self.counts.items():
            wider[place // 2] += many
        self.counts = wider

    @staticmethod
    def of_json(data: Any) -> Histogram:  # Any: JSON data of any shape
        """The histogram that `to_json` wrote. Raises LookupError, TypeError, ValueError or AttributeError for other data."""
        found = Histogram()
        found.width = int(data["width"])
        found.counts.update({int(least) // found.width: int(many) for least, many in data["counts"].items()})
        return found

    def to_json(self) -> dict[str, object]:
        """Bins by the least number in them, in order."""
        return {
            "width": self.width,
            "counts": {str(place * self.width): many for place, many in sorted(self.counts.items())},
        }
