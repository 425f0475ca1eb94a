"""Waiting for an author to save: yields at once, and again whenever a YAML file beside the watched ones changes.

A rulebook depends on files that it only names (a parent, a fragment), so whole folders are watched.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

PAUSE = 0.3
"""Seconds between two looks."""

Seen = dict[Path, tuple[int, int]]


def changes(files: Iterable[str], sleep: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Now, and after every change, until interrupted."""
    folders = {Path(), *(Path(file).parent for file in files)}
    while True:
        seen = _look(folders)
        yield
        while _look(folders) == seen:
            sleep(PAUSE)


def _look(folders: Iterable[Path]) -> Seen:
    """Time and size of every YAML file; one that vanishes meanwhile is a change of its own."""
    seen: Seen = {}
    for folder in folders:
        for path in folder.glob("*.y*ml"):
            try:
                state = path.stat()
            except OSError:
                continue
            seen[path] = (state.st_mtime_ns, state.st_size)
    return seen
