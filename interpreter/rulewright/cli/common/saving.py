"""Replacing a file by its fixed text, in one step.

The byte order mark and the line ends are kept. Refused are pipes and devices, files without permission to write, bundled
rulebooks, and a file that was changed since it was read.
"""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from rulewright.document.bundled import rulebooks_folder
from rulewright.source import output


class CannotSave(Exception):
    """Why a file is left as it is, as the rest of a sentence that begins with its name."""


def refuse(path: Path, typed: str) -> None:
    """Raise CannotSave for a file that must not be written; `typed` is the name that was given for it."""
    if not path.is_file():
        raise CannotSave("is not a file that could be written")
    if _is_bundled(path, typed):
        raise CannotSave(
            f"comes with Rulewright and is not changed: write a house rule, `rulewright new my-rule --of {typed}`"
        )
    if not os.access(path, os.W_OK):
        raise CannotSave("may not be written to")


def save(path: Path, before: str, after: str) -> None:
    """Replace the text `before` by `after`, both without a byte order mark. Raises CannotSave, CannotWrite, and OSError."""
    old = path.read_bytes()
    if old.decode("utf-8-sig", "replace") != before:
        raise CannotSave("was changed meanwhile: run the command again")
    mark = codecs.BOM_UTF8 if old.startswith(codecs.BOM_UTF8) else b""
    output.put(path, mark + after.encode("utf-8"))


def _is_bundled(path: Path, typed: str) -> bool:
    """Whether it lies in the installed package, or was found among the bundled files by its name alone."""
    folder = rulebooks_folder().resolve()
    if not path.resolve().is_relative_to(folder):
        return False
    is_installed = folder.parent.name == "_data"
    return is_installed or not ("/" in typed or "\\" in typed or typed.endswith((".yaml", ".yml")))
