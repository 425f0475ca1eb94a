"""The number of games that are played at the same time on this computer, and what plays them.

    usual_jobs(game, ("random", "bold"))      4 on a machine with four processors, 1 with the reference engine
    with workers((game,), ("random", "bold"), jobs=4) as executor: ...        four threads

Threads of machine code run in parallel at no cost. Other games are played by processes, which have to start and read the game
first, so more than one of them has to be asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rulewright.game.game import Game
from rulewright.play.running.measured_games import are_in_bulk
from rulewright.play.running.pools import Here, Processes, Threads

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST: Final = 16
"""The largest default: each job keeps some thousand games in memory."""


def usual_jobs(game: Game, players: Sequence[str]) -> int:
    """The number of processors that this process may use, up to 16, for games in machine code; 1 for all others. The results are the
    same for any number."""
    return threads() if are_in_bulk(game, players) else 1


@contextmanager
def workers(
    games: Sequence[Game], players: Sequence[str], jobs: int, executor: Executor | None = None
) -> Iterator[Executor]:
    """The `executor`; without one, threads for games in machine code, processes for others if there is more than one job, and this
    thread otherwise."""
    if executor is not None:
        yield executor
        return
    in_bulk = all(are_in_bulk(game, players) for game in games)
    with Threads(jobs) if in_bulk else Processes(jobs) if jobs > 1 else Here() as own:
        yield own


class Kept:
    """What plays games again and again: like `workers`, but processes, once started, are kept until `close`, with the games that they have read and the machine code that they have made."""

    def __init__(self, jobs: int, executor: Executor | None = None) -> None:
        self._jobs, self._given = jobs, executor
        self._processes: Processes | None = None

    @contextmanager
    def workers(self, game: Game, players: Sequence[str], jobs: int) -> Iterator[Executor]:
        """What plays games, with this number of jobs at most."""
        jobs = min(jobs, self._jobs)
        if self._given is None and (jobs > 1 or self._processes) and not are_in_bulk(game, players):
            self._processes = self._processes or Processes(self._jobs)
            yield self._processes
            return
        with workers((game,), players, jobs, self._given) as own:
            yield own

    def close(self) -> None:
        """End the processes."""
        if self._processes is not None:
            self._processes.shutdown()
            self._processes = None


def threads() -> int:
    """The number of threads for work in machine code, unless another is asked for: one for each processor, up to 16."""
    return min(processors(), MOST)


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
