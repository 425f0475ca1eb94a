"""The totals of a comparison: what is kept of the games that both sides have played.

    totals = PairedTotals.of(figures)
    for pair in pairs(games, range(1000), plans, totals.sides): totals.add(figures, pair)
    totals.join(others)                         those of other games, in any order
    PairedTotals.of_json(figures, totals.to_json())         the same, for runs that go on later

All are exact sums of whole numbers and counts of bounded size, so they are the same in whatever parts and order games are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from rulewright.play.comparing.figures import Figure
from rulewright.play.comparing.histogram import Histogram
from rulewright.play.comparing.pairs import Pair, Totals
from rulewright.play.comparing.sums import Sums
from rulewright.play.running.measured_games import Measured
from rulewright.source.dataclass import dataclass

SHOWN = ("turns", "rounds", "decisions", "score", "lead_changes")
"""The figures that have a histogram."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Histograms of some figures of one side."""

    histograms: dict[str, Histogram] = field(default_factory=lambda: {name: Histogram() for name in SHOWN})

    def add(self, games: Measured) -> None:
        """Add games. There is a score for each seat, and one value of each other figure for each game."""
        for name, histogram in self.histograms.items():
            for column in games.scores if name == "score" else [getattr(games, name)]:
                histogram.add(column)

    def join(self, other: Seen) -> None:
        for name, histogram in self.histograms.items():
            histogram.join(other.histograms[name])

    def to_json(self) -> dict[str, object]:
        return {name: histogram.to_json() for name, histogram in self.histograms.items()}

    @staticmethod
    def of_json(data: Any) -> Seen:  # Any: JSON data of any shape
        return Seen({name: Histogram.of_json(data[name]) for name in SHOWN})


@dataclass(slots=True)
class PairedTotals:
    """`played`: the number of games that both sides have played, of which `counted` were finished on both; `sums` are by figure."""

    sums: list[Sums]
    played: int = 0
    counted: int = 0
    sides: tuple[Totals, Totals] = field(default_factory=lambda: (Totals(), Totals()))
    seen: tuple[Seen, Seen] = field(default_factory=lambda: (Seen(), Seen()))

    @staticmethod
    def of(figures: Sequence[Figure]) -> PairedTotals:
        return PairedTotals([figure.sums() for figure in figures])

    def add(self, figures: Sequence[Figure], pair: Pair) -> None:
        """Add games. `sides` are updated by `pairs`, which plays them."""
        self.played += pair.played
        self.counted += len(pair.a.numbers)
        for figure, sums in zip(figures, self.sums, strict=True):
            figure.add(sums, pair.a, pair.b)
        for seen, games in zip(self.seen, (pair.a, pair.b), strict=True):
            seen.add(games)

    def join(self, other: PairedTotals) -> None:
        """Add the totals of other games."""
        self.played += other.played
        self.counted += other.counted
        for mine, theirs in zip(self.sums, other.sums, strict=True):
            mine.join(theirs)
        for side, of_other in zip(self.sides, other.sides, strict=True):
            side.join(of_other)
        for seen, also in zip(self.seen, other.seen, strict=True):
            seen.join(also)

    @property
    def games(self) -> int:
        """The number of games that both sides have played."""
        return self.played

    def to_json(self) -> dict[str, object]:
        """Plain data, which `of_json` reads."""
        return {
            "played": self.played,
            "counted": self.counted,
            "sums": [each.numbers() for each in self.sums],
            "sides": [each.to_json() for each in self.sides],
            "seen": [each.to_json() for each in self.seen],
        }

    @staticmethod
    def of_json(figures: Sequence[Figure], data: Any) -> PairedTotals:  # Any: JSON data of any shape
        """The totals of these figures. Raises LookupError, TypeError, ValueError or AttributeError for other data."""
        found = PairedTotals.of(figures)
        for sums, numbers in zip(found.sums, data["sums"], strict=True):
            sums.put(list(map(int, numbers)))
        found.played, found.counted = int(data["played"]), int(data["counted"])
        a, b = map(Totals.of_json, data["sides"])
        seen_a, seen_b = map(Seen.of_json, data["seen"])
        found.sides, found.seen = (a, b), (seen_a, seen_b)
        return found
