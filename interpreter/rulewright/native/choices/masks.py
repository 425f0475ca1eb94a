"""Legal choices as bits: for an action with one parameter whose values stand side by side.

    choose: {at: board.spaces}      ->      region `mask.place`: bit k of it says whether value k may be chosen

Conditions that are maps over cells give all bits at once (`vectors`); what is left is asked only where a bit is set.  How many
choices there are is then a count of bits, and the k-th is found in six steps without a jump.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.native.choices.prefilter import necessary
from rulewright.native.expressions.vectors import Values, depends, values_of
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import all_of, set_where
from rulewright.native.llvm.emitter import Emitter, as_truth
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.speculation import can_fail
from rulewright.native.llvm.values import Number, Truth
from rulewright.native.passes import guard

WORD = 64


def maskable(building: Building, action: ir.Action) -> Values | None:
    """The values of an action's only parameter, if its choices can be bits."""
    if not building.passes.masks or not one_parameter(action):
        return None
    return values_of(0, action.parameters[0].domain)


@guard
def one_parameter(action: ir.Action) -> bool:
    """Bits name the values of one parameter."""
    return len(action.parameters) == 1


def words_of(values: Values) -> int:
    """How many words of 64 bits the values take."""
    return -(-values.count // WORD)


def mask(building: Building, name: str) -> Function:
    """The function that writes which values of an action `me` may choose, into the region `mask.NAME`."""
    known = building.functions.get(f"mask.{name}")
    if known is not None:
        return known
    action = building.program.actions[name]
    values = maskable(building, action)
    assert values is not None, "the choices of this action can be bits"
    e = Emitter(building, f"mask.{name}", action.path)
    code, region = e.code, e.region(f"mask.{name}")
    none, done = code.block("none"), code.block("done")
    bind_lets(e, action, 0)
    for condition in action.conditions:
        if condition.only is None and condition.level == 0:
            passed = code.block("passed")
            code.branch(e.truth(condition.holds), passed, none)
            code.at(passed)
    whole, rest = _all_at_once(e, action, values)
    code.do(f"store {whole}, {region}, align 8")
    if rest or not binds_nothing(action):
        for index in range(words_of(values)):
            _one_by_one(e, action, rest, values, region, index)
    code.branch_to(done)
    code.at(none)
    for index in range(words_of(values)):
        code.store(constant(0, "i64"), code.element(region, "i64", constant(index)))
    code.at(done)
    return e.finish()


def _all_at_once(e: Emitter, action: ir.Action, values: Values) -> tuple[Operand, list[ir.Expression]]:
    """The bits of all conditions that are maps over cells, as wide as the words of the mask together, and the conditions that are
    left, in the order in which they are asked.

    A condition that can fail keeps its place: those behind it are asked only where it holds, and it wherever those before it do.
    So does what is said in `let`, which is worked out behind the conditions on the value alone."""
    code = e.code
    alone = [c.holds for c in action.conditions if c.only == 0]
    asked = [c.holds for c in action.conditions if c.only is None and c.level == 1]
    lets = [let.slot for let in action.lets]
    held: Operand | None = None
    left: list[ir.Expression] = []
    blocked, work = False, e.work
    for place, condition in enumerate([*alone, *asked]):
        mine = not_blocked(blocked) and names_no_let(condition, lets)
        mine = mine and (place < len(alone) or lets_cannot_fail(e, action, values))
        bits = set_where(e, condition, values) if mine else None
        if bits is not None:
            held = bits if held is None else code.binary("and", held, bits)
            continue
        needed = necessary(e, condition, values) if mine else None
        if needed is not None:
            held = needed if held is None else code.binary("and", held, needed)
        left.append(condition)
        blocked = blocked or not condition_cannot_fail(e, action, condition, values)
    e.went_through(values.count, work)
    whole = all_of(values)
    return whole if held is None else code.binary("and", held, whole), left


def any_of(e: Emitter, action: ir.Action, found: str) -> None:
    """Go to `found` if `me` may choose any value of an action whose choices can be bits."""
    code, values = e.code, maskable(e.building, action)
    assert values is not None, "the choices of this action can be bits"
    none = code.block("none")
    bind_lets(e, action, 0)
    for condition in action.conditions:
        if condition.only is None and condition.level == 0:
            e.leave_if(code.opposite(e.truth(condition.holds)), none)
    whole, rest = _all_at_once(e, action, values)
    if not rest and binds_nothing(action):
        code.branch(code.compare("ne", whole, constant(0, whole.type)), found, none)
        code.at(none)
        return
    kept = code.allocate("i64", words_of(values))
    code.do(f"store {whole}, {kept}, align 8")
    for index in range(words_of(values)):
        _first_of(
            e,
            action,
            rest,
            values,
            code.load("i64", code.element(kept, "i64", constant(index))),
            index,
            found,
        )
    code.branch_to(none)
    code.at(none)


def _first_of(
    e: Emitter,
    action: ir.Action,
    rest: list[ir.Expression],
    values: Values,
    word: Operand,
    index: int,
    found: str,
) -> None:
    """Go to `found` with the first value of a word for which what is left holds."""
    code = e.code

    def ask(bit: Operand) -> None:
        value = code.add(bit, constant(values.low + index * WORD))
        e.bind(0, Number(value, None, values.low, values.low + values.count - 1))
        refused = code.block("refused")
        bind_lets(e, action, 1)
        for condition in rest:
            e.leave_if(code.opposite(e.truth(condition)), refused)
        code.branch_to(found)
        code.at(refused)

    each_bit(e, word, min(values.count - index * WORD, WORD), ask)


@guard
def not_blocked(blocked: bool) -> bool:
    """No condition is asked before one that can fail and precedes it."""
    return not blocked


@guard
def names_no_let(condition: ir.Expression, lets: list[int]) -> bool:
    """A condition on a name of `let` is asked where the name is bound."""
    return not any(depends(condition, slot) for slot in lets)


@guard
def binds_nothing(action: ir.Action) -> bool:
    """What `let` binds for a value is computed for each value that may be chosen, since it may fail."""
    return all(let.level != 1 for let in action.lets)


@guard
def lets_cannot_fail(e: Emitter, action: ir.Action, values: Values) -> bool:
    """Nothing that follows `let` is asked before it if `let` can fail."""
    return binds_nothing(action) or not can_fail(e, lambda: _bind_any(e, action, values))


@guard
def condition_cannot_fail(e: Emitter, action: ir.Action, condition: ir.Expression, values: Values) -> bool:
    """A condition that can fail blocks those after it."""

    def ask() -> None:
        _bind_any(e, action, values)
        e.truth(condition)

    return not can_fail(e, ask)


def _bind_any(e: Emitter, action: ir.Action, values: Values) -> None:
    """Bind some value, and what is said of it in `let`: on trial."""
    e.bind(0, Number(constant(values.low), None, values.low, values.low + values.count - 1))
    bind_lets(e, action, 1)


def _one_by_one(
    e: Emitter, action: ir.Action, rest: list[ir.Expression], values: Values, region: Operand, index: int
) -> None:
    """Ask what is left wherever a bit of a word is set, and take the bit away where it does not hold."""
    code = e.code
    address = code.element(region, "i64", constant(index))
    kept = code.allocate("i64")
    word = code.load("i64", address)
    code.store(word, kept)

    def ask(bit: Operand) -> None:
        value = code.add(bit, constant(values.low + index * WORD))
        e.bind(0, Number(value, None, values.low, values.low + values.count - 1))
        refused, after = code.block("refused"), code.block("asked")
        bind_lets(e, action, 1)
        for condition in rest:
            passed = code.block("passed")
            holds = as_truth(e, Truth(e.truth(condition), None))
            code.branch(holds, passed, refused)
            code.at(passed)
        code.branch_to(after)
        code.at(refused)
        gone = code.binary("shl", constant(1, "i64"), code.widen(bit, "i64"))
        without = code.binary("xor", gone, constant(-1, "i64"))
        code.store(code.binary("and", code.load("i64", kept), without), kept)
        code.at(after)

    each_bit(e, word, min(values.count - index * WORD, WORD), ask)
    code.store(code.load("i64", kept), address)


def each_bit(e: Emitter, word: Operand, most: int, body: Callable[[Operand], None]) -> None:
    """Write `body` for each bit that is set, the lowest first; of at most so many."""
    code = e.code
    e.building.declare("cttz.i64", "declare i64 @llvm.cttz.i64(i64, i1)")
    left = code.allocate("i64")
    code.store(word, left)
    head, inside, after = code.block("head"), code.block("inside"), code.block("after")
    work, weight = e.work, code.weight
    code.at(head)
    now = code.load("i64", left)
    code.branch(code.compare("ne", now, constant(0, "i64")), inside, after)
    code.at(inside)
    code.store(code.binary("and", now, code.binary("sub", now, constant(1, "i64"))), left)
    bit = code.narrow(code.result("i64", f"call i64 @llvm.cttz.i64({now}, i1 true)"), "i32")
    body(bit)
    code.branch_to(head)
    code.at(after)
    e.went_through(most, work)
    code.weight = weight + most * (code.weight - weight)


def count_bits(e: Emitter, word: Operand) -> Operand:
    """How many bits of a word of 64 are set."""
    e.building.declare("ctpop.i64", "declare i64 @llvm.ctpop.i64(i64)")
    return e.code.narrow(e.code.result("i64", f"call i64 @llvm.ctpop.i64({word})"), "i32")


def bit_number(e: Emitter, word: Operand, number: Operand, values: int) -> Operand:
    """Which bit of a word is the one with so many set bits below it; there are more than that."""
    code = e.code
    at, left = constant(0), number
    width = 1
    while width * 2 < min(values, WORD):
        width *= 2
    while width >= 1:
        low = code.binary("and", word, constant((1 << width) - 1, "i64"))
        below = count_bits(e, low)
        beyond = code.compare("sge", left, below)
        left = code.select(beyond, code.subtract(left, below), left)
        at = code.add(at, code.select(beyond, constant(width), constant(0)))
        word = code.select(beyond, code.binary("lshr", word, constant(width, "i64")), word)
        width //= 2
    return at


def bind_lets(e: Emitter, action: ir.Action, level: int) -> None:
    """Bind what an action says in `let` once so many parameters are bound."""
    for let in action.lets:
        if let.level == level:
            e.bind(let.slot, e.value(let.value))
