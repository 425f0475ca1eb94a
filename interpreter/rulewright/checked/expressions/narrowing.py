"""Narrowing: which expressions are not none once a condition has been tested.

Expressions have no effects, so an expression that was tested stays not none until something it reads is
written.  `facts_when(c, condition, True)` maps the texts of expressions that are not none if the condition holds
to the names they read.

A definition proves what its expression proves, with the arguments in the place of its parameters:

    define: {reaches: {of: {at: board.spaces}, is: step(at, north) != none and at.empty}}
    when: {free: reaches(from)}              step(from, north) is not none, here and in `do`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

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
from rulewright.expression.replacing import (
    clauses_of,
    counted,
    fact_text,
    first_of,
    least_of,
    reached_by,
    with_arguments,
)
from rulewright.expression.to_text import to_text
from rulewright.language.ranges import MIRRORED, OPPOSITE
from rulewright.language.types import Boolean, Nothing, Optional, Space, Zone
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace

PIECES = "#pieces"
"""The name under which places and faces of all pieces are read and written."""

LOOKS_AT_PIECES = ("face", "place", "owner", "piece", "piece_space", "top", "side", "turned", "open")
"""Attributes of pieces, and of spaces and zones for them, that a move can change."""

Facts = dict[str, frozenset[str]]
MOST_PROVED = 40
"""The most facts that a definition proves where it is used."""
LARGEST_PROVED = 60
"""The most nodes of an expression that is proved not to be none, with the arguments in their places."""
Proved = Iterator[tuple[syntax.Expression, frozenset[str]]]
"""Expressions that are not none, each with the names it reads."""


def facts_when(c: Context, node: syntax.Expression, holds: bool) -> Facts:
    """Facts that follow from a condition being true (`holds`) or false. The condition was inferred before."""
    facts = {fact_text(proved): reads for proved, reads in _proved(c, node, holds)}
    return facts | {key: frozenset() for key in _tested(c, node, holds)}


def facts_of(c: Context, name: str, value: syntax.Expression) -> Facts:
    """Facts that follow from what a name is given as its value, which was inferred before."""
    return {fact_text(found): names_read(c, each) for found, each in reached_by(name, value)}


def _tested(c: Context, node: syntax.Expression, holds: bool) -> Iterator[str]:
    """The keys of the conditions that are the same in every position, which hold (or do not) by this test."""
    for part, true in clauses_of(node, holds):
        if c.boards and not names_read(c, part):
            key = f"{to_text(part)} {'holds' if true else 'fails'}"
            c.tested[key] = part, true
            yield key


def _proved(c: Context, node: syntax.Expression, holds: bool) -> Proved:
    for part, true in clauses_of(node, holds):
        yield from _proved_by(c, part, true)


def _proved_by(c: Context, node: syntax.Expression, holds: bool) -> Proved:
    """What follows from a part of a condition."""
    match node:
        case syntax.Compare(sign="!=" | "==" as sign):
            yield from _compared(c, node, holds == (sign == "=="))
            yield from _counted(c, node, holds)
        case syntax.Compare():
            yield from _counted(c, node, holds)
        case syntax.In() if holds:
            yield from _fact(c, node.item)
        case syntax.Attribute(name="empty" | "full" as name) if holds == (name == "full"):
            yield from _not_empty(c, node)
        case syntax.Call(
            function=syntax.Name(text="any" | "all" as name),
            arguments=(syntax.Comprehension(clauses=(clause,)) as each,),
        ) if holds == (name == "any"):
            yield from _first(c, each, clause, name == "any")
        case syntax.Name() | syntax.Attribute() | syntax.Call():
            yield from _by_definition(c, node, holds)
        case _:
            return


def _compared(c: Context, node: syntax.Compare, equal: bool) -> Proved:
    """Facts from a comparison: a side is not none if it is unequal to none, or equal to a value that is not none."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        info = c.infos.get(other)
        if info is None:
            continue
        if isinstance(info.type, Nothing):
            if not equal:
                yield from _fact(c, side)
        elif equal and not isinstance(info.type, Optional):
            yield from _fact(c, side)


def _fact(c: Context, node: syntax.Expression) -> Proved:
    """The fact that an expression is not none, and its consequences: the subject of an attribute is not none either, nor the space
    from which a step is taken, and there is a piece on the space (or in the zone for one) whose attribute it is."""
    info = c.infos.get(node)
    if info is None or isinstance(node, syntax.NoneLiteral):
        return
    if isinstance(info.type, (Optional, Nothing)):
        yield node, names_read(c, node)
    match info.meaning:
        case BuiltinMeaning(name="step", arguments=(start, *_)):
            yield from _fact(c, start)
        case DefinitionMeaning():
            yield from _by_definition(c, node, None)
    match node:
        case syntax.Attribute():
            yield from _fact(c, node.of)
            if info.type != Boolean():
                yield from _occupied(c, node)
        case syntax.IfElse(otherwise=syntax.NoneLiteral()):
            yield from _proved(c, node.condition, True)
            yield from _fact(c, node.value)
        case syntax.IfElse(value=syntax.NoneLiteral()):
            yield from _proved(c, node.condition, False)
            yield from _fact(c, node.otherwise)


def _first(c: Context, each: syntax.Comprehension, clause: syntax.Clause, holds: bool) -> Proved:
    """If something holds of an element, the first one of which it holds is not none: `any(p.ready for p in players)` proves that
    `first(p for p in players if p.ready)` is a player."""
    first = first_of(each, clause, holds)
    if first is not None:
        yield first, names_read(c, each)


def _counted(c: Context, node: syntax.Compare, holds: bool) -> Proved:
    """What follows from how many pieces there are, if there are some: `pile.count > 0`, `s.count == 2`."""
    found = counted(node, holds)
    if found is not None:
        yield found, names_read(c, node)
    sign = node.sign if holds else OPPOSITE[node.sign]
    for side, other, way in (
        (node.left, node.right, sign),
        (node.right, node.left, MIRRORED[sign]),
    ):
        info = c.infos.get(other)
        if not isinstance(side, syntax.Attribute) or side.name != "count" or info is None or not info.fixed:
            continue
        number = info.value
        if not isinstance(number, int):
            continue
        if least_of(way, number) >= 1:
            yield from _not_empty(c, side)


def _not_empty(c: Context, node: syntax.Attribute) -> Proved:
    """The facts that follow from pieces being in a zone or on a space, of which this is an attribute: there is a top one on a pile,
    and a piece where there is room for one."""
    info = c.infos.get(node.of)
    match info.type if info is not None else None:
        case Zone(zone=name) if name and c.book.zones[name].order == "kept" and c.zones[name].size > 0:
            yield replace(node, name="top"), names_read(c, node.of) | {PIECES}
    yield from _occupied(c, replace(node, name="piece"))


def _occupied(c: Context, node: syntax.Attribute) -> Proved:
    """The facts that follow from a piece being on a space or in a zone for one: `at.piece` and attributes that every
    piece has are not none."""
    kind = _kind_for_one(c, node)
    if kind is None:
        return
    reads = names_read(c, node.of) | {PIECES}
    declared = c.kinds[kind]
    plain = [
        name for name, (type_, _) in declared.attributes.table.items() if not isinstance(type_, Optional)
    ]
    owner = ["owner"] if declared.owned_by else []
    for name in ("piece", *owner, *plain):
        yield replace(node, name=name), reads


# ------------------------------------------------------------------------------------------ definitions


def _by_definition(c: Context, node: syntax.Expression, holds: bool | None) -> Proved:
    """What the expression of a definition proves where it is used: by being true or false, or with None by not being none."""
    info = c.infos.get(node)
    if info is None or not isinstance(info.meaning, DefinitionMeaning):
        return
    declared = c.book.definitions[info.meaning.name]
    if declared.id not in c.definitions or isinstance(declared.body, (rulebook.Cases, rulebook.SumOf)):
        return
    arguments = info.meaning.arguments
    values = {each.name: value for each, value in zip(declared.parameters, arguments, strict=True)}
    of_arguments = frozenset[str]().union(*(names_read(c, value) for value in arguments))
    for proved, reads in _by_body(c, declared, holds):
        found = with_arguments(proved, values)
        if sum(1 for _ in islice(walk(found), LARGEST_PROVED + 1)) <= LARGEST_PROVED:
            yield found, reads | of_arguments


def _by_body(
    c: Context, declared: rulebook.Definition, holds: bool | None
) -> Sequence[tuple[syntax.Expression, frozenset[str]]]:
    """What the expression of a definition proves of its parameters, found once: definitions that use each other twice would otherwise
    double the work from each to the next. Expressions that bind names of their own are left out."""
    if (declared.id, holds) not in c.proved:
        assert not isinstance(declared.body, (rulebook.Cases, rulebook.SumOf))
        found = _fact(c, declared.body) if holds is None else _proved(c, declared.body, holds)
        plain = (each for each in found if not any(isinstance(part, syntax.Clause) for part in walk(each[0])))
        c.proved[declared.id, holds] = tuple(islice(plain, MOST_PROVED))
    return c.proved[declared.id, holds]


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
