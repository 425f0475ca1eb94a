"""Positions that are noted: what each consists of, and how many notes there can be.

positions: {seen: {of: [board, me], most: 500}}      ->      PositionFacts(most=500, whose=True, fails=False)
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checked.bindings import Info, Read
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.lookup import works_out
from rulewright.checked.expressions.visibility import each_once
from rulewright.checked.facts import PositionFacts
from rulewright.checked.infer import check_texts, condition, infer
from rulewright.checked.messages import rules
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Boolean,
    Enum,
    Face,
    Integer,
    Line,
    Nothing,
    Optional,
    Piece,
    Player,
    Space,
    Team,
    Type,
    Unknown,
    Way,
)
from rulewright.problems.limits import LARGEST_NOTE, MOST_NOTED
from rulewright.rulebook import nodes as rulebook


def check_positions(c: Context) -> None:
    """Check every position that is noted."""
    notes = 0
    for declared in c.book.positions.values():
        facts = lookup.position(c, declared.id)
        if not c.skips(declared):
            check_texts(c, declared, Scope())
        if facts is not None:
            notes += facts.most
            if notes > MOST_NOTED // LARGEST_NOTE:
                rules.too_many_notes(c, declared, MOST_NOTED // LARGEST_NOTE)


@works_out(rulebook.NotedPosition)
def _position(c: Context, declared: rulebook.NotedPosition) -> PositionFacts:
    most = declarations.constant_number(c, declared.most, f"`most` of {declared.id}", 1)
    c.reads.append([])
    c.uses_me.append(False)
    infos = [info for part in declared.of if (info := _part(c, declared, part)) is not None]
    whose = c.uses_me.pop()
    if declared.forget is not None:
        infos.append(condition(c, declared.forget, Scope(), f"`forget` of {declared.id}"))
    for read in each_once(c.reads.pop()):
        _check_sight(c, declared, read)
    return PositionFacts(most, whose, any(info.fails for info in infos))


def whole_place(
    c: Context, part: syntax.Expression
) -> rulebook.Board | rulebook.Zone | rulebook.Variable | None:
    """The board, zone or variable that a part names as a whole, with those of all players; None for any other expression."""
    if not isinstance(part, syntax.Name):
        return None
    name = part.text
    return c.book.boards.get(name) or c.book.zones.get(name) or c.book.variables.get(name)


def _part(c: Context, declared: rulebook.NotedPosition, part: syntax.Expression) -> Info | None:
    """Check a part; the type of an expression."""
    match whole_place(c, part):
        case rulebook.Board(id=name):
            board = lookup.board(c, name)
            if board is not None and not board.kind:
                rules.cannot_note(c, part, declared, "a board without pieces")
        case rulebook.Zone(id=name):
            lookup.zone(c, name)
            c.read(Read("zone", name, "other", part))
        case rulebook.Variable(id=name):
            lookup.variable(c, name)
            c.read(Read("variable", name, "other", part))
        case _:
            info = infer(c, part, Scope())
            if not _can_be_noted(c, info.type):
                rules.cannot_note_value(c, part, declared, info.type)
            return info
    return None


def _can_be_noted(c: Context, type_: Type) -> bool:
    """Whether values of a type have a number of their own that stays the same."""
    match type_:
        case Optional(of=of):
            return _can_be_noted(c, of)
        case Piece(kind=kind):
            return not c.kinds[kind].identical
        case _:
            return isinstance(
                type_,
                Integer | Boolean | Enum | Player | Team | Face | Space | Line | Way | Nothing | Unknown,
            )


def _check_sight(c: Context, declared: rulebook.NotedPosition, read: Read) -> None:
    """Report what not everybody sees: everybody learns whether a position was there before."""
    for seen_by in _hidden(c, read):
        rules.hidden_noted(c, read, seen_by, declared)
        return


def _hidden(c: Context, read: Read) -> Iterator[str]:
    if read.what == "kind":
        zones = [zone for zone in c.book.zones.values() if zone.holds.text == read.name]
        yield from (zone.seen_by for zone in zones if zone.seen_by != "all")
    elif read.what != "position":
        seen_by = (c.book.zones if read.what == "zone" else c.book.variables)[read.name].seen_by
        if seen_by != "all":
            yield seen_by
