"""The types of expressions by their place in the rulebook, which are needed to show values, since a program has no types.

    types = TypesByPlace(lowering)
    types.value(span_of("me.left"))        Player(4)            types.domain(span_of("me.hand"))       Zone("hand", "cards")

The same characters may be a domain and one element of it (`dice` in `dice.face`), so there are two methods.
"""

from __future__ import annotations

from itertools import islice

from rulewright.ir.lower.context import Lowering
from rulewright.language.types import Board, Kind, Several, Type, Zone
from rulewright.source.text import Span


class TypesByPlace:
    """The types that the checker found, by place, including those of expressions that are checked later (`state.get`)."""

    def __init__(self, lowering: Lowering) -> None:
        self._infos = lowering.c.infos
        self._read = 0
        self._values: dict[Span, Type] = {}
        self._domains: dict[Span, Type] = {}

    def value(self, span: Span) -> Type | None:
        """The type of the single value at a place, or else of a domain."""
        self._read_on()
        return self._values.get(span) or self._domains.get(span)

    def domain(self, span: Span) -> Type | None:
        """The type of the domain at a place, or else of a single value."""
        self._read_on()
        return self._domains.get(span) or self._values.get(span)

    def _read_on(self) -> None:
        if len(self._infos) == self._read:
            return
        for node, info in islice(self._infos.items(), self._read, None):
            several = isinstance(info.type, Several | Zone | Kind | Board)
            (self._domains if several else self._values)[node.span] = info.type
        self._read = len(self._infos)
