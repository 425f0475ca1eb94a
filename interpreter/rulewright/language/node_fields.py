"""The fields of a class of nodes, for functions that walk through nodes of all classes.

node_fields(Compare)      ->      ("sign", "left", "right")
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

PLACES = frozenset({"span", "name_span"})
"""Fields with the place of a node in its file."""

_KNOWN: dict[tuple[type, frozenset[str]], tuple[str, ...]] = {}


def node_fields(kind: type, without: frozenset[str] = PLACES) -> tuple[str, ...]:
    """The names of the fields of a class, in order, except for those in `without`; empty for a class that is no dataclass."""
    known = _KNOWN.get((kind, without))
    if known is None:
        named = [each.name for each in fields(kind)] if is_dataclass(kind) else []
        known = _KNOWN[kind, without] = tuple(name for name in named if name not in without)
    return known
