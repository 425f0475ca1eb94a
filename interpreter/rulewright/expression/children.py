"""The parts of a node, in the order in which they were written, so that a walk need not know every kind.

children(Compare(">", left, right))  ->  (left, right)
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.expression import nodes
from rulewright.language.node_fields import field_values


def children(node: nodes.Node) -> tuple[nodes.Node, ...]:
    """The nodes directly below a node; a clause's own name and the kind that is moved are among them."""
    found: list[nodes.Node] = []
    for value in field_values(node):
        if isinstance(value, tuple):
            found += value
        elif value is not None and not isinstance(value, str | int):
            found.append(value)
    return tuple(found)


def walk(node: nodes.Node) -> Iterator[nodes.Node]:
    """The node and everything below it, itself first; not recursive, so any depth is safe."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def depth(node: nodes.Node) -> int:
    """The number of nodes on the longest path from a node down to a leaf."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for parent in level for child in children(parent)]
    return deepest
