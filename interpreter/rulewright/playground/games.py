"""The bundled games that a page begins with.

by_length()      ->      the names of all, those with short rulebooks first
"""

from __future__ import annotations

from rulewright.document import library


def by_length() -> list[str]:
    """The names of the bundled games, those with short rulebooks first. The page opens with the first one."""
    return [name for name, path in sorted(library.bundled(), key=lambda each: each[1].stat().st_size)]
