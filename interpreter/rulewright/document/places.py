"""Paths of entries in a rulebook: the whole path for a part of one, and the path of a place in a file.

    actions.light, light, phases.turn.light      ->      phases.turn.actions.light

A diff and other reports leave out what is obvious (`phases.turn.`). An author who copies a path from there into
`remove:` gets the whole path as a suggestion.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.document.expand import Path, expanded
from rulewright.document.nodes import Mapping, Sequence
from rulewright.source.text import Span

_ABOUT_RULES = ("strategies", "examples", "variants")
"""Sections that mention rules by name; the rule itself is preferred to them."""


def meant(tree: Mapping, written: str) -> list[str]:
    """The paths that end with the written one; if there are none, those that contain all its parts in this order, the last
    one last. Paths in sections that only mention rules are left out if there are others."""
    every = list(_all(tree, ()))
    parts = tuple(written.split("."))
    found = [path for path in every if ".".join(path).endswith(f".{written}")]
    found = found or [path for path in every if path[-1] == parts[-1] and _is_within(parts, path)]
    rules = [path for path in found if path[0] not in _ABOUT_RULES]
    return [".".join(path) for path in rules or found]


def _is_within(parts: Path, path: Path) -> bool:
    rest = iter(path)
    return all(part in rest for part in parts)


def _all(tree: Mapping, path: Path) -> Iterator[Path]:
    for entry in tree:
        here = (*path, entry.key.text)
        yield here
        inside = expanded(entry.value, here)
        if isinstance(inside, Mapping):
            yield from _all(inside, here)


def path_of(tree: Mapping, span: Span) -> Path | None:
    """The path of the innermost entry that contains a place in a file; None if the place is not part of this rulebook."""
    found = _around(tree, span, ())
    return () if found is None and covers(tree.span, span) else found


def _around(tree: Mapping, span: Span, path: Path) -> Path | None:
    for entry in tree:
        here = (*path, entry.key.text)
        inside = expanded(entry.value, here) if isinstance(entry.value, Sequence) else entry.value
        deeper = _around(inside, span, here) if isinstance(inside, Mapping) else None
        if deeper is not None:
            return deeper
        if covers(entry.key.span, span) or covers(entry.value.span, span):
            return here
    return None


def covers(whole: Span, part: Span) -> bool:
    return whole.source == part.source and whole.start <= part.start and part.end <= whole.end
