"""A cache in the user's cache folder for data that can be made again: object code of games, the tables of a parser.

    kept = Cache.of_user()
    code = kept.read(key)           None if it is missing, damaged, or could have been written by somebody else
    kept.write(key, code)

**Trust.**  An entry is read only if nobody but the user could have written it: the folder and the file belong to the user,
nobody else may write to them, and the file is a regular one; all this is checked after it is opened.  So a pipe, a
link, a folder or a huge file in its place is ignored. An entry contains its length and a checksum of its key and content,
which detect damage, and an entry that was moved to another name; they do not protect against the user, and need not.

An entry is written to a temporary file and moved to its place, so that several processes may use the folder at once.  The size of
the folder is bounded: the least recently used entries are deleted first.  No error is ever raised: without a usable folder,
nothing is cached.

`RULEWRIGHT_NO_CACHE=1` switches the cache off.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from rulewright.source import output
from rulewright.source.cache_folder import is_ours, of_ours, own_folder, ready
from rulewright.source.dataclass import dataclass

MOST_BYTES = 64 * 2**20
"""The greatest size of the whole folder."""
FORGOTTEN = 3600
"""Seconds after which an unfinished file is deleted."""

_MAGIC = b"rulewright kept 2\n"
_ENDING = ".object"
_UNFINISHED = ".unfinished"
_NEW_ENOUGH = 3600
"""Seconds within which a further use of an entry is not recorded."""
_FOR_READING = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
"""Links are not followed, and opening a pipe does not block. Windows has neither flag."""


@dataclass(frozen=True, slots=True)
class Cache:
    """Entries by key in a folder, which is created when it is needed."""

    folder: Path
    most_bytes: int = MOST_BYTES

    @classmethod
    def of_user(cls) -> Cache | None:
        """The cache of the current user; None if it is switched off."""
        folder = own_folder()
        return cls(folder) if folder is not None else None

    def read(self, key: str) -> bytes | None:
        """The content that was written for a key; None unless it exists, is undamaged and belongs to the user."""
        with suppress(OSError):
            if not is_ours(self.folder):
                return None
            written = _content(self._path(key), self.most_bytes)
            content = _unpacked(key, written) if written is not None else None
            if written is not None and content is None:
                self.forget(key)
            return content
        return None

    def write(self, key: str, content: bytes) -> None:
        """Writes the content for a key, if that is possible."""
        with suppress(OSError):
            if ready(self.folder) is not None:
                output.keep(self._path(key), _packed(key, content))
                self._make_room()

    def forget(self, key: str) -> None:
        """Deletes the entry of a key."""
        with suppress(OSError):
            self._path(key).unlink()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_ENDING}"

    def _make_room(self) -> None:
        """Deletes files that cannot be entries, then the least recently used entries until the rest is small enough."""
        found: list[tuple[float, int, Path]] = []
        now = time.time()
        for path in self.folder.iterdir():
            with suppress(OSError):  # somebody else may have taken it away
                about = path.lstat()
                if path.suffix not in (_ENDING, _UNFINISHED) or not stat.S_ISREG(about.st_mode):
                    continue
                forgotten = path.suffix == _UNFINISHED and now - about.st_mtime > FORGOTTEN
                if forgotten or about.st_size > self.most_bytes:
                    path.unlink()
                elif path.suffix == _ENDING:
                    found.append((about.st_mtime, about.st_size, path))
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total <= self.most_bytes:
                return
            with suppress(OSError):
                path.unlink()
            total -= size


def _content(path: Path, most_bytes: int) -> bytes | None:
    """The content of a regular file of the user; None for any other, and for one that is too large for an entry. Raises OSError."""
    number = os.open(path, _FOR_READING)
    try:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode) or not of_ours(about) or about.st_size > most_bytes:
            return None
        if time.time() - about.st_mtime > _NEW_ENOUGH:
            with suppress(OSError):
                os.utime(number if os.utime in os.supports_fd else path)
        with open(number, "rb", closefd=False) as file:
            return file.read(about.st_size)
    finally:
        os.close(number)


def _packed(key: str, content: bytes) -> bytes:
    return _MAGIC + len(content).to_bytes(8, "little") + _checksum(key, content) + content


def _unpacked(key: str, written: bytes) -> bytes | None:
    head = len(_MAGIC)
    length = int.from_bytes(written[head : head + 8], "little")
    checksum, content = written[head + 8 : head + 40], written[head + 40 :]
    whole = written.startswith(_MAGIC) and len(content) == length and _checksum(key, content) == checksum
    return content if whole else None


def _checksum(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + b"\0" + content).digest()
