"""What concerns the rulebook as a whole: one namespace, and declarations that nothing else asks for."""

from __future__ import annotations

from rulewright.checked import declaration_messages, declarations, messages, name_messages
from rulewright.checked.boards import board
from rulewright.checked.context import Context
from rulewright.checked.infer import check_text
from rulewright.checked.money import check_denominations
from rulewright.checked.scope import Scope
from rulewright.checked.starts import starts
from rulewright.language.builtins import BUILT_IN_NAMES
from rulewright.language.types import Integer, Line, Optional, Piece, Player, Space, Team, Type, Way
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span


def check_namespace(c: Context) -> None:
    """One namespace for what expressions can name; members may not share a name with it either."""
    taken: dict[str, tuple[Span, str]] = {}
    book = c.book
    groups: list[tuple[str, list[tuple[str, Span]]]] = [
        ("an option", [(e.id, e.span) for e in book.options.values()]),
        ("an enum", [(e.id, e.span) for e in book.enums.values()]),
        ("a kind of pieces", [(e.id, e.span) for e in book.kinds.values()]),
        ("a board", [(e.id, e.span) for e in book.boards.values()]),
        ("a zone", [(e.id, e.span) for e in book.zones.values()]),
        ("a variable", [(e.id, e.span) for e in book.variables.values()]),
        ("a table", [(e.id, e.span) for e in book.tables.values()]),
        ("a definition", [(e.id, e.span) for e in book.definitions.values()]),
        ("a step", [(e.id, e.span) for e in book.steps.values()]),
        ("a seat", [(s.id, s.span) for s in book.seats]),
    ]
    for what, entries in groups:
        for name, span in entries:
            if name in BUILT_IN_NAMES:
                name_messages.name_twice(c, name, span, span, what, "something built in")
            elif name in taken:
                first, first_what = taken[name]
                name_messages.name_twice(c, name, span, first, what, first_what)
            taken.setdefault(name, (span, what))
    _check_members(c, taken)


def _check_members(c: Context, taken: dict[str, tuple[Span, str]]) -> None:
    lists: list[tuple[str, tuple[rulebook.Member | rulebook.Choice, ...]]] = []
    lists += [(f"a member of {e.id}", e.members) for e in c.book.enums.values()]
    lists += [(f"a value of {o.id}", o.one_of) for o in c.book.options.values()]
    lists += [(f"a face of {k.id}", k.faces) for k in c.book.kinds.values() if isinstance(k.faces, tuple)]
    for what, members in lists:
        for member in members:
            if member.id in taken or member.id in BUILT_IN_NAMES:
                first, first_what = taken.get(member.id, (member.span, "something built in"))
                name_messages.name_twice(c, member.id, member.span, first, what, first_what)


def check_declarations(c: Context) -> None:
    """Work out every declaration, used or not."""
    for name in c.book.options:
        declarations.option(c, name)
    for name in c.book.enums:
        declarations.enum_type(c, name)
    for name in c.book.boards:
        board(c, name)
    for name in c.book.kinds:
        declarations.kind(c, name)
    for name in c.book.zones:
        declarations.zone(c, name)
    for variable in c.book.variables.values():
        _check_variable(c, variable)
    for name in c.book.tables:
        declarations.table(c, name)
    for name in c.book.definitions:
        declarations.definition(c, name)
    for kind in c.book.kinds.values():
        starts(c, kind)
    _check_words(c)


def _check_variable(c: Context, variable: rulebook.Variable) -> None:
    facts = declarations.variable(c, variable.id)
    if facts is None:
        return
    if variable.start is not None:
        value = declarations.constant(c, variable.start, facts.type, f"`start` of {variable.id}")
        inner: Type = facts.type.of if isinstance(facts.type, Optional) else facts.type
        if isinstance(inner, Integer) and isinstance(value, int) and not inner.low <= value <= inner.high:
            messages.always_outside(
                c, variable.start, Integer(value, value), inner, variable.id, variable.type.span
            )
    elif isinstance(facts.type, (Player, Team, Piece, Space, Line, Way)):
        declaration_messages.needs_start(c, variable, facts.type)
    check_denominations(c, variable, facts)


def _check_words(c: Context) -> None:
    """Names and prose of declarations may use constants, and a definition's parameters."""
    entries: list[rulebook.Entry] = []
    for group in (c.book.options, c.book.enums, c.book.zones, c.book.variables, c.book.tables):
        entries.extend(group.values())
    for entry in entries:
        for text in (entry.label, entry.about):
            check_text(c, text, declarations.SETUP)
    for definition in c.book.definitions.values():
        facts = c.definitions.get(definition.id)
        scope = Scope(names=dict(facts.parameters)) if facts else None
        for text in (definition.label, definition.about) if scope is not None else ():
            check_text(c, text, scope or Scope())
