"""Calls: look-ups by key, definitions with arguments, built-in functions and aggregates over clauses."""

from __future__ import annotations

from typing import Literal, assert_never

from rulewright.checked.bindings import (
    OPEN,
    BoardMeaning,
    BuiltinMeaning,
    Info,
    KindMeaning,
    Open,
    PieceMeaning,
)
from rulewright.checked.boards import questions
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.combinations import combinations
from rulewright.checked.declarations.definitions import axes_of
from rulewright.checked.expressions.functions import function, has_arguments, of_pile
from rulewright.checked.expressions.names import applied, is_bare_member
from rulewright.checked.expressions.narrowing import facts_when
from rulewright.checked.expressions.operators import number_of_sets
from rulewright.checked.infer import (
    INFER,
    UNKNOWN,
    as_several,
    check_extent,
    condition,
    domain_of,
    infer,
    integer,
    range_of,
    value_of,
)
from rulewright.checked.messages import board_questions, names, types, unknown_names
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language import ranges
from rulewright.language.builtins import AGGREGATE, FUNCTION, LATER_NAMES, Aggregate
from rulewright.language.ranges import NUMBER, Values
from rulewright.language.types import (
    HIGHEST,
    LOWEST,
    Board,
    Boolean,
    Enum,
    Face,
    Integer,
    Kind,
    Nothing,
    Optional,
    Piece,
    Player,
    Several,
    Team,
    Type,
    Unknown,
    Zone,
)
from rulewright.source.dataclass import dataclass, replace


def infer_call(c: Context, node: syntax.Call, scope: Scope, expected: Type | None) -> Info:
    match node.function:
        case syntax.Name(text=name):
            return _named(c, node, name, scope, expected)
        case syntax.Attribute():
            return _owned(c, node, node.function, scope)
        case _:
            names.not_callable(c, node)
            return UNKNOWN


def _owned(c: Context, node: syntax.Call, function: syntax.Attribute, scope: Scope) -> Info:
    """`p.sheet(c)`: a declaration that belongs to players or teams and has further indices."""
    subject = infer(c, function.of, scope)
    if isinstance(subject.type, Optional):
        types.maybe_none(c, function.of, subject.type, "the dot")
        return UNKNOWN
    if isinstance(subject.type, Unknown):
        return UNKNOWN
    if isinstance(subject.type, Zone) and function.name in ("top", "last"):
        return of_pile(c, node, function, subject.type, scope)
    if isinstance(subject.type, Board) and isinstance(subject.meaning, BoardMeaning):
        if function.name in c.boards[subject.type.board].families:
            infer(c, function, scope)
            return questions.find(c, node, subject.meaning, function.name, scope)
        return _nothing_to_look_up(c, node, function, scope)
    if isinstance(subject.type, (Player, Team)) and function.name in c.book.boards:
        info = infer(c, function, scope)
        return (
            questions.find(c, node, info.meaning, "", scope)
            if isinstance(info.meaning, BoardMeaning)
            else UNKNOWN
        )
    axes = axes_of(c, function.name) if lookup.is_indexed(c, function.name) else None
    owner_kind = type(subject.type)
    if not axes or not isinstance(axes[0], owner_kind) or owner_kind not in (Player, Team):
        return _nothing_to_look_up(c, node, function, scope)
    return applied(c, node, function.name, node.arguments, scope, function.of)


def _nothing_to_look_up(c: Context, node: syntax.Call, function: syntax.Attribute, scope: Scope) -> Info:
    """`me.hand(1)`, `tray.count(1)`: the part before the parentheses is wrong, or only a value."""
    if not isinstance(infer(c, function, scope).type, Unknown):
        names.not_callable(c, node)
    return UNKNOWN


def _named(c: Context, node: syntax.Call, name: str, scope: Scope, expected: Type | None) -> Info:
    if name in scope.names:
        names.not_callable(c, node)
        return UNKNOWN
    own = name in LATER_NAMES and lookup.is_declared(c, name)
    if name in AGGREGATE and not own:
        return _aggregate(c, node, AGGREGATE[name], scope, expected)
    if name in FUNCTION and not own:
        return function(c, node, FUNCTION[name], scope)
    if name in c.book.boards:
        info = questions.named_board(c, node.function, name, None)
        c.infos[node.function] = info
        return (
            questions.find(c, node, info.meaning, "", scope)
            if isinstance(info.meaning, BoardMeaning)
            else UNKNOWN
        )
    if name in c.book.kinds:
        return _piece(c, node, name, scope)
    if lookup.is_indexed(c, name):
        return applied(c, node, name, node.arguments, scope, None)
    if name in c.book.steps:
        names.step_in_expression(c, node)
        return UNKNOWN
    if name in c.book.zones:
        names.zone_called(c, node, name)
        return UNKNOWN
    unknown_names.unknown_function(c, node, name)
    return UNKNOWN


def _piece(c: Context, node: syntax.Call, name: str, scope: Scope) -> Info:
    """`dice(blue)`, `cards(7)`: a piece by its coordinates."""
    facts = lookup.kind(c, name)
    if facts is None:
        return UNKNOWN
    if not facts.one_per:
        names.pieces_alike(c, node, name)
        return UNKNOWN
    if not has_arguments(c, node, name, (len(facts.one_per), len(facts.one_per))):
        return UNKNOWN
    infos = [
        value_of(c, argument, scope, type_, f"an argument of `{name}`")
        for argument, (_, type_, _) in zip(node.arguments, facts.one_per, strict=True)
    ]
    number: Open = OPEN
    if all(i.fixed for i in infos):
        asked, own = tuple(i.known for i in infos), combinations(c, c.book.kinds[name])
        if asked not in own:
            names.no_such_piece(c, node, name)
            if not c.unreached:
                return UNKNOWN
        number = own.index(asked) if asked in own else 0
    type_ = Optional(Piece(name)) if number is OPEN and facts.leaves_out else Piece(name)
    return Info(type_, number, PieceMeaning(name, node.arguments), fails=not all(i.fixed for i in infos))


# ---------------------------------------------------------------------------------------------- aggregates


@dataclass(frozen=True, slots=True)
class _Elements:
    """The elements of an aggregate: the type of one, how many there are (`least` to `most`), and whether finding them may fail."""

    of: Info
    most: int
    least: int
    fails: bool

    @property
    def values(self) -> Values:
        """The range of the elements; `silent` where one may be a die that shows nothing."""
        number = self.of.type if isinstance(self.of.type, Integer) else NUMBER
        return Values(number.low, number.high, self.of.silent)


def _aggregate(c: Context, node: syntax.Call, what: Aggregate, scope: Scope, expected: Type | None) -> Info:
    if what.name == "nth":
        return _nth(c, node, what, scope, expected)
    if what.name in ("min", "max") and len(node.arguments) > 1:
        return _extreme(c, node, what.name, scope)
    if len(node.arguments) != 1:
        names.wrong_count(c, node, what.name, len(node.arguments), 1)
        return UNKNOWN
    elements = _values(c, node.arguments[0], what, scope, expected)
    return UNKNOWN if elements is None else _of_elements(c, node, what, elements)


def _nth(c: Context, node: syntax.Call, what: Aggregate, scope: Scope, expected: Type | None) -> Info:
    """`nth(2, values)`: never none if there are always enough."""
    if len(node.arguments) != 2:
        names.wrong_count(c, node, what.name, len(node.arguments), 2)
        return UNKNOWN
    number = integer(c, node.arguments[0], scope, "the first argument of `nth`")
    elements = _values(c, node.arguments[1], what, scope, expected)
    if elements is None or isinstance(number.type, Unknown):
        return UNKNOWN
    places = range_of(number)
    if places.high < 1:
        types.number_too_small(c, node.arguments[0], "the first argument of `nth`", places.high, 1)
    found = _of_elements(c, node, what, elements)
    if isinstance(found.type, Optional) and elements.least >= places.high and not elements.of.silent:
        found = replace(found, type=found.type.of)
    return replace(found, fails=found.fails or number.fails or places.low < 1)


def _values(
    c: Context, argument: syntax.Expression, what: Aggregate, scope: Scope, expected: Type | None
) -> _Elements | None:
    """The values that an aggregate is about; None after a problem."""
    if isinstance(argument, syntax.Comprehension):
        return _comprehension(c, argument, what, scope, expected)
    for part in walk(argument):
        if isinstance(part, syntax.Name) and len(part.text) == 1:
            c.want(part, "each")
    info = infer(c, argument, scope)
    several = as_several(c, info)
    if isinstance(info.type, Unknown):
        return None
    if several is None or isinstance(info.type, (Player, Team, Piece)):
        names.not_values(c, argument, info.type, what.name)
        return None
    info = domain_of(c, argument, scope)
    check_extent(c, argument, info.type)
    return _Elements(Info(several.of), several.most, several.least, info.fails)


def _comprehension(
    c: Context, node: syntax.Comprehension, what: Aggregate, scope: Scope, expected: Type | None
) -> _Elements:
    most = least = 1
    fails = False
    for clause in node.clauses:
        if what.name in COUNTS_ALIKE:
            _no_sets_alike(c, clause, what.name, scope)
        scope, clause_most, clause_least, clause_fails = bind_clause(c, clause, scope, most)
        most, least = most * clause_most, least * clause_least
        fails = fails or clause_fails
    wanted = expected if what.gives in ("element", "element or none") else None
    element = infer(c, node.element, scope, Boolean() if what.takes == "conditions" else wanted)
    if isinstance(element.type, (Zone, Kind, Board)):
        types.not_a_value(c, node.element, element.type, f"each element of `{what.name}`")
        element = UNKNOWN
    return _Elements(element, most, least, fails or element.fails)


COUNTS_ALIKE = ("count", "sum", "product", "most_alike", "median", "nth")
"""Aggregates whose result depends on how often something occurs."""


def _no_sets_alike(c: Context, clause: syntax.Clause, name: str, scope: Scope) -> None:
    """Sets of pieces that look alike are told apart by looks, which is seldom what is counted."""
    if isinstance(clause.domain, syntax.SomeOf) and not clause.domain.each:
        pool = domain_of(c, clause.domain.pool, scope).type
        if isinstance(pool, Several) and isinstance(pool.of, Piece) and c.kinds[pool.of.kind].identical:
            types.sets_alike(c, clause.domain, name, pool.of.kind)


def bind_clause(
    c: Context, clause: syntax.Clause, scope: Scope, times: int = 1
) -> tuple[Scope, int, int, bool]:
    """The scope inside a clause, narrowed by its `if`; how many elements the clause has at most and at least, and
    whether it may fail. `times` is how often the clause is evaluated."""
    c.gone_through.add(clause.domain)
    domain = domain_of(c, clause.domain, scope)
    check_extent(c, clause.domain, domain.type, times)
    declarations.check_new_name(c, clause.name, scope)
    element: Type = domain.type.of if isinstance(domain.type, Several) else Unknown()
    meaning = c.infos[clause.domain].meaning if clause.domain in c.infos else None
    inner = scope.bind(clause.name.text, element, isinstance(meaning, KindMeaning))
    c.infos[clause.name] = Info(element)
    fails = domain.fails
    most, least = (domain.type.most, domain.type.least) if isinstance(domain.type, Several) else (1, 0)
    if isinstance(clause.domain, syntax.SomeOf) and isinstance(element, Several):
        most, least = number_of_sets(c, clause.domain, element, times), 0
    walk = questions.is_walk(c, clause.domain)
    if walk == "reach" and clause.while_ is None:
        board_questions.reach_needs_while(c, clause)
    if clause.while_ is not None:
        if not walk and not isinstance(domain.type, Unknown):
            types.while_without_ray(c, clause)
        fails = condition(c, clause.while_, inner, "`while`").fails or fails
        inner = inner.know(facts_when(c, clause.while_, True))
        least = 0
    if clause.if_ is not None:
        fails = condition(c, clause.if_, inner, "`if`").fails or fails
        inner = inner.know(facts_when(c, clause.if_, True))
        least = 0
    return inner, most, least, fails


def _extreme(c: Context, node: syntax.Call, name: Literal["min", "max"], scope: Scope) -> Info:
    """`max(a, b)`: of numbers, members of an enum or faces."""
    telling = next((a for a in node.arguments if not is_bare_member(c, a, scope)), node.arguments[0])
    ordered = infer(c, telling, scope).type
    ordered = ordered.of if isinstance(ordered, Optional) else ordered
    wanted = ordered if isinstance(ordered, (Enum, Face)) else Integer()
    infos = [value_of(c, a, scope, wanted, f"an argument of `{name}`") for a in node.arguments]
    if not isinstance(wanted, Integer):
        return Info(wanted, meaning=BuiltinMeaning(name, node.arguments), fails=any(i.fails for i in infos))
    result = Integer(*ranges.extreme(name, map(range_of, infos)))
    value: Open = OPEN
    if all(i.fixed for i in infos):
        value = result.low
    return Info(result, value, BuiltinMeaning(name, node.arguments), fails=any(i.fails for i in infos))


def _of_elements(c: Context, node: syntax.Call, what: Aggregate, elements: _Elements) -> Info:
    """The type of an aggregate over these elements, and its range if it is a number."""
    type_, least, most = elements.of.type, elements.least, elements.most
    if isinstance(type_, Unknown):
        return Info(Boolean() if what.gives == "condition" else Unknown())
    argument = node.arguments[-1]
    if what.takes not in ("anything", "conditions") and isinstance(type_, (Optional, Nothing)):
        types.maybe_none(c, argument, type_, f"each element of `{what.name}`")
        return UNKNOWN
    if isinstance(type_, Several) and what.takes != "anything":
        types.set_as_value(
            c, argument.element if isinstance(argument, syntax.Comprehension) else argument, what.name
        )
        return UNKNOWN
    if not isinstance(type_, _TAKEN[what.takes]):
        wanted = Boolean() if what.takes == "conditions" else Integer()
        types.wrong_type(c, argument, type_, wanted, f"each element of `{what.name}`")
        if what.gives.startswith("element"):
            return UNKNOWN
    if what.name == "count" and isinstance(type_, Boolean) and isinstance(argument, syntax.Comprehension):
        types.counts_a_condition(c, node, argument)
    lacking = what.needs == "one" or (what.needs == "some" and (least == 0 or elements.of.silent))
    result = Info(type_, meaning=BuiltinMeaning(what.name, node.arguments), fails=elements.fails or lacking)
    match what.gives:
        case "element":
            return result
        case "element or none":
            return (
                result
                if isinstance(type_, (Optional, Nothing, Zone, Kind, Board))
                else replace(result, type=Optional(type_))
            )
        case "condition":
            return replace(result, type=Boolean(), fails=result.fails or elements.of.silent)
        case "count":
            number = what.range(elements.values, least, most)
            exact = least if what.name == "count" and least == most else OPEN
            return replace(result, type=Integer(number.low, number.high), value=exact)
        case "number":
            number = what.range(elements.values, least, most)
            overflow = number.low < LOWEST or number.high > HIGHEST
            inside = ranges.clipped((number.low, number.high))
            return replace(result, type=Integer(*inside), fails=result.fails or overflow)
        case _:
            assert_never(what.gives)


_TAKEN: dict[str, tuple[type, ...]] = {
    "anything": (object,),
    "values": (object,),
    "conditions": (Boolean,),
    "ordered": (Integer, Enum, Face),
    "numbers": (Integer,),
}


def infer_comprehension(c: Context, node: syntax.Comprehension, scope: Scope, expected: Type | None) -> Info:
    names.no_comprehension(c, node, "this")
    return UNKNOWN


INFER.update({syntax.Call: infer_call, syntax.Comprehension: infer_comprehension})
