"""Processes next to the server: one for each question that takes games, and one for each game that is played at a table in a browser.

A question that is asked again while it is being answered is answered again: the first process is ended. All end with the server.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulewright.adapters.language_server import measuring
from rulewright.adapters.language_server.played import Broken

LONGEST_LINE = 64 * 1024 * 1024
_LINK = re.compile(r"^Open (http://\S+)")


class Processes:
    """The processes of a server."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, Path], Process] = {}
        self._tables: dict[Path, tuple[Process, str]] = {}
        self._reading: set[asyncio.Task[bytes]] = set()
        self._kept: TemporaryDirectory[str] | None = None

    async def ask(
        self, what: str, path: Path, texts: Mapping[Path, str], games: int, seconds: float = 0
    ) -> dict[str, Any] | None:  # Any: JSON
        """The answer of `measuring`; None if it was asked again meanwhile. Raises `Broken`."""
        key = what, path
        await ended(self._asked.pop(key, None))
        command = [sys.executable, "-m", measuring.__name__]
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)
        self._asked[key] = process
        question = {
            "what": what,
            "path": str(path),
            "texts": {str(each): text for each, text in texts.items()},
            "games": games,
            "seconds": seconds,
        }
        found, _ = await process.communicate(json.dumps(question).encode() + b"\n")
        if self._asked.get(key) is not process:
            return None
        del self._asked[key]
        if not found:
            raise Broken(f"the process ended with {process.returncode}")
        read: dict[str, Any] = json.loads(found)
        return read

    @property
    def folder(self) -> Path:
        """A folder for files that last as long as the server."""
        if self._kept is None:
            self._kept = TemporaryDirectory(prefix="rulewright-")
        return Path(self._kept.name)

    async def table(self, path: Path) -> str:
        """The address of a table for a game, which a process of its own serves. Raises `Broken`."""
        known = self._tables.get(path)
        if known is not None and known[0].returncode is None:
            return known[1]
        database = self.folder / f"tables-{len(self._tables)}.sqlite3"
        options = ["--port", "0", "--database", str(database)]
        command = [sys.executable, "-m", "rulewright", "serve", str(path), *options]
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=STDOUT, limit=LONGEST_LINE
        )
        assert process.stdout is not None  # it was asked for
        said = ""
        while line := (await process.stdout.readline()).decode(errors="replace").strip():
            found = _LINK.match(line)
            if found is not None:
                self._tables[path] = process, found[1]
                self._reading.add(asyncio.ensure_future(process.stdout.read()))
                return found[1]
            said = line
        await process.wait()
        raise Broken(said or f"the server of the table ended with {process.returncode}")

    async def end(self) -> None:
        """End all of them."""
        asked, tables = [*self._asked.values()], [process for process, _ in self._tables.values()]
        self._asked.clear()
        self._tables.clear()
        for process in asked:
            await ended(process)
        for process in tables:  # which end their own processes
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
        if self._kept is not None:
            self._kept.cleanup()


async def ended(process: Process | None) -> None:
    """End a process at once, if there is one."""
    if process is not None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
