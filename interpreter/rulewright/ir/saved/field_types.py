"""Checks that the fields of a node have the types that its class declares, when nodes come from a file.

    fits = field_types(ir.Compare)
    fits[0]("<=")                 True: one of its signs
    fits[0]("<>")                 False
    fits[1](ir.Me(span))          True: an expression

Each node is checked as it is made, after its parts: so only the class of a node inside it is checked.
Truth values are not whole numbers here, although they are in Python.
"""

from __future__ import annotations

import types as python
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Fits: TypeAlias = Callable[[Any], bool]  # Any: a value from a file, of any class


@cache
def field_types(node: type) -> tuple[Fits, ...]:
    """A check of the value for each field that the constructor of a class of nodes takes."""
    hints = get_type_hints(node)
    return tuple(_fits(hints[field.name]) for field in fields(node) if field.init)


def _fits(hint: Any) -> Fits:  # Any: a type as it is annotated
    """The check for values of an annotated type."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in inside
    if origin in (Union, python.UnionType):
        return _any_of(inside)
    if origin is tuple:
        return _several(_fits(inside[0])) if inside[1:] == (...,) else _row(tuple(map(_fits, inside)))
    if origin is dict:
        return _mapping(*map(_fits, inside))
    assert isinstance(hint, type), f"a field of nodes is annotated as {hint}"
    return lambda value: type(value) is hint


def _any_of(hints: tuple[Any, ...]) -> Fits:  # Any: as above
    plain = frozenset(hint for hint in hints if isinstance(hint, type) and get_origin(hint) is None)
    others = tuple(_fits(hint) for hint in hints if hint not in plain)
    if not others:
        return lambda value: type(value) in plain
    return lambda value: type(value) in plain or any(fits(value) for fits in others)


def _several(item: Fits) -> Fits:
    return lambda value: type(value) is tuple and all(map(item, value))


def _row(items: tuple[Fits, ...]) -> Fits:
    return lambda value: (
        type(value) is tuple
        and len(value) == len(items)
        and all(fits(part) for fits, part in zip(items, value, strict=True))
    )


def _mapping(key: Fits, item: Fits) -> Fits:
    return lambda value: type(value) is dict and all(map(key, value)) and all(map(item, value.values()))
