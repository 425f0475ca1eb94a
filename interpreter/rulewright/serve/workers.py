"""Workers, as the server sees them: requests by lines of JSON, with a limit of time, after which the process is ended and replaced.

    pools = Pools(settings)
    await pools.at(table).ask({"do": "act", ...}, seconds=15)

Tables with rulebooks of the catalogue have `tables` processes, those with texts of strangers a process of their own with a limit of
memory, and bots and long questions another one each, so that nobody's move waits for them.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rulewright.serve.settings import Work

Json = dict[str, Any]
LONGEST_LINE = 256 << 20


class Refused(Exception):
    """What a worker refuses, with the answer for the person who asked."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(answer["error"])
        self.answer = dict(answer)


class NeedsLog(Exception):
    """The worker needs the log of the table."""


class Stalled(Exception):
    """The worker did not answer in time, or ended while it worked."""


class Worker:
    """A process that runs rules. It is started with the first request, and again after it ended. `program` is its module."""

    def __init__(
        self, memory: int = 0, cache: bool = True, program: str = "rulewright.serve.worker.main"
    ) -> None:
        self._arguments = [program, str(memory), "cache" if cache else "no-cache"]
        self._process: Process | None = None
        self._reading: set[asyncio.Task[None]] = set()
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._ids = itertools.count(1)
        self._starting = asyncio.Lock()

    async def ask(self, request: Mapping[str, Any], seconds: float) -> Json:
        """The answer to a request. Raises Refused, NeedsLog and Stalled."""
        process = await self._started()
        assert process.stdin is not None
        number = next(self._ids)
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            process.stdin.write(json.dumps({"id": number, **request}).encode() + b"\n")
            answer = await asyncio.wait_for(waiting, seconds)
        except (TimeoutError, ConnectionError) as error:
            self._end(process)
            raise Stalled from error
        finally:
            self._waiting.pop(number, None)
        if "refused" in answer:
            raise Refused(answer["refused"])
        if "needs_log" in answer:
            raise NeedsLog
        if "failed" in answer:
            raise Stalled
        found: Json = answer["answer"]
        return found

    def tell(self, request: Mapping[str, Any]) -> None:
        """Send a request whose answer nobody waits for, if the process runs."""
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(json.dumps({"id": next(self._ids), **request}).encode() + b"\n")

    async def close(self) -> None:
        """End the process."""
        process = self._process
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), 2)
            except TimeoutError:
                self._end(process)
        await asyncio.gather(*self._reading)

    async def _started(self) -> Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                program = (sys.executable, "-m", *self._arguments)
                self._process = await asyncio.create_subprocess_exec(
                    *program, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
                )
                reading = asyncio.create_task(self._read(self._process))
                self._reading.add(reading)
                reading.add_done_callback(self._reading.discard)
            return self._process

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(ValueError, ConnectionError):  # a line without an end
            while line := await process.stdout.readline():
                answer = json.loads(line)
                waiting = self._waiting.get(answer["id"])
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)
        self._end(process)
        await process.wait()

    def _end(self, process: Process) -> None:
        """End a process; requests that wait for it raise Stalled."""
        with suppress(ProcessLookupError):
            process.kill()
        if self._process is process:
            self._process = None
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the worker ended"))


class Pools:
    """The workers of a server."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._tables = [Worker() for _ in range(max(1, work.workers))]
        self._strangers = Worker(work.memory, cache=False)
        self._thinking = Worker()
        self._strange_thinking = Worker(work.memory, cache=False)
        self.loading = Worker(work.memory, cache=False)
        """For new tables with texts that somebody sent."""
        self.counting = Worker(work.memory, cache=False)
        """For the figures of many games."""

    def of_table(self, table: str, stranger: bool) -> Worker:
        """The worker that has the position of a table."""
        return self._strangers if stranger else self._tables[sum(table.encode()) % len(self._tables)]

    def thinking(self, stranger: bool) -> Worker:
        """The worker for bots and long questions."""
        return self._strange_thinking if stranger else self._thinking

    @property
    def first(self) -> Worker:
        """The worker for questions that are about no table."""
        return self._tables[0]

    async def close(self) -> None:
        """End all processes."""
        workers = (
            *self._tables,
            self._strangers,
            self._thinking,
            self._strange_thinking,
            self.loading,
            self.counting,
        )
        await asyncio.gather(*(worker.close() for worker in workers))
