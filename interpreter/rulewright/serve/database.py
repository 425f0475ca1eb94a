"""The database: one SQLite file, in which every accepted move is on disk before anybody is answered.

    async with Database(path) as database:
        await database.read(lambda connection: ...)
        await database.write(lambda connection: ...)       on disk when it returns

One thread works on the file. All writes that wait are put into one transaction (group commit): with `synchronous=FULL` in WAL mode a
commit waits for the disk once, however many moves are in it. A write that fails is rolled back alone, by a savepoint.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

from rulewright.serve.migrations import migrated
from rulewright.source.dataclass import dataclass

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]

MOST_AT_ONCE = 256
"""How many writes go into one transaction."""


class CannotStore(Exception):
    """The database cannot be opened or written, with the reason in a sentence."""


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    writes: bool
    result: Any = None
    error: Exception | None = None

    def tell(self) -> None:
        """Give the result to the waiting task, in its thread."""
        with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.done.done():
            return
        if self.error is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(self.error)


class Database:
    """A database and its thread. Raises CannotStore for a file that cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._owned = owned(path)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        try:
            self._connection = connected(path)
        except CannotStore:
            self._owned.close()
            raise
        self._thread = threading.Thread(target=self._run, name="database", daemon=True)

    async def __aenter__(self) -> Database:
        self._thread.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._owned.close()

    async def read(self, work: Work[Result]) -> Result:
        """What a function reads from the database."""
        return await self._wait(work, writes=False)

    async def write(self, work: Work[Result]) -> Result:
        """Carry out a change. It is on disk when this returns. Raises CannotStore if it cannot be written."""
        return await self._wait(work, writes=True)

    async def _wait(self, work: Work[Result], writes: bool) -> Result:
        loop = asyncio.get_running_loop()
        job = _Job(work, loop.create_future(), loop, writes)
        self._jobs.put(job)
        result: Result = await asyncio.shield(job.done)
        return result

    # --------------------------------------------------------------------------------------- in the thread

    def _run(self) -> None:
        ends = False
        while not ends:
            jobs = [self._jobs.get()]
            with suppress(queue.Empty):
                while len(jobs) < MOST_AT_ONCE:
                    jobs.append(self._jobs.get_nowait())
            ends = None in jobs
            self._carry_out([job for job in jobs if job is not None])
        self._connection.close()

    def _carry_out(self, jobs: list[_Job]) -> None:
        connection, writes = self._connection, [job for job in jobs if job.writes]
        if writes:
            try:
                connection.execute("BEGIN IMMEDIATE")
                for job in writes:
                    self._within(job)
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                for job in writes:
                    job.error = CannotStore(f"the database cannot be written: {error}")
        for job in jobs:
            if not job.writes:
                self._read(job)
            job.tell()

    def _within(self, job: _Job) -> None:
        """One write in the transaction, which is undone alone if it fails."""
        self._connection.execute("SAVEPOINT one")
        try:
            job.result = job.work(self._connection)
        except sqlite3.OperationalError:
            raise  # the file itself: nothing of the transaction is kept
        except Exception as error:  # the task that waits for it gets the exception
            job.error = error
            self._connection.execute("ROLLBACK TO one")
        self._connection.execute("RELEASE one")

    def _read(self, job: _Job) -> None:
        try:
            job.result = job.work(self._connection)
        except Exception as error:  # the task that waits for it gets the exception
            job.error = error


def owned(path: Path) -> IO[bytes]:
    """A file next to the database that this server alone holds open, as long as it lives. Raises CannotStore if another one does."""
    try:
        held = path.with_name(f"{path.name}-server").open("ab")
    except OSError as error:
        raise CannotStore(f"{path} cannot be used as a database: {error.strerror or error}") from None
    try:
        if sys.platform == "win32":
            held.seek(0)
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise CannotStore(f"{path} is in use by another server; --database names another file") from None
    return held


def connected(path: Path) -> sqlite3.Connection:
    """A connection to a database of the newest form. Raises CannotStore."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        problem = migrated(connection)
    except sqlite3.Error as error:
        raise CannotStore(f"{path} cannot be used as a database: {error}") from None
    if problem:
        connection.close()
        raise CannotStore(f"{path} {problem}")
    return connection
