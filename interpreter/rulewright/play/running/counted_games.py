"""Playing many games for their totals alone.

    for part in play_counted(game, range(1000), Plan(1, 10_000, ("bold", "random"))): part.tables, part.games

An executor that counts (`runtime.counted`) plays a whole block of games in one call, and only games that are out of the ordinary come back as
`games`.  With other executors and players all of them do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from rulewright.game.game import Game
from rulewright.play.running.games import Games, Plan, in_columns, play, play_singly
from rulewright.play.running.measured_games import (
    measured_singly,
    plain_seats,
    play_measured,
    with_records,
)
from rulewright.runtime.counted import Adding, Counted, Counts
from rulewright.runtime.fast import Seats
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class CountedGames:
    """Some games: `games`, in order, and others that are only counted. `tables`: the counts by rotation of the players, the first as in game
    `first`."""

    games: Games
    tables: Sequence[Counts] = ()
    first: int = 0


def play_counted(game: Game, numbers: range, plan: Plan) -> Iterator[CountedGames]:
    """Play the games of these consecutive numbers."""
    executor = game.executor
    plain = plain_seats(game, plan.players) is not None and (plan.at_random or not plan.own)
    if plain and isinstance(executor, Adding):
        numbers = yield from _in_blocks(game, executor, numbers, plan)
    for games in chunks(game, numbers, plan):
        yield CountedGames(games)


def chunks(game: Game, numbers: range, plan: Plan) -> Iterator[Games]:
    """Games in batches, in the order of their numbers."""
    if plan.at_random or plan.own:
        return play(game, numbers, plan)
    return play_measured(game, numbers, plan)


def _in_blocks(
    game: Game, executor: Adding, numbers: range, plan: Plan
) -> Generator[CountedGames, None, range]:
    """Returns the numbers of games that are left because the game cannot be counted."""
    failed = 0
    while numbers:
        tables = [
            _seats(game, plan, number) for number in numbers[: len(plan.players) if plan.rotated else 1]
        ]
        counted = executor.play_counted(
            plan.seed, numbers[: executor.counted_at_once], plan.max_actions, tables
        )
        if counted is None:
            return numbers
        games = _apart(game, numbers, counted, plan, failed)
        failed += len(games.failures)
        yield CountedGames(games, counted.tables, numbers.start)
        numbers = numbers[counted.games :]
    return numbers


def _seats(game: Game, plan: Plan, number: int) -> Seats:
    plain = plain_seats(game, plan.seats(number))
    assert plain is not None
    return plain


def _apart(game: Game, numbers: range, counted: Counted, plan: Plan, failed: int) -> Games:
    """The games that were not counted; `failed` games failed before them."""

    def again(some: Sequence[int]) -> Games:
        return play_singly(game, some, plan) if plan.at_random else measured_singly(game, some, plan)

    games = in_columns(game, [numbers[place] for place in counted.apart], counted.rows, again)
    return games if plan.at_random else with_records(game, plan, games, failed)
