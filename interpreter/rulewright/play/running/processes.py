"""Many games of one rulebook shared out among processes, for executors that keep a processor to themselves.

    for result in in_processes(game, range(1000), jobs=2, work=play_some, plan=plan): ...

Processes are fresh and get the compiled game as text, so this works wherever Python does.  The results come in order, and what an
executor counted in other processes is added up in this one.
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
from rulewright.runtime.executor import Executor
from rulewright.runtime.fast import Counting, Counts

if TYPE_CHECKING:
    from multiprocessing.pool import IMapIterator
    from multiprocessing.process import BaseProcess

Plan = TypeVar("Plan")
Result = TypeVar("Result")

LONGEST = 20
"""Games that a process plays before it tells."""
PATIENCE = 0.5
"""Seconds after which it is asked whether the workers still live."""
ENDED = (
    "a process that was to play games has ended by itself (exit status {}). Each of them reads your program again when jobs is "
    'above 1, so what the program does has to stand under `if __name__ == "__main__":`'
)


def in_processes(
    game: Game, numbers: range, jobs: int, work: Callable[[Game, range, Plan], Result], plan: Plan
) -> Iterator[Result]:
    """What `work(game, some of the numbers, plan)` gives, in order; with one job, or few numbers, in this process. `work` is a
    function of a module, so that other processes find it."""
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
    """The results as they come. RuntimeError if a worker has died, for whose share a pool waits for ever."""
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
    """TypeError, with what to do, if a plan cannot be sent to another process."""
    try:
        return pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise _cannot_be_sent(error) from error


def _unpickled(plan: bytes) -> Any:  # Any: whatever was sent
    try:
        return pickle.loads(plan)
    except Exception as error:
        raise _cannot_be_sent(error) from error


def _cannot_be_sent(error: Exception) -> TypeError:
    return TypeError(
        f"a bot cannot be sent to other processes ({error}): use jobs=1, or a class at the top of a module, whose bots pickle can copy"
    )


def shares(games: int, jobs: int) -> Iterator[range]:
    """The places of the games, some at a time: few at first, so that early on there is something to report."""
    longest = max(1, min(LONGEST, games // (4 * jobs)))
    first, size, given = 0, 1, 0
    while first < games:
        yield range(first, min(first + size, games))
        first, given = first + size, given + 1
        if given % jobs == 0:
            size = min(2 * size, longest)


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


_games: list[Game] = []
"""The game of this worker process."""


def _start_worker(executor: Callable[..., Executor], text: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked for the games ends them
    _games[:] = [games.from_text(text, executor)]


@dataclass(frozen=True, slots=True)
class _Work(Generic[Plan, Result]):
    """What a worker process does with its share: the result, and what was counted if the executor counts. The plan is unpickled here,
    and not by the pool, which would lose the share if that fails."""

    work: Callable[[Game, range, Plan], Result]
    plan: bytes

    def __call__(self, numbers: range) -> tuple[Result, Counts]:
        game = _games[0]
        result = self.work(game, numbers, _unpickled(self.plan))
        return result, game.executor.hand_over() if isinstance(game.executor, Counting) else {}
