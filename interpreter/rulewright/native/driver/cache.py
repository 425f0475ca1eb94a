"""The key under which object code is kept: everything that determines what it is and does.

    cache.key(program, "steps", machine.host())         ->      64 hexadecimal digits

Code with the meaning of another version must never be found. So the key covers the program, the machine and all our sources on which
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
"""A module of ours, and the names imported from it."""
_NAME = re.compile(rb"\w+")


def key(program: ir.Program, module: str, host: str, who: Seats = (), passes: Passes = ALL) -> str:
    """A checksum of everything on which object code for a module of a program depends: the meaning of its
    rules at its table, the processor and LLVM (`host`), the sources and passes that emit it, and the
    strategies that play, in modules whose code depends on them. Raises OSError where our sources cannot be
    read."""
    digest = sha256()
    for part in (exact(program, strategies=any(who)), module, host, emitter(), repr(who), repr(passes)):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@cache
def emitter() -> str:
    """A checksum of the sources that determine what is emitted, and of the Python that runs them: another
    version, or a changed source, gets new code at once. Loads none of them."""
    digest = sha256(f"{sys.implementation.cache_tag} {sys.version}".encode())
    for name, text in sorted(sources("rulewright/native", _TOP).items()):
        digest.update(f"\0{name} {len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()


def sources(package: str, top: str) -> dict[str, bytes]:
    """Every source file of a package below `top`, and all files of ours that they name, at any depth and
    anywhere in the file, by path. Raises OSError for a file that cannot be read."""
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
    """All our sources, as paths below `top`."""
    return frozenset(
        f"{folder[len(top) + 1 :]}/{name}".replace(os.sep, "/")
        for folder, _, names in os.walk(f"{top}/rulewright")
        for name in names
        if name.endswith((".py", ".ll"))
    )


def _places(module: bytes, members: bytes) -> Iterator[str]:
    """The files in which a module may be, and the names imported from it, which may be modules too, with
    the packages around them. Our top package itself, which re-exports everything, is not followed."""
    path = f"rulewright{module.decode()}".replace(".", "/").rstrip("/")
    for name in (path, *(f"{path}/{member.decode()}" for member in _NAME.findall(members))):
        yield f"{name}.py"
        while "/" in name:
            yield f"{name}/__init__.py"
            name = name.rpartition("/")[0]
