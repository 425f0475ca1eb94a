"""The fields of a class of nodes, for everything that goes through nodes without knowing their classes.

node_fields(Compare)      ->      ("sign", "left", "right")
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

PLACES = frozenset({"span", "name_span"})
"""Fields that say where a node is written."""

_KNOWN: dict[tuple[type, frozenset[str]], tuple[str, ...]] = {}


def node_fields(kind: type, without: frozenset[str] = PLACES) -> tuple[str, ...]:
    """The names of the fields of a class, in order, some left out; none for what is not a class of nodes."""
    known = _KNOWN.get((kind, without))
    if known is None:
        named = [each.name for each in fields(kind)] if is_dataclass(kind) else []
        known = _KNOWN[kind, without] = tuple(name for name in named if name not in without)
    return known
