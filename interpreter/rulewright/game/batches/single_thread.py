"""What one thread at a time may use: a second one is refused at once, and neither waits nor breaks anything.

alone = Alone("this batch")
with alone:
    ...
"""

from __future__ import annotations

from threading import Lock


class Alone:
    """Whatever is done inside `with` is done by one thread. RuntimeError for any other in the meantime."""

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                f"{self._what} is in use by another thread: give each thread one of its own (they can share the game), or "
                "let them take turns with a lock"
            )

    def __exit__(self, *failed: object) -> None:
        self._lock.release()
