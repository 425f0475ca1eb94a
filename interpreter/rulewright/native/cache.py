"""Object code kept in the user's cache folder, so that a game is compiled once.

    kept = Cache.of_user()
    code = kept.read(key)           None if it is not there or damaged
    kept.write(key, code)

An entry is written beside its place and moved there, so that several processes may use the folder at once; length and
checksum are in it, and an entry that does not fit them is taken away.  The folder is bounded: what was not used for
the longest time goes first.  Nothing here ever fails: without a folder that can be used, nothing is kept.

`RULEWRIGHT_NO_CACHE=1` keeps nothing.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.problems import limits
from rulewright.source import output
from rulewright.source.folders import is_ours, own_folder, ready

MOST_BYTES = 64 * 2**20
"""Of the whole folder."""
FORGOTTEN = 3600
"""Seconds after which a file that nobody finished writing is taken away."""

_MAGIC = b"rulewright object code 1\n"
_ENDING = ".object"
_UNFINISHED = ".unfinished"
_NEW_ENOUGH = 3600
"""Seconds within which it is not noted again that an entry was used."""


@dataclass(frozen=True, slots=True)
class Cache:
    """Entries by key in a folder, which is made when it is needed."""

    folder: Path
    most_bytes: int = MOST_BYTES

    @classmethod
    def of_user(cls) -> Cache | None:
        """The cache of whoever runs this; None if they want none."""
        folder = own_folder()
        return cls(folder) if folder is not None else None

    def read(self, key: str) -> bytes | None:
        """What was written for a key, if it is there and whole."""
        path = self._path(key)
        with suppress(OSError):
            if not is_ours(self.folder):
                return None
            written = path.read_bytes()
            code = _unpacked(written)
            if code is None:
                path.unlink()
            elif time.time() - path.stat().st_mtime > _NEW_ENOUGH:
                os.utime(path)
            return code
        return None

    def write(self, key: str, code: bytes) -> None:
        """Keep something for a key, if it can be kept."""
        with suppress(OSError):
            if ready(self.folder) is not None:
                self._put(self._path(key), _packed(code))
                self._make_room()

    def forget(self, key: str) -> None:
        """Take away what is kept for a key."""
        with suppress(OSError):
            self._path(key).unlink()

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_ENDING}"

    def _put(self, path: Path, content: bytes) -> None:
        output.put(path, content)

    def _make_room(self) -> None:
        """Take away what was used longest ago until the rest is small enough."""
        found: list[tuple[float, int, Path]] = []
        now = time.time()
        for path in self.folder.iterdir():
            if path.suffix not in (_ENDING, _UNFINISHED):
                continue
            with suppress(OSError):  # somebody else may have taken it away
                told = path.stat()
                if path.suffix == _UNFINISHED and now - told.st_mtime > FORGOTTEN:
                    path.unlink()
                elif path.suffix == _ENDING:
                    found.append((told.st_mtime, told.st_size, path))
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total <= self.most_bytes:
                return
            with suppress(OSError):
                path.unlink()
            total -= size


def key(program: ir.Program, module: str, host: str, players: str = "") -> str:
    """What object code for a module of a program hangs on: what its rules mean at its table, the processor and LLVM
    (`host`), whatever emitted it, and who plays, where that is part of the code."""
    digest = sha256()
    for part in (program.fingerprint, module, host, _emitter(), players):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@cache
def _emitter() -> str:
    """The sources that decide what is emitted, as a checksum: another version, or somebody who works on them, gets
    new code at once."""
    here = Path(__file__).parent
    beside = [Path(module.__file__) for module in (limits, types) if module.__file__]
    digest = sha256()
    for path in [*sorted(here.glob("*.py*")), *beside]:
        digest.update(path.name.encode())
        with suppress(OSError):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _packed(code: bytes) -> bytes:
    return _MAGIC + len(code).to_bytes(8, "little") + sha256(code).digest() + code


def _unpacked(written: bytes) -> bytes | None:
    head = len(_MAGIC)
    length = int.from_bytes(written[head : head + 8], "little")
    checksum, code = written[head + 8 : head + 40], written[head + 40 :]
    whole = written.startswith(_MAGIC) and len(code) == length and sha256(code).digest() == checksum
    return code if whole else None
