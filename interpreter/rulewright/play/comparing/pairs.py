"""The same games on both sides, in pairs as they are finished.

    for pair in pairs((game_a, game_b), range(1000), (plan_a, plan_b), (Totals(), Totals())): pair.a.turns, pair.b.turns

Each side plays its games in batches.  The side with fewer games done is always continued, so both advance together, few
games wait in memory, and an interruption finds games of both.  Games that one side did not finish are left out of both.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import TypeAlias

from rulewright.game.game import Game
from rulewright.play.running.games import Failed
from rulewright.play.running.measured_games import RECORDS_KEPT, Curve, Measured, MeasuredPlan, play_measured

Columns: TypeAlias = "list[array[int]]"
"""The columns of `Games`, one after the other."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games in columns, which have one number for each game; see `play.running.measured_games.Measured`."""

    numbers: Sequence[int]
    decisions: Sequence[int]
    rounds: Sequence[int]
    turns: Sequence[int]
    choices: Sequence[int]
    lead_changes: Sequence[int]
    ended: Sequence[int]
    winners: Sequence[int]
    scores: Sequence[Sequence[int]]
    fired: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Pair:
    """The games that both sides finished, in the same order, of `played` games."""

    played: int
    a: Games
    b: Games


@dataclass(slots=True)
class Totals:
    """Totals of one side besides its columns: the number of games in which a rule failed, with the first of them, the number of
    games broken off, and how scores grew in all games it has finished, including those that still wait for the other side."""

    curve: Curve = field(default_factory=lambda: Curve([], [], []))
    failed: int = 0
    failures: list[Failed] = field(default_factory=list)
    unfinished: int = 0


def pairs(
    games: tuple[Game, Game], numbers: range, plans: tuple[MeasuredPlan, MeasuredPlan], told: tuple[Totals, Totals]
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
            yield _paired(common - done, one.up_to(common), other.up_to(common), games[0].num_players)
            done = common


class _Side:
    """The games of one side, and those of them that have not been paired yet."""

    def __init__(self, game: Game, numbers: range, plan: MeasuredPlan, told: Totals) -> None:
        self.reached = numbers.start
        self._parts = play_measured(game, numbers, plan)
        self._told = told
        self._columns: Columns = []
        self._failures: list[Failed] = []

    def go_on(self) -> None:
        """Wait for the next batch of games."""
        part = next(self._parts)
        self.reached += part.count
        self._told.curve.add(part.curve)
        self._failures += part.failures
        columns = _columns(part)
        if not self._columns:
            self._columns = [array("q") for _ in columns]
        for mine, more in zip(self._columns, columns, strict=True):
            mine.extend(more)

    def up_to(self, number: int) -> Columns:
        """Remove and return the columns of the games before this number."""
        place = bisect_left(self._columns[0], number)
        taken = [column[:place] for column in self._columns]
        for column in self._columns:
            del column[:place]
        self._tell([failed for failed in self._failures if failed.number < number], taken)
        self._failures = [failed for failed in self._failures if failed.number >= number]
        return taken

    def _tell(self, failures: list[Failed], columns: Columns) -> None:
        told = self._told
        told.failed += len(failures)
        told.failures += failures[: RECORDS_KEPT - len(told.failures)]
        told.unfinished += columns[ENDED].count(0)


ENDED = 6
"""The index of `ended` among the columns."""


def _columns(part: Measured) -> Columns:
    return [
        part.numbers, part.decisions, part.rounds, part.turns, part.choices, part.lead_changes, part.ended,
        part.winners, *part.scores, *part.fired,
    ]  # fmt: skip


def _games(columns: Sequence[Sequence[int]], players: int) -> Games:
    numbers, decisions, rounds, turns, choices, lead_changes, ended, winners, *others = columns
    return Games(
        numbers, decisions, rounds, turns, choices, lead_changes, ended, winners, others[:players], others[players:]
    )  # fmt: skip


def _paired(played: int, a: Columns, b: Columns, players: int) -> Pair:
    one, other = _games(a, players), _games(b, players)
    if one.numbers == other.numbers and all(one.ended) and all(other.ended):
        return Pair(played, one, other)
    common = _finished(one) & _finished(other)
    return Pair(played, _games(_only(common, a), players), _games(_only(common, b), players))


def _finished(games: Games) -> set[int]:
    return set(compress(games.numbers, games.ended))


def _only(numbers: set[int], columns: Columns) -> list[Sequence[int]]:
    kept = [number in numbers for number in columns[0]]
    return [array("q", compress(column, kept)) for column in columns]
