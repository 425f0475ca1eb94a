"""Sharing games among processes, for executors that hold Python's interpreter lock.

    for result in in_processes(game, range(1000), jobs=2, work=play_some, plan=plan): ...

Processes are spawned and get the compiled game as text, so this works on every platform.  The results come in order, and counts
that executors keep in other processes are added to those of this one.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.game import game as games
from rulewright.game.game import Game
from rulewright.play.running.arguments import cannot_be_sent
from rulewright.runtime.executor import Executor
from rulewright.runtime.fast import Counting, Counts

if TYPE_CHECKING:
    from multiprocessing.pool import IMapIterator
    from multiprocessing.process import BaseProcess

Plan = TypeVar("Plan")
Result = TypeVar("Result")

LONGEST = 20
"""The largest number of games that a process plays before it reports."""
PATIENCE = 0.5
"""The number of seconds after which workers are checked to be alive."""
ENDED = (
    "a process that was to play games has ended unexpectedly (exit status {}). Each of them reads your program again when jobs is "
    'above 1, so the program has to do its work under `if __name__ == "__main__":`'
)


def in_processes(
    game: Game, numbers: range, jobs: int, work: Callable[[Game, range, Plan], Result], plan: Plan
) -> Iterator[Result]:
    """The results of `work(game, some of the numbers, plan)`, in order; with one job, or few numbers, in this process. `work` has to be
    a function of a module, so that other processes find it."""
    parts = [numbers[part.start : part.stop] for part in shares(len(numbers), jobs)]
    if jobs <= 1 or len(parts) <= 1:
        yield from (work(game, part, plan) for part in parts)
        return
    task = _Work(work, _pickled(plan))
    context = multiprocessing.get_context("spawn")
    handed = (game.executor.remake, game.to_text())
    pool, others = None, multiprocessing.active_children()
    try:
        with _interrupts_wait():
            pool = context.Pool(min(jobs, len(parts)), _start_worker, handed)
        workers = [child for child in multiprocessing.active_children() if child not in others]
        for result, counts in _waited(pool.imap(task, parts), workers):
            if isinstance(game.executor, Counting):
                game.executor.join(counts)
            yield result
    finally:
        if pool is not None:
            pool.terminate()


def _waited(results: IMapIterator[Result], workers: Sequence[BaseProcess]) -> Iterator[Result]:
    """The results as they come. Raises RuntimeError if a worker has died, since the pool would wait for its share for ever."""
    while True:
        try:
            yield results.next(timeout=PATIENCE)
        except StopIteration:
            return
        except multiprocessing.TimeoutError:
            dead = [worker.exitcode for worker in workers if worker.exitcode is not None]
            if dead:
                raise RuntimeError(ENDED.format(dead[0])) from None


def _pickled(plan: object) -> bytes:
    """A plan to send to another process. Raises TypeError, with what to do, if it cannot be pickled."""
    try:
        return pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise cannot_be_sent("a bot", error) from error


def _unpickled(plan: bytes) -> Any:  # Any: whatever was sent
    try:
        return pickle.loads(plan)
    except Exception as error:
        raise cannot_be_sent("a bot", error) from error


def shares(games: int, jobs: int) -> Iterator[range]:
    """The indices of the games in batches: small ones at first, so that progress shows early."""
    longest = max(1, min(LONGEST, games // (4 * jobs)))
    first, size, given = 0, 1, 0
    while first < games:
        yield range(first, min(first + size, games))
        first, given = first + size, given + 1
        if given % jobs == 0:
            size = min(2 * size, longest)


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Delays Ctrl-C while workers start. They inherit the blocked signal, so it never reaches them, not even while they import
    modules."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise the pool starts it, which unblocks Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_games: list[Game] = []
"""The game of this worker process."""


def _start_worker(executor: Callable[..., Executor], text: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends the workers
    _games[:] = [games.from_text(text, executor)]


@dataclass(frozen=True, slots=True)
class _Work(Generic[Plan, Result]):
    """The work of a process on its share: the result, and the counts of an executor that counts. The plan is unpickled here and not by
    the pool, which would lose the share if that failed."""

    work: Callable[[Game, range, Plan], Result]
    plan: bytes

    def __call__(self, numbers: range) -> tuple[Result, Counts]:
        game = _games[0]
        result = self.work(game, numbers, _unpickled(self.plan))
        return result, game.executor.hand_over() if isinstance(game.executor, Counting) else {}
