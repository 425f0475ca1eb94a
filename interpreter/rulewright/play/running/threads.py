"""Work on a range of numbers by threads, in small parts, so that progress shows early and Ctrl-C takes effect soon.

    for done in in_threads(lambda numbers: sum(numbers), count=1_000_000, jobs=2): ...

Threads help where the work lets other threads run, as machine code does.  Parts begin small and grow until each takes
about `SECONDS`.  The results come in order.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Generic, TypeVar

Result = TypeVar("Result")

SECONDS = 0.05
"""The time that a part should take."""
MOST = 20_000
"""The largest part: its result is kept in memory."""


def in_threads(work: Callable[[range], Result], count: int, jobs: int) -> Iterator[Result]:
    """The results of `work` on the numbers from 0 to `count`, part by part. Its exceptions are raised here."""
    parts = _Parts(work, jobs)
    first, size = 0, 1
    try:
        while first < count or parts.waiting:
            while first < count and len(parts.waiting) < 2 * jobs:
                numbers = range(first, min(first + size, count))
                parts.give(numbers)
                first = numbers.stop
            result, seconds = parts.take()
            size = _better(size, seconds)
            yield result
    finally:
        parts.close()


def _better(size: int, seconds: float) -> int:
    """The size of the next part, from the time that one of this size took."""
    if seconds > 2 * SECONDS:
        return max(size // 2, 1)
    return min(2 * size, MOST) if seconds < SECONDS / 2 else size


class _Part(Generic[Result]):
    """A range of numbers, and its result or exception."""

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers
        self.done = threading.Event()
        self.result: list[Result] = []
        self.error: BaseException | None = None
        self.seconds = 0.0


class _Parts(Generic[Result]):
    """The threads, and the parts they have not finished yet.

    They are daemons: machine code cannot be interrupted, and a process that was asked to stop does not wait for it."""

    def __init__(self, work: Callable[[range], Result], jobs: int) -> None:
        self.work = work
        self.waiting: deque[_Part[Result]] = deque()
        self.queue: SimpleQueue[_Part[Result] | None] = SimpleQueue()
        self.threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(jobs)]
        for thread in self.threads:
            thread.start()

    def give(self, numbers: range) -> None:
        part: _Part[Result] = _Part(numbers)
        self.waiting.append(part)
        self.queue.put(part)

    def take(self) -> tuple[Result, float]:
        """The oldest part's result, and how long it took."""
        part = self.waiting.popleft()
        part.done.wait()
        if part.error is not None:
            raise part.error
        return part.result[0], part.seconds

    def close(self) -> None:
        """Start no more parts; those that run are left to finish."""
        self.waiting.clear()
        while not self.queue.empty():
            self.queue.get()
        for _ in self.threads:
            self.queue.put(None)

    def _serve(self) -> None:
        while (part := self.queue.get()) is not None:
            began = time.perf_counter()
            try:
                part.result.append(self.work(part.numbers))
            except BaseException as error:  # it is raised again where the result is wanted
                part.error = error
            part.seconds = time.perf_counter() - began
            part.done.set()
