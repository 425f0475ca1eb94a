"""Names: locals first, then the rulebook's one namespace, then members of enums.

me.score        ->      VariableMeaning("score", (me,))          rack.face  ->  every piece's face
"""

from __future__ import annotations

import re

from rulewright.checked.bindings import (
    OPEN,
    BuiltinMeaning,
    DefinitionMeaning,
    DomainMeaning,
    FixedMeaning,
    Info,
    KindMeaning,
    LocalMeaning,
    MeMeaning,
    Open,
    Read,
    TableMeaning,
    VariableMeaning,
    ZoneMeaning,
)
from rulewright.checked.boards.questions import named_board
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.definitions import axes_of
from rulewright.checked.declarations.lookup import board
from rulewright.checked.expressions.visibility import note_call, whose
from rulewright.checked.infer import INFER, UNKNOWN, plain_domain, value_of
from rulewright.checked.messages import names, rules, types, unknown_names
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import BUILT_IN_NAMES
from rulewright.language.directions import WAYS
from rulewright.language.types import (
    Enum,
    Face,
    Integer,
    Kind,
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
    Zone,
)
from rulewright.source.dataclass import replace

# --------------------------------------------------------------------------------------------------- names


def infer_name(c: Context, node: syntax.Name, scope: Scope, expected: Type | None) -> Info:
    name = node.text
    if name in scope.names:
        value = scope.values.get(name, OPEN)
        return Info(
            scope.names[name],
            value,
            LocalMeaning(name),
            silent=name in scope.silent,
            narrowed=name in scope.narrowed,
        )
    built_in = _built_in(c, node, scope)
    if built_in is not None:
        return built_in
    declared = _declared(c, node, scope)
    if declared is not None:
        return declared
    member = _member(c, node, expected)
    if member is None:
        if name in scope.differing:
            rules.after_names_differ(c, node.span, name)
        elif not _may_be_a_space(c, name):
            unknown_names.unknown_name(c, node, scope)
        return UNKNOWN
    return member


def _may_be_a_space(c: Context, name: str) -> bool:
    """Whether a name such as `d4` may be that of a space of a board that has an error, which was reported."""
    looks_like_one = re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}", name) is not None
    return looks_like_one and any(
        board(c, each) is None for each, declared in c.book.boards.items() if declared.path not in c.open
    )


def is_bare_member(c: Context, node: syntax.Node, scope: Scope) -> bool:
    """Whether an expression is a bare name that can only be a member, so that its type must come from elsewhere."""
    return (
        isinstance(node, syntax.Name)
        and node.text not in scope.names
        and node.text not in BUILT_IN_NAMES
        and node.text not in ("bool", "number")
        and not (node.text == "phase" and scope.example)
        and not lookup.is_declared(c, node.text)
    )


def _built_in(c: Context, node: syntax.Name, scope: Scope) -> Info | None:
    match node.text:
        case "me":
            if scope.acting:
                rules.nobody_acts(c, node, scope.acting)
                return UNKNOWN if c.frozen else Info(Player(c.players))
            c.note_me()
            return Info(Player(c.players), meaning=MeMeaning())
        case "players":
            return Info(Several(Player(c.players), c.players, c.players), meaning=DomainMeaning("players"))
        case "teams":
            count = c.owners("teams")
            return Info(Several(Team(count), count, count), meaning=DomainMeaning("teams"))
        case "round":
            return Info(Integer(0, 2**31 - 1), meaning=BuiltinMeaning("round", ()))
        case "phase" if scope.example and not lookup.is_declared(c, node.text):
            return Info(Enum("phase", tuple(c.book.phases)), meaning=BuiltinMeaning("phase", ()))
        case "bool" | "number" if not lookup.is_declared(c, node.text):
            return plain_domain(node.text)
        case "game":
            rules.game_alone(c, node)
            return UNKNOWN
        case _:
            return None


def _declared(c: Context, node: syntax.Name, scope: Scope) -> Info | None:
    name, book = node.text, c.book
    if name in book.options:
        type_, value = lookup.option(c, name)
        return Info(type_, value, FixedMeaning())
    if name in book.enums:
        enum = declarations.enum_type(c, name)
        size = len(enum.members)
        return Info(Several(enum, size, size), meaning=DomainMeaning("enum", name))
    if name in book.kinds:
        facts = lookup.kind(c, name)
        if facts is None:
            return UNKNOWN
        if facts.single:
            return Info(Piece(name), 0, FixedMeaning())
        return Info(Kind(name), meaning=KindMeaning(name))
    if name in book.boards:
        return named_board(c, node, name, None)
    if name in book.zones:
        zone = lookup.zone(c, name)
        if zone is None:
            return UNKNOWN
        if zone.owner:
            names.whose(c, node, zone.owner, scope)
            return UNKNOWN
        return Info(Zone(name, zone.kind), meaning=ZoneMeaning(name, None))
    if name in book.variables or name in book.tables or name in book.definitions:
        return applied(c, node, name, (), scope, None)
    if name in book.steps:
        names.step_in_expression(c, node)
        return UNKNOWN
    for seat, declared in enumerate(book.seats):
        if declared.id == name and seat >= c.players:
            names.beyond_the_table(c, node, "seat", seat + 1, c.players)
            return Info(Player(c.players), 0, FixedMeaning(), fails=True) if c.unreached else UNKNOWN
        if declared.id == name:
            return Info(Player(c.players), seat, FixedMeaning())
    return None


def _member(c: Context, node: syntax.Name, expected: Type | None) -> Info | None:
    """A member of the enum, the faces or the option values that are expected here, or of the only ones it fits."""
    wanted = expected
    while isinstance(wanted, (Optional, Several)):
        wanted = wanted.of
    if isinstance(wanted, (Enum, Face, Space, Way)):
        at = _member_number(c, node.text, wanted)
        if at is not None and isinstance(wanted, Way) and _leads_nowhere(c, at):
            names.no_such_direction(c, node)
            return UNKNOWN
        if at is not None:
            return Info(wanted, at, FixedMeaning())
        names.unknown_member(c, node, wanted)
        return UNKNOWN
    owners = declarations.members(c).get(node.text, [])
    if (
        owners
        and all(isinstance(owner, Way) for owner in owners)
        and _leads_nowhere(c, WAYS.index(node.text))
    ):
        names.no_such_direction(c, node)
        return UNKNOWN
    if len(owners) == 1 and isinstance(owners[0], (Enum, Face, Space, Way)):
        return Info(owners[0], _member_number(c, node.text, owners[0]) or 0, FixedMeaning())
    if owners:
        names.ambiguous_member(c, node, owners)
        return UNKNOWN
    return None


def _leads_nowhere(c: Context, way: int) -> bool:
    """Whether no board has a direction; False while a board is being checked, or is wrong."""
    return c.boards.keys() == c.book.boards.keys() and not any(
        way in facts.geometry.ways for facts in c.boards.values()
    )


def _member_number(c: Context, name: str, type_: Enum | Face | Space | Way) -> int | None:
    """The ordinal of a member, the number of a space or of a direction."""
    match type_:
        case Enum() | Face():
            return type_.members.index(name) if name in type_.members else None
        case Space():
            facts = c.boards[type_.board]
            return facts.number_of(name) if not facts.owner else None
        case Way():
            return WAYS.index(name) if name in WAYS else None


# -------------------------------------------------------------------- variables, tables, definitions, zones


def applied(
    c: Context,
    node: syntax.Expression,
    name: str,
    arguments: tuple[syntax.Expression, ...],
    scope: Scope,
    owner: syntax.Expression | None,
) -> Info:
    """A variable, table or definition with its indices; `owner` is the part before the dot, if there is one."""
    axes = axes_of(c, name)
    if axes is None:
        return UNKNOWN
    owned = bool(axes) and isinstance(axes[0], (Player, Team))
    given = ((owner,) if owner is not None else ()) + arguments
    if owned and owner is None:
        names.whose(c, node, "players" if isinstance(axes[0], Player) else "teams", scope)
        return UNKNOWN
    if len(given) != len(axes):
        names.wrong_count(c, node, name, len(arguments), len(axes) - (1 if owner is not None else 0))
        return UNKNOWN
    infos = [_index(c, argument, axis, scope, name) for argument, axis in zip(given, axes, strict=True)]
    infos = [
        (info, fails or _may_lack(c, argument, info, name, place))
        for place, (argument, (info, fails)) in enumerate(zip(given, infos, strict=True))
    ]
    fails = any(fails for _, fails in infos)
    if name in c.book.variables:
        return _variable(c, node, name, given, scope, fails)
    if name in c.book.tables:
        return _table(c, name, given, [i for i, _ in infos], fails)
    return _definition(c, node, name, given, scope, fails)


def _index(c: Context, node: syntax.Expression, axis: Value, scope: Scope, name: str) -> tuple[Info, bool]:
    info = value_of(c, node, scope, axis, f"an argument of `{name}`")
    if isinstance(axis, Integer) and isinstance(info.type, Integer):
        low, high = info.type.low, info.type.high
        if info.fixed and isinstance(info.value, int):
            low = high = int(info.value)
        if low > axis.high or high < axis.low:
            names.index_outside(c, node, info.type, axis, name)
        return info, info.fails or low < axis.low or high > axis.high
    return info, info.fails or isinstance(info.type, Unknown)


def _may_lack(c: Context, node: syntax.Expression, info: Info, name: str, place: int) -> bool:
    """Whether a variable or table may have no entry for a direction, because it is one of another board; reported if it surely has none."""
    facts = c.variables.get(name) or c.tables.get(name)
    if facts is None or not isinstance(facts.axes[place].type, Way):
        return False
    has = facts.axes[place].values
    if not info.fixed or not isinstance(info.value, int):
        return c.boards.keys() != c.book.boards.keys() or any(
            not board.all_ways <= {*has} for board in c.boards.values()
        )
    if info.value not in has:
        names.no_entry_for_direction(c, node, info.value, has, name)
    return info.value not in has


def _variable(
    c: Context,
    node: syntax.Expression,
    name: str,
    given: tuple[syntax.Expression, ...],
    scope: Scope,
    fails: bool,
) -> Info:
    if c.frozen:
        types.not_constant(c, node, f"the variable `{name}`")
        return UNKNOWN
    facts = lookup.variable(c, name)
    if facts is None:
        return UNKNOWN
    c.depend(name)
    owned = bool(facts.axes) and isinstance(facts.axes[0].type, (Player, Team))
    c.read(Read("variable", name, whose(c, given[0], scope) if owned else "", node))
    return Info(facts.type, meaning=VariableMeaning(name, given), fails=fails)


def _table(
    c: Context, name: str, given: tuple[syntax.Expression, ...], infos: list[Info], fails: bool
) -> Info:
    facts = lookup.table(c, name)
    if facts is None:
        return UNKNOWN
    value: Open = OPEN
    if all(i.fixed for i in infos):
        position = declarations.position_in(facts.axes, [i.known for i in infos])
        if position is not None:
            value = facts.values[position]
            first = position * len(facts.axes[0].values) // len(facts.values)
            c.looked_up.setdefault(name, set()).add((first, given[0].span))
    return Info(facts.type, value, TableMeaning(name, given), fails=fails)


def _definition(
    c: Context,
    node: syntax.Expression,
    name: str,
    given: tuple[syntax.Expression, ...],
    scope: Scope,
    fails: bool,
) -> Info:
    facts = lookup.definition(c, name)
    if facts is None:
        return UNKNOWN
    if facts.uses_me:
        if scope.acting:
            rules.definition_needs_me(c, node, name, scope.acting)
        else:
            c.note_me()
    note_call(c, facts.reads, given, scope, node)
    for read in facts.names:
        c.depend(read)
    if c.frozen and facts.names:
        types.not_constant(c, node, f"the definition `{name}`")
        return UNKNOWN
    info = facts.info
    return replace(info, meaning=DefinitionMeaning(name, given), fails=info.fails or fails)


INFER[syntax.Name] = infer_name
