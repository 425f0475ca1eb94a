"""Options, zones and variables once options and players are known, and the constants, members and axes of declarations.

`lookup` calls the functions for declarations when their facts are first needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from math import prod

from rulewright.checked.bindings import BoardPartMeaning, Fixed
from rulewright.checked.boards.directions import space_type, way_type
from rulewright.checked.context import Context
from rulewright.checked.declarations.lookup import board, is_declared, kind, owners_of, table, works_out
from rulewright.checked.facts import (
    Attributes,
    AxisFacts,
    KindFacts,
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
from rulewright.expression.children import walk
from rulewright.language.builtins import BUILT_IN_NAMES, KINDRED
from rulewright.language.directions import WAYS
from rulewright.language.ranges import ordinals
from rulewright.language.types import (
    Board,
    Boolean,
    Enum,
    Face,
    Integer,
    Kind,
    Nothing,
    Optional,
    Piece,
    Several,
    Side,
    Type,
    Unknown,
    Value,
    Zone,
)
from rulewright.problems.limits import MOST_STORED
from rulewright.problems.nearest import nearest
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

NOBODY = "constants are worked out before anybody acts"
SETUP = Scope(acting=NOBODY)
LARGEST_AXIS = 10_000
LARGEST_FACES = 1_000
MANY_IN_A_ZONE = 1_000
"""The most pieces of a kind without a number in a zone without a size."""
MOST_VALUES = 100_000
"""The most values of a variable or a table."""


def check_new_name(c: Context, name: syntax.Name, scope: Scope) -> None:
    """Report a bound name that shadows another name."""
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


@works_out(rulebook.Option)
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
    for name, declared in c.book.boards.items():
        if declared.path in c.open:
            continue  # it is being worked out, and its spaces have no names yet
        facts = board(c, name)
        if facts is not None and not facts.owner:
            _add_members(c.members, facts.names, space_type(facts))
    if c.book.boards:
        _add_members(c.members, WAYS, way_type(c))


def _add_members(found: dict[str, list[Type]], names: tuple[str, ...], type_: Type) -> None:
    """Add a type to those of all names. Names with this type alone share a list, since boards may have thousands of them."""
    added = _members_of(names, type_)
    found |= added | {name: [*found[name], type_] for name in found.keys() & added.keys()}


@lru_cache(maxsize=16)
def _members_of(names: tuple[str, ...], type_: Type) -> dict[str, list[Type]]:
    return dict(zip(names, repeat([type_])))


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
    """The directions of a board, if a domain is that; they need not be all directions of the game."""
    meaning = c.infos[node].meaning if node in c.infos else None
    if isinstance(meaning, BoardPartMeaning) and meaning.what == "directions":
        return tuple(sorted(c.boards[meaning.board].geometry.ways))
    return None


def values_of(c: Context, type_: Type) -> tuple[Fixed, ...] | None:
    """All values of a type in order; None if there are too many to list."""
    match type_:
        case Boolean():
            return (False, True)
        case Integer() if type_.high - type_.low >= LARGEST_AXIS:
            return None
        case Optional() | Nothing() | Several() | Side() | Zone() | Kind() | Board() | Unknown():
            return None
        case Piece(kind=name) if (facts := kind(c, name)) is None or facts.identical:
            return None
        case _:
            low, high = ordinals(type_, lambda name: c.kinds[name].pieces)
            return tuple(range(low, high + 1))


_Constants = tuple[Value, tuple[Fixed, ...]]
_LookedUp = dict[str, set[tuple[int, Span]]]


@dataclass(frozen=True, slots=True)
class Rows:
    """The scopes of many rows, such as the spaces of a board, in each of which all names have values: a scope is made where it is needed."""

    types: Mapping[str, Type]
    values: Mapping[str, Sequence[Fixed]]
    """By name: its value in each row."""
    many: int
    acting: str = NOBODY

    def scope(self, row: int) -> Scope:
        """The scope of one row."""
        return Scope(
            self.types, self.acting, values={name: known[row] for name, known in self.values.items()}
        )


def each_constant(c: Context, node: syntax.Expression, rows: Rows, what: str) -> _Constants | None:
    """The joined type and the values of an expression in many rows. The result
    is kept for other numbers of players and options if it depends only on bound names and on tables of the same values."""
    used = [part.text for part in walk(node) if isinstance(part, syntax.Name)] if rows.many else []
    if any(isinstance(rows.types.get(name), Unknown) for name in used):
        return None  # there is a problem with what it depends on
    columns = [rows.values[name] for name in used if name in rows.values]
    keys: list[tuple[Fixed, ...]] = list(zip(*columns, strict=True)) if columns else [()] * rows.many
    numbers = dict(zip(reversed(keys), range(rows.many - 1, -1, -1), strict=True))
    first = {key: numbers[key] for key in dict.fromkeys(keys)}
    read = _tables_read(c, node, rows)
    if read is None:
        return _inferred_each(c, node, keys, rows, first, what)
    kept, question = _kept(node.span.text), (tuple(rows.types.items()), tuple(keys), read)
    found: _Constants | None
    if question in kept:
        found, places = kept[question]
        looked_up = {
            name: {(row, _span_in(node, *at)) for row, *at in those} for name, those in places.items()
        }
        with c.only_constants():
            infer(
                c, node, rows.scope(list(first.values())[-1])
            )  # for what the context keeps of the expression
    else:
        before, c.looked_up = c.looked_up, {}
        found = _inferred_each(c, node, keys, rows, first, what)
        looked_up, c.looked_up = c.looked_up, before
        if found is not None:
            kept[question] = found, _places_in(node, looked_up)
    for name, those in looked_up.items():
        c.looked_up.setdefault(name, set()).update(those)
    return found


@lru_cache(maxsize=64)
def _kept(text: str) -> dict[object, tuple[_Constants, dict[str, list[tuple[int, int, int]]]]]:
    """By types and values of the names and tables that decide an expression with this text: its constants, and the rows it looks
    up, with the place in the text."""
    return {}


def _places_in(node: syntax.Expression, looked_up: _LookedUp) -> dict[str, list[tuple[int, int, int]]]:
    first = node.span.start
    return {
        name: [(row, span.start - first, span.end - first) for row, span in those]
        for name, those in looked_up.items()
    }


def _span_in(node: syntax.Expression, start: int, end: int) -> Span:
    return Span(node.span.source, node.span.start + start, node.span.start + end)


def _tables_read(c: Context, node: syntax.Expression, rows: Rows) -> tuple[TableFacts, ...] | None:
    """The facts of all tables that an expression uses, if only these and bound names decide its value; otherwise None."""
    found: list[TableFacts] = []
    for part in walk(node):
        match part:
            case syntax.Name(text=name) if rows.many and name not in rows.values:
                facts = table(c, name) if name in c.book.tables else None
                if facts is None:
                    return None
                found.append(facts)
            case syntax.Name() | syntax.Number() | syntax.Call() | syntax.Arithmetic() if rows.many:
                pass
            case _:
                return None
    return tuple(found)


def _inferred_each(
    c: Context,
    node: syntax.Expression,
    keys: Sequence[tuple[Fixed, ...]],
    rows: Rows,
    first: Mapping[tuple[Fixed, ...], int],
    what: str,
) -> _Constants | None:
    """As `each_constant`, without keeping the result: the expression is inferred once for each key, in the `first` row that has it."""
    joined: Type | None = None
    found: dict[tuple[Fixed, ...], Fixed] = {}
    for key, row in first.items():
        before = len(c.problems.found)
        with c.only_constants():
            info = infer(c, node, rows.scope(row))
        if len(c.problems.found) > before:
            return None
        if not info.fixed:
            if not isinstance(info.type, Unknown):
                messages.not_constant(c, node, what)
            return None
        found[key] = info.known
        joined = info.type if joined is None else join(joined, info.type)
    if not isinstance(joined, (Integer, Boolean, Enum, Optional)):
        messages.not_a_value(c, node, joined or Unknown(), what)
        return None
    return joined, tuple(found[key] for key in keys)


def position_in(axes: tuple[AxisFacts, ...], values: Sequence[Fixed]) -> int | None:
    """Row-major position of indices; None outside."""
    position = 0
    for axis, value in zip(axes, values, strict=True):
        if value not in axis.values:
            return None
        position = position * len(axis.values) + axis.values.index(value)
    return position


# ---------------------------------------------------------------------------------------------------- kinds


def face_type(facts: KindFacts) -> Value:
    if facts.lows is None:
        return Face(facts.name, facts.face_names)
    return Integer(min(facts.lows), max(facts.lows) + facts.faces - 1)


# -------------------------------------------------------------------------- zones, variables, tables, owners


@works_out(rulebook.Zone)
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


@works_out(rulebook.Variable)
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
    """Whether a variable or a table has too many values, which is reported."""
    values = prod(len(axis.values) for axis in axes)
    if values > MOST_VALUES:
        messages.too_many_values(c, name, span, values, MOST_VALUES)
        return True
    c.stored[name] = values
    too_many = sum(c.stored.values()) > MOST_STORED
    if too_many:
        messages.too_many_stored(c, name, span, MOST_STORED)
    return too_many


def _storable(c: Context, type_: Type) -> bool:
    inner = type_.of if isinstance(type_, Optional) else type_
    if isinstance(inner, Piece):
        facts = kind(c, inner.kind)
        return facts is not None and not facts.identical
    return not isinstance(inner, (Several, Nothing))
