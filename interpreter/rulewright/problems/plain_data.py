"""Dataclasses as plain data for JSON.

json_of(ply)                        {"ply": 1, "sequences": 20, ...}, all fields
json_of(side, "name", "title")      these fields or properties, in this order
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass


def json_of(value: object, *names: str) -> dict[str, object]:
    """The values of these fields or properties; all fields if none is named. Objects with a `to_json` of their own are written by it."""
    named = names or (each.name for each in fields(value))  # type: ignore[arg-type]  # callers hand over dataclasses
    return {name: _plain(getattr(value, name)) for name in named}


def compared(value: object) -> list[str]:
    """The names of the fields by which objects of this class are compared."""
    return [each.name for each in fields(value) if each.compare]  # type: ignore[arg-type]  # callers hand over dataclasses


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if hasattr(value, "to_json"):
        return value.to_json()
    return json_of(value) if is_dataclass(value) else value
