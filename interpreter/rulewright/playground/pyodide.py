"""Pyodide, the Python of web pages: from a folder or an archive that is given, from the user's cache, or fetched once.

    pyodide(Path("node_modules/pyodide"))        its files by name
    pyodide(None, note=print)                    the same: fetched if the cache does not have it

An archive is an npm package (`.tgz`), or a wheel or zip that has the files in any folder.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from rulewright.playground.fetching import Archive, Files, NotThere, fetched, unpacked

VERSION = "314.0.7"
PACKAGE = Archive(f"pyodide@{VERSION}", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")
NEEDED = ("pyodide.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
EITHER = ("pyodide.asm.mjs", "pyodide.asm.js")
"""Older versions have the second."""


def pyodide(given: Path | None, note: Callable[[str], None] = lambda text: None) -> Files:
    """The files that a page needs of Pyodide, by name. Raises NotThere."""
    if given is None:
        [content] = fetched(f"Pyodide {VERSION} (6 MB)", [PACKAGE], note)
        return _of_archive(content, PACKAGE.package)
    try:
        if given.is_dir():
            found = {
                each: (given / each).read_bytes() for each in (*NEEDED, *EITHER) if (given / each).is_file()
            }
            return _whole(found, str(given))
        return _of_archive(given.read_bytes(), str(given))
    except OSError as error:
        raise NotThere(f"{given} cannot be read: {error.strerror or error}") from None


def _of_archive(content: bytes, name: str) -> Files:
    files = {PurePosixPath(path).name: found for path, found in unpacked(content, name).items()}
    return _whole({each: files[each] for each in (*NEEDED, *EITHER) if each in files}, name)


def _whole(found: Files, name: str) -> Files:
    missing = [each for each in NEEDED if each not in found]
    if not missing and not any(each in found for each in EITHER):
        missing = [EITHER[0]]
    if missing:
        raise NotThere(f"{name} is no Pyodide: it has no {missing[0]}")
    return found
