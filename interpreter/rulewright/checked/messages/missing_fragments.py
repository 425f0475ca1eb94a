"""Names that are declared by a fragment which the rulebook does not use: `use: [standard-52]` was left out.

hand: {per: players, holds: cards}     there is no kind of pieces called `cards`   ->   the fragment `standard-52` has it
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rulewright.checked.context import Context
from rulewright.document import from_yaml, library
from rulewright.document.nodes import Mapping
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.text import Span

_HEADINGS = ("enums", "pieces", "boards", "tables", "zones", "variables", "define")
_MOST = 20
"""At most this number of fragments are searched."""


def brought(c: Context, name: str, at: Span) -> str:
    """The help that names the fragment, bundled or next to the file, that declares a name; empty if none does."""
    for fragment, path in library.fragments(at.source)[:_MOST]:
        if name in _names(path, path.stat().st_mtime_ns):
            where = "" if at.source == c.book.span.source else ", under `add:`"
            return f"the fragment `{fragment}` has it: write `use: [{fragment}]`{where}"
    return ""


@lru_cache(maxsize=64)
def _names(path: Path, changed: int) -> frozenset[str]:
    """The names that a fragment declares; `changed` is the time of its last change, so that the cache notices it."""
    try:
        tree = from_yaml.read(library.read(path), Problems())
    except RulebookError:
        return frozenset()
    return frozenset(name for heading in _HEADINGS for name in _keys(tree, heading))


def _keys(tree: Mapping | None, heading: str) -> list[str]:
    return list(tree.section(heading).keys()) if tree is not None else []
