"""Walks through the nodes of a program, whatever their classes.

    list(parts(node))                                              the nodes directly inside it
    any(isinstance(each, ir.Roll) for each in everything(rule.do))      whether a rule rolls

The values of a table, texts for people and the layout contain no such nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Layout
from rulewright.language.node_fields import field_values
from rulewright.source.text import Span

_WITHOUT_NODES = (Span, Layout, ir.Labels, ir.Table)


def parts(node: object) -> Iterator[Any]:  # Any: nodes of all classes
    """The nodes directly inside a node, or in a tuple or a mapping of them, in order."""
    for value in _values(node):
        kind = type(value)
        if kind is tuple or kind is dict:
            if value:
                yield from parts(value)
        elif _is_kind_of_node(kind):
            yield value


def everything(node: object) -> Iterator[Any]:  # Any: as above
    """A node and all inside it, or all in a tuple or a mapping of them, each before what is inside it."""
    waiting = [node] if _is_node(node) else [*parts(node)][::-1]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += [*parts(found)][::-1]


def automatic_rules(program: ir.Program) -> Iterator[ir.Rule | ir.Trigger]:
    """The automatic rules after set-up: those of the phases, then those of turns and rounds if the rulebook has them."""
    for phase in program.phases:
        yield from phase.triggers
        if phase.automatic is not None:
            yield phase.automatic
    turns = program.turns
    yield from (rule for rule in (turns.begin, turns.end, turns.round_end) if rule.do)


def _values(node: object) -> Iterable[object]:
    if isinstance(node, tuple):
        return node
    if isinstance(node, dict):
        return node.values()
    return field_values(node)


def _is_node(value: object) -> bool:
    return _is_kind_of_node(type(value))


_KINDS: dict[type, bool] = {}
"""The classes met so far, and whether they are those of nodes."""


def _is_kind_of_node(kind: type) -> bool:
    known = _KINDS.get(kind)
    if known is None:
        known = hasattr(kind, "__dataclass_fields__") and not issubclass(kind, _WITHOUT_NODES)
        _KINDS[kind] = known
    return known


def handlers(prefix: str, module: Mapping[str, Any]) -> dict[type, Any]:  # Any: each takes its node class
    """The functions of a module that are named after nodes, by node class: `emit_piece_face` for `PieceFace`. Raises
    AttributeError for a name without a node."""
    return {
        getattr(ir, name.removeprefix(prefix).title().replace("_", "")): function
        for name, function in module.items()
        if name.startswith(prefix) and function.__module__ == module["__name__"]
    }
