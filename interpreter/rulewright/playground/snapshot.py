"""A snapshot of the memory of the page's Python, after its start: the page continues it instead of starting from the beginning.

    make(Path("site"), print, "playground")         the file in the folder, or None with a note

Only a program that runs Pyodide can make one: Node.js, which npm comes with. Without it the page starts Python from its files.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

NAME = "python.snapshot"
PATIENCE = 300
"""Seconds after which the making ends."""
_REASON = re.compile(r"[A-Za-z]*Error: ")
_SCRIPT = Path(__file__).with_suffix(".mjs")


def make(folder: Path, note: Callable[[str], None], room: str) -> Path | None:
    """Write the snapshot of a page that is written otherwise, whose bench is in a `room` of the package. None if there is no Node.js, or it cannot run this Pyodide."""
    path = folder / NAME
    path.unlink(missing_ok=True)
    node = shutil.which("node")
    if node is None:
        note("Node.js is not installed here, so the page has no snapshot, and starts more slowly.")
        return None
    try:
        subprocess.run([node, _SCRIPT, folder, path, room], capture_output=True, text=True, timeout=PATIENCE, check=True)  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        said = str(getattr(error, "stderr", None) or error).strip().splitlines()
        reason = next((line.strip() for line in reversed(said) if _REASON.match(line)), said[-1])
        note(f"Node.js makes no snapshot of this Pyodide, so the page starts more slowly ({reason[:200]}).")
        path.unlink(missing_ok=True)
        return None
    return path
