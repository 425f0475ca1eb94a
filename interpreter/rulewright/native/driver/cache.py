"""Under which key object code is kept: everything that decides what it is and does.

    cache.key(program, "steps", machine.host())         ->      64 hexadecimal digits

Code that means what another version meant must never be found. So the key holds the program, the machine and all our sources on which
the emitter depends, which are found by following the imports from this package on.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from rulewright.ir import nodes as ir
from rulewright.ir.fingerprint import exact
from rulewright.native.passes import ALL, Passes
from rulewright.runtime.fast import Seats

_TOP = str(Path(__file__).resolve().parents[3])
_MENTION = re.compile(rb"rulewright([\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n(]*))?")
"""One of our modules, and what is imported from it."""
_NAME = re.compile(rb"\w+")


def key(program: ir.Program, module: str, host: str, who: Seats = (), passes: Passes = ALL) -> str:
    """What object code for a module of a program depends on: what its rules mean at its table, the processor and LLVM
    (`host`), whatever emitted it and with which passes, and who plays, where that is part of the code. Raises OSError where our sources cannot be read."""
    digest = sha256()
    for part in (exact(program, strategies=any(who)), module, host, emitter(), repr(who), repr(passes)):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@cache
def emitter() -> str:
    """The sources that decide what is emitted, and the Python that reads them, as a checksum: another version, or somebody who
    works on them, gets new code at once. Loads none of them."""
    digest = sha256(f"{sys.implementation.cache_tag} {sys.version}".encode())
    for name, text in sorted(sources("rulewright/native", _TOP).items()):
        digest.update(f"\0{name} {len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()


def sources(package: str, top: str) -> dict[str, bytes]:
    """Every source file of a package below `top`, and whatever of ours they name, at whatever depth and wherever in the file, by
    path. Raises OSError for what cannot be read."""
    ours = _files(top)
    waiting = [path for path in ours if path.startswith(f"{package}/")]
    if not waiting:
        raise FileNotFoundError(f"no sources in {package}")
    found: dict[str, bytes] = {}
    mentions: set[tuple[bytes, bytes]] = set()
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        with open(f"{top}/{path}", "rb") as file:
            found[path] = file.read()
        new = {*_MENTION.findall(found[path])} - mentions
        mentions |= new
        waiting += {place for mention in new for place in _places(*mention)} & ours
    return found


def _files(top: str) -> frozenset[str]:
    """All our sources, as paths from `top` on."""
    return frozenset(
        f"{folder[len(top) + 1 :]}/{name}".replace(os.sep, "/")
        for folder, _, names in os.walk(f"{top}/rulewright")
        for name in names
        if name.endswith(".py")
    )


def _places(module: bytes, members: bytes) -> Iterator[str]:
    """Where a module may lie, and what is imported from it, which may be modules too, with the packages around them; our own as a whole
    is only the door to everything."""
    path = f"rulewright{module.decode()}".replace(".", "/").rstrip("/")
    for name in (path, *(f"{path}/{member.decode()}" for member in _NAME.findall(members))):
        yield f"{name}.py"
        while "/" in name:
            yield f"{name}/__init__.py"
            name = name.rpartition("/")[0]
