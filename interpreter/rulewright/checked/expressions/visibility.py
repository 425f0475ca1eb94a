"""Who looks at what: legality may read only what the acting player sees (language, decision 20).

While an expression is inferred, every look at the contents of a zone, at a variable, or at pieces wherever they are
is noted with its owner as far as it is known: `me`, a parameter of the definition, or somebody else.  Where a
definition is used, its parameters become what the arguments are.
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
    """The contents of the zone (or all pieces of the kind) that an inferred expression names are looked at."""
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
    """Where a piece lies or what it shows is looked at; pieces taken from a zone were seen there."""
    info = c.infos.get(piece)
    match info.meaning if info else None:
        case PieceMeaning() | FixedMeaning():
            c.read(Read("kind", kind, "", node))
        case LocalMeaning(name=name) if name in scope.roaming:
            c.read(Read("kind", kind, "", node))


def whose(c: Context, owner: syntax.Expression | None, scope: Scope) -> Whose:
    """The owner of what is read, as far as it is known where it is read."""
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
    """What is looked at, each thing once: where a definition or an action uses another one twice, and that one a third
    one twice, what is noted would otherwise double with every line."""
    return tuple({(read.what, read.name, read.owner): read for read in reads}.values())


def note_call(
    c: Context,
    reads: tuple[Read, ...],
    arguments: tuple[syntax.Expression, ...],
    scope: Scope,
    node: syntax.Expression,
) -> None:
    """A definition is used: what it looks at is looked at here, with its parameters filled in."""
    for read in reads:
        owner = read.owner
        if isinstance(owner, int):
            owner = whose(c, arguments[owner], scope) if owner < len(arguments) else "other"
        c.read(Read(read.what, read.name, owner, node))


def check_sight(c: Context, reads: list[Read], rule: str, why: str = rules.LEGALITY) -> None:
    """Report what a rule looks at although the acting player may not see it; `why` says what it may look at."""
    reported: set[int] = set()
    for read in reads:
        hidden = _hidden(c, read)
        if hidden and id(read.node) not in reported:
            reported.add(id(read.node))
            rules.hidden_read(c, read, hidden, rule, why)


def _hidden(c: Context, read: Read) -> str:
    """The `seen_by` that forbids this look, or nothing."""
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
