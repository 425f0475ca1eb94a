"""Sets of spaces as bits: which spaces have a piece of which look, kept in addition to the cells, and conditions computed from them.

    s.owner == me      ->      one load: the bits of my pieces            at.empty      ->      not (all pieces' bits)

The region `bits.KIND` has a word for each look of an identical kind, with a bit for each space for one piece.  It is not
part of the state: functions called from outside compute it from the cells, and every change of a space updates both.
A bit that was just written can be read at once, unlike a wide load of several cells.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.language.ranges import Sign, can_hold
from rulewright.native.expressions.vectors import Values, bits_where, depends
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import wide_enough
from rulewright.native.llvm.emitter import Emitter, as_number, as_truth
from rulewright.native.llvm.regions import WORD, mirrored
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Number, Row, number
from rulewright.native.passes import guard


class _NoSet(Exception):
    """A condition that the bits cannot answer."""


def type_of(values: Values) -> str:
    """The integer type with a bit for each value."""
    return wide_enough(values.count)


def all_of(values: Values) -> Operand:
    """All values."""
    return constant((1 << values.count) - 1, type_of(values))


def set_where(e: Emitter, condition: ir.Expression, over: Values) -> Operand | None:
    """The values for which a condition holds, a bit for each, the lowest first; None, with nothing written,
    if the bits cannot answer it. Nothing here can fail. Bits beyond the last value are undefined."""
    start = standing(e)
    try:
        return _set(e, condition, over)
    except _NoSet:
        back_to(e, start)
        return None


def _set(e: Emitter, node: ir.Expression, over: Values) -> Operand:
    code, type = e.code, type_of(over)
    if not depends(node, over.slot):
        return _all_or_none(e, node, over)
    match node:
        case ir.And() | ir.Or():
            found = _set(e, node.items[0], over)
            for item in node.items[1:]:
                found = code.binary("and" if isinstance(node, ir.And) else "or", found, _set(e, item, over))
            return found
        case ir.Not():
            return _opposite(e, _set(e, node.operand, over))
        case ir.Compare():
            kept = _compared(e, node.sign, node.left, node.right, over)
            if kept is not None:
                return kept
        case _:
            pass
    bits = bits_where(e, node, over)
    if bits is None:
        raise _NoSet
    return bits if bits.type == type else code.result(type, f"zext {bits} to {type}")


def _all_or_none(e: Emitter, node: ir.Expression, over: Values) -> Operand:
    """All values or none, for a condition that does not depend on the value."""
    before = e.failing
    value = e.value(node)
    if not truth_cannot_fail(e, before) or value.none is not None or isinstance(value, Row):
        raise _NoSet
    holds, type = as_truth(e, value), type_of(over)
    if holds.known is not None:
        return constant(-1 if holds.known else 0, type)
    return e.code.result(type, f"sext {holds} to {type}")


@guard
def truth_cannot_fail(e: Emitter, before: int) -> bool:
    """A condition that can fail is evaluated only where the rule evaluates it."""
    return e.failing == before


def _opposite(e: Emitter, bits: Operand) -> Operand:
    return e.code.binary("xor", bits, constant(-1, bits.type))


def _compared(
    e: Emitter, sign: Sign, left: ir.Expression, right: ir.Expression, over: Values
) -> Operand | None:
    """Comparisons that the bits answer: which spaces have pieces of a player, and which have any."""
    if not e.building.passes.bitsets:
        return None
    match left, right:
        case ir.PieceCount(), ir.Constant(value=int(than)):
            kind = _standing(e, left.kind, left.place, over)
            if kind is None:
                return None
            there = _part(e, occupied(e, kind), kind, left.place, over)
            empty, one = (can_hold(sign, number(held), number(than)) for held in (0, 1))
            if empty == one:
                return constant(-1 if one else 0, type_of(over))
            return there if one else _opposite(e, there)
        case ir.PieceOwner(piece=ir.Single() as single), _ if sign in ("==", "!=") and same_owner(
            right, over
        ):
            kind = _standing(e, single.kind, single.place, over)
            owner = None if kind is None else _owner_or_none(e, kind, right)
            if kind is None or owner is None:
                return None
            bits = _part(e, _bits_of_any(e, kind, owner), kind, single.place, over)
            return bits if sign == "==" else _opposite(e, bits)
        case ir.Local(slot=slot), _ if slot == over.slot and sign in ("==", "!="):
            return _one(e, sign, right, over)
        case _, ir.PieceOwner(piece=ir.Single()) | ir.Local() if sign in ("==", "!="):
            # Only a side without the value is moved to the right, so that this ends.
            return None if depends(left, over.slot) else _compared(e, sign, right, left, over)
        case _:
            return None


def _one(e: Emitter, sign: Sign, node: ir.Expression, over: Values) -> Operand | None:
    """The values that equal another, which is at most one."""
    if depends(node, over.slot):
        return None
    before = e.failing
    value = e.value(node)
    if not truth_cannot_fail(e, before) or isinstance(value, Row):
        return None
    code, type, found = e.code, type_of(over), as_number(e, value)
    place = code.subtract(found.bits, constant(over.low))
    there = code.compare("ult", place, constant(over.count))
    if found.none is not None:
        there = code.both(there, code.opposite(found.none))
    bit = code.binary("shl", constant(1, type), code.widen(code.select(there, place, constant(0)), type))
    bit = code.select(there, bit, constant(0, type))
    return bit if sign == "==" else _opposite(e, bit)


@guard
def same_owner(owner: ir.Expression, over: Values) -> bool:
    """The bits are those of a single owner."""
    return not depends(owner, over.slot)


def _standing(e: Emitter, kind_name: str, place: ir.Expression | None, over: Values) -> KindLayout | None:
    """The kind, if its bits are kept and the values are its spaces."""
    kind = e.layout.kinds[kind_name]
    if not mirrored(kind) or not isinstance(place, ir.PlaceOf) or not isinstance(place.owner, ir.Local):
        return None
    first = place.first + over.low
    inside = first >= kind.first_spot and first + over.count <= len(kind.places)
    return kind if inside and place.owner.slot == over.slot else None


def owner_of(e: Emitter, kind: KindLayout, node: ir.Expression) -> Number | None:
    """An owner that is certainly a player, and certainly not none."""
    owner = _owner_or_none(e, kind, node)
    return owner if owner is not None and owner.none is None else None


def _owner_or_none(e: Emitter, kind: KindLayout, node: ir.Expression) -> Number | None:
    """An owner that is certainly a player unless it is none."""
    before = e.failing
    value = e.value(node)
    if e.failing != before or isinstance(value, Row):
        return None
    owner = as_number(e, value)
    return owner if owner.low >= 0 and owner.high < kind.owners else None


def _bits_of_any(e: Emitter, kind: KindLayout, owner: Number) -> Operand:
    """The bits of the spaces with pieces of an owner; without a piece if the owner is none."""
    if owner.none is None:
        return bits_of_owner(e, kind, owner)
    safe = e.code.select(owner.none, constant(0), owner.bits)
    held = bits_of_owner(e, kind, Number(safe, None, owner.low, owner.high))
    return e.code.select(owner.none, _opposite(e, occupied(e, kind)), held)


def bits_of_owner(e: Emitter, kind: KindLayout, owner: Number) -> Operand:
    """The bits of an owner's pieces, whatever they show."""
    code, faces = e.code, kind.faces + 1
    found: Operand | None = None
    for face in range(faces):
        look = code.add(code.multiply(owner.bits, constant(faces)), constant(face))
        bits = _load(e, kind, look)
        found = bits if found is None else code.binary("or", found, bits)
    assert found is not None
    return found


def occupied(e: Emitter, kind: KindLayout) -> Operand:
    """The bits of all pieces of a kind."""
    found = _load(e, kind, constant(0))
    for look in range(1, kind.looks):
        found = e.code.binary("or", found, _load(e, kind, constant(look)))
    return found


def _load(e: Emitter, kind: KindLayout, look: Operand) -> Operand:
    words = mirrored(kind)
    address = e.code.element(e.region(f"bits.{kind.name}"), "i64", e.code.multiply(look, constant(words)))
    return e.code.result(f"i{WORD * words}", f"load i{WORD * words}, {address}, align 8")


def _part(e: Emitter, bits: Operand, kind: KindLayout, place: ir.Expression | None, over: Values) -> Operand:
    """The bits of the values, from bit 0 on, out of the bits of all spaces."""
    assert isinstance(place, ir.PlaceOf)
    code, type = e.code, type_of(over)
    shift = place.first + over.low - kind.first_spot
    if shift:
        bits = code.binary("lshr", bits, constant(shift, bits.type))
    if int(bits.type[1:]) > int(type[1:]):
        return code.narrow(bits, type)
    return bits if bits.type == type else code.result(type, f"zext {bits} to {type}")


# ------------------------------------------------------------------------------------------------- changes


def record(e: Emitter, kind: KindLayout, place: Operand, look: Operand, there: bool) -> None:
    """Record whether a piece of a look is on a space. `place` counts from the first space."""
    words, code = mirrored(kind), e.code
    if not words:
        return
    at = code.multiply(look, constant(words))
    if words > 1:
        at = code.add(at, code.binary("lshr", place, constant(6)))
        place = code.binary("and", place, constant(63))
    address = code.element(e.region(f"bits.{kind.name}"), "i64", at)
    bit = code.binary("shl", constant(1, "i64"), code.widen(place, "i64"))
    before = code.load("i64", address)
    if there:
        code.store(code.binary("or", before, bit), address)
    else:
        code.store(code.binary("and", before, _opposite(e, bit)), address)


def work_out(e: Emitter, kind: KindLayout, cells: Operand) -> None:
    """Compute the bits of all looks from the cells of a kind's spaces."""
    code, words = e.code, mirrored(kind)
    count = len(kind.places) - kind.first_spot
    type, whole = f"<{count} x i32>", f"i{WORD * words}"
    there = code.result(type, f"load {type}, {cells}, align 4")
    for look in range(kind.looks):
        listed = ", ".join(f"i32 {look + 1}" for _ in range(count))
        same = code.result(f"<{count} x i1>", f"icmp eq {there}, <{listed}>")
        bits = code.result(f"i{count}", f"bitcast {same} to i{count}")
        if count != WORD * words:
            bits = code.result(whole, f"zext {bits} to {whole}")
        to = code.element(e.region(f"bits.{kind.name}"), "i64", constant(look * words))
        code.do(f"store {bits}, {to}, align 8")
