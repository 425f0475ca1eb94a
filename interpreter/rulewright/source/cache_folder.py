"""The user's cache folder, by the conventions of each system.

    own_folder()            ~/.cache/rulewright, or the folder that the system prescribes; None if caching is off
    is_ours(folder)         whether nobody else can put files there for us to read

`RULEWRIGHT_NO_CACHE=1` switches caching off.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def own_folder() -> Path | None:
    """Our folder in the user's cache folder, which may not exist yet; None if caching is off."""
    if os.environ.get("RULEWRIGHT_NO_CACHE"):
        return None
    folder = user_folder(os.environ, sys.platform)
    return folder / "rulewright" if folder is not None else None


def ready(folder: Path | None) -> Path | None:
    """The folder, created if it does not exist; None if that is not possible, or others may write in it."""
    if folder is None:
        return None
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_ours(folder):
            return folder
    return None


def user_folder(environment: Mapping[str, str], platform: str) -> Path | None:
    """The cache folder of programs by the convention of each system; None if the user's home is unknown."""
    given = environment.get("XDG_CACHE_HOME", "")
    if given and Path(given).is_absolute():
        return Path(given)
    if platform == "win32":
        local = environment.get("LOCALAPPDATA", "")
        return Path(local) if local else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / "Library" / "Caches" if platform == "darwin" else home / ".cache"


def is_ours(folder: Path) -> bool:
    """Whether it is a folder into which nobody else can put files for us to read or run. Raises OSError if it does not exist."""
    about = folder.stat()
    return stat.S_ISDIR(about.st_mode) and of_ours(about)


def of_ours(about: os.stat_result) -> bool:
    """Whether a file or folder, given its status, belongs to the user, and nobody else may write to it. True on systems without
    owners."""
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
