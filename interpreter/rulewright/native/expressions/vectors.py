"""Conditions on all values of a parameter at once, if the condition is a map over consecutive cells.

    square_is_free: at.empty       over 64 spaces      ->      one load of 64 cells, one comparison, 64 bits

`bits_where` returns the values, from `low` on, for which a condition holds, as one wide number, lowest value first; or None, with
nothing written, if the condition is not such a map.  Parts that do not depend on the value are computed
once.  Nothing here can fail: where something could, the result is None.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.expressions.comparisons import SIGNS
from rulewright.native.expressions.lookups import cell_address
from rulewright.native.llvm.assembly import Assembly, Operand, constant
from rulewright.native.llvm.emitter import Emitter, as_number
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Row
from rulewright.native.passes import guard
from rulewright.source.dataclass import dataclass

WIDEST = 1024
"""Above this number, values are visited one by one."""
WIDEST_VECTOR = 256
"""The most cells that are loaded at once. Of more values, only what is kept as bits is known at once."""


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector of numbers or truths (`<n x i1>`); `none` marks elements that are none. The bounds hold for
    each element."""

    bits: Operand
    none: Operand | None
    low: int
    high: int
    above: Operand | None = None
    """For numbers loaded from cells that hold one more than the number, and 0 for none: the cells."""


@dataclass(frozen=True, slots=True)
class Values:
    """The values `low .. low + count - 1` of a slot. For those that are not in `only` (bit k for value `low + k`) it does not matter
    what is found."""

    slot: int
    low: int
    count: int
    only: int = -1

    @property
    def type(self) -> str:
        return f"<{self.count} x i32>"

    @property
    def truth(self) -> str:
        return f"<{self.count} x i1>"


def spread(code: Assembly, one: Operand, count: int) -> Operand:
    """A vector of `count` equal elements."""
    type = f"<{count} x {one.type}>"
    first = code.result(type, f"insertelement {type} poison, {one}, i32 0")
    return code.result(
        type, f"shufflevector {type} {first.text}, {type} poison, <{count} x i32> zeroinitializer"
    )


class _NotAMap(Exception):
    """A condition that is not a map over cells."""


def values_of(slot: int, domain: ir.Domain) -> Values | None:
    """The values of a domain of constants without gaps, if there are not too many."""
    if not isinstance(domain, ir.Members) or not 2 <= len(domain.values) <= WIDEST:
        return None
    numbers = [int(value) for value in domain.values]
    if any(isinstance(value, bool) for value in domain.values):
        return None
    return Values(slot, numbers[0], len(numbers)) if without_gaps(numbers) else None


@guard
def without_gaps(numbers: list[int]) -> bool:
    """Bit k is value k, counted from the lowest."""
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def bits_where(e: Emitter, condition: ir.Expression, over: Values) -> Operand | None:
    """The values for which a condition holds, as one number with a bit for each (`i64` for 64 values)."""
    if not e.building.passes.vectors or over.count > WIDEST_VECTOR:
        return None
    start = standing(e)
    try:
        held = _vector(e, condition, over)
        if held.none is not None or not are_truths(held):
            raise _NotAMap
    except _NotAMap:
        back_to(e, start)
        return None
    return e.code.result(f"i{over.count}", f"bitcast {held.bits} to i{over.count}")


@guard
def are_truths(held: Vector) -> bool:
    """Numbers are not bits."""
    return held.bits.type.endswith("x i1>")


def _vector(e: Emitter, node: ir.Expression, over: Values) -> Vector:
    if not depends(node, over.slot):
        return _splat(e, node, over)
    emit = _EMIT.get(type(node))
    if emit is None:
        raise _NotAMap
    return emit(e, node, over)


def depends(node: object, slot: int) -> bool:
    """Whether a node mentions a slot."""
    return any(isinstance(each, ir.Local) and each.slot == slot for each in everything(node))


def _splat(e: Emitter, node: ir.Expression, over: Values) -> Vector:
    """A value that is the same for all elements."""
    before = e.failing
    value = e.value(node)
    if not vector_cannot_fail(e, before) or isinstance(value, Row):
        raise _NotAMap
    number = as_number(e, value)
    none = None if number.none is None else _spread(e, number.none, over)
    return Vector(_spread(e, number.bits, over), none, number.low, number.high)


@guard
def vector_cannot_fail(e: Emitter, before: int) -> bool:
    """An expression that can fail is evaluated only where the rule evaluates it."""
    return e.failing == before


def _spread(e: Emitter, one: Operand, over: Values) -> Operand:
    return (
        _constants([one.known] * over.count, one.type)
        if one.known is not None
        else spread(e.code, one, over.count)
    )


def _constants(numbers: list[int], type: str = "i32") -> Operand:
    listed = ", ".join(f"{type} {number}" for number in numbers)
    return Operand(f"<{len(numbers)} x {type}>", f"<{listed}>")


# -------------------------------------------------------------------------------------------------- leaves


def _local(e: Emitter, node: ir.Local, over: Values) -> Vector:
    high = over.low + over.count - 1
    return Vector(_constants(list(range(over.low, high + 1))), None, over.low, high)


def _is_value(node: ir.Expression, over: Values) -> bool:
    return isinstance(node, ir.Local) and node.slot == over.slot


def _cell(e: Emitter, node: ir.Cell, over: Values) -> Vector:
    group = e.layout.groups[node.group]
    if not only_index(node, over) or not value_is_index(node, over):
        raise _NotAMap
    axis = group.axes[-1]
    if over.low < axis.low or over.low + over.count > axis.low + axis.size or axis.without:
        raise _NotAMap
    before = e.failing
    first = *node.indices[:-1], ir.Constant(over.low, node.span)
    address = cell_address(e, node.group, first)
    if not vector_cannot_fail(e, before):
        raise _NotAMap
    bits = _load(e, address, over)
    none = _equal_to(e, bits, group.none, over) if group.optional else None
    return Vector(bits, none, group.low, group.high)


@guard
def only_index(node: ir.Cell, over: Values) -> bool:
    """If another index depends on the value as well, its cells are not consecutive."""
    return not depends(node.indices[:-1], over.slot)


@guard
def value_is_index(node: ir.Cell, over: Values) -> bool:
    """Only cells that differ in the last index are consecutive."""
    return _is_value(node.indices[-1], over)


def _load(e: Emitter, address: Operand, over: Values) -> Operand:
    e.code.weight += over.count // 2  # wide vectors take many registers, and each operation many instructions
    return e.code.result(over.type, f"load {over.type}, {address}, align 4")


def _equal_to(e: Emitter, bits: Operand, value: int, over: Values) -> Operand:
    return e.code.result(over.truth, f"icmp eq {bits}, {_constants([value] * over.count).text}")


def _lookup(e: Emitter, node: ir.Lookup, over: Values) -> Vector:
    table = e.program.tables[node.table]
    if len(node.indices) != 1 or not _is_value(node.indices[0], over):
        raise _NotAMap
    first = over.low - table.lows[0]
    values = table.values[first : first + over.count]
    if (
        first < 0
        or len(values) < over.count
        or table.ways
        or any(isinstance(value, tuple) for value in values)
    ):
        raise _NotAMap
    there = [int(value) for value in values if value is not None and not isinstance(value, tuple)]
    none = None
    if len(there) < over.count:
        none = _constants([int(value is None) for value in values], "i1")
    numbers = [0 if value is None or isinstance(value, tuple) else int(value) for value in values]
    return Vector(_constants(numbers), none, min(there, default=0), max(there, default=0))


def _spots(e: Emitter, kind_name: str, place: ir.Expression | None, over: Values) -> Operand:
    """The cells of the spaces that are the values."""
    kind = e.layout.kinds[kind_name]
    if not isinstance(place, ir.PlaceOf) or place.owner is None or not _is_value(place.owner, over):
        raise _NotAMap
    first = place.first + over.low
    if first < kind.first_spot or first + over.count > len(kind.places):
        raise _NotAMap
    spots = e.region(f"piece.{kind_name}.spots")
    return _load(e, e.code.element(spots, "i32", constant(first - kind.first_spot)), over)


def _piece_count(e: Emitter, node: ir.PieceCount, over: Values) -> Vector:
    there = e.code.result(over.truth, f"icmp ne {_spots(e, node.kind, node.place, over)}, zeroinitializer")
    return Vector(e.code.result(over.type, f"zext {there} to {over.type}"), None, 0, 1)


def _piece_owner(e: Emitter, node: ir.PieceOwner, over: Values) -> Vector:
    kind = e.layout.kinds[node.kind]
    if not isinstance(node.piece, ir.Single) or not kind.identical:
        raise _NotAMap
    spots = _spots(e, node.kind, node.piece.place, over)
    none = _equal_to(e, spots, 0, over)
    bits = e.code.result(over.type, f"sub {spots}, {_constants([1] * over.count).text}")
    if kind.faces:
        bits = e.code.result(over.type, f"udiv {bits}, {_constants([kind.faces + 1] * over.count).text}")
    return Vector(bits, none, 0, kind.owners - 1, None if kind.faces else spots)


# ------------------------------------------------------------------------------------------------- operations


def _compare(e: Emitter, node: ir.Compare, over: Values) -> Vector:
    code = e.code
    left, right = (_number(e, _vector(e, side, over), over) for side in (node.left, node.right))
    if node.sign not in ("==", "!="):
        if left.none is not None or right.none is not None:
            raise _NotAMap
        return _truths(code.result(over.truth, f"icmp {SIGNS[node.sign]} {left.bits}, {right.bits.text}"))
    same = _same_cells(e, left, right, over) or _same_cells(e, right, left, over)
    if same is not None:
        return _truths(same if node.sign == "==" else _opposite(e, same, over))
    same = code.result(over.truth, f"icmp eq {left.bits}, {right.bits.text}")
    nones = [vector.none for vector in (left, right) if vector.none is not None]
    for none in nones:
        same = code.result(over.truth, f"and {same}, {_opposite(e, none, over).text}")
    if len(nones) == 2:
        both = code.result(over.truth, f"and {nones[0]}, {nones[1].text}")
        same = code.result(over.truth, f"or {same}, {both.text}")
    return _truths(same if node.sign == "==" else _opposite(e, same, over))


def _same_cells(e: Emitter, left: Vector, right: Vector, over: Values) -> Operand | None:
    """Equality of numbers by the cells that hold one more: cells of none equal nothing."""
    if left.above is None or right.none is not None or right.low < 0 or right.high >= HIGHEST:
        return None
    more = e.code.result(over.type, f"add {right.bits}, {_constants([1] * over.count).text}")
    return e.code.result(over.truth, f"icmp eq {left.above}, {more.text}")


def _opposite(e: Emitter, bits: Operand, over: Values) -> Operand:
    return e.code.result(over.truth, f"xor {bits}, {_constants([1] * over.count, 'i1').text}")


def _truths(bits: Operand) -> Vector:
    return Vector(bits, None, 0, 1)


def _number(e: Emitter, vector: Vector, over: Values) -> Vector:
    """Truths as numbers."""
    if not vector.bits.type.endswith("x i1>"):
        return vector
    return Vector(e.code.result(over.type, f"zext {vector.bits} to {over.type}"), vector.none, 0, 1)


def _arithmetic(e: Emitter, node: ir.Arithmetic, over: Values) -> Vector:
    left, right = (_number(e, _vector(e, side, over), over) for side in (node.left, node.right))
    if left.none is not None or right.none is not None or not is_sum(node):
        raise _NotAMap
    how, low, high = "add", left.low + right.low, left.high + right.high
    if node.sign == "-":
        how, low, high = "sub", left.low - right.high, left.high - right.low
    if not fits(low, high):
        raise _NotAMap
    return Vector(e.code.result(over.type, f"{how} {left.bits}, {right.bits.text}"), None, low, high)


@guard
def is_sum(node: ir.Arithmetic) -> bool:
    """Products and divisions are not written for vectors."""
    return node.sign in ("+", "-")


@guard
def fits(low: int, high: int) -> bool:
    """An overflow is a failure, which no vector reports."""
    return low >= LOWEST and high <= HIGHEST


# The functions each take their own node class.
_EMIT: dict[type, Callable[..., Vector]] = {
    ir.Local: _local,
    ir.Cell: _cell,
    ir.Lookup: _lookup,
    ir.PieceCount: _piece_count,
    ir.PieceOwner: _piece_owner,
    ir.Compare: _compare,
    ir.Arithmetic: _arithmetic,
}
