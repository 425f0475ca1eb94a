"""The same games on both sides, in pairs as they are finished.

    for pair in pairs((game_a, game_b), range(1000), (plan_a, plan_b), (Totals(), Totals())): pair.a.turns, pair.b.turns

Each side plays its games in batches.  The side with fewer games done is always continued, so both advance together, few
games wait in memory, and an interruption finds games of both.  Games that one side did not finish are left out of both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import compress
from operator import add, attrgetter, itemgetter

from rulewright.game.game import Game
from rulewright.play.running.games import Failed, Plan, map_columns, only
from rulewright.play.running.measured_games import RECORDS_KEPT, Curve, Measured, play_measured
from rulewright.runtime.fallbacks import NONE, Fallbacks


@dataclass(frozen=True, slots=True)
class Pair:
    """The games that both sides finished, in the same order, of `played` games. Only their columns are used."""

    played: int
    a: Measured
    b: Measured


@dataclass(slots=True)
class Totals:
    """Totals of one side besides its columns: the number of games in which a rule failed, with the first of them, the number of
    games broken off, and how scores grew in all games it has finished, including those that still wait for the other side. `fallbacks`
    are of all games too."""

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


def pairs(
    games: tuple[Game, Game], numbers: range, plans: tuple[Plan, Plan], told: tuple[Totals, Totals]
) -> Iterator[Pair]:  # fmt: skip
    """The games of these numbers on both sides, in batches, in order. `told` is updated."""
    one, other = (
        _Side(game, numbers, plan, each) for game, plan, each in zip(games, plans, told, strict=True)
    )
    done = numbers.start
    while done < numbers.stop:
        (one if one.reached <= other.reached else other).go_on()
        common = min(one.reached, other.reached)
        if common > done:
            yield _paired(common - done, one.up_to(common), other.up_to(common))
            done = common


class _Side:
    """The games of one side, and those of them that have not been paired yet."""

    def __init__(self, game: Game, numbers: range, plan: Plan, told: Totals) -> None:
        self.reached = numbers.start
        self._parts = play_measured(game, numbers, plan)
        self._told = told
        self._waiting: Measured | None = None
        self._failures: list[Failed] = []

    def go_on(self) -> None:
        """Wait for the next batch of games."""
        part = next(self._parts)
        self.reached += part.count
        self._told.curve.add(part.curve)
        self._failures += part.failures
        self._told.fallbacks += part.fallbacks
        waiting = self._waiting
        self._waiting = map_columns(add, waiting, part) if waiting and waiting.numbers else part

    def up_to(self, number: int) -> Measured:
        """Remove and return the games before this number."""
        taken, told = self._waiting, self._told
        assert taken is not None
        place = bisect_left(taken.numbers, number)
        self._waiting = map_columns(itemgetter(slice(place, None)), taken)
        if place < len(taken.numbers):
            taken = map_columns(itemgetter(slice(place)), taken)
        failures = [failed for failed in self._failures if failed.number < number]
        self._failures = self._failures[len(failures) :]
        told.failed += len(failures)
        told.failures += failures[: RECORDS_KEPT - len(told.failures)]
        told.unfinished += taken.ended.count(0)
        return taken


def _paired(played: int, a: Measured, b: Measured) -> Pair:
    if a.numbers == b.numbers and all(a.ended) and all(b.ended):
        return Pair(played, a, b)
    common = {*compress(a.numbers, a.ended)} & {*compress(b.numbers, b.ended)}
    return Pair(played, *(only(side, map(common.__contains__, side.numbers)) for side in (a, b)))
