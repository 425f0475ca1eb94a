"""Where the files that come with Rulewright are: inside the installed package, or in the repository.

A wheel carries `schemas/`, `rulebooks/` and a page of `docs/` as `rulewright/_data/`; an editable install has no such folder and
finds them next to the source root, three levels up.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def schemas_folder() -> Path:
    """The folder of the JSON Schema files."""
    return _folder("schemas")


def rulebooks_folder() -> Path:
    """The folder of the bundled rulebooks, with `house/`, `library/` and `classics/` inside."""
    return _folder("rulebooks")


def docs_folder() -> Path:
    """The folder of the documentation; an installed package has the page on the language alone."""
    return _folder("docs")


def is_installed() -> bool:
    """Whether the files are part of an installed package, rather than of a checkout in which their authors edit them."""
    return (_PACKAGE / "_data").is_dir()


def _folder(name: str) -> Path:
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent.parent / name
