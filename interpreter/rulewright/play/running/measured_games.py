"""Playing many games with more columns than `games` has, and with any players.

    plan = Plan(seed=1, max_actions=10_000, players=("bold", "random"))
    for part in play_measured(game, range(1000), plan): part.turns, part.fired[0], part.curve

Games of plain players (at random, or by a strategy of the rulebook) are played by the executor itself if it can; all others one by
one.  The results are the same either way.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import compress
from operator import attrgetter, not_
from typing import TypeAlias

from rulewright.game.game import Game, State
from rulewright.game.playouts.playout import MeasuredGame, Plain, Players, measure, state_of
from rulewright.language.players import RANDOM
from rulewright.play.bots import Bot
from rulewright.play.running.games import (
    Failed,
    Games,
    Plan,
    SomeGames,
    batches,
    given_up,
    merged,
    only,
    sorted_out,
)
from rulewright.play.running.players import bot_for, carry_out, choice_of
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import Collected
from rulewright.runtime.fast import (
    CHOICES,
    DECISIONS,
    ENDED,
    FAILED,
    FIRED,
    LEAD_CHANGES,
    ROUND,
    ROUNDS_KEPT,
    TURNS,
    WINNERS,
    WORTH,
    MeasuredRows,
    Measuring,
    Seats,
    counted_rules,
    curve_width,
)
from rulewright.source.dataclass import dataclass

Made: TypeAlias = dict[tuple[int, str], Bot]
"""Bots by seat and name."""
Watch: TypeAlias = Callable[[int, Players], Players]
"""Makes the players of a game, by its number, from those who would play."""
RECORDS_KEPT = 10
"""The number of failed games whose records are kept."""


@dataclass(slots=True)
class Curve:
    """How scores grow. For each round, from the first: the number of finished games in which it was played, and the sum and the sum of
    squares of the scores at its end, by seat."""

    games: list[int]
    sums: list[list[int]]
    squares: list[list[int]]

    def add(self, other: Curve) -> None:
        """Add the games of another curve of the same game."""
        for place, games in enumerate(other.games):
            if place == len(self.games):
                self.games.append(0)
                self.sums.append([0] * len(other.sums[place]))
                self.squares.append([0] * len(other.sums[place]))
            self.games[place] += games
            for mine, theirs in ((self.sums, other.sums), (self.squares, other.squares)):
                mine[place] = [one + more for one, more in zip(mine[place], theirs[place], strict=True)]


@dataclass(frozen=True, slots=True)
class Measured(Games):
    """Games with more columns; `fired` has one for each rule of `counted_rules`, `open` and `taken` one for each action: in how many decisions it and
    another one were legal, and in how many of these it was taken."""

    turns: array[int]
    choices: array[int]
    lead_changes: array[int]
    fired: tuple[array[int], ...]
    open: tuple[array[int], ...]
    taken: tuple[array[int], ...]
    curve: Curve


def play_measured(game: Game, numbers: range, plan: Plan) -> Iterator[Measured]:
    """Play the games of these consecutive numbers, and yield them in batches, in order. Only the first `RECORDS_KEPT` games in which a
    rule fails are sure to have a record, since each has to be played again for it."""
    kept = 0
    for part in _played(game, numbers, plan):
        yield with_records(game, plan, part, kept)
        kept += len(part.failures)


def with_records(game: Game, plan: Plan, part: SomeGames, before: int) -> SomeGames:
    """Games whose failures have records, unless more than `RECORDS_KEPT` games failed, some of them `before`."""
    first = [_with_record(game, plan, failed) for failed in part.failures[: max(RECORDS_KEPT - before, 0)]]
    return replace(part, failures=(*first, *part.failures[len(first) :]))


def _played(game: Game, numbers: range, plan: Plan) -> Iterator[Measured]:
    executor = game.executor
    for some in batches(numbers):
        if isinstance(executor, Measuring) and plain_seats(game, plan.players) is not None:
            yield _in_bulk(game, executor, some, plan)
        else:
            yield measured_singly(game, some, plan)


def state_of_game(game: Game, plan: Plan, number: int) -> State:
    """One of these games played again, with its history. A RuleFailure that it raises has a record."""
    return state_of(game, seed_of(plan.seed, number), plan.max_actions, _players(game, plan, number, {}))


def are_in_bulk(game: Game, players: Sequence[str]) -> bool:
    """Whether the executor plays whole games of these players, which can be shared among threads."""
    return isinstance(game.executor, Measuring) and plain_seats(game, players) is not None


def plain_seats(game: Game, players: Sequence[str]) -> Seats | None:
    """The players in the form that executors take; None if one of them is not plain."""
    if all(name == RANDOM or name in game.program.strategies for name in players):
        return tuple(None if name == RANDOM else name for name in players)
    return None


# ------------------------------------------------------------------------------------------------- whole games


def _in_bulk(game: Game, executor: Measuring, numbers: range, plan: Plan) -> Measured:
    seeds = array("Q", (seed_of(plan.seed, number) for number in numbers))
    seats: list[Seats] = []
    for number in numbers[: game.num_players]:
        plain = plain_seats(game, plan.seats(number))
        assert plain is not None
        seats.append(plain)
    rows = executor.play_measured(seeds, plan.max_actions, seats)
    failed = rows.column(FAILED)
    found = _columns(game, numbers, rows)
    if not any(failed):
        return found
    again = measured_singly(game, list(compress(numbers, failed)), plan)
    found.curve.add(again.curve)
    return merged(only(found, map(not_, failed)), given_up(rows, numbers, again))


def _columns(game: Game, numbers: range, rows: MeasuredRows) -> Measured:
    def column(place: int) -> array[int]:
        return array("q", rows.column(place))

    def measure(place: int) -> array[int]:
        return array("q", rows.measure(place))

    rules, actions = len(counted_rules(game.program)), len(game.program.actions)
    fired, open_, taken = (
        tuple(measure(FIRED + first + place) for place in range(many))
        for first, many in ((0, rules), (rules, actions), (rules + actions, actions))
    )
    return Measured(
        array("q", numbers), column(DECISIONS), column(ROUND), column(ENDED), column(WINNERS), column(WORTH),
        tuple(array("q", rows.score(player)) for player in range(game.num_players)),
        measure(TURNS), measure(CHOICES), measure(LEAD_CHANGES),
        fired, open_, taken,
        _curve(rows.curve, game.num_players),
    )  # fmt: skip


def _curve(numbers: array[int], players: int) -> Curve:
    width = curve_width(players)
    rounds = [numbers[start : start + width].tolist() for start in range(0, ROUNDS_KEPT * width, width)]
    rounds = [each for each in rounds if each[0]]
    return Curve(
        [each[0] for each in rounds],
        [each[1 : 1 + players] for each in rounds],
        [each[1 + players :] for each in rounds],
    )


# ------------------------------------------------------------------------------------------------ single games


class _Bots:
    """Players that need states. They follow the game in a state of their own."""

    def __init__(self, game: Game, seed: int, seats: Sequence[str], made: Made) -> None:
        self._state = game.new_initial_state(seed)
        self._names = seats
        self._seats = [made[seat] for seat in enumerate(seats)]
        for seat, bot in enumerate(self._seats):
            bot.begin(seed_of(seed, seat))

    def choose(self, position: Position, legal: Sequence[Choice]) -> Choice:
        player = self._state.current_player()
        assert player is not None
        name = self._names[player]
        action = choice_of(self._seats[player], name, self._state, player)
        carry_out(self._state, action, name, player)
        return action.choice


def measured_singly(game: Game, numbers: Sequence[int], plan: Plan, watch: Watch | None = None) -> Measured:
    """Games of any players, played one by one. `watch` may put somebody who takes notes between the players and each game."""
    made: Made = {}
    with Collected() as fallbacks:
        played, games, failures = sorted_out(
            numbers, lambda number: _play_one(game, plan, number, made, watch)
        )
    curve = Curve([], [], [])
    for each in games:
        if each.ended:
            curve.add(_curve_of(each))

    def column(name: str) -> array[int]:
        return array("q", map(attrgetter(name), games))

    def columns(name: str, many: int) -> tuple[array[int], ...]:
        return tuple(array("q", (getattr(each, name)[place] for each in games)) for place in range(many))

    actions = len(game.program.actions)
    return Measured(
        played, column("decisions"), column("rounds"), column("ended"), column("winners"), column("worth"),
        columns("scores", game.num_players), column("turns"), column("choices"), column("lead_changes"),
        columns("fired", len(counted_rules(game.program))), columns("open", actions), columns("taken", actions),
        curve, failures=failures, fallbacks=fallbacks.so_far(),
    )  # fmt: skip


def _curve_of(game: MeasuredGame) -> Curve:
    rounds = game.by_round
    return Curve(
        [1] * len(rounds),
        [list(scores) for scores in rounds],
        [[score * score for score in scores] for scores in rounds],
    )


def _play_one(game: Game, plan: Plan, number: int, made: Made, watch: Watch | None) -> MeasuredGame | Failed:
    seed = seed_of(plan.seed, number)
    try:
        players = _players(game, plan, number, made)
        return measure(game, seed, plan.max_actions, players if watch is None else watch(number, players))
    except RuleFailure as failure:
        return Failed.of(number, seed, failure)


def _players(game: Game, plan: Plan, number: int, made: Made) -> Players:
    """The players of a game. Bots are made once and are reset before each game."""
    seed, names = seed_of(plan.seed, number), plan.seats(number)
    plain = plain_seats(game, names)
    if plain is not None:
        return Plain(game, seed, plain)
    for seat in enumerate(names):
        if seat not in made:
            made[seat] = bot_for(game, seat[1], plan.own, seat[0])
    return _Bots(game, seed, names, made)


def _with_record(game: Game, plan: Plan, failed: Failed) -> Failed:
    """The same failure with a record, from playing the game again with its history."""
    if failed.record is None and plain_seats(game, plan.players) is not None:
        try:
            state_of_game(game, plan, failed.number)
        except RuleFailure as again:
            return Failed.of(failed.number, failed.seed, again)
    return failed
