"""Whether anything in a game is left to chance.

    has_chance(program)      ->      False for a program that neither rolls, shuffles, draws nor picks

Whatever is random has a field `stream`, the source of its luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Layout
from rulewright.source.text import Span


@lru_cache(maxsize=16)
def has_chance(program: ir.Program) -> bool:
    """Whether some rule of the program asks for chance."""
    return any(hasattr(node, "stream") for node in _inside(program))


def _inside(value: object) -> Iterator[object]:
    """A value and all nodes in it."""
    if isinstance(value, tuple):
        for item in value:
            yield from _inside(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _inside(item)
    elif is_dataclass(value) and not isinstance(value, Span | Layout | ir.Labels | ir.Table):
        yield value
        for field in fields(value):
            yield from _inside(getattr(value, field.name))
