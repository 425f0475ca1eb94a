"""What a condition tells about what is none: narrowing.

Expressions have no effects, so an expression that was tested once stays not none until something it reads is
written.  `facts_when(c, condition, True)` maps the texts of expressions that are not none if the condition holds
to the names they read.
"""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.meanings import (
    AttributeMeaning,
    BuiltinMeaning,
    CanMeaning,
    DefinitionMeaning,
    KindMeaning,
    PieceMeaning,
    VariableMeaning,
    ZoneMeaning,
)
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.language.types import Nothing, Optional

PIECES = "#pieces"
"""Stands for where all pieces are and what they show."""

Facts = dict[str, frozenset[str]]


def facts_when(c: Context, node: syntax.Expression, holds: bool) -> Facts:
    """Facts that follow from a condition being true (`holds`) or false. The condition was inferred before."""
    match node:
        case syntax.Not():
            return facts_when(c, node.operand, not holds)
        case syntax.And() if holds:
            return _all_of(c, node.items, True)
        case syntax.Or() if not holds:
            return _all_of(c, node.items, False)
        case syntax.Compare(sign="!="):
            return _compared(c, node, not holds)
        case syntax.Compare(sign="=="):
            return _compared(c, node, holds)
        case syntax.In() if holds:
            return _fact(c, node.item)
        case _:
            return {}


def _all_of(c: Context, items: tuple[syntax.Expression, ...], holds: bool) -> Facts:
    facts: Facts = {}
    for item in items:
        facts.update(facts_when(c, item, holds))
    return facts


def _compared(c: Context, node: syntax.Compare, equal: bool) -> Facts:
    """Not equal to none, or equal to something that is not none: in both cases not none."""
    facts: Facts = {}
    for side, other in ((node.left, node.right), (node.right, node.left)):
        info = c.infos.get(other)
        if info is None:
            continue
        if isinstance(info.type, Nothing):
            if not equal:
                facts.update(_fact(c, side))
        elif equal and not isinstance(info.type, Optional):
            facts.update(_fact(c, side))
    return facts


def _fact(c: Context, node: syntax.Expression) -> Facts:
    info = c.infos.get(node)
    if info is None or not isinstance(info.type, (Optional, Nothing)) or isinstance(node, syntax.NoneLiteral):
        return {}
    return {to_text(node): names_read(c, node)}


def names_read(c: Context, node: syntax.Node) -> frozenset[str]:
    """The variables, and `#pieces`, that an inferred expression depends on."""
    names: set[str] = set()
    for part in walk(node):
        info = c.infos.get(part)
        match info.meaning if info else None:
            case VariableMeaning(name=name):
                names.add(name)
            case DefinitionMeaning(name=name):
                if name in c.definitions:
                    names |= c.definitions[name].names
            case ZoneMeaning() | KindMeaning() | PieceMeaning() | CanMeaning():
                names.add(PIECES)
            case AttributeMeaning(through_face=True):
                names.add(PIECES)
            case BuiltinMeaning(name=name) if name in ("face", "place", "owner", "piece", "top"):
                names.add(PIECES)
    return frozenset(names)
