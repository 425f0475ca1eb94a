"""Nodes of a text that has another place now, as after an edit further up in its file.

`me.score >= target` at 310 of one text      ->      the same node at 342 of another text
"""

from __future__ import annotations

from rulewright.expression import nodes
from rulewright.source.record import Record
from rulewright.source.text import Source, Span


def moved(node: nodes.Node, source: Source, by: int) -> nodes.Node:
    """A copy of a node and of everything below it, `by` characters further on, in another source; not recursive, so any
    depth is safe."""
    new = object.__new__
    whole = new(type(node))
    waiting: list[tuple[Record, Record]] = [(node, whole)]
    while waiting:
        current, copy = waiting.pop()
        put = vars(copy)
        for name, value in vars(current).items():
            kind = type(value)
            if kind is Span:
                put[name] = Span(source, value.start + by, value.end + by)
            elif isinstance(value, Record):
                put[name] = below = new(kind)
                waiting.append((value, below))
            elif kind is tuple:
                put[name] = below = tuple([new(type(each)) for each in value])
                waiting.extend(zip(value, below, strict=True))
            else:
                put[name] = value
    return whole
