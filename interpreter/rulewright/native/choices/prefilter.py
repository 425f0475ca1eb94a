"""Necessary and sufficient conditions as sets of bits, which decide about many values without evaluating the whole condition.

    any(step(at, way).owner == me.opponent and ... for way in board.directions)

can hold only next to a piece of the opponent: the union, over all directions, of the opponent's bits shifted by one step.  Elsewhere
every conjunction is false at its first condition, so nothing after it would be evaluated or could fail.

A condition holds wherever the first part of an `or` does, if that is such a set: a stone next to an empty space has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.native.expressions.vectors import Values, depends
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import count_bits
from rulewright.native.llvm.bitsets import all_of, inside, set_where, type_of
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.speculation import back_to, can_fail, standing
from rulewright.native.llvm.values import Number
from rulewright.native.passes import guard
from rulewright.problems.limits import A_CALL

MOST_MEMBERS = 16
"""The most elements of `any` that are considered."""
_KEPT = (ir.Constant, ir.Me, ir.Members)
_REBUILT = (
    ir.And,
    ir.Or,
    ir.Not,
    ir.Compare,
    ir.PieceOwner,
    ir.PieceCount,
    ir.Single,
    ir.PlaceOf,
    ir.Lookup,
    ir.Seat,
    ir.Cell,
    ir.IfElse,
    ir.Nth,
    ir.Contains,
    ir.Elements,
    ir.Between,
    ir.Arithmetic,
    ir.PieceFace,
)


_PARTS = (
    "left", "right", "operand", "piece", "place", "owner", "player", "condition", "value", "otherwise", "row", "number", "item",
    "domain", "low", "high",
)  # fmt: skip


class _Unknown(Exception):
    """No simple necessary condition is known."""


def necessary(e: Emitter, condition: ir.Expression, over: Values) -> Operand | None:
    """A set outside which a condition is false and cannot fail; None, with nothing written, if none is
    known."""
    if not e.building.passes.prefilter:
        return None
    start = standing(e)
    try:
        return _needed(e, condition, over)
    except _Unknown:
        back_to(e, start)
        return None


def possible(e: Emitter, condition: ir.Expression, values: Values, bits: Operand) -> Operand | None:
    """Those of some values for which a condition is not ruled out at once; None if that is not known."""
    begun = e.written()
    found = necessary(e, condition, values)
    if found is None:
        return None
    each = e.work - begun.work
    e.take_back(begun)
    if each:
        e.spend_for(count_bits(e, bits), each, values.count)
    return e.code.binary("and", bits, found)


def sufficient(e: Emitter, condition: ir.Expression, over: Values) -> Operand | None:
    """A set on which a condition certainly holds; None, with nothing written, if none is known."""
    if not e.building.passes.prefilter:
        return None
    start = standing(e)
    found = _certain(e, condition, over)
    if found is None:
        back_to(e, start)
    return found


def _certain(e: Emitter, node: ir.Expression, over: Values) -> Operand | None:
    where = set_where(e, node, over)
    if where is not None:
        return where
    match node:
        case ir.Or():
            return _certain(e, node.items[0], over)
        case ir.Call():
            return inside(e, node, over, _certain)
        case _:
            return None


def _needed(e: Emitter, node: ir.Expression, over: Values) -> Operand:
    match node:
        case ir.Aggregate(name="any", clauses=(ir.Clause(condition=None, proceed=None) as clause,)):
            if (
                not isinstance(clause.domain, ir.Members)
                or not 1 <= len(clause.domain.values) <= MOST_MEMBERS
            ):
                raise _Unknown
            found: Operand | None = None
            for member in clause.domain.values:
                known = {**_free(node.element), clause.slot: ir.Constant(member, clause.span)}
                bits = _needed(e, _opened(node.element, known), over)
                found = bits if found is None else e.code.binary("or", found, bits)
            assert found is not None
            return found
        case ir.Call():
            if not arguments_cannot_fail(e, node, over):
                raise _Unknown
            e.spend(A_CALL)
            definition = e.program.definitions[node.definition]
            return _needed(e, _opened(definition.body, dict(enumerate(node.arguments))), over)
        case ir.And():
            return _first_parts(e, node.items, over)
        case ir.Or():
            return reduce(
                lambda one, other: e.code.binary("or", one, other),
                [_needed(e, item, over) for item in node.items],
            )
        case ir.IfElse():
            return _of_either(e, node, over)
        case _:
            pass
    where = set_where(e, node, over)
    if where is None:
        raise _Unknown
    return where


def _first_parts(e: Emitter, items: Sequence[ir.Expression], over: Values) -> Operand:
    """A set outside which one of some conditions is false, and those before it hold: the next one is taken into account only
    where it is known exactly for which values the former hold."""
    found: Operand | None = None
    for item in items:
        start = standing(e)
        exact = set_where(e, item, over)
        try:
            bits = _needed(e, item, over) if exact is None else exact
        except _Unknown:
            back_to(e, start)
            break
        found = bits if found is None else e.code.binary("and", found, bits)
        if exact is None:
            break
    if found is None:
        raise _Unknown
    return found


def _of_either(e: Emitter, node: ir.IfElse, over: Values) -> Operand:
    """The set for one case or the other. Where the value does not decide which, only that one is computed."""
    code, type = e.code, type_of(over)
    cases = (node.value, node.otherwise)
    if depends(node.condition, over.slot):
        where = set_where(e, node.condition, over)
        if where is None:
            raise _Unknown
        one, other = (_or_all(e, each, over) for each in cases)
        outside = code.binary("xor", where, constant(-1, type))
        return code.binary("or", code.binary("and", where, one), code.binary("and", outside, other))
    if can_fail(e, lambda: e.truth(node.condition)):
        raise _Unknown
    found, holds = code.allocate(type), e.truth(node.condition)
    otherwise, after = code.block("otherwise"), code.block("after")
    e.go_on_if(holds, otherwise)
    code.store(_or_all(e, node.value, over), found)
    code.branch_to(after)
    code.at(otherwise)
    code.store(_or_all(e, node.otherwise, over), found)
    code.at(after)
    return code.load(type, found)


def _or_all(e: Emitter, node: ir.Expression, over: Values) -> Operand:
    """The set for a case, all values if nothing is known of it."""
    start = standing(e)
    try:
        return _needed(e, node, over)
    except _Unknown:
        back_to(e, start)
        return all_of(over)


def _opened(node: ir.Expression, known: Mapping[int, ir.Expression]) -> ir.Expression:
    """The body of a definition with its names replaced, or as much of it as `_needed` may use: of an `and` the first parts."""
    match node:
        case ir.And():
            items: list[ir.Expression] = []
            for item in node.items:
                try:
                    items.append(_opened(item, known))
                except _Unknown:
                    break
            if not items:
                raise _Unknown
            return replace(node, items=tuple(items))
        case ir.Or():
            return replace(node, items=tuple(_opened(item, known) for item in node.items))
        case ir.IfElse():
            condition = _with(node.condition, known)
            return replace(
                node,
                condition=condition,
                value=_case(node.value, known),
                otherwise=_case(node.otherwise, known),
            )
        case _:
            found: ir.Expression = _with(node, known)
            return found


def _case(node: ir.Expression, known: Mapping[int, ir.Expression]) -> ir.Expression:
    """A case of a body; true, which rules nothing out, if its names cannot be replaced."""
    try:
        return _opened(node, known)
    except _Unknown:
        return ir.Constant(True, node.span)


@guard
def arguments_cannot_fail(e: Emitter, node: ir.Call, over: Values) -> bool:
    """Arguments are evaluated wherever a definition is called, even if its result is known."""
    return not any(_may_fail(e, argument, over) for argument in node.arguments)


def _may_fail(e: Emitter, argument: ir.Expression, over: Values) -> bool:
    """Whether an argument, which is evaluated wherever its definition is called, can fail."""
    if isinstance(argument, (*_KEPT, ir.Local)):
        return False

    def work_out() -> None:
        e.bind(over.slot, Number(constant(over.low), None, over.low, over.low + over.count - 1))
        e.value(argument)

    return can_fail(e, work_out)


def _free(node: object) -> dict[int, ir.Expression]:
    """The free names of an expression, each mapped to itself."""
    return {each.slot: each for each in everything(node) if isinstance(each, ir.Local)}


def _with(node: Any, known: Mapping[int, ir.Expression]) -> Any:
    """An expression with names replaced by the expressions they stand for. Raises `_Unknown` for a node
    that binds names."""
    match node:
        case ir.Local():
            if node.slot not in known:
                raise _Unknown
            return known[node.slot]
        case ir.Call():
            return replace(node, arguments=tuple(_with(argument, known) for argument in node.arguments))
        case _ if isinstance(node, _KEPT):
            return node
        case _ if isinstance(node, _REBUILT):
            parts: dict[str, Any] = {}
            for name in node.__dataclass_fields__:
                part = getattr(node, name)
                if isinstance(part, tuple) and name in ("items", "indices"):
                    parts[name] = tuple(_with(item, known) for item in part)
                elif name in _PARTS and part is not None:
                    parts[name] = _with(part, known)
            return replace(node, **parts)
        case _:
            raise _Unknown
