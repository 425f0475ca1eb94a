"""The navigation of the site, read from `navigation.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("navigation.toml")


@dataclass(frozen=True)
class Section:
    """A part of the navigation: pages in order, and those below some of them."""

    title: str
    pages: list[str]
    below: dict[str, list[str]]


def sections(there: Collection[str], text: str = "") -> list[Section]:
    """The navigation of these pages. Raises ValueError for a page that is named and not there, and for pages that are left."""
    listed: list[dict[str, Any]] = tomllib.loads(text or FILE.read_text(encoding="utf-8"))["section"]
    named = {each for section in listed for each in _entries(section) if "*" not in each}
    missing = sorted(named - set(there))
    if missing:
        raise ValueError(f"there is no {', '.join(missing)}")
    left = [page for page in sorted(there) if page not in named]
    found = []
    for section in listed:
        below = {page: _filled(patterns, left) for page, patterns in section.get("below", {}).items()}
        found.append(Section(section["title"], _filled(section["pages"], left), below))
    if left:
        raise ValueError(f"the navigation has no place for {', '.join(left)}")
    return found


def _entries(section: dict[str, Any]) -> Iterator[str]:
    yield from section["pages"]
    for pages in section.get("below", {}).values():
        yield from pages


def _filled(entries: Sequence[str], left: list[str]) -> list[str]:
    """Entries with each pattern replaced by the pages in its folder that are left, which are then left no longer."""
    found = []
    for entry in entries:
        matching = [page for page in left if _is_in(page, entry)] if "*" in entry else [entry]
        found += matching
        left[:] = [page for page in left if page not in matching]
    return found


def _is_in(page: str, pattern: str) -> bool:
    return fnmatchcase(page, pattern) and page.count("/") == pattern.count("/")
