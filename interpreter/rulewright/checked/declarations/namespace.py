"""Checks of the rulebook as a whole: its one namespace, and declarations that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.definitions import axes_of
from rulewright.checked.declarations.lookup import board
from rulewright.checked.declarations.money import check_denominations
from rulewright.checked.declarations.starts import starts
from rulewright.checked.infer import check_text, check_texts
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.checked.messages import names, types
from rulewright.checked.references import declarations_of
from rulewright.checked.scope import Scope
from rulewright.language.builtins import BUILT_IN_NAMES, attributes_of
from rulewright.language.types import Integer, Line, Optional, Piece, Player, Space, Team, Type, Way
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

_DOMAINS = ("an enum", "a kind of pieces", "a board", "a zone")
"""Declarations whose names are used where `number` and `bool` are types."""


def check_namespace(c: Context) -> None:
    """Report names that are declared twice: declarations share one namespace, and members may not have their names either."""
    taken: dict[str, tuple[Span, str]] = {}
    book = c.book
    groups = [
        (f"{'an' if what[0] in 'eo' else 'a'} {what}", [(e.id, e.span) for e in entries.values()])
        for what, entries in declarations_of(book)
    ]
    groups.append(("a seat", [(s.id, s.span) for s in book.seats]))
    for what, entries in groups:
        for name, span in entries:
            if name in BUILT_IN_NAMES or (name in ("bool", "number") and what in _DOMAINS):
                names.name_twice(c, name, span, span, what, "something built in")
            elif name in taken:
                first, first_what = taken[name]
                names.name_twice(c, name, span, first, what, first_what)
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
                names.name_twice(c, member.id, member.span, first, what, first_what)


def check_declarations(c: Context) -> None:
    """Check every declaration, used or not."""
    for name in c.book.options:
        lookup.option(c, name)
    for name in c.book.enums:
        declarations.enum_type(c, name)
    for name in c.book.boards:
        board(c, name)
    for name in c.book.kinds:
        lookup.kind(c, name)
        if c.again is None:
            _check_kind_attributes(c, c.book.kinds[name])
    for name in c.book.zones:
        lookup.zone(c, name)
    for variable in c.book.variables.values():
        if not c.skips(variable):
            _check_variable(c, variable)
    for name in c.book.tables:
        lookup.table(c, name)
    for name in c.book.definitions:
        lookup.definition(c, name)
    for kind in c.book.kinds.values() if c.again is None else ():
        starts(c, kind)
    _check_owned(c)
    _check_words(c)


def _check_owned(c: Context) -> None:
    """Report declarations of players or teams that have the name of a built-in attribute."""
    book = c.book
    for entry in (*book.variables.values(), *book.tables.values(), *book.definitions.values()):
        axes = axes_of(c, entry.id) if not c.skips(entry) else None
        if axes and isinstance(axes[0], (Player, Team)):
            _check_owned_name(c, entry, isinstance(axes[0], Player))
    places: list[rulebook.Zone | rulebook.Board] = [*book.zones.values(), *book.boards.values()]
    for place in places if c.again is None else ():
        owners = lookup.owners_of(place.per)
        if owners:
            _check_owned_name(c, place, owners == "players")


def _check_owned_name(c: Context, entry: rulebook.Entry, player: bool) -> None:
    if entry.id in attributes_of("player" if player else "team"):
        declaration_messages.attribute_taken(c, entry.span, "players" if player else "teams", entry.id)


def _check_kind_attributes(c: Context, kind: rulebook.Kind) -> None:
    """Report attributes from `one_per` and named faces that share a name, with each other or with a built-in one."""
    declared: dict[str, Span] = {}
    for name, span in _attributes_of(kind):
        if name in attributes_of("piece") or name in ("count", "empty", "full", "piece"):
            declaration_messages.attribute_taken(c, span, "pieces and places", name)
        elif name in declared:
            declaration_messages.attribute_twice(c, span, name, declared[name])
        declared.setdefault(name, span)


def _attributes_of(kind: rulebook.Kind) -> Iterator[tuple[str, Span]]:
    yield from ((parameter.name, parameter.span) for parameter in kind.one_per)
    faces = kind.faces if isinstance(kind.faces, tuple) else ()
    of_faces: dict[str, Span] = {}
    for face in faces:
        for name, value in face.values.items():
            of_faces.setdefault(name, value.span)
    yield from of_faces.items()


def _check_variable(c: Context, variable: rulebook.Variable) -> None:
    facts = lookup.variable(c, variable.id)
    if facts is None:
        return
    if variable.start is not None:
        value = declarations.constant(c, variable.start, facts.type, f"`start` of {variable.id}")
        inner: Type = facts.type.of if isinstance(facts.type, Optional) else facts.type
        if isinstance(inner, Integer) and isinstance(value, int) and not inner.low <= value <= inner.high:
            types.always_outside(
                c, variable.start, Integer(value, value), inner, variable.id, variable.type.span
            )
    elif isinstance(facts.type, (Player, Team, Piece, Space, Line, Way)):
        declaration_messages.needs_start(c, variable, facts.type)
    check_denominations(c, variable, facts)


def _check_words(c: Context) -> None:
    """Check the labels and texts of declarations, which may use constants, and a definition's parameters."""
    book = c.book
    for group in (book.options, book.enums, book.zones, book.variables, book.tables):
        for entry in group.values():
            if not c.skips(entry):
                check_texts(c, entry, declarations.SETUP)
    for choice in (each for option in book.options.values() for each in option.one_of):
        check_text(c, choice.text, declarations.SETUP)
    for definition in book.definitions.values():
        facts = c.definitions.get(definition.id)
        if facts is not None and not c.skips(definition):
            check_texts(c, definition, Scope(names=dict(facts.parameters)))
