"""Necessary and sufficient conditions as sets of bits, which decide about many values without evaluating the whole condition.

    any(step(at, way).owner == me.opponent and ... for way in board.directions)

can hold only next to a piece of the opponent: the union, over all directions, of the opponent's bits shifted by one step.  Elsewhere
every conjunction is false at its first condition, so nothing after it would be evaluated or could fail.

A condition holds wherever the first part of an `or` does, if that is such a set: a stone next to an empty space has one.

A table in which all entries that exist lead from a space to another by the same difference counts as such a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.native.expressions.vectors import Values, depends
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import bits_of_owner, inside, owner_of, set_where, type_of
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.regions import mirrored
from rulewright.native.llvm.speculation import back_to, can_fail, standing
from rulewright.native.llvm.values import Number
from rulewright.native.passes import guard
from rulewright.problems.limits import A_CALL

MOST_MEMBERS = 16
"""The most elements of `any` that are considered."""
_KEPT = (ir.Constant, ir.Me)
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
)


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
                bits = _needed(e, _with(node.element, known), over)
                found = bits if found is None else e.code.binary("or", found, bits)
            assert found is not None
            return found
        case ir.Call():
            if not arguments_cannot_fail(e, node, over):
                raise _Unknown
            e.spend(A_CALL)
            definition = e.program.definitions[node.definition]
            return _needed(e, _with(definition.body, dict(enumerate(node.arguments))), over)
        case ir.And():
            return _needed(e, node.items[0], over)
        case ir.Compare(sign="==", left=ir.PieceOwner(piece=ir.Single() as single), right=owner):
            stepped = _stepped(e, single, owner, over)
            if stepped is not None:
                return stepped
        case _:
            pass
    where = set_where(e, node, over)
    if where is None:
        raise _Unknown
    return where


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
        case ir.And():
            return replace(node, items=(_with(node.items[0], known), *node.items[1:]))
        case _ if isinstance(node, _KEPT):
            return node
        case _ if isinstance(node, _REBUILT):
            parts: dict[str, Any] = {}
            for name in node.__dataclass_fields__:
                part = getattr(node, name)
                if isinstance(part, tuple) and name in ("items", "indices"):
                    parts[name] = tuple(_with(item, known) for item in part)
                elif (
                    name in ("left", "right", "operand", "piece", "place", "owner", "player")
                    and part is not None
                ):
                    parts[name] = _with(part, known)
            return replace(node, **parts)
        case _:
            raise _Unknown


def _stepped(e: Emitter, single: ir.Single, owner: ir.Expression, over: Values) -> Operand | None:
    """The values from which a step leads to a piece of an owner."""
    place, kind = single.place, e.layout.kinds[single.kind]
    if not mirrored(kind) or not isinstance(place, ir.PlaceOf) or not isinstance(place.owner, ir.Lookup):
        return None
    steps = _steps(e, place.owner, over)
    if steps is None or depends(owner, over.slot):
        return None
    leading = [(value, to) for value, to in steps if to is not None]
    by = {to - value for value, to in leading}
    if not by or not one_width(by):
        return None
    whose = owner_of(e, kind, owner)
    first = place.first + over.low + next(iter(by)) - kind.first_spot
    inside = all(kind.first_spot <= place.first + to < len(kind.places) for _, to in leading)
    if whose is None or not inside:
        return None
    code, bits = e.code, bits_of_owner(e, kind, whose)
    width = max(int(bits.type[1:]), int(type_of(over)[1:]))
    if int(bits.type[1:]) < width:
        bits = code.result(f"i{width}", f"zext {bits} to i{width}")
    if first:
        bits = code.binary("lshr" if first > 0 else "shl", bits, constant(abs(first), bits.type))
    if width > int(type_of(over)[1:]):
        bits = code.narrow(bits, type_of(over))
    leads = sum(1 << value - over.low for value, _ in leading)
    return code.binary("and", bits, constant(leads, bits.type))


@guard
def one_width(by: set[int]) -> bool:
    """A step is a shift of bits only if it moves all values by the same amount."""
    return len(by) == 1


def _steps(e: Emitter, lookup: ir.Lookup, over: Values) -> list[tuple[int, int | None]] | None:
    """The entry of a table for each of the values, its other indices being constants."""
    table = e.program.tables[lookup.table]
    found: list[tuple[int, int | None]] = []
    if table.ways:
        return None
    for value in range(over.low, over.low + over.count):
        place = 0
        for index, low, size in zip(lookup.indices, table.lows, table.sizes, strict=True):
            if isinstance(index, ir.Constant) and isinstance(index.value, int):
                at = int(index.value) - low
            elif isinstance(index, ir.Local) and index.slot == over.slot:
                at = value - low
            else:
                return None
            if not 0 <= at < size:
                return None
            place = place * size + at
        to = table.values[place]
        if isinstance(to, tuple | bool):
            return None
        found.append((value, to))
    return found
