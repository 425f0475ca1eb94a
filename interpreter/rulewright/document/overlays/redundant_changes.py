"""Changes of a house rule that have no effect, since its parent has the same value by now.

    target: {type: 1..100, default: 30}      the parent, since last week
    change: {options: {target: 30}}          the house rule, which was written when that was 15

Whole entries are reported (an option, an action), not single lines of one that has other changes, and not a variant for
which a house rule repeats what it changes in the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from rulewright.document.expand import Path, aligned
from rulewright.document.nodes import Entry, Mapping, Node, same
from rulewright.document.overlays.overlay import extends_list, settings

_ENTRY = 2
"""The length of the path of an option, a zone or a definition."""


def changes(base: Mapping, overlay: Mapping) -> Iterator[tuple[Path, Entry, Entry]]:
    """Each change to the value that is there already: its path, the entry of the overlay and that of the base."""
    changed = overlay.get("change")
    if isinstance(changed, Mapping):
        said = {path for path, _, _ in settings(overlay)}
        for path, entry, there in _within(base, changed, ()):
            if path[0] != "variants" or not _says_again(entry.value, said):
                yield path, entry, there


def _says_again(variant: Node, said: Set[Path]) -> bool:
    return isinstance(variant, Mapping) and any(path in said for path, _, _ in settings(variant))


def _within(base: Mapping, changed: Mapping, path: Path) -> Iterator[tuple[Path, Entry, Entry]]:
    for entry in changed:
        there, deeper = base.entry(entry.key.text), (*path, entry.key.text)
        if there is None:
            continue
        old, new = there.value, entry.value
        is_section = len(deeper) < _ENTRY and isinstance(old, Mapping) and not extends_list(new)
        if is_section and isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _within(old, new, deeper)
        elif _is_idle(old, new, deeper):
            yield deeper, entry, there


def _is_idle(old: Node, new: Node, path: Path) -> bool:
    """Whether every value that is set is there already."""
    if extends_list(new):
        return False
    old, new = aligned(old, new, path)
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return same(old, new)
    pairs = [(old.get(entry.key.text), entry) for entry in new]
    return bool(pairs) and all(
        before is not None and _is_idle(before, entry.value, (*path, entry.key.text))
        for before, entry in pairs
    )
