"""Packages of npm that the page contains: from the user's cache, or fetched once and compared with a checksum that is known here.

fetched("Pyodide", [Archive("pyodide@314.0.7", "66b7...")], print)        [b"..."]
unpacked(content, "pyodide")                                              {"package/pyodide.mjs": b"...", ...}
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rulewright.source.cache import Cache

PATIENCE = 300
"""Seconds after which the fetching ends."""

Files = Mapping[str, bytes]


class NotThere(Exception):
    """Something that the page contains is not there, with what to do."""


class Archive(NamedTuple):
    """A package with its version, as npm calls it, and the SHA-256 of its archive."""

    package: str
    checksum: str


def fetched(name: str, archives: Sequence[Archive], note: Callable[[str], None]) -> list[bytes]:
    """The contents of archives, in their order; `name` is that of them all. Raises NotThere."""
    cache = Cache.of_user()
    found = [cache.read(each.checksum) if cache is not None else None for each in archives]
    missing = [each for each, content in zip(archives, found, strict=True) if content is None]
    if missing:
        note(f"{name} is fetched with npm, once.")
    new = iter(_by_npm(name, missing) if missing else ())
    whole = [content if content is not None else next(new) for content in found]
    for each, content in zip(archives, whole, strict=True):
        if hashlib.sha256(content).hexdigest() != each.checksum:
            raise NotThere(f"what npm fetched is not {each.package}: its checksum is another")
        if cache is not None and each in missing:
            cache.write(each.checksum, content)
    return whole


def _by_npm(name: str, archives: Sequence[Archive]) -> list[bytes]:
    packages = [each.package for each in archives]
    by_hand = f"get it with `npm pack {' '.join(packages)}` where there is npm, or from a page that was written before (--help)"
    npm = shutil.which("npm")
    if npm is None:
        raise NotThere(f"{name} is fetched with npm, which is not installed here; {by_hand}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            packed = subprocess.run(
                [npm, "pack", "--loglevel=error", *packages], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True
            )  # fmt: skip
            return [(Path(folder) / each).read_bytes() for each in packed.stdout.split()[-len(packages) :]]
        except (OSError, IndexError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", None) or error
            raise NotThere(
                f"{name} cannot be fetched with npm ({str(reason).strip().splitlines()[0]}); {by_hand}"
            ) from None


def unpacked(content: bytes, name: str) -> dict[str, bytes]:
    """The files of an archive: a package of npm, or a wheel or zip. Raises NotThere."""
    files = io.BytesIO(content)
    try:
        if zipfile.is_zipfile(files):
            with zipfile.ZipFile(files) as archive:
                return {each: archive.read(each) for each in archive.namelist() if not each.endswith("/")}
        files.seek(0)
        with tarfile.open(fileobj=files) as packed:
            return {
                member.name: file.read()
                for member in packed
                if member.isfile() and (file := packed.extractfile(member)) is not None
            }
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise NotThere(f"{name} is no archive that can be read: {error}") from None
