"""What declarations come to once options and players are known; each is worked out when it is first asked for.

Declarations may use each other in any order (`hands_played: {type: 0..hands}` before `hands` is defined), so there
is no pass over them: `variable(c, "hands_played")` asks for `definition(c, "hands")`, and a circle is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from math import prod
from typing import TypeVar

from rulewright.checked.bindings import BoardPartMeaning, Fixed
from rulewright.checked.context import (
    Attributes,
    AxisFacts,
    Context,
    DefinitionFacts,
    KindFacts,
    Owners,
    TableFacts,
    VariableFacts,
    ZoneFacts,
)
from rulewright.checked.infer import element_of, infer, join, value_of, within
from rulewright.checked.messages import declarations
from rulewright.checked.messages import names as name_messages
from rulewright.checked.messages import types as messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import BUILT_IN_NAMES, KINDRED
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
    Several,
    Space,
    Team,
    Type,
    Unknown,
    Value,
    Way,
)
from rulewright.language.ways import WAYS
from rulewright.problems.limits import MOST_STORED
from rulewright.problems.nearest import nearest
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

NOBODY = "constants are worked out before anybody acts"
SETUP = Scope(acting=NOBODY)
LARGEST_AXIS = 10_000
LARGEST_FACES = 1_000
MANY_IN_A_ZONE = 1_000
"""As many pieces without a number lie in a zone that says nothing of its size."""
MOST_VALUES = 100_000
"""A variable or a table may have as many values."""


def is_declared(c: Context, name: str) -> bool:
    return any(name in names for names in _declared(c)) or any(seat.id == name for seat in c.book.seats)


def declared_names(c: Context) -> set[str]:
    """All names that are declared."""
    return {*chain.from_iterable(_declared(c)), *(seat.id for seat in c.book.seats)}


def _declared(c: Context) -> tuple[Collection[str], ...]:
    book = c.book
    return (
        book.options, book.enums, book.kinds, book.boards, book.zones, book.variables, book.tables, book.definitions, book.steps,
    )  # fmt: skip


def is_indexed(c: Context, name: str) -> bool:
    """Whether a name may have indices: a variable, a table or a definition."""
    return name in c.book.variables or name in c.book.tables or name in c.book.definitions


def check_new_name(c: Context, name: syntax.Name, scope: Scope) -> None:
    """Bound names never hide anything."""
    if name.text in scope.names or name.text in BUILT_IN_NAMES or is_declared(c, name.text):
        name_messages.name_taken(c, name)


def constant(
    c: Context, node: syntax.Expression, type_: Type, role: str, scope: Scope = SETUP
) -> Fixed | None:
    """The value of an expression that must be known at load; None (and a problem) if it is not."""
    with c.only_constants():
        info = value_of(c, node, scope, type_, role)
    if not info.fixed:
        if not isinstance(info.type, Unknown):
            messages.not_constant(c, node, "this")
        return None
    return info.known


def constant_number(c: Context, node: syntax.Expression, role: str, least: int = 0, default: int = 1) -> int:
    """A whole number known at load; `default` after a problem."""
    value = constant(c, node, Integer(), role)
    if not isinstance(value, int) or isinstance(value, bool):
        return default
    if value < least:
        messages.number_too_small(c, node, role, int(value), least)
        return default
    return int(value)


# -------------------------------------------------------------------------------------------------- options


def option(c: Context, name: str) -> tuple[Type, Fixed]:
    """An option's type and the value it has at this table."""
    declared = c.book.options[name]
    if declared.path in c.open and name in c.options:
        declarations.circle(c, declared.path, declared.span)  # its type is known, but not its value
        return Unknown(), 0
    return once(c, c.options, declared, _option) or (Unknown(), 0)


def _option(c: Context, declared: rulebook.Option) -> tuple[Value, Fixed]:
    type_: Value | Unknown = Integer()
    if declared.one_of:
        type_ = Enum(declared.id, tuple(choice.id for choice in declared.one_of))
    elif declared.type is not None:
        type_ = element_of(c, declared.type, SETUP)
    if isinstance(type_, Unknown):
        return Integer(), 0
    c.options[declared.id] = (type_, 0)
    if _is_no_value(c, declared.value, type_):
        declarations.no_value_of(c, declared, type_)
        return type_, c.settings.get(declared.id, 0)
    value = constant(c, declared.value, type_, f"the option `{declared.id}`")
    if value is not None and not within(value, type_):
        where = declared.type.span if declared.type is not None else declared.span
        messages.outside_type(c, declared.value, value, type_, f"the option `{declared.id}`", where)
    chosen = c.settings.get(declared.id, value)
    return type_, chosen


def _is_no_value(c: Context, node: syntax.Expression, type_: Value) -> bool:
    """Whether a number, or yes or no, is wanted and a word is written that nothing of that sort can be called."""
    inner = type_.of if isinstance(type_, Optional) else type_
    if not isinstance(node, syntax.Name) or not isinstance(inner, Boolean | Integer):
        return False
    near = nearest(node.text, [*c.book.options, *c.book.definitions])
    known = is_declared(c, node.text) or node.text in BUILT_IN_NAMES or node.text.lower() in KINDRED
    return near is None and not known


# ------------------------------------------------------------------------------------- enums, members, axes


def enum_type(c: Context, name: str) -> Enum:
    declared = c.book.enums[name]
    enum = Enum(name, tuple(m.id for m in declared.members))
    if name not in c.enums:
        c.enums[name] = Attributes({})
        c.enums[name] = attributes(c, declared.members)
    return enum


def attributes(c: Context, members: Sequence[rulebook.Member]) -> Attributes:
    """The table of each attribute; one that a member leaves out is none there."""
    names = list(dict.fromkeys(name for m in members for name in m.values))
    table: dict[str, tuple[Value, tuple[Fixed, ...]]] = {}
    for name in names:
        type_: Type = Unknown()
        values: list[Fixed] = []
        for member in members:
            node = member.values.get(name)
            if node is None:
                values.append(None)
                type_ = join(type_, Nothing()) or type_
                continue
            with c.only_constants():
                info = infer(c, node, SETUP, type_ if not isinstance(type_, Unknown) else None)
            if not info.fixed and not isinstance(info.type, Unknown):
                messages.not_constant(c, node, f"the attribute `{name}`")
            values.append(info.known if info.fixed else 0)
            joined = join(type_, info.type)
            if joined is None:
                declarations.attribute_types_differ(c, node, name, type_, info.type)
            else:
                type_ = joined
        table[name] = (type_, tuple(values))  # type: ignore[assignment]  # constants have value types
    return Attributes(table)


def members(c: Context) -> dict[str, list[Type]]:
    """Every enum member, named face and option value, with the types that have one of this name."""
    if not c.members:
        for enum in c.book.enums.values():
            for member in enum.members:
                c.members.setdefault(member.id, []).append(Enum(enum.id, tuple(m.id for m in enum.members)))
        for opt in c.book.options.values():
            for choice in opt.one_of:
                c.members.setdefault(choice.id, []).append(Enum(opt.id, tuple(x.id for x in opt.one_of)))
        for kind_ in c.book.kinds.values():
            if isinstance(kind_.faces, tuple):
                names = tuple(m.id for m in kind_.faces)
                for name in names:
                    c.members.setdefault(name, []).append(Face(kind_.id, names))
        _places_as_members(c)
    found = c.members
    if any(declared.path in c.open for declared in c.book.boards.values()):
        c.members = {}  # a board that is being worked out has no spaces yet: ask again later
    return found


def _places_as_members(c: Context) -> None:
    """Spaces of boards that are nobody's own, and directions, by the names they have in expressions."""
    from rulewright.checked.boards.boards import board, space_type, way_type

    for name, declared in c.book.boards.items():
        if declared.path in c.open:
            continue  # it is being worked out, and its spaces have no names yet
        facts = board(c, name)
        if facts is not None and not facts.owner:
            type_ = space_type(facts)
            for space in facts.names:
                c.members.setdefault(space, []).append(type_)
    if c.book.boards:
        for way in WAYS:
            c.members.setdefault(way, []).append(way_type(c))


def axis_of(c: Context, node: syntax.Domain, role: str) -> AxisFacts | None:
    """A domain that may index something: fixed, and finite in a reasonable measure."""
    with c.only_constants():
        type_ = element_of(c, node, SETUP)
    if isinstance(type_, Unknown):
        return None
    values = _ways_of(c, node) or values_of(c, type_)
    if values is None:
        messages.no_index_type(c, node, type_, role)
        return None
    return AxisFacts(type_, values)


def _ways_of(c: Context, node: syntax.Domain) -> tuple[Fixed, ...] | None:
    """The directions of a board, which need not be all there are."""
    meaning = c.infos[node].meaning if node in c.infos else None
    if isinstance(meaning, BoardPartMeaning) and meaning.what == "directions":
        return tuple(sorted(c.boards[meaning.board].geometry.ways))
    return None


def values_of(c: Context, type_: Type) -> tuple[Fixed, ...] | None:
    """All values of a type in order, if there are finitely many worth listing."""
    match type_:
        case Player() | Team():
            return tuple(range(type_.count))
        case Boolean():
            return (False, True)
        case Enum() | Face():
            return tuple(range(len(type_.members)))
        case Space() | Way():
            return tuple(range(type_.count))
        case Line():
            return tuple(range(type_.first, type_.first + type_.count))
        case Integer() if type_.high - type_.low < LARGEST_AXIS:
            return tuple(range(type_.low, type_.high + 1))
        case Piece(kind=name):
            facts = kind(c, name)
            return tuple(range(facts.pieces)) if facts and not facts.identical else None
        case _:
            return None


def position_in(axes: tuple[AxisFacts, ...], values: Sequence[Fixed]) -> int | None:
    """Row-major position of indices; None outside."""
    position = 0
    for axis, value in zip(axes, values, strict=True):
        if value not in axis.values:
            return None
        position = position * len(axis.values) + axis.values.index(value)
    return position


# ---------------------------------------------------------------------------------------------------- kinds


def kind(c: Context, name: str) -> KindFacts | None:
    from rulewright.checked.declarations.kinds import kind_facts

    return once(c, c.kinds, c.book.kinds[name], kind_facts)


def told_apart(c: Context, name: str) -> int:
    """How many pieces of a kind that can be told apart there are, without looking at what they show: a table is as large
    as they can spread, and what their sides show may hang on the table's directions. 0 for other kinds."""
    from rulewright.checked.declarations.combinations import combinations

    declared = c.book.kinds[name]
    owned_by = owners_of(declared.of)
    owners = c.players if owned_by == "players" else max(c.teams) + 1 if owned_by == "teams" else 1
    return owners * len(combinations(c, declared)) if declared.one_per else 0


def face_type(facts: KindFacts) -> Value:
    if facts.lows is None:
        return Face(facts.name, facts.face_names)
    return Integer(min(facts.lows), max(facts.lows) + facts.faces - 1)


def owners_of(node: syntax.Domain | None) -> Owners:
    """What stands behind `of` or `per`, if it is one of the two words that can."""
    match node:
        case syntax.Name(text="players"):
            return "players"
        case syntax.Name(text="teams"):
            return "teams"
        case _:
            return ""


# -------------------------------------------------------------------------- zones, variables, tables, owners


def zone(c: Context, name: str) -> ZoneFacts | None:
    return once(c, c.zones, c.book.zones[name], _zone)


def _zone(c: Context, declared: rulebook.Zone) -> ZoneFacts | None:
    if declared.holds.text not in c.book.kinds:
        declarations.unknown_kind(c, declared.holds)
        return None
    held = kind(c, declared.holds.text)
    if held is None:
        if declared.size is not None:
            constant_number(c, declared.size, f"`size` of {declared.id}")
        return None
    owner = owners_of(declared.per)
    if declared.per is not None and not owner:
        declarations.owner_of_zone(c, declared)
        owner = "players"
    if declared.order == "kept" and held.identical:
        declarations.kept_needs_identity(c, declared, held.name)
    most = MANY_IN_A_ZONE if held.unlimited else held.pieces
    size = most
    if declared.size is not None:
        size = constant_number(c, declared.size, f"`size` of {declared.id}", 0, most)
    if held.unlimited and declared.start is not None:
        declarations.start_of_unlimited(c, declared, held.name)
    return ZoneFacts(held.name, owner, min(size, most))


def variable(c: Context, name: str) -> VariableFacts | None:
    return once(c, c.variables, c.book.variables[name], _variable)


def _variable(c: Context, declared: rulebook.Variable) -> VariableFacts | None:
    with c.only_constants():
        type_ = element_of(c, declared.type, SETUP)
    axes = [axis_of(c, node, f"`per` of {declared.id}") for node in declared.per]
    if isinstance(type_, Unknown) or any(a is None for a in axes):
        return None
    if not _storable(c, type_):
        declarations.cannot_store(c, declared, type_)
        return None
    known = tuple(a for a in axes if a is not None)
    if too_many_values(c, declared.id, declared.span, known):
        return None
    return VariableFacts(type_, known)


def too_many_values(c: Context, name: str, span: Span, axes: tuple[AxisFacts, ...]) -> bool:
    """Whether a variable or a table would have more values than there is room for, which is reported."""
    values = prod(len(axis.values) for axis in axes)
    if values > MOST_VALUES:
        messages.too_many_values(c, name, span, values, MOST_VALUES)
        return True
    c.stored += values
    if c.stored > MOST_STORED:
        messages.too_many_stored(c, name, span, MOST_STORED)
    return c.stored > MOST_STORED


def _storable(c: Context, type_: Type) -> bool:
    inner = type_.of if isinstance(type_, Optional) else type_
    if isinstance(inner, Piece):
        facts = kind(c, inner.kind)
        return facts is not None and not facts.identical
    return not isinstance(inner, (Several, Nothing))


def axes_of(c: Context, name: str) -> list[Value] | None:
    """The types of the indices of a variable, table or definition."""
    if name in c.book.variables:
        facts = variable(c, name)
        return None if facts is None else [a.type for a in facts.axes]
    if name in c.book.tables:
        table_facts = table(c, name)
        return None if table_facts is None else [a.type for a in table_facts.axes]
    from rulewright.checked.declarations.definitions import parameter_types

    types = parameter_types(c, c.book.definitions[name].parameters)
    return None if types is None else [type_ for _, type_ in types]


def owned_names(c: Context, player: bool) -> list[str]:
    """What can be asked of a player (or a team): zones, variables and definitions whose first index it is."""
    word = "players" if player else "teams"
    names = [z.id for z in c.book.zones.values() if owners_of(z.per) == word]
    names += [b.id for b in c.book.boards.values() if owners_of(b.per) == word]
    for variable_ in c.book.variables.values():
        if variable_.per and owners_of(variable_.per[0]) == word:
            names.append(variable_.id)
    for definition_ in c.book.definitions.values():
        if definition_.parameters and owners_of(definition_.parameters[0].domain) == word:
            names.append(definition_.id)
    return names


def table(c: Context, name: str) -> TableFacts | None:
    from rulewright.checked.declarations.definitions import table_facts

    return once(c, c.tables, c.book.tables[name], table_facts)


def definition(c: Context, name: str) -> DefinitionFacts | None:
    from rulewright.checked.declarations.definitions import definition_facts

    return once(c, c.definitions, c.book.definitions[name], definition_facts)


Declared = TypeVar("Declared", bound=rulebook.Entry)
Facts = TypeVar("Facts")


def once(
    c: Context, found: dict[str, Facts], declared: Declared, work: Callable[[Context, Declared], Facts | None]
) -> Facts | None:
    """What a declaration comes to, worked out when it is first asked for; a circle is reported.

    Inside, constants' restrictions do not apply: they are checked where the declaration is used.
    """
    if declared.id in found:
        return found[declared.id]
    if declared.path in c.open:
        declarations.circle(c, declared.path, declared.span)
        return None
    c.open.append(declared.path)
    frozen, c.frozen = c.frozen, 0
    try:
        facts = work(c, declared)
    finally:
        c.open.pop()
        c.frozen = frozen
    if facts is not None:
        found[declared.id] = facts
    return facts
