"""Pyodide, the Python of web pages: from a folder or an archive that is given, from the user's cache, or fetched once.

    pyodide(Path("node_modules/pyodide"))        its files by name
    pyodide(None, note=print)                    the same: fetched if the cache does not have it

Only `VERSION` is fetched, with npm, and its checksum is known here. An archive is an npm package (`.tgz`), or a wheel or
zip that has the files in any folder.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

from rulewright.source.cache import Cache

VERSION = "314.0.7"
PACKAGE = f"pyodide@{VERSION}"
CHECKSUM = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""The SHA-256 of the npm package."""
SIZE = "6 MB"
NEEDED = ("pyodide.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
EITHER = ("pyodide.asm.mjs", "pyodide.asm.js")
"""Older versions have the second."""
PATIENCE = 300
"""Seconds after which the fetching ends."""

Files = Mapping[str, bytes]


class NoPyodide(Exception):
    """Pyodide is not there, with what to do."""


def pyodide(given: Path | None, note: Callable[[str], None] = lambda text: None) -> Files:
    """The files that a page needs of Pyodide, by name. Raises NoPyodide."""
    if given is None:
        return _of_archive(_kept_or_fetched(note), PACKAGE)
    try:
        if given.is_dir():
            found = {
                each: (given / each).read_bytes() for each in (*NEEDED, *EITHER) if (given / each).is_file()
            }
            return _whole(found, str(given))
        return _of_archive(given.read_bytes(), str(given))
    except OSError as error:
        raise NoPyodide(f"{given} cannot be read: {error.strerror or error}") from None


def _kept_or_fetched(note: Callable[[str], None]) -> bytes:
    cache = Cache.of_user()
    content = cache.read(CHECKSUM) if cache is not None else None
    if content is None:
        note(f"Pyodide {VERSION} ({SIZE}) is fetched with npm, once.")
        content = _fetched()
        if cache is not None:
            cache.write(CHECKSUM, content)
    return content


def _fetched() -> bytes:
    by_hand = (
        f"get it with `npm pack {PACKAGE}` where there is npm, and name the file or its folder with --pyodide"
    )
    npm = shutil.which("npm")
    if npm is None:
        raise NoPyodide(f"Pyodide is fetched with npm, which is not installed here; {by_hand}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            packed = subprocess.run(
                [npm, "pack", "--loglevel=error", PACKAGE], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True
            )  # fmt: skip
            content = (Path(folder) / packed.stdout.split()[-1]).read_bytes()
        except (OSError, IndexError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", None) or error
            raise NoPyodide(
                f"Pyodide cannot be fetched with npm ({str(reason).strip().splitlines()[0]}); {by_hand}"
            ) from None
    if hashlib.sha256(content).hexdigest() != CHECKSUM:
        raise NoPyodide(f"what npm fetched is not Pyodide {VERSION}: its checksum is another")
    return content


def _of_archive(content: bytes, name: str) -> Files:
    files = io.BytesIO(content)
    found: dict[str, bytes] = {}
    try:
        if zipfile.is_zipfile(files):
            with zipfile.ZipFile(files) as archive:
                found = {
                    PurePosixPath(each).name: archive.read(each)
                    for each in archive.namelist()
                    if _is_wanted(each)
                }
        else:
            files.seek(0)
            with tarfile.open(fileobj=files) as packed:
                for member in packed:
                    file = packed.extractfile(member) if member.isfile() and _is_wanted(member.name) else None
                    if file is not None:
                        found[PurePosixPath(member.name).name] = file.read()
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise NoPyodide(f"{name} is no archive that can be read: {error}") from None
    return _whole(found, name)


def _is_wanted(path: str) -> bool:
    return PurePosixPath(path).name in (*NEEDED, *EITHER)


def _whole(found: Files, name: str) -> Files:
    missing = [each for each in NEEDED if each not in found]
    if not missing and not any(each in found for each in EITHER):
        missing = [EITHER[0]]
    if missing:
        raise NoPyodide(f"{name} is no Pyodide: it has no {missing[0]}")
    return found
