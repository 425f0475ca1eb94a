"""Built-in functions at one table: the types of their arguments, and the type and the value of their results.

    step(at, north)      ->      a space of the board of `at`, or none

`language.builtins` describes the sort of each argument and of the result.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.checked.bindings import (
    OPEN,
    BuiltinMeaning,
    CanMeaning,
    FixedMeaning,
    Info,
    MeMeaning,
    Open,
    Read,
    TimesMeaning,
)
from rulewright.checked.boards.directions import way_type
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.expressions.afterwards import after
from rulewright.checked.expressions.visibility import note_contents
from rulewright.checked.infer import UNKNOWN, infer, integer, range_of, value_of
from rulewright.checked.messages import board_questions, names, open_tables, rules, types
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import Function
from rulewright.language.directions import opposite
from rulewright.language.types import (
    HIGHEST,
    Boolean,
    Integer,
    Optional,
    Piece,
    Player,
    Several,
    Side,
    Space,
    Type,
    Unknown,
    Value,
    Zone,
)
from rulewright.problems.limits import MOST_PAIRS
from rulewright.source.dataclass import replace


def function(c: Context, node: syntax.Call, what: Function, scope: Scope) -> Info:
    """A call of a built-in function; unknown after a problem with an argument."""
    if what.gives == "condition":
        return _can(c, node, what.name, scope)
    if what.gives == "anything":
        return after(c, node, scope)
    if what.takes == ("position",):
        return _times(c, node)
    if not has_arguments(c, node, what.name, what.arguments):
        return UNKNOWN
    if what.takes == ("constant",):
        return _seat(c, node, what.name, scope)
    infos: list[Info] = []
    for place in range(len(node.arguments)):
        info = _argument(c, node, place, what, scope, infos)
        if info is None:
            return UNKNOWN
        infos.append(info)
    type_ = _result(c, node, what, infos[0].type)
    known: Open = OPEN
    if what.gives == "direction back" and isinstance(infos[0].value, int) and infos[0].value < 10:
        known = opposite(infos[0].value)
    meaning = BuiltinMeaning(what.name, node.arguments)
    return Info(type_, known, meaning, fails=any(info.fails for info in infos))


def has_arguments(c: Context, node: syntax.Call, name: str, count: tuple[int, int]) -> bool:
    """Whether a call has the right number of plain arguments, the least and the most of which is `count`; reported if not."""
    if not count[0] <= len(node.arguments) <= count[1]:
        names.wrong_count(c, node, name, len(node.arguments), count[0])
        return False
    for argument in node.arguments:
        if isinstance(argument, syntax.Comprehension):
            names.no_comprehension(c, argument, name)
            return False
    return True


def _argument(
    c: Context, call: syntax.Call, place: int, what: Function, scope: Scope, before: list[Info]
) -> Info | None:
    """Infer the argument in a place, after those `before` it; None after a problem that makes the call unknown."""
    node, role, sort = call.arguments[place], f"an argument of `{what.name}`", what.takes[place]
    match sort:
        case "player":
            return value_of(c, node, scope, Player(c.players), f"`{what.name}`")
        case "direction":
            return value_of(c, node, scope, way_type(c), role)
        case "other space":
            return value_of(c, node, scope, before[0].type, role)
        case "steps":
            return _steps(c, node, scope)
        case "quarters":
            return integer(c, node, scope, "how far it is turned")
        case "space" | "space or none":
            return _space(c, call, what, scope, role)
        case "piece":
            return _with_sides(c, node, scope)
        case "a step" | "action" | "anything" | "constant" | "position":
            raise AssertionError("these functions have their own checks")
        case _:
            assert_never(sort)


def _space(c: Context, call: syntax.Call, what: Function, scope: Scope, role: str) -> Info | None:
    """A space, or, for some functions, none; most functions need a board with an edge."""
    node = call.arguments[0]
    info = infer(c, node, scope)
    if isinstance(info.type, Unknown):
        return None
    inner, maybe = _plain(info.type), isinstance(info.type, Optional)
    if not isinstance(inner, Space) or (maybe and what.takes[0] == "space"):
        if maybe:
            types.maybe_none(c, node, info.type, role)
        else:
            board_questions.not_a_space(c, node, info.type, what.name)
        return None
    facts = c.boards[inner.board]
    if facts.unbounded and (what.name not in ("step", "neighbours") or len(call.arguments) == 3):
        open_tables.no_walk_here(c, call, what.name, facts.name)
        return None
    if what.gives == "direction or none" and facts.spaces**2 > MOST_PAIRS:
        board_questions.too_many_pairs(c, call, facts, MOST_PAIRS)
        return None
    return info


def _plain(type_: Type) -> Type:
    return type_.of if isinstance(type_, Optional) else type_


def _steps(c: Context, node: syntax.Expression, scope: Scope) -> Info:
    info = integer(c, node, scope, "the number of steps")
    span = range_of(info)
    if isinstance(info.type, Integer) and span.high < 0:
        types.number_too_small(c, node, "the number of steps", span.high, 0)
    return replace(info, fails=info.fails or span.low < 0)


def _with_sides(c: Context, node: syntax.Expression, scope: Scope) -> Info | None:
    """A piece with sides, or a space for one."""
    info = infer(c, node, scope)
    if isinstance(info.type, Unknown):
        return None
    kind = _kind(c, info.type)
    if kind not in c.kinds or c.kinds[kind].sides is None:
        open_tables.has_no_sides(c, node, _plain(info.type), kind)
        return None
    c.depend("#pieces")
    return info


def _kind(c: Context, type_: Type) -> str:
    """The kind of a piece, or of the pieces on a space."""
    match _plain(type_):
        case Piece(kind=kind):
            return kind
        case Space(board=board):
            return c.boards[board].kind
        case _:
            return ""


def _result(c: Context, call: syntax.Call, what: Function, first: Type) -> Value:
    """The type of the result, given that of the first argument."""
    match what.gives:
        case "players":
            return Several(Player(c.players), c.players, c.players)
        case "direction back":
            routes = any(declared.routes for declared in c.book.boards.values())
            return Optional(way_type(c)) if routes else way_type(c)
        case "direction or none":
            return Optional(way_type(c))
        case "side":
            kind = _kind(c, first)
            side = Side(kind, 4 * c.kinds[kind].pieces)
            return side if isinstance(first, Piece) else Optional(side)
        case "space or none" | "spaces beyond" | "spaces" | "neighbours" | "number or none":
            space = _plain(first)
            assert isinstance(space, Space), "these functions take a space first"
            return _on_board(c, call, what, space)
        case "anything" | "condition" | "number" | "player" | "team":
            raise AssertionError("these functions have their own checks")
        case _:
            assert_never(what.gives)


def _on_board(c: Context, call: syntax.Call, what: Function, space: Space) -> Value:
    facts = c.boards[space.board]
    if what.gives == "space or none":
        return Optional(space)
    if what.gives == "number or none":
        return Optional(Integer(0, facts.geometry.size))
    if what.gives == "neighbours":
        return _neighbours(facts, space)
    if what.name == "reach" and call not in c.gone_through:
        board_questions.reach_without_clause(c, call)
    return Several(space, facts.geometry.size - 1 if what.gives == "spaces beyond" else facts.geometry.size)


def _neighbours(facts: BoardFacts, space: Space) -> Several:
    if facts.unbounded:
        return Several(space, 4, 2)  # 2 at a far corner
    counts = [len(linked) for linked in facts.geometry.neighbours]
    return Several(space, max(counts, default=0), min(counts, default=0))


def _seat(c: Context, node: syntax.Call, name: str, scope: Scope) -> Info:
    """`seat(1)` and `team(1)`: constants."""
    number = integer(c, node.arguments[0], scope, f"the argument of `{name}(...)`")
    type_ = c.owner_type("players" if name == "seat" else "teams")
    if not number.fixed or not isinstance(number.value, int):
        if not isinstance(number.type, Unknown):
            names.seat_not_constant(c, node, name)
        return UNKNOWN
    if not 1 <= number.value <= type_.count:
        names.beyond_the_table(c, node, name, number.value, type_.count)
        return Info(type_, 0, FixedMeaning(), fails=True) if c.unreached else UNKNOWN
    return Info(type_, number.value - 1, FixedMeaning())


def _can(c: Context, node: syntax.Call, name: str, scope: Scope) -> Info:
    """`can(action)` and `can(action, player)`; the reads of the action's legality count as reads here."""
    if not 1 <= len(node.arguments) <= 2 or not isinstance(node.arguments[0], syntax.Name):
        names.can_shape(c, node)
        return Info(Boolean())
    action = node.arguments[0].text
    actions = [a for phase in c.book.phases.values() for a in phase.actions.values() if a.id == action]
    if not actions:
        names.unknown_action(c, node.arguments[0].span, action)
        return Info(Boolean())
    owner = "me"
    player = node.arguments[1] if len(node.arguments) == 2 else None
    if player is not None:
        info = value_of(c, player, scope, Player(c.players), "the second argument of `can(...)`")
        owner = "me" if isinstance(info.meaning, MeMeaning) else "other"
    elif scope.acting:
        rules.nobody_acts(c, node, scope.acting)
    else:
        c.note_me()
    for read in lookup.action_reads(c, actions[0], node):
        whose = "other" if read.owner in ("me", "partner") and owner == "other" else read.owner
        c.read(Read(read.what, read.name, whose, node))
    for variable in c.book.variables:
        c.depend(variable)
    c.depend("#pieces")
    return Info(Boolean(), meaning=CanMeaning(action, player), fails=True)


def of_pile(c: Context, node: syntax.Call, asked: syntax.Attribute, zone: Zone, scope: Scope) -> Info:
    """`discard.top(2)` and `played.last(3)`: of a zone whose order is kept."""
    order = c.book.zones[zone.zone].order if zone.zone else ""
    if order != "kept":
        names.not_a_pile(c, asked, zone.zone, order)
        return UNKNOWN
    if not has_arguments(c, node, asked.name, (1, 1)):
        return UNKNOWN
    number, least = integer(c, node.arguments[0], scope, f"the number of `{asked.name}`"), 1
    if isinstance(number.type, Unknown):
        return UNKNOWN
    if asked.name == "last":
        least = 0
    given = range_of(number)
    if given.high < least:
        types.number_too_small(c, node.arguments[0], f"the number of `{asked.name}`", given.high, least)
    c.depend("#pieces")
    note_contents(c, asked.of, scope)
    many = max(min(given.high, c.zones[zone.zone].size), 0)
    type_ = Optional(Piece(zone.kind)) if asked.name == "top" else Several(Piece(zone.kind), many)
    meaning = BuiltinMeaning(asked.name, (asked.of, node.arguments[0]))
    return Info(type_, meaning=meaning, fails=number.fails or given.low < least)


def _times(c: Context, node: syntax.Call) -> Info:
    """`times(position)`, which may change with every variable and piece, since the position may be of any."""
    (given,) = node.arguments if len(node.arguments) == 1 else (None,)
    if not isinstance(given, syntax.Name) or given.text not in c.book.positions:
        rules.not_a_position(c, node, given)
        return Info(Integer(0, HIGHEST))
    facts = lookup.position(c, given.text)
    c.read(Read("position", given.text, "", node))
    for variable in c.book.variables:
        c.depend(variable)
    c.depend("#pieces")
    if facts is None:
        return Info(Integer(0, HIGHEST))
    return Info(Integer(0, facts.most), meaning=TimesMeaning(given.text), fails=facts.fails)
