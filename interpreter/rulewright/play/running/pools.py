"""Executors on this computer: this thread, several threads, several processes.

    with Threads(4) as executor: on_executor(executor, ...)

All are `concurrent.futures.Executor`s. Those that are `Local` share their memory with the caller, so tasks need not be copied.
Machine code lets other threads run, so whole games in machine code are played by threads. All other games need Python's
interpreter lock, and are played in this thread or by processes.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rulewright.source.later import later

if TYPE_CHECKING:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import resource_tracker
    from multiprocessing.process import BaseProcess
else:  # most games need no processes, and web browsers have none
    multiprocessing, resource_tracker = later("multiprocessing"), later("multiprocessing.resource_tracker")

Result = TypeVar("Result")

MOST_IN_VAIN: Final = 2
"""The number of pools that may break one after the other before any of their tasks is done."""
ENDED: Final = (
    "the processes that were to play games ended before any game was played. Each of them reads your program again when jobs is "
    'above 1, so the program has to do its work under `if __name__ == "__main__":`'
)


class Local(Executor):
    """An executor whose tasks share the memory of the caller. `window`: the number of tasks to submit at a time."""

    window = 1


class Here(Local):
    """Carries out each task when it is submitted. Ctrl-C interrupts it."""

    def submit(
        self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Future[Result]:  # Any: as declared
        future: Future[Result] = Future()
        _carry_out(future, partial(fn, *args, **kwargs))
        return future


class Threads(Local):
    """Threads that are daemons: machine code cannot be interrupted, and a process that was asked to stop does not wait for it."""

    def __init__(self, jobs: int) -> None:
        self.window = 2 * jobs
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(jobs)]
        for thread in self._threads:
            thread.start()

    def submit(
        self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Future[Result]:  # Any: as declared
        future: Future[Result] = Future()
        self._waiting.put((future, partial(fn, *args, **kwargs)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Threads end after their tasks; nobody waits for them."""
        for _ in self._threads:
            self._waiting.put(None)

    def _serve(self) -> None:
        while (task := self._waiting.get()) is not None:
            _carry_out(*task)


class Processes(Executor):
    """Processes, which are spawned, so this works on every platform. If one of them is killed, all tasks of its pool are lost, and
    the next ones go to a new pool."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._others = set(multiprocessing.active_children())
        self._workers: set[BaseProcess] = set()
        self._in_vain = 0
        self._pool = self._new_pool()

    def submit(
        self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Future[Result]:  # Any: as declared
        """Raises RuntimeError if processes end again and again before a task is done."""
        with _interrupts_wait():
            try:
                future = self._pool.submit(fn, *args, **kwargs)
            except BrokenExecutor:
                self._replace_pool()
                future = self._pool.submit(fn, *args, **kwargs)
            if len(self._workers) < self._jobs:
                self._workers |= set(multiprocessing.active_children()) - self._others
        future.add_done_callback(self._note)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Processes are ended at once, whatever they do."""
        for worker in self._workers:
            worker.terminate()
        self._workers.clear()
        # The thread of the pool is waited for: it must not close its pipes while the interpreter exits.
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _replace_pool(self) -> None:
        self._in_vain += 1
        if self._in_vain >= MOST_IN_VAIN:
            raise RuntimeError(ENDED)
        self.shutdown()
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return futures.ProcessPoolExecutor(self._jobs, context, _ignore_interrupts)

    def _note(self, future: Future[Any]) -> None:
        if not future.cancelled() and future.exception() is None:
            self._in_vain = 0


def _carry_out(future: Future[Result], call: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except BaseException as error:  # it is raised again where the result is wanted
        future.set_exception(error)
    else:
        future.set_result(result)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends the workers


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
