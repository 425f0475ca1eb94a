"""Visibility: legality may read only what the acting player sees (language, decision 20).

While an expression is inferred, every read of the contents of a zone, of a variable, or of pieces anywhere is noted
with its owner as far as it is known: `me`, a parameter of the definition, or another player.  Where a definition is
used, its parameters are replaced by the arguments.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.checked.bindings import (
    BuiltinMeaning,
    FixedMeaning,
    KindMeaning,
    LocalMeaning,
    MeMeaning,
    PieceMeaning,
    Read,
    Whose,
    ZoneMeaning,
)
from rulewright.checked.context import Context
from rulewright.checked.messages import rules
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import Zone


def note_contents(c: Context, node: syntax.Domain, scope: Scope) -> None:
    """Note a read of the contents of the zone (or of all pieces of the kind) that an inferred expression names."""
    info = c.infos.get(node)
    match info.meaning if info else None:
        case ZoneMeaning(zone=zone, owner=owner):
            c.read(Read("zone", zone, whose(c, owner, scope), node))
        case KindMeaning(kind=kind) if c.kinds[kind].identical:
            c.read(Read("kind", kind, "", node))
        case None if isinstance(node, syntax.IfElse):
            note_contents(c, node.value, scope)
            note_contents(c, node.otherwise, scope)
        case _ if info is not None and isinstance(info.type, Zone):
            c.read(Read("kind", info.type.kind, "", node))


def note_look(c: Context, piece: syntax.Expression, kind: str, scope: Scope, node: syntax.Expression) -> None:
    """Note a read of the place or the face of a piece; a piece that was taken from a zone was read there already."""
    info = c.infos.get(piece)
    match info.meaning if info else None:
        case PieceMeaning() | FixedMeaning():
            c.read(Read("kind", kind, "", node))
        case LocalMeaning(name=name) if name in scope.roaming:
            c.read(Read("kind", kind, "", node))


def whose(c: Context, owner: syntax.Expression | None, scope: Scope) -> Whose:
    """The owner of a variable or zone that is read, as far as it is known there."""
    if owner is None:
        return ""
    info = c.infos.get(owner)
    match info.meaning if info else None:
        case MeMeaning():
            return "me"
        case LocalMeaning(name=name) if name in scope.parameters:
            return scope.parameters.index(name)
        case BuiltinMeaning(name="partner", arguments=(of,)) if whose(c, of, scope) == "me":
            return "partner"
        case BuiltinMeaning(name="team", arguments=(of,)):
            return whose(c, of, scope)
        case _:
            return "other"


def each_once(reads: Iterable[Read]) -> tuple[Read, ...]:
    """Reads without repetitions: where a definition or an action uses another one twice, and that one a third one
    twice, their number would otherwise double with each level."""
    return tuple({(read.what, read.name, read.owner): read for read in reads}.values())


def note_call(
    c: Context,
    reads: tuple[Read, ...],
    arguments: tuple[syntax.Expression, ...],
    scope: Scope,
    node: syntax.Expression,
) -> None:
    """Note the reads of a definition where it is used, with the arguments in place of its parameters."""
    for read in reads:
        owner = read.owner
        if isinstance(owner, int):
            owner = whose(c, arguments[owner], scope) if owner < len(arguments) else "other"
        c.read(Read(read.what, read.name, owner, node))


def check_sight(c: Context, reads: list[Read], rule: str, why: str = rules.LEGALITY) -> None:
    """Report each read of a rule that the acting player may not see; `why` says what the rule may read."""
    reported: set[int] = set()
    for read in reads:
        hidden = _hidden(c, read)
        if hidden and id(read.node) not in reported:
            reported.add(id(read.node))
            rules.hidden_read(c, read, hidden, rule, why)


def _hidden(c: Context, read: Read) -> str:
    """The `seen_by` that forbids a read; empty if it is allowed."""
    if read.what == "position":
        return ""  # `rules.positions` checks that everybody sees it
    if read.what == "kind":
        for zone in c.book.zones.values():
            if zone.holds.text == read.name and zone.seen_by != "all":
                return zone.seen_by
        return ""
    seen = (c.book.zones if read.what == "zone" else c.book.variables)[read.name].seen_by
    if seen == "all" or (seen in ("owner", "team") and read.owner == "me"):
        return ""
    if seen == "team" and read.owner == "partner":
        return ""
    return seen
