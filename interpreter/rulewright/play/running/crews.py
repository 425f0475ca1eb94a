"""Tasks of machine code that run side by side, and share the memory of the caller.

    with Crew(jobs=2) as crew:
        crew.all([first, second])            [what `first` returned, what `second` returned]

Results come in the order of the tasks, so that nothing depends on the number of threads. After Ctrl-C, `stopped` says to tasks that still run that nobody
waits for them any more: those that take long have to ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import TypeVar

from rulewright.play.running.pools import Threads
from rulewright.play.running.tasks import PATIENCE

Result = TypeVar("Result")


class Crew:
    """See the page of the module; it is a `runtime.fast.SideBySide`. With one job, tasks run in the thread of the caller."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.stopped = False
        self._threads = Threads(jobs) if jobs > 1 else None

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopped = True
        if self._threads is not None:
            self._threads.shutdown()

    def all(self, tasks: Sequence[Callable[[], Result]]) -> list[Result]:
        """The results of all tasks, in order."""
        if self._threads is None or len(tasks) < 2:
            return [task() for task in tasks]
        return [_result(future) for future in [self._threads.submit(task) for task in tasks]]


def _result(future: Future[Result]) -> Result:
    """The result. It is waited for in short stretches, so that Ctrl-C takes effect on every platform."""
    while True:
        try:
            return future.result(PATIENCE)
        except TimeoutError:
            if future.done():
                raise
