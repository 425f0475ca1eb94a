"""The same games on both sides, in pairs as they are finished.

    for pair in pairs((game_a, game_b), range(1000), (plan_a, plan_b), (Totals(), Totals())): pair.a.turns, pair.b.turns

Both sides play a batch, then the next, so few games are in memory.  Games that one side did not finish are left out of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, field
from itertools import compress
from operator import attrgetter
from typing import Any

from rulewright.game.game import Game
from rulewright.play.running.games import Failed, Plan, batches, joined, only
from rulewright.play.running.measured_games import RECORDS_KEPT, Curve, Measured, play_measured
from rulewright.runtime.fallbacks import NONE, Fallbacks
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """The games that both sides finished, in the same order, of `played` games. Only their columns are used."""

    played: int
    a: Measured
    b: Measured


@dataclass(slots=True)
class Totals:
    """Totals of one side besides its columns: the number of games in which a rule failed, with the first of them, the number of
    games broken off, and how scores grew in all games it has finished, also those that the other side did not finish. `fallbacks` are of all
    games too."""

    curve: Curve = field(default_factory=lambda: Curve([], [], []))
    failed: int = 0
    failures: list[Failed] = field(default_factory=list)
    unfinished: int = 0
    fallbacks: Fallbacks = NONE

    def join(self, other: Totals) -> None:
        """Add the totals of other games of the same side."""
        self.curve.add(other.curve)
        self.failed += other.failed
        self.failures = sorted((*self.failures, *other.failures), key=attrgetter("number"))[:RECORDS_KEPT]
        self.unfinished += other.unfinished
        self.fallbacks += other.fallbacks

    def to_json(self) -> dict[str, object]:
        """Plain data, which `of_json` reads."""
        return {**asdict(self), "fallbacks": self.fallbacks.kept()}

    @staticmethod
    def of_json(data: Any) -> Totals:  # Any: JSON data of any shape
        """Raises LookupError, TypeError, ValueError or AttributeError for other data."""
        curve = data["curve"]
        sums, squares = ([list(map(int, each)) for each in curve[name]] for name in ("sums", "squares"))
        return Totals(
            Curve(list(map(int, curve["games"])), sums, squares),
            int(data["failed"]),
            [Failed(**failed) for failed in data["failures"]],
            int(data["unfinished"]),
            Fallbacks.of_json(data["fallbacks"]),
        )


def pairs(
    games: tuple[Game, Game], numbers: range, plans: tuple[Plan, Plan], sides: tuple[Totals, Totals]
) -> Iterator[Pair]:
    """The games of these numbers on both sides, in batches, in order. `sides` are updated."""
    for some in batches(numbers):
        a, b = (
            _played(game, some, plan, totals) for game, plan, totals in zip(games, plans, sides, strict=True)
        )
        yield _paired(len(some), a, b)


def _played(game: Game, numbers: range, plan: Plan, totals: Totals) -> Measured:
    found = joined(play_measured(game, numbers, plan))
    totals.join(
        Totals(found.curve, len(found.failures), [*found.failures], found.ended.count(0), found.fallbacks)
    )
    return found


def _paired(played: int, a: Measured, b: Measured) -> Pair:
    if a.numbers == b.numbers and all(a.ended) and all(b.ended):
        return Pair(played, a, b)
    common = {*compress(a.numbers, a.ended)} & {*compress(b.numbers, b.ended)}
    return Pair(played, *(only(side, map(common.__contains__, side.numbers)) for side in (a, b)))
