"""Limits of a worker process: memory, and no files of any size."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import resource


def confine(memory: int) -> None:
    """Limit the memory of this process to a number of bytes (0: no limit), where the system has such limits. Code that needs more gets a
    MemoryError. No memory is written to disk if the process is ended."""
    if sys.platform == "win32":
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory and sys.platform != "darwin":  # which refuses any limit below what a process has reserved
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
