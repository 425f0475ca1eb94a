"""What this program is made of, as a short text that changes with it: for answers that are kept from one run to the next.

The version alone would not do: in a checkout the code changes and the version does not.  Of every file of the package, every schema and every bundled rulebook the name, the
size and the time of its last change count, and of the libraries that read, run and print rulebooks the same of their first file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import rulewright
from rulewright.document.bundled import rulebooks_folder, schemas_folder

LIBRARIES = ("click", "jinja2", "jsonschema", "lark", "llvmlite", "rich", "yaml")
"""The libraries that decide what is found in a rulebook, what plays its games, and how it is printed."""
_BYTE_CODE = "__pycache__"


@cache
def state_of_code() -> str:
    """A hash of the state of this program's files, of its libraries and of Python."""
    parts = [sys.version]
    for folder in (Path(rulewright.__file__).parent, schemas_folder(), rulebooks_folder()):
        parts += _state_of_folder(str(folder), len(str(folder)))
    for library in LIBRARIES:
        found = find_spec(library)
        if found is not None and found.origin is not None and os.path.isfile(found.origin):
            parts.append(f"{library} {_state(os.stat(found.origin))}")
    return sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def _state_of_folder(folder: str, start: int) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda each: each.name):
            if entry.is_dir():
                if entry.name != _BYTE_CODE:
                    yield from _state_of_folder(entry.path, start)
            elif entry.is_file():
                yield f"{entry.path[start:]} {_state(entry.stat())}"


def _state(about: os.stat_result) -> str:
    return f"{about.st_size} {about.st_mtime_ns}"
