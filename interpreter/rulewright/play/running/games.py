"""Playing many games, with their results in columns.

    for games in play(game, range(1000), Plan(1, 10_000, ("random", "random"))): games.numbers, games.scores[0], games.failures

A hundred thousand games are a few rows of numbers, not as many objects.  An executor that plays whole games itself
(`runtime.fast`) plays many in one call; with other executors and bots they are played one by one.  The results are the same either way.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, fields, replace
from itertools import compress
from operator import add, not_
from typing import Any, TypeVar

from rulewright.game.game import Game
from rulewright.game.playouts.playout import Plain, Playout, facts, play_out, state_of
from rulewright.language.players import RANDOM
from rulewright.play.bots import Bot
from rulewright.play.running.players import FromFactory, begin, bot_for, carry_out, choice_of
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import GAMES, NONE, Collected, Fallbacks, of
from rulewright.runtime.fast import DECISIONS, ENDED, FAILED, ROUND, WINNERS, WORTH, Bulk, Played
from rulewright.source.dataclass import dataclass

Result = TypeVar("Result")
SomeGames = TypeVar("SomeGames", bound="Games")

MOST_ROWS = 20_000
"""The largest number of games that are in memory at a time, with a row for each."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A game, by its number from 0, in which a rule of the rulebook failed. `record` replays it."""

    number: int
    seed: int
    code: str
    message: str
    path: str
    place: str
    record: object | None

    @staticmethod
    def of(number: int, seed: int, failure: RuleFailure) -> Failed:
        """The game of a failure."""
        return Failed(
            number, seed, failure.code, failure.message, failure.path, str(failure.span), failure.record
        )

    def to_json(self) -> dict[str, object]:
        """Plain data. The number counts from 1, as in notes and rows of the command line."""
        return {**asdict(self), "number": self.number + 1}


@dataclass(frozen=True, slots=True)
class Games:
    """Games by number, in order: those in which a rule failed are in `failures`, all others in the columns. `ended` is 0 for a game
    that was broken off, otherwise 1 + the index of the `end`; `winners` is a bit set of seats; `worth` is that of the results; `scores` are by seat. `fallbacks`: what the reference carried out because machine code gave up."""

    numbers: array[int]
    decisions: array[int]
    rounds: array[int]
    ended: array[int]
    winners: array[int]
    worth: array[int]
    scores: tuple[array[int], ...]
    failures: tuple[Failed, ...] = field(default=(), kw_only=True)
    fallbacks: Fallbacks = field(default=NONE, kw_only=True)

    @property
    def count(self) -> int:
        return len(self.numbers) + len(self.failures)


@dataclass(frozen=True, slots=True)
class Plan:
    """How games are played: the `seed` from which theirs are derived, the number of actions after which they are broken off, and the
    names of the players by seat (`bots.bot_names`); if `rotated`, each sits `number % players` seats further in game `number`. `own` are
    the bots for names that the game does not know."""

    seed: int
    max_actions: int
    players: tuple[str, ...]
    rotated: bool = True
    own: Mapping[str, Bot | FromFactory] = field(default_factory=dict)

    @property
    def at_random(self) -> bool:
        """Whether all players play at random."""
        return all(name == RANDOM for name in self.players)

    def seats(self, number: int) -> tuple[str, ...]:
        """The names of the players in a game, by seat."""
        by = number % len(self.players) if self.rotated else 0
        return tuple(self.players[(seat - by) % len(self.players)] for seat in range(len(self.players)))


def play(game: Game, numbers: range, plan: Plan) -> Iterator[Games]:
    """Play the games of these consecutive numbers, and yield them in batches, in order."""
    executor = game.executor
    for some in batches(numbers):
        if plan.at_random and isinstance(executor, Bulk):
            yield _play_in_bulk(game, executor, some, plan)
        else:
            yield play_singly(game, some, plan)


def batches(numbers: range) -> Iterator[range]:
    """The numbers of games in ranges whose rows fit into memory."""
    for start in range(numbers.start, numbers.stop, MOST_ROWS):
        yield range(start, min(start + MOST_ROWS, numbers.stop))


def sorted_out(
    numbers: Iterable[int], play_one: Callable[[int], Result | Failed]
) -> tuple[array[int], list[Result], tuple[Failed, ...]]:
    """Play games one by one: the numbers of those in which no rule failed, their results, and the failed games."""
    played, results, failures = array("q"), list[Result](), list[Failed]()
    for number in numbers:
        result = play_one(number)
        if isinstance(result, Failed):
            failures.append(result)
        else:
            played.append(number)
            results.append(result)
    return played, results, tuple(failures)


def map_columns(column_of: Callable[..., array[int]], some: SomeGames, *others: Games) -> SomeGames:
    """Games whose columns are made from the columns of the same name of all given games; other fields are those of `some`."""
    columns: dict[str, Any] = {}  # Any: fields by name, which no type can express
    for name in (each.name for each in fields(some) if each.name != "failures"):
        found = [getattr(each, name) for each in (some, *others)]
        if isinstance(found[0], array):
            columns[name] = column_of(*found)
        elif isinstance(found[0], tuple):
            columns[name] = tuple(map(column_of, *found))
    return replace(some, **columns)


def only(games: SomeGames, kept: Iterable[object]) -> SomeGames:
    """The games for which the element of `kept` is true."""
    kept = list(kept)
    return map_columns(lambda column: array(column.typecode, compress(column, kept)), games)


def merged(some: SomeGames, others: SomeGames) -> SomeGames:
    """The games of both, in the order of their numbers; the failures and fall-backs are those of `others`, and fields that are no columns those of
    `some`."""
    if not others.numbers:
        return replace(some, failures=others.failures, fallbacks=others.fallbacks)
    numbers = [*some.numbers, *others.numbers]
    order = sorted(range(len(numbers)), key=numbers.__getitem__)

    def joined(one: array[int], other: array[int]) -> array[int]:
        both = [*one, *other]
        return array("q", map(both.__getitem__, order))

    return replace(map_columns(joined, some, others), failures=others.failures, fallbacks=others.fallbacks)


def joined(parts: Iterable[SomeGames]) -> SomeGames:
    """The games of all parts, which are in the order of their numbers."""
    first, *others = parts
    for each in others:
        first = replace(
            map_columns(add, first, each),
            failures=(*first.failures, *each.failures),
            fallbacks=first.fallbacks + each.fallbacks,
        )
    return first


# ------------------------------------------------------------------------------------------------- whole games


def _play_in_bulk(game: Game, executor: Bulk, numbers: range, plan: Plan) -> Games:
    played = executor.play_many(executor.seeds_of(plan.seed, numbers), plan.max_actions)
    return in_columns(game, numbers, played, lambda failed: play_singly(game, failed, plan))


def in_columns(
    game: Game, numbers: Sequence[int], played: Played, again: Callable[[Sequence[int]], Games]
) -> Games:
    """The games of rows; those that machine code gave up are played `again`."""
    column, scores = played.column, tuple(map(played.score, range(game.num_players)))
    found = Games(
        array("q", numbers),
        column(DECISIONS),
        column(ROUND),
        column(ENDED),
        column(WINNERS),
        column(WORTH),
        scores,
    )
    failed = column(FAILED)
    if not any(failed):
        return found
    single = again(list(compress(numbers, failed)))
    return merged(only(found, map(not_, failed)), given_up(played, numbers, single))


def given_up(played: Played, numbers: Sequence[int], again: SomeGames) -> SomeGames:
    """The games that machine code gave up, as they were played `again` one by one. Those in which no rule failed then are
    fall-backs, each as a whole."""
    finished = set(again.numbers)
    failed = zip(numbers, played.column(FAILED), strict=True)
    reasons = (played.reason(why) for number, why in failed if why and number in finished)
    return replace(again, fallbacks=of(GAMES, reasons))


# ------------------------------------------------------------------------------------------------ single games


def play_singly(game: Game, numbers: Sequence[int], plan: Plan) -> Games:
    """Games played one by one."""
    bots = (
        ()
        if plan.at_random
        else tuple(bot_for(game, name, plan.own, place) for place, name in enumerate(plan.players))
    )
    with Collected() as fallbacks:
        played, games, failures = sorted_out(numbers, lambda number: _play_one(game, plan, bots, number))
    ends = {end.id: index for index, end in enumerate(game.program.ends, 1)}
    return Games(
        played,
        array("q", (each.decisions for each in games)),
        array("q", (each.rounds for each in games)),
        array("q", (0 if each.ended_by is None else ends[each.ended_by] for each in games)),
        array("q", (sum(1 << seat for seat in each.winners) for each in games)),
        array("q", (each.worth for each in games)),
        tuple(array("q", (each.scores[seat] for each in games)) for seat in range(game.num_players)),
        failures=failures,
        fallbacks=fallbacks.so_far(),
    )


def _play_one(game: Game, plan: Plan, bots: Sequence[Bot], number: int) -> Playout | Failed:
    seed = seed_of(plan.seed, number)
    try:
        if plan.at_random:
            return play_out(game, seed, plan.max_actions)
        by = -number % len(bots) if plan.rotated else 0
        seats = list(zip(plan.seats(number), [*bots[by:], *bots[:by]], strict=True))
        return _play_with_bots(game, seats, seed, plan.max_actions)
    except RuleFailure as failure:
        if failure.record is None:
            failure = _with_record(game, seed, plan.max_actions, failure)
        return Failed.of(number, seed, failure)


def _play_with_bots(game: Game, seats: Sequence[tuple[str, Bot]], seed: int, max_actions: int) -> Playout:
    state = game.new_initial_state(seed)
    for seat, (name, bot) in enumerate(seats):
        begin(bot, name, seat, seed)
    decisions = 0
    while decisions < max_actions and (player := state.current_player()) is not None:
        name, bot = seats[player]
        carry_out(state, choice_of(bot, name, state, player), name, player)
        decisions += 1
    return facts(game, state.cells, seed, decisions)


def _with_record(game: Game, seed: int, max_actions: int, failure: RuleFailure) -> RuleFailure:
    """The same failure with a record, from playing the game again with its history."""
    try:
        state_of(game, seed, max_actions, Plain(game, seed))
    except RuleFailure as again:
        return again
    return failure
