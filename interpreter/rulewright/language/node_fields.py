"""The fields of a class of nodes, for functions that walk through nodes of all classes.

node_fields(Compare)                            ->      ("sign", "left", "right")
field_values(Compare("<", left, right, span))   ->      ("<", left, right)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

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


_READERS: dict[
    tuple[type, frozenset[str]], Callable[[Any], tuple[Any, ...]]
] = {}  # Any: nodes, and what their fields hold


def field_values(node: object, without: frozenset[str] = PLACES) -> tuple[Any, ...]:  # Any: as above
    """The values of the fields of a node, in order, except for those in `without`; empty for what is no node. Walks through large trees
    spend most of their time here."""
    read = _READERS.get((type(node), without))
    if read is None:
        read = _READERS[type(node), without] = _reader(node_fields(type(node), without))
    return read(node)


def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:  # Any: as above
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else (lambda node: ())
