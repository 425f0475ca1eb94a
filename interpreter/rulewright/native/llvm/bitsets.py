"""Sets of spaces as bits: which spaces have a piece of which look, kept in addition to the cells, and conditions computed from them.

    s.owner == me      ->      one load: the bits of my pieces            at.empty      ->      not (all pieces' bits)
    s.face == king     ->      the bits of both players' kings            any(u.empty for u in neighbours(s))      ->      shifts

The region `bits.KIND` has a word for each look of an identical kind, with a bit for each space for one piece.  It is not
part of the state: functions called from outside compute it from the cells, and every change of a space updates both.
A bit that was just written can be read at once, unlike a wide load of several cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import everything, parts
from rulewright.language.ranges import Sign, can_hold
from rulewright.native.expressions.images import image_of, known_rows, led
from rulewright.native.expressions.looks import OnSpace, Unfixed, condition
from rulewright.native.expressions.steps import Steps, steps_of
from rulewright.native.expressions.vectors import Values, bits_where, depends
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import count_bits, wide_enough
from rulewright.native.llvm.emitter import Emitter, as_number, as_truth
from rulewright.native.llvm.regions import WORD, mirrored, touched
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Number, Row, number
from rulewright.native.passes import guard
from rulewright.problems.limits import A_CALL

MOST_NODES = 200
"""The most nodes of a definition, with all that it calls, that is computed for all values at once."""


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


def narrowed(e: Emitter, items: Sequence[ir.Expression], over: Values, bits: Operand) -> tuple[Operand, int]:
    """Those of some values for which the first items of an `and` hold, and how many items that are: all up to one that the bits
    cannot answer. The elements themselves are not counted as work."""
    for done, item in enumerate(items):
        begun = e.written()
        found = set_where(e, item, over)
        if found is None:
            return bits, done
        each = e.work - begun.work
        e.take_back(begun)
        if each:
            e.spend_for(count_bits(e, bits), each, over.count)
        bits = e.code.binary("and", bits, found)
    return bits, len(items)


def _set(e: Emitter, node: ir.Expression, over: Values) -> Operand:
    code, type = e.code, type_of(over)
    if not depends(node, over.slot):
        return _all_or_none(e, node, over)
    known = known_where(e, node, over)
    if known is not None:
        return constant(known, type)
    row = known_rows(e, node, over) if e.building.passes.images else None
    if row is not None:
        return row
    match node:
        case ir.And() | ir.Or():
            found = _set(e, node.items[0], over)
            for item in node.items[1:]:
                found = code.binary("and" if isinstance(node, ir.And) else "or", found, _set(e, item, over))
            return found
        case ir.Not():
            return _opposite(e, _set(e, node.operand, over))
        case ir.IfElse():
            return _either(e, *(_set(e, each, over) for each in (node.condition, node.value, node.otherwise)))
        case ir.Cases(subject=None, otherwise=otherwise) if otherwise is not None:
            found = _set(e, otherwise, over)
            for case in reversed(node.cases):
                found = _either(e, _set(e, case.test, over), _set(e, case.value, over), found)
            return found
        case ir.Compare():
            kept = _compared(e, node.sign, node.left, node.right, over)
            if kept is not None:
                return kept
        case ir.Aggregate(name="any" | "all", clauses=(clause,)):
            steps = steps_of(e.program, clause.domain, over) if e.building.passes.steps else None
            if steps is not None and same_for_all(node, over):
                return _next_to(e, node, clause, steps)
        case ir.Call():
            called = inside(e, node, over, _set)
            if called is not None:
                return called
        case _:
            pass
    elsewhere = _led(e, node, over)
    if elsewhere is not None:
        return elsewhere
    by_look = _by_look(e, node, over)
    if by_look is not None:
        return by_look
    bits = bits_where(e, node, over)
    if bits is None:
        raise _NoSet
    return bits if bits.type == type else code.result(type, f"zext {bits} to {type}")


def known_where(e: Emitter, node: ir.Expression, over: Values) -> int | None:
    """The values for which a condition holds that nothing else decides, as a number; None if the rest of the position matters."""
    found = image_of(e, node, over) if e.building.passes.images else None
    if found is None or not all(
        isinstance(each, bool) for bit, each in enumerate(found) if over.only >> bit & 1
    ):
        return None
    return sum(1 << bit for bit, each in enumerate(found) if each is True)


def _led(e: Emitter, node: ir.Expression, over: Values) -> Operand | None:
    """The values that lead to another for which a condition holds, by steps of few different widths."""
    elsewhere = led(e, node, over) if e.building.passes.images else None
    if elsewhere is None:
        return None
    steps = elsewhere.steps
    found = steps.back(e.code, _set(e, elsewhere.condition, Values(elsewhere.slot, steps.low, steps.count)))
    nowhere = ((1 << over.count) - 1) & over.only
    for leading in steps.leading.values():
        nowhere &= ~leading
    if leads_everywhere(nowhere):
        return found
    there = e.code.binary("and", _all_or_none(e, elsewhere.nowhere, over), constant(nowhere, found.type))
    return e.code.binary("or", found, there)


@guard
def leads_everywhere(nowhere: int) -> bool:
    """Where a step leads nowhere, the condition is one on none."""
    return not nowhere


def _all_or_none(e: Emitter, node: ir.Expression, over: Values) -> Operand:
    """All values or none, for a condition that does not depend on the value."""
    before = e.failing
    value = e.value(node)
    if not truth_cannot_fail(e, before) or value.none is not None or isinstance(value, Row):
        raise _NoSet
    truth, type = as_truth(e, value), type_of(over)
    if truth.known is not None:
        return constant(-1 if truth.known else 0, type)
    return e.code.result(type, f"sext {truth} to {type}")


@guard
def truth_cannot_fail(e: Emitter, before: int) -> bool:
    """A condition that can fail is evaluated only where the rule evaluates it."""
    return e.failing == before


def _either(e: Emitter, where: Operand, there: Operand, elsewhere: Operand) -> Operand:
    """One set where a condition holds, and another elsewhere."""
    code = e.code
    outside = code.binary("and", _opposite(e, where), elsewhere)
    return code.binary("or", code.binary("and", where, there), outside)


def _by_look(e: Emitter, node: ir.Expression, over: Values) -> Operand | None:
    """The spaces for which a condition holds that depends only on the look of the piece there."""
    if not e.building.passes.bitsets:
        return None
    asked = next((each for each in everything(node) if isinstance(each, ir.Single | ir.PieceCount)), None)
    kind = None if asked is None else _standing(e, asked.kind, asked.place, over)
    if asked is None or kind is None or not isinstance(asked.place, ir.PlaceOf):
        return None
    piece, holds = (
        OnSpace(kind.name, asked.place.first, over.slot, kind.faces, -1),
        condition(e.program, node),
    )
    try:
        looks = [look for look in range(kind.looks) if holds(replace(piece, look=look))]
        empty = holds(piece)
    except Unfixed:
        return None
    return _part(e, _with_looks(e, kind, looks, empty), kind, asked.place, over)


def _with_looks(e: Emitter, kind: KindLayout, looks: Sequence[int], empty: bool) -> Operand:
    """The spaces with pieces of certain looks, and those without a piece if `empty`."""
    if empty:
        others = [look for look in range(kind.looks) if look not in looks]
        return _opposite(e, _with_looks(e, kind, others, False))
    found = constant(0, f"i{WORD * mirrored(kind)}")
    for look in looks:
        bits = _load(e, kind, constant(look))
        found = bits if found.known == 0 else e.code.binary("or", found, bits)
    return found


def _next_to(e: Emitter, node: ir.Aggregate, clause: ir.Clause, steps: Steps) -> Operand:
    """The values next to which a condition holds somewhere, or everywhere."""
    inner, begun = Values(clause.slot, steps.low, steps.count), e.written()
    found = _set(e, node.element, inner)
    if node.name == "all":
        found = _opposite(e, found)
    if clause.condition is not None:
        found = e.code.binary("and", found, _set(e, clause.condition, inner))
    e.went_through(steps.most, begun)
    found = steps.back(e.code, found)
    return found if node.name == "any" else _opposite(e, found)


@guard
def same_for_all(node: ir.Aggregate, over: Values) -> bool:
    """A condition on the elements of rows has one set of bits only if the value itself is not part of it."""
    clause = node.clauses[0]
    return clause.proceed is None and not depends((clause.condition, node.element), over.slot)


def inside(
    e: Emitter, node: ir.Call, over: Values, ask: Callable[[Emitter, ir.Expression, Values], Operand | None]
) -> Operand | None:
    """What `ask` finds about the body of a definition that has the value as one of its arguments; None for other calls."""
    places = [place for place, each in enumerate(node.arguments) if depends(each, over.slot)]
    if len(places) != 1 or not isinstance(node.arguments[places[0]], ir.Local) or not is_short(e, node):
        return None
    before = e.failing
    arguments = [
        Number(constant(over.low), None, over.low, over.low) if place in places else e.value(argument)
        for place, argument in enumerate(node.arguments)
    ]
    if not truth_cannot_fail(e, before):
        return None
    e.spend(A_CALL)
    with e.frame():
        e.bind_all(arguments)
        return ask(e, e.program.definitions[node.definition].body, replace(over, slot=places[0]))


def is_short(e: Emitter, node: ir.Call) -> bool:
    """Whether a definition, with all that it calls, is short enough for a copy of its text wherever it is called."""
    waiting: list[ir.Expression] = [node]
    for _ in range(MOST_NODES):
        if not waiting:
            return True
        each = waiting.pop()
        waiting += parts(each)
        if isinstance(each, ir.Call):
            waiting.append(e.program.definitions[each.definition].body)
    return False


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
    at, word = code.multiply(look, constant(words)), constant(0)
    if words > 1:
        word = code.binary("lshr", place, constant(6))
        at, place = code.add(at, word), code.binary("and", place, constant(63))
    address = code.element(e.region(f"bits.{kind.name}"), "i64", at)
    bit = code.binary("shl", constant(1, "i64"), code.widen(place, "i64"))
    if kind.name in e.touching:
        noted = code.element(e.region(touched(kind.name)), "i64", word)
        code.store(code.binary("or", code.load("i64", noted), bit), noted)
    before = code.load("i64", address)
    if there:
        code.store(code.binary("or", before, bit), address)
    else:
        code.store(code.binary("and", before, _opposite(e, bit)), address)


def touch_all(e: Emitter, kind: KindLayout) -> None:
    """Record that pieces of a kind may have changed on every space."""
    for word in range(mirrored(kind)) if kind.name in e.touching else ():
        e.code.store(constant(-1, "i64"), e.code.element(e.region(touched(kind.name)), "i64", constant(word)))


def work_out(e: Emitter, kind: KindLayout, cells: Operand) -> None:
    """Compute the bits of all looks from the cells of a kind's spaces."""
    code, words = e.code, mirrored(kind)
    count = len(kind.places) - kind.first_spot
    for word in range(words):
        many = min(count - word * WORD, WORD)
        type = f"<{many} x i32>"
        address = code.element(cells, "i32", constant(word * WORD))
        there = code.result(type, f"load {type}, {address}, align 4")
        for look in range(kind.looks):
            listed = ", ".join(f"i32 {look + 1}" for _ in range(many))
            same = code.result(f"<{many} x i1>", f"icmp eq {there}, <{listed}>")
            bits = code.result(f"i{many}", f"bitcast {same} to i{many}")
            if many < WORD:
                bits = code.result("i64", f"zext {bits} to i64")
            code.store(
                bits, code.element(e.region(f"bits.{kind.name}"), "i64", constant(look * words + word))
            )
