"""Games that were played, in columns, and played many at a time.

    for games in play(game, 1000, seed=1, jobs=2): games.numbers, games.decisions, games.scores[0], games.failures

A hundred thousand games are a few rows of numbers, not as many objects.  An executor that plays whole games itself
(`runtime.bulk`) does so in threads; any other, and bots, in processes, which are fresh and get the compiled game as text, so
this works wherever Python does.  What comes of it is the same either way, for any number of jobs.
"""

from __future__ import annotations

import multiprocessing
import signal
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import compress
from multiprocessing import resource_tracker
from typing import Generic, TypeVar

from rulewright.game import compiled
from rulewright.game.game import Game
from rulewright.game.playout import Playout, facts, play_out, state_of_playout
from rulewright.play.bots import Bot
from rulewright.play.seeds import game_seed
from rulewright.play.threads import in_threads
from rulewright.runtime.bulk import DECISIONS, ENDED, FAILED, ROUND, WINNERS, Bulk, Played
from rulewright.runtime.counting import Counting, Counts
from rulewright.runtime.executor import Executor
from rulewright.runtime.failures import RuleFailure

Task = TypeVar("Task")
Result = TypeVar("Result")

LONGEST_CHUNK = 20
"""Games that a process plays before it tells."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A game in which a rule of the rulebook failed. `record` replays it."""

    number: int
    seed: int
    code: str
    message: str
    path: str
    place: str
    record: object | None


@dataclass(frozen=True, slots=True)
class Games:
    """Games by number, in order: those in which a rule failed in `failures`, all others in the columns. `ended` is 0 for a game
    that was broken off, otherwise 1 + the number of the `end`; `winners` is a bit set of seats; `scores` by seat."""

    numbers: array[int]
    decisions: array[int]
    rounds: array[int]
    ended: array[int]
    winners: array[int]
    scores: tuple[array[int], ...]
    failures: tuple[Failed, ...] = field(default=())

    @property
    def count(self) -> int:
        return len(self.numbers) + len(self.failures)


@dataclass(frozen=True, slots=True)
class Plan:
    """How games are played: whose seeds come of `seed`, and when they are broken off."""

    seed: int
    max_actions: int
    rounds: int | None = None
    bots: tuple[Bot, ...] | None = None


def play(game: Game, games: int, jobs: int, plan: Plan) -> Iterator[Games]:
    """So many games, some at a time, in the order of their numbers."""
    executor = game.executor
    if plan.bots is None and isinstance(executor, Bulk):
        yield from in_threads(lambda numbers: _play_in_bulk(game, executor, numbers, plan), games, jobs)
        return
    parts = list(shares(games, jobs))
    if jobs <= 1 or len(parts) <= 1:
        for numbers in parts:
            yield _play(game, numbers, plan)
    else:
        yield from in_processes(game, [(numbers, plan) for numbers in parts], jobs, _play_task)


def shares(games: int, jobs: int) -> Iterator[range]:
    """The numbers of the games, some at a time: few at first, so that early on there is something to report."""
    longest = max(1, min(LONGEST_CHUNK, games // (4 * jobs)))
    first, size, given = 0, 1, 0
    while first < games:
        yield range(first, min(first + size, games))
        first, given = first + size, given + 1
        if given % jobs == 0:
            size = min(2 * size, longest)


# ------------------------------------------------------------------------------------------------- whole games


def _play_in_bulk(game: Game, executor: Bulk, numbers: range, plan: Plan) -> Games:
    played = executor.play_many(executor.seeds_of(plan.seed, numbers), plan.max_actions, plan.rounds)
    failed = played.column(FAILED)
    if not any(failed):
        return _columns(game, numbers, played)
    sound = [not each for each in failed]
    single = _play(game, list(compress(numbers, failed)), plan)
    return _merged(_columns(game, numbers, played, sound), single)


def _columns(game: Game, numbers: range, played: Played, sound: Sequence[bool] | None = None) -> Games:
    def chosen(column: array[int]) -> array[int]:
        return column if sound is None else array(column.typecode, compress(column, sound))

    return Games(
        chosen(array("q", numbers)), chosen(played.column(DECISIONS)), chosen(played.column(ROUND)),
        chosen(played.column(ENDED)), chosen(played.column(WINNERS)),
        tuple(chosen(played.score(player)) for player in range(game.num_players)),
    )  # fmt: skip


def _merged(some: Games, others: Games) -> Games:
    """Both, in the order of their numbers."""
    if not others.numbers:
        return Games(
            some.numbers, some.decisions, some.rounds, some.ended, some.winners, some.scores, others.failures
        )
    numbers = some.numbers + others.numbers
    order = sorted(range(len(numbers)), key=numbers.__getitem__)

    def joined(one: array[int], other: array[int]) -> array[int]:
        both = [*one, *other]
        return array("q", map(both.__getitem__, order))

    return Games(
        joined(some.numbers, others.numbers), joined(some.decisions, others.decisions),
        joined(some.rounds, others.rounds), joined(some.ended, others.ended),
        joined(some.winners, others.winners), tuple(map(joined, some.scores, others.scores)), others.failures,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ single games


def _play(game: Game, numbers: Sequence[int], plan: Plan) -> Games:
    played: list[tuple[int, Playout]] = []
    failures: list[Failed] = []
    for number in numbers:
        result = _play_one(game, plan, number)
        if isinstance(result, Failed):
            failures.append(result)
        else:
            played.append((number, result))
    ends = {end.id: index for index, end in enumerate(game.program.ends, 1)}
    return Games(
        array("q", (number for number, _ in played)),
        array("q", (each.decisions for _, each in played)),
        array("q", (each.rounds for _, each in played)),
        array("q", (0 if each.ended_by is None else ends[each.ended_by] for _, each in played)),
        array("q", (sum(1 << seat for seat in each.winners) for _, each in played)),
        tuple(array("q", (each.scores[seat] for _, each in played)) for seat in range(game.num_players)),
        tuple(failures),
    )


def _play_one(game: Game, plan: Plan, number: int) -> Playout | Failed:
    seed = game_seed(plan.seed, number)
    try:
        if plan.bots is not None:
            return _play_with_bots(game, plan.bots, seed, plan.max_actions)
        return play_out(game, seed, plan.max_actions, plan.rounds)
    except RuleFailure as failure:
        if failure.record is None:
            failure = _with_record(game, seed, plan.max_actions, failure)
        return Failed(
            number, seed, failure.code, failure.message, failure.path, str(failure.span), failure.record
        )


def _play_with_bots(game: Game, bots: Sequence[Bot], seed: int, max_actions: int) -> Playout:
    state = game.new_initial_state(seed)
    for seat, bot in enumerate(bots):
        bot.begin(game_seed(seed, seat))
    for _ in range(max_actions):
        player = state.current_player()
        if player is None:
            break
        state.apply_action(bots[player].choose(state, player))
    return facts(game, state, seed)


def _with_record(game: Game, seed: int, max_actions: int, failure: RuleFailure) -> RuleFailure:
    """The same failure, found again on the slow way that keeps a record."""
    try:
        state_of_playout(game, seed, max_actions)
    except RuleFailure as again:
        return again
    return failure


# ----------------------------------------------------------------------------------------------------- processes

_games: list[Game] = []
"""The game of this worker process."""


def in_processes(
    game: Game, tasks: Sequence[Task], jobs: int, work: Callable[[Game, Task], Result]
) -> Iterator[Result]:
    """What a function (of a module, so that other processes find it) makes of the game and each task, in order."""
    context = multiprocessing.get_context("spawn")
    handed = (game.executor.remake, game.to_text())
    pool = None
    try:
        with _interrupts_wait():
            pool = context.Pool(min(jobs, len(tasks)), _start_worker, handed)
        for results, counts in pool.imap(_Work(work), tasks):
            if isinstance(game.executor, Counting):
                game.executor.join(counts)
            yield results
    finally:
        if pool is not None:
            pool.terminate()


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Ctrl-C while workers start reaches us afterwards. They inherit that it waits, so it never reaches them, not
    even while they import what they need."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else the pool starts it, which lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(executor: Callable[..., Executor], text: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked for the games ends them
    _games[:] = [compiled.from_text(text, executor)]


def _play_task(game: Game, task: tuple[range, Plan]) -> Games:
    return _play(game, *task)


@dataclass(frozen=True, slots=True)
class _Work(Generic[Task, Result]):
    """What a worker process does with a task: the result, and what was counted if the executor counts."""

    work: Callable[[Game, Task], Result]

    def __call__(self, task: Task) -> tuple[Result, Counts]:
        results = self.work(_games[0], task)
        executor = _games[0].executor
        return results, executor.hand_over() if isinstance(executor, Counting) else {}
