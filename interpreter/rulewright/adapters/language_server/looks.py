"""Looks at texts while somebody types: a quick one right after each keystroke, and the whole one when the hands rest.

Each change of a text starts both again; a whole look that is under way at that time is ended with its process, the answer of a quick
one is not waited for. The problems of a whole look are shown alone until a text changes.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from pathlib import Path

from rulewright.adapters.language_server import looking
from rulewright.adapters.language_server.processes import LONGEST_LINE, ended
from rulewright.editor import diagnosis
from rulewright.editor.desk import FRAGMENT, Desk
from rulewright.editor.diagnosis import Diagnosis

QUICK, WHOLE = 0.015, 0.5
"""The seconds after a keystroke until a text is looked at. Editors ask for names to offer at the same time: these come first."""


class Looks:
    """The looks at the open texts of a desk. `show` is given a file and all problems in it."""

    def __init__(self, desk: Desk, show: Callable[[str, Sequence[Diagnosis]], None]) -> None:
        self._desk = desk
        self._show = show
        self._tasks: dict[Path, asyncio.Task[None]] = {}
        self._quick: dict[Path, list[Diagnosis]] = {}
        self._whole: dict[Path, tuple[dict[Path, str], list[Diagnosis]]] = {}
        self._shown: dict[str, list[Diagnosis]] = {}
        self._process: Process | None = None
        self._one_at_a_time = asyncio.Lock()

    def changed(self, path: Path) -> None:
        """A text was opened or changed: it is looked at, and so are the open ones that use it."""
        for each in {path, *self._desk.users(path)} & self._desk.texts.keys():
            self._start(each)

    def closed(self, path: Path) -> None:
        """A text was closed: nothing is said about it any more."""
        task = self._tasks.pop(path, None)
        if task is not None:
            task.cancel()
        self._quick.pop(path, None)
        self._whole.pop(path, None)
        self._tell()

    def found(self, path: Path) -> list[Diagnosis]:
        """All problems that were found by looking at a text."""
        quick = self._quick.get(path, [])
        texts, whole = self._whole.get(path, ({}, []))
        if texts == self._desk.texts and not path.name.endswith(FRAGMENT):
            return whole  # with each problem at the house rules that caused it
        text = texts.get(path, "")
        now = self._desk.texts.get(path, text)
        moved = whole if now == text else diagnosis.kept(whole, str(path), text, now)
        return diagnosis.together(quick, moved)

    def all_found(self) -> list[Diagnosis]:
        """The problems that are shown, in all files."""
        return [each for there in self._shown.values() for each in there]

    async def end(self) -> None:
        """End everything that is under way."""
        for task in self._tasks.values():
            task.cancel()
        await self._end_process()

    def _start(self, path: Path) -> None:
        before = self._tasks.get(path)
        if before is not None:
            before.cancel()
        self._tasks[path] = asyncio.ensure_future(self._look(path))

    async def _look(self, path: Path) -> None:
        await asyncio.sleep(QUICK)
        analysis = await asyncio.to_thread(self._desk.analysis, path)
        if analysis is None:
            return
        self._quick[path] = [diagnosis.diagnosed(each, analysis.source) for each in analysis.problems]
        self._tell()
        await asyncio.sleep(WHOLE - QUICK)
        texts = dict(self._desk.texts)
        async with self._one_at_a_time:
            found = await self._asked(path, texts)
        if found is not None:
            self._whole[path] = texts, found
            self._tell()

    async def _asked(self, path: Path, texts: dict[Path, str]) -> list[Diagnosis] | None:
        """The answer of the process; None if it ended. It is ended if the answer is no longer wanted."""
        try:
            process = await self._started()
            assert process.stdin is not None  # it was asked for
            assert process.stdout is not None  # it was asked for
            question = {"path": str(path), "texts": {str(each): text for each, text in texts.items()}}
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except asyncio.CancelledError:
            await self._end_process()
            raise
        except (BrokenPipeError, ConnectionResetError, ValueError):
            line = b""
        if not line:
            await self._end_process()
            return None
        return looking.read(line.decode())

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", looking.__name__, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        return self._process

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        await ended(process)

    def _tell(self) -> None:
        """Show what has changed, file by file."""
        now: dict[str, list[Diagnosis]] = {}
        for path in self._quick:
            now.setdefault(str(path), [])
            for each in self.found(path):
                there = now.setdefault(each.file, [])
                if each not in there:
                    there.append(each)
        for file in {**self._shown, **now}:
            if now.get(file, []) != self._shown.get(file):
                self._show(file, now.get(file, []))
        self._shown = now
