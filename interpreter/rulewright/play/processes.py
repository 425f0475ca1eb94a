"""Many games of one rulebook shared out among processes, for executors that keep a processor to themselves.

    for result in in_processes(game, range(1000), jobs=2, work=play_some, plan=plan): ...

Processes are fresh and get the compiled game as text, so this works wherever Python does.  The results come in order, and what an
executor counted in other processes is added up in this one.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Generic, TypeVar

from rulewright.game import compiled
from rulewright.game.game import Game
from rulewright.runtime.counting import Counting, Counts
from rulewright.runtime.executor import Executor

Plan = TypeVar("Plan")
Result = TypeVar("Result")

LONGEST = 20
"""Games that a process plays before it tells."""


def in_processes(
    game: Game, numbers: range, jobs: int, work: Callable[[Game, range, Plan], Result], plan: Plan
) -> Iterator[Result]:
    """What `work(game, some of the numbers, plan)` gives, in order; with one job, or few numbers, in this process. `work` is a
    function of a module, so that other processes find it."""
    parts = [numbers[part.start : part.stop] for part in shares(len(numbers), jobs)]
    if jobs <= 1 or len(parts) <= 1:
        yield from (work(game, part, plan) for part in parts)
        return
    context = multiprocessing.get_context("spawn")
    handed = (game.executor.remake, game.to_text())
    pool = None
    try:
        with _interrupts_wait():
            pool = context.Pool(min(jobs, len(parts)), _start_worker, handed)
        for result, counts in pool.imap(_Work(work, plan), parts):
            if isinstance(game.executor, Counting):
                game.executor.join(counts)
            yield result
    finally:
        if pool is not None:
            pool.terminate()


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
    _games[:] = [compiled.from_text(text, executor)]


@dataclass(frozen=True, slots=True)
class _Work(Generic[Plan, Result]):
    """What a worker process does with its share: the result, and what was counted if the executor counts."""

    work: Callable[[Game, range, Plan], Result]
    plan: Plan

    def __call__(self, numbers: range) -> tuple[Result, Counts]:
        game = _games[0]
        result = self.work(game, numbers, self.plan)
        return result, game.executor.hand_over() if isinstance(game.executor, Counting) else {}
