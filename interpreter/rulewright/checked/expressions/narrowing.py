"""Narrowing: which expressions are not none once a condition has been tested.

Expressions have no effects, so an expression that was tested stays not none until something it reads is
written.  `facts_when(c, condition, True)` maps the texts of expressions that are not none if the condition holds
to the names they read.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.checked.bindings import (
    AttributeMeaning,
    BuiltinMeaning,
    CanMeaning,
    DefinitionMeaning,
    KindMeaning,
    PieceMeaning,
    TimesMeaning,
    VariableMeaning,
    ZoneMeaning,
)
from rulewright.checked.context import Context
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.language.types import Boolean, Nothing, Optional, Space, Zone

PIECES = "#pieces"
"""The name under which places and faces of all pieces are read and written."""

LOOKS_AT_PIECES = ("face", "place", "owner", "piece", "piece_space", "top", "side", "turned", "open")
"""Attributes of pieces, and of spaces and zones for them, that a move can change."""

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
        case syntax.Attribute(name="empty" | "full" as name) if holds == (name == "full"):
            return _occupied(c, node)
        case _:
            return {}


def _all_of(c: Context, items: tuple[syntax.Expression, ...], holds: bool) -> Facts:
    facts: Facts = {}
    for item in items:
        facts.update(facts_when(c, item, holds))
    return facts


def _compared(c: Context, node: syntax.Compare, equal: bool) -> Facts:
    """Facts from a comparison: a side is not none if it is unequal to none, or equal to a value that is not none."""
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
    """The fact that an expression is not none, and its consequences: the subject of an attribute is not none either, and
    there is a piece on the space (or in the zone for one) whose attribute it is."""
    info = c.infos.get(node)
    if info is None or isinstance(node, syntax.NoneLiteral):
        return {}
    facts: Facts = {}
    if isinstance(info.type, (Optional, Nothing)):
        facts[to_text(node)] = names_read(c, node)
    if isinstance(node, syntax.Attribute):
        facts.update(_fact(c, node.of))
        if info.type != Boolean():
            facts.update(_occupied(c, node))
    return facts


def _occupied(c: Context, node: syntax.Attribute) -> Facts:
    """The facts that follow from a piece being on a space or in a zone for one: `at.piece` and attributes that every
    piece has are not none."""
    kind = _kind_for_one(c, node)
    if kind is None:
        return {}
    reads = names_read(c, node.of) | {PIECES}
    declared = c.kinds[kind]
    plain = [
        name for name, (type_, _) in declared.attributes.table.items() if not isinstance(type_, Optional)
    ]
    owner = ["owner"] if declared.owned_by else []
    return {to_text(replace(node, name=name)): reads for name in ("piece", *owner, *plain)}


def _kind_for_one(c: Context, node: syntax.Attribute) -> str | None:
    """The kind of the only piece of which an attribute of a space or zone is; None if it is an attribute of the space itself."""
    info = c.infos.get(node.of)
    type_ = (
        info.type.of if info is not None and isinstance(info.type, Optional) else info.type if info else None
    )
    match type_:
        case Space(board=board):
            facts = c.boards[board]
            return (
                facts.kind
                if facts.size == 1 and facts.kind and node.name not in facts.attributes.table
                else None
            )
        case Zone(zone=name, kind=kind) if name and (c.zones[name].size == 1 or c.kinds[kind].pieces == 1):
            return kind if node.name not in ("count", "size") else None
        case _:
            return None


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
            case TimesMeaning():
                names |= {PIECES, *c.book.variables}
            case ZoneMeaning() | KindMeaning() | PieceMeaning() | CanMeaning():
                names.add(PIECES)
            case AttributeMeaning(through_face=True):
                names.add(PIECES)
            case AttributeMeaning(subject=subject) if _asks_a_piece(c, subject):
                names.add(PIECES)
            case BuiltinMeaning(name=name) if name in LOOKS_AT_PIECES:
                names.add(PIECES)
    return frozenset(names)


def _asks_a_piece(c: Context, node: syntax.Expression) -> bool:
    """Whether an expression is the piece on a space or in a zone, which a move can change."""
    info = c.infos.get(node)
    return info is not None and isinstance(info.meaning, BuiltinMeaning) and info.meaning.name == "piece"
