"""Where what can be made again is kept, so that the next run need not make it: in the user's cache folder.

    own_folder()            ~/.cache/rulewright, or wherever the system wants it; None if nothing is to be kept
    is_ours(folder)         whether nobody else can put something there for us to read

`RULEWRIGHT_NO_CACHE=1` keeps nothing.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def own_folder() -> Path | None:
    """Our part of the user's cache folder, which may not be there yet; None if they want none."""
    if os.environ.get("RULEWRIGHT_NO_CACHE"):
        return None
    folder = user_folder(os.environ, sys.platform)
    return folder / "rulewright" if folder is not None else None


def ready(folder: Path | None) -> Path | None:
    """The folder, made now if it was not there; None if that is not possible, or others may write in it."""
    if folder is None:
        return None
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_ours(folder):
            return folder
    return None


def user_folder(environment: Mapping[str, str], platform: str) -> Path | None:
    """Where programs keep what they can make again, by the custom of each system; None if nobody says who we are."""
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
    """Whether this is a folder into which nobody else can put something for us to read or run. Raises OSError if it is not there."""
    about = folder.stat()
    return stat.S_ISDIR(about.st_mode) and of_ours(about)


def of_ours(about: os.stat_result) -> bool:
    """Whether what this is about belongs to the user, and nobody else may write to it. Where there are no such owners, the folder
    of the user is trusted."""
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
