"""Help for results of chance that an example writes in the wrong shape: a list for each roll, or a mapping for each.

rolled: {dice: [[3, 5], [1, 1, 2, 3]]}      ->      one list: `[3, 5, 1, 1, 2, 3]`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence

_RESULTS = re.compile(r"^examples\.[^.]+\.play\.(rolled|drawn)(\.|$)")
MOST_RESULTS = 12


def results_help(node: Node, path: str) -> str:
    """Help for a list under `rolled` or `drawn` where no list is allowed; empty for any other node."""
    if not _RESULTS.match(path) or not isinstance(node, Sequence):
        return ""
    if any(isinstance(item, Mapping) for item in node.items):
        return _as_mapping(node)
    shown = ", ".join(scalar.text for scalar in _scalars(node))
    if path.endswith((".rolled", ".drawn")):
        return f"say of which pieces: `{{KIND: [{shown}]}}`"
    return f"results of several rolls go into one list, one roll after the other, without [ ] of their own: `..., {shown}, ...`"


def _as_mapping(node: Sequence) -> str:
    """`[{dice: [3, 5]}, {dice: [1, 2]}]` in one mapping."""
    results: dict[str, list[str]] = {}
    for item in node.items:
        if isinstance(item, Mapping):
            for entry in item.entries:
                results.setdefault(entry.key.text, []).extend(each.text for each in _scalars(entry.value))
    if not results or any(len(each) > MOST_RESULTS for each in results.values()):
        return "one mapping for all rolls of the step: for each kind of pieces one list, one roll after the other"
    shown = ", ".join(f"{kind}: [{', '.join(each)}]" for kind, each in results.items())
    return f"one mapping for all rolls of the step, one roll after the other: `{{{shown}}}`"


def _scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from _scalars(item)
        case Mapping():
            for entry in node.entries:
                yield from _scalars(entry.value)
