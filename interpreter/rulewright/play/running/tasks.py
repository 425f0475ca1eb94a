"""A long run as tasks on any `concurrent.futures.Executor`: threads, processes, or a cluster.

    for done in on_executor(executor, (game,), Totalled(plan), [range(1_000_000)]): totals.join(done.result)

A task is a range of games. It carries all that it needs: the compiled games as text, the work (a function that pickle can copy)
and the numbers of its games, from which their seeds are derived. Its result is a sum, so results can be merged in any order,
and the total is the same for every executor, every division into tasks, and every number of workers. A task whose worker was
lost is submitted again. Exceptions of the work itself are returned by the task, so they are never mistaken for a lost worker.
Executors that share our memory (`pools.Local`) get the games and the work themselves, and their results come in order.

The number of workers elsewhere is not known: tasks are submitted until new ones begin to wait. Ranges begin small and grow until a
task takes about `SECONDS`.
"""

from __future__ import annotations

import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from rulewright.game import game as games
from rulewright.game.game import Game
from rulewright.play.running.arguments import cannot_be_sent
from rulewright.play.running.pools import Local
from rulewright.problems.quoting import shown
from rulewright.runtime.executor import Executor as Engine
from rulewright.runtime.fast import Counting, Counts, PlaysInLargeParts
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    import pickle
    from concurrent.futures import Executor, Future
else:  # for games in other processes
    pickle = later("pickle")

Result = TypeVar("Result")
Work = Callable[[Sequence[Game], range], Result]
"""Plays the games of these numbers and returns their sums. Sent to the workers by pickle."""

SECONDS: Final = 1.0
"""The time that a task should take."""
SECONDS_HERE: Final = 0.1
"""The same for tasks that need not be sent anywhere: then progress shows early, and Ctrl-C loses little."""
GROWTH: Final = 4
"""The largest factor from the number of games in a task to that in the next."""
SMALLEST: Final = 8
"""The last tasks of a run are shorter, so that no worker waits long for the others: by this factor at most."""
MOST_GAMES: Final = 10_000_000
"""The largest number of games in a task."""
MOST_IN_ORDER: Final = 20_000
"""The same where results have a row for each game."""
MOST_TRIES: Final = 5
"""The number of workers that may be lost with a task before the run is given up."""
MOST_TASKS: Final = 20_000
"""The largest number of tasks that are submitted and not finished."""
FEWEST_TASKS: Final = 4
PATIENCE: Final = 0.5
"""The number of seconds between two looks at the queue, so that Ctrl-C takes effect on every platform."""


class TaskLost(RuntimeError):
    """A task was submitted several times, and each time the executor lost it. The cause is the executor's last exception."""


@dataclass(frozen=True, slots=True)
class Shared(Generic[Result]):
    """What all tasks of a run have in common, if they share our memory."""

    games: Sequence[Game]
    work: Work[Result]

    def opened(self) -> tuple[Sequence[Game], Work[Result]]:
        return self.games, self.work

    def counts(self, played: Sequence[Game]) -> tuple[Counts, ...]:
        """None: executors that count are those of the caller."""
        return ({},) * len(played)

    def raised(self, error: Exception) -> _Raised:
        return _Raised(error, "")


@dataclass(frozen=True, slots=True)
class Run(Generic[Result]):
    """What all tasks of a run have in common, in a form that is small and quickly pickled. `games` are compiled games, compressed."""

    games: tuple[bytes, ...]
    engines: tuple[Callable[..., Engine], ...]
    work: bytes

    @staticmethod
    def of(played: Sequence[Game], work: Work[Result]) -> Run[Result]:
        """Raises TypeError, with what to do, if the work cannot be pickled."""
        try:
            pickled = pickle.dumps(work)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise cannot_be_sent("a bot", error) from error
        texts = tuple(zlib.compress(game.to_text().encode()) for game in played)
        return Run(texts, tuple(game.executor.remake for game in played), pickled)

    def opened(self) -> tuple[Sequence[Game], Work[Result]]:
        """The games and the work. A compiled game that another version of Rulewright wrote is refused."""
        work = _loaded(self.work)
        return [_game(*each) for each in zip(self.games, self.engines, strict=True)], work

    def counts(self, played: Sequence[Game]) -> tuple[Counts, ...]:
        """What executors that count have counted in this task."""
        return tuple(
            game.executor.hand_over() if isinstance(game.executor, Counting) else {} for game in played
        )

    def raised(self, error: Exception) -> _Raised:
        text = f"{type(error).__name__}: {error}"
        try:
            return _Raised(pickle.dumps(error), text)
        except Exception:
            return _Raised(None, text)


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """The result of a task, and the time it took. `counts`: those of executors that count, by game."""

    numbers: range
    result: Result
    seconds: float
    counts: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class _Raised:
    """An exception of the work: itself, or pickled if it can be."""

    error: Exception | bytes | None
    text: str

    def throw(self) -> None:
        error: object = self.error
        try:
            error = pickle.loads(error) if isinstance(error, bytes) else error
        except Exception:
            error = None
        raise error if isinstance(error, Exception) else RuntimeError(self.text)


def carry_out(run: Run[Result] | Shared[Result], numbers: range, attempt: int) -> Done[Result] | _Raised:
    """What a worker does: it plays the games of these numbers. Some executors take calls with the same arguments for the same
    task, so another `attempt` is another argument."""
    try:
        played, work = run.opened()
        began = time.perf_counter()
        result = work(played, numbers)
        seconds = time.perf_counter() - began
        return Done(numbers, result, seconds, run.counts(played))
    except Exception as error:
        return run.raised(error)


def on_executor(
    executor: Executor,
    played: Sequence[Game],
    work: Work[Result],
    numbers: Sequence[range],
    ordered: bool = False,
) -> Iterator[Done[Result]]:
    """The results of `work` for all numbers (ranges in order), as they come in, or in order if `ordered`. Counts of executors that count are added to
    those of these games. Raises the exceptions of the work, TypeError if it cannot be pickled, TaskLost for a task that was lost
    several times, and what `executor.submit` raises: an executor that is broken is the caller's to replace."""
    tasks = _Tasks(executor, played, work, numbers, ordered)
    try:
        while tasks.unfinished():
            tasks.submit()
            for done in tasks.take():
                for game, counts in zip(played, done.counts, strict=True):
                    if isinstance(game.executor, Counting):
                        game.executor.join(counts)
                yield done
    finally:
        tasks.cancel()


def check_executor(executor: object) -> None:
    """Raises TypeError, with a message for the programmer, if the argument cannot carry out tasks."""
    if executor is not None and (
        isinstance(executor, type) or not callable(getattr(executor, "submit", None))
    ):
        raise TypeError(
            f"`executor` has to be a `concurrent.futures.Executor`, such as `ProcessPoolExecutor()`, and is {shown(executor)}"
        )


# ------------------------------------------------------------------------------------------------- the caller


@dataclass(frozen=True, slots=True)
class _Task:
    numbers: range
    submitted: float
    tries: int


class _Tasks(Generic[Result]):
    """The tasks of a run that are submitted and not finished, and the size of the next ones."""

    def __init__(
        self,
        executor: Executor,
        played: Sequence[Game],
        work: Work[Result],
        numbers: Sequence[range],
        ordered: bool,
    ) -> None:
        local = isinstance(executor, Local)
        self._executor, self._local, self._ordered = executor, local, ordered or local
        self._run = Shared(played, work) if local else Run.of(played, work)
        self._most = MOST_IN_ORDER if ordered else MOST_GAMES
        self._ranges = deque(each for each in numbers if each)
        self._left = sum(map(len, numbers))
        self._least = self._size = max(
            (game.executor.games_at_least for game in played if isinstance(game.executor, PlaysInLargeParts)),
            default=1,
        )
        self._window = executor.window if isinstance(executor, Local) else FEWEST_TASKS
        self._seconds = SECONDS_HERE if local else SECONDS
        self._pending: dict[Future[Any], _Task] = {}
        self._finished: SimpleQueue[tuple[Future[Any], float]] = SimpleQueue()
        self._order = deque[int]()
        """The first numbers of tasks whose results were not returned yet, in order, if results are `ordered`."""
        self._early: dict[int, Done[Result]] = {}
        """By first number: results that wait for those before them."""

    def unfinished(self) -> bool:
        return bool(self._ranges) or bool(self._pending)

    def submit(self) -> None:
        """Submit tasks until as many are waiting as the executor can be expected to need soon."""
        while self._ranges and len(self._pending) + len(self._early) < self._window:
            share = -(-self._left // self._window)
            size = min(self._size, max(share, self._size // SMALLEST, self._least))
            whole = self._ranges.popleft()
            numbers, rest = whole[:size], whole[size:]
            if rest:
                self._ranges.appendleft(rest)
            self._left -= len(numbers)
            if self._ordered:
                self._order.append(numbers.start)
            self._give(numbers, 1)

    def take(self) -> Iterator[Done[Result]]:
        """Wait for a task, and return the results that are complete."""
        future, at = self._wait()
        task = self._pending.pop(future)
        done = self._result(future, task)
        if done is None:
            return
        self._adapt(task, done, at - task.submitted)
        if not self._ordered:
            yield done
            return
        self._early[done.numbers.start] = done
        while self._order and self._order[0] in self._early:
            yield self._early.pop(self._order.popleft())

    def cancel(self) -> None:
        """Cancel the tasks that have not begun; those that run are left to finish."""
        for future in self._pending:
            future.cancel()
        self._pending.clear()

    # --------------------------------------------------------------------------------------------- private

    def _give(self, numbers: range, tries: int) -> None:
        future = self._executor.submit(carry_out, self._run, numbers, tries)
        self._pending[future] = _Task(numbers, time.perf_counter(), tries)
        finished = self._finished
        future.add_done_callback(lambda done: finished.put((done, time.perf_counter())))

    def _wait(self) -> tuple[Future[Any], float]:
        while True:
            try:
                return self._finished.get(timeout=PATIENCE)
            except Empty:
                continue

    def _result(self, future: Future[Any], task: _Task) -> Done[Result] | None:
        """The result of a task that has ended; None if it was lost and is submitted again."""
        try:
            done: Done[Result] | _Raised = future.result()
        except Exception as error:  # whatever executors raise for a worker that is gone
            if task.tries >= MOST_TRIES:
                first, last = task.numbers.start + 1, task.numbers.stop
                raise TaskLost(
                    f"the executor lost the task with games {first} to {last} {task.tries} times: {error}"
                ) from error
            self._give(task.numbers, task.tries + 1)
            return None
        if isinstance(done, _Raised):
            done.throw()
        assert isinstance(done, Done)
        return done

    def _adapt(self, task: _Task, done: Done[Result], elapsed: float) -> None:
        """Make tasks longer or shorter, and submit more of them at a time if this one hardly had to wait for a worker elsewhere."""
        size = len(task.numbers)
        if done.seconds < self._seconds / 2:
            wanted = int(size * min(self._seconds / max(done.seconds, 1e-9), GROWTH))
            self._size = min(max(self._size, wanted), self._most)
        elif done.seconds > 2 * self._seconds:
            self._size = max(min(self._size, int(size * self._seconds / done.seconds)), self._least)
        if elapsed < 1.5 * done.seconds and not self._local:
            self._window = min(self._window + 1, MOST_TASKS)


# ------------------------------------------------------------------------------------------------ the workers


def _game(text: bytes, engine: Callable[..., Engine]) -> Game:
    """The game, which is loaded once in each process. One that counts is loaded for each task, since threads would mix their counts."""
    game = games.unpickled(zlib.decompress(text).decode(), engine)
    return games.from_text(game.to_text(), engine) if isinstance(game.executor, Counting) else game


def _loaded(work: bytes) -> Any:  # Any: whatever was sent
    try:
        return pickle.loads(work)
    except Exception as error:
        raise cannot_be_sent("a bot", error) from error
