"""Totals that an executor counts while it plays, so that a game needs no row of its own.

    if isinstance(executor, Adding):
        counted = executor.play_counted(seed=7, numbers=range(1000), max_actions=10_000, seats=[(None, "bold"), ("bold", None)])
        counted.tables[0]["decisions"]          {5: 12, 6: 7, ...}

Counters are kept for each value of a column.  Their number is fixed: a game with a value for which there is none has a row, as have
games that did not end or in which something failed.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.runtime.fast import Played, Seats
from rulewright.source.dataclass import dataclass

MOST_DECISIONS, MOST_ROUNDS, WORTHS, SCORES, LEAST_SCORE = 4096, 1024, 256, 16_384, -1024
"""The values for which there are counters: decisions and rounds from 0 on, worths of results from 0 on, scores and margins from `LEAST_SCORE`
on."""
MOST_RESULTS = 1 << 16
"""The most results for which there are counters. A game with more of them (many players, many ends) is not counted."""


Counts: TypeAlias = Mapping[str, Mapping[int, int]]
"""By column the number of games with each value."""


@dataclass(frozen=True, slots=True)
class Column:
    """Counters of the values from `least` on, `size` of them; `start` is the place of the first one among all of a table."""

    start: int
    least: int
    size: int


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a game by name, `slots` counters in all: `decisions`, `rounds`, `result` (`result_of` reads it), and `score.SEAT` and `margin` where
    games have them. `margin`, of games that somebody won: the points of the winner ahead of the second, as `play.figures.margins` counts them."""

    by_name: dict[str, Column]
    slots: int


def columns_of(program: ir.Program) -> Columns | None:
    """The columns of a game; None if it has too many results."""
    results = len(program.ends) << program.players
    worths = WORTHS if program.layout.worth >= 0 else 1
    if results * worths > MOST_RESULTS:
        return None
    sizes = {"decisions": (0, MOST_DECISIONS), "rounds": (0, MOST_ROUNDS), "result": (0, results * worths)}
    if standing_of(program):
        names = [f"score.{seat}" for seat in range(program.players)]
        names += ["margin"] if len(set(program.teams)) > 1 else []
        sizes |= dict.fromkeys(names, (LEAST_SCORE, SCORES))
    found: dict[str, Column] = {}
    start = 0
    for name, (least, size) in sizes.items():
        found[name] = Column(start, least, size)
        start += size
    return Columns(found, start)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the end, by its number from 1; the winners as a bit set of seats; the worth, as `game.results.standing.worth`."""

    ended: int
    winners: int
    worth: int


def result_of(program: ir.Program, value: int) -> Result:
    """The result that a value of the column `result` stands for."""
    worth = 1
    if program.layout.worth >= 0:
        value, worth = divmod(value, WORTHS)
    ended, winners = divmod(value, 1 << program.players)
    return Result(ended + 1, winners, worth)


@dataclass(frozen=True, slots=True)
class Counted:
    """The first `games` of the games that were asked for, which are fewer if too many of them have a row. `tables`: the counts of each table; `rows`: the games that were not counted, whose places among those asked for are `apart`."""

    games: int
    tables: tuple[Counts, ...]
    apart: array[int]
    rows: Played


@runtime_checkable
class Adding(Protocol):
    """An executor that can play many games quickly and count their figures. `counted_at_once`: the most games of one call, which nothing can
    interrupt."""

    counted_at_once: int

    def play_counted(
        self, seed: int, numbers: range, max_actions: int, seats: Sequence[Seats]
    ) -> Counted | None:
        """The games of these consecutive numbers, whose seeds are derived from `seed` (`words.seed_of`), at least one of them: the first with the players of
        `seats[0]`, the next with those of `seats[1]`, and so on in a cycle. None if the game has no columns."""
        ...
