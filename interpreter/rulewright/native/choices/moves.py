"""Legal choices in native code: loops over the parameters, with each condition evaluated as early as possible.

    choices(emitter, action, found)      writes found(arguments) where a legal choice of the action is known

The same loops list choices, set bits, and answer `can`, which leaves at the first choice.  The order
is that of `evaluate.moves`: domains in order, the first parameter changing slowest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.native.choices.masks import any_of, bind_lets, bits_of
from rulewright.native.choices.pairs import Words, any_pair, apart, each_pair, mask_of, worked_out
from rulewright.native.choices.prefilter import possible
from rulewright.native.driver.choice_rows import NONE_IN_ROW
from rulewright.native.expressions.domains import distinct
from rulewright.native.expressions.invariant_calls import remembering
from rulewright.native.expressions.vectors import Values, values_of
from rulewright.native.expressions.walks import FEWEST
from rulewright.native.flow.afterwards import trying
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.bits import count_bits, each_bit
from rulewright.native.llvm.bitsets import all_of, narrowed, type_of
from rulewright.native.llvm.emitter import EMIT, Emitter, as_truth, once
from rulewright.native.llvm.module import Function
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Emitted, Number, Row, Truth
from rulewright.source.dataclass import dataclass
from rulewright.source.text import NOWHERE, Span

Found: TypeAlias = Callable[[Sequence[Emitted]], None]


@dataclass(frozen=True, slots=True)
class Bits:
    """The values of a parameter that satisfy the conditions on it alone, as a word of bits."""

    values: Values
    address: Operand


@dataclass(frozen=True, slots=True)
class Gathered:
    """The values of a parameter, computed before the loops: numbers, or rows of `stride` numbers each,
    length first."""

    sample: Emitted
    address: Operand
    count: Operand
    most: int
    stride: int


def choices(e: Emitter, action: ir.Action, found: Found, leaves: bool = False) -> None:
    """Write `found` for every legal choice of an action for `me`. `leaves`: `found` jumps out at once.

    Failures that the reference meets before the first choice must occur here as well: if an element of a
    domain, or a condition on the first parameter alone, can fail, the loops do not leave early."""
    start = standing(e)

    def pair(chosen: Sequence[Number]) -> None:
        e.bind_all(chosen)
        found(chosen)

    if _by_pairs(e, action, lambda words: each_pair(e, words, pair)):
        e.slots = dict(start.slots)
        return
    late = _write(e, action, found)
    if leaves and late:
        back_to(e, start)
        seen = e.code.variable(FALSE)
        _write(e, action, lambda _: e.code.store(TRUE, seen))
        with e.code.if_(e.code.load("i1", seen), "found"):
            found(())
    e.slots = dict(start.slots)


def _by_pairs(e: Emitter, action: ir.Action, write: Callable[[Words], None]) -> bool:
    """Whether the choices of an action are bits of pairs; `write` takes the words if there may be any."""
    name = _name(e, action)
    if mask_of(e, name) is None:
        return False
    none = e.code.block("none")
    e.slots = {}
    bind_lets(e, action, 0)
    _ask(e, apart(action), none)
    words = worked_out(e, name)
    assert words is not None
    write(words)
    e.code.at(none)
    return True


def emit_can(e: Emitter, node: ir.Can) -> Emitted:
    """`can` is a function for each action; where the choices of `me` have been counted already, the count
    answers it."""
    if isinstance(node.player, ir.Me) and node.action in e.known:
        return Truth(e.known[node.action], None)
    player = e.number(node.player)
    value = e.call(
        can(e, e.program.actions[node.action]), (), Number(player.bits, None, player.low, player.high)
    )
    assert value is not None
    return value


def can(e: Emitter, action: ir.Action) -> Function:
    """The function that returns whether `me` has a legal choice of an action."""
    return once(e.building, f"can.{_name(e, action)}", action.path, partial(_write_can, action))


def _write_can(action: ir.Action, e: Emitter) -> Emitted:
    code, answer, hit, done = e.code, e.code.allocate("i1"), e.code.block("hit"), e.code.block("done")
    code.store(FALSE, answer)

    def found(_: Sequence[Emitted]) -> None:
        code.branch_to(hit)
        code.at(code.block("more"))

    bits = bits_of(e, action)
    if bits is not None:
        any_of(e, action, bits, hit)
    elif _by_pairs(e, action, lambda words: e.leave_if(any_pair(e, words), hit)):
        pass
    else:
        choices(e, action, found, leaves=True)
    code.branch_to(done)
    code.at(hit)
    code.store(TRUE, answer)
    code.at(done)
    return Truth(code.load("i1", answer), None)


def bind(e: Emitter, action: ir.Action, arguments: Sequence[Emitted]) -> None:
    """Bind the chosen arguments and all names of `let` in the frame."""
    for level in range(len(arguments) + 1):
        if level:
            e.bind(level - 1, arguments[level - 1])
        bind_lets(e, action, level)


def _write(e: Emitter, action: ir.Action, found: Found) -> bool:
    """Write the loops; returns whether anything can fail that the reference evaluates before the first
    choice is known."""
    e.slots = {}
    none = e.code.block("none")
    _pass(e, action, 0, none)
    late = False
    if action.parameters:
        ready: dict[int, Gathered | Bits] = {}
        for slot, parameter in enumerate(action.parameters):
            if not slot or parameter.after_parameter >= 0:
                continue
            domain = parameter.domain
            if isinstance(domain, ir.Members) and not _filters(action, slot):
                e.spend(len(domain.values))  # constants: computing them in advance would save nothing
            else:
                ready[slot] = _as_bits(e, action, slot) or _gather(e, action, slot)
        with trying(e, action), remembering(e, *_later(action, 0)):
            late = _descend(e, action, ready, 0, [], found)
    else:
        found(())
    e.code.at(none)
    return late


def _descend(
    e: Emitter,
    action: ir.Action,
    ready: dict[int, Gathered | Bits],
    slot: int,
    chosen: list[Emitted],
    found: Found,
) -> bool:
    """The loop of one parameter and those inside it; returns whether this loop itself can fail once it has
    begun."""
    begun: list[int] = []
    inside = 0
    # With several parameters the reference visits a value once for its own conditions, and once for each value before it.
    apart = slot in ready or (slot > 0 and action.parameters[slot].after_parameter < 0)
    again = int(len(action.parameters) > 1 and not apart)

    def one(value: Emitted) -> None:
        nonlocal inside
        if not begun:
            begun.append(e.failing)
        e.spend(again)
        e.bind(slot, value)
        skip = e.code.block("skip")
        if slot not in ready:
            _ask(e, _filters(action, slot), skip)
        before = e.failing
        _pass(e, action, slot + 1, skip, asked)
        arguments = [*chosen, value]
        if slot + 1 == len(action.parameters):
            found(arguments)
        else:
            with remembering(e, *_later(action, slot + 1)):
                _descend(e, action, ready, slot + 1, arguments, found)
        inside += e.failing - before
        e.code.at(skip)

    asked = 0
    known = ready.get(slot)
    if isinstance(known, Bits):
        bits, asked = _narrowed(e, action, slot, known)
        low, high = known.values.low, known.values.low + known.values.count - 1
        each_bit(
            e,
            bits,
            lambda bit: one(Number(e.code.add(bit, constant(low)), None, low, high)),
            known.values.count,
        )
    elif known is not None:
        _each_gathered(e, known, one, action.parameters[slot].span)
    else:
        distinct(e, action.parameters[slot].domain, one)
    return bool(begun) and e.failing - begun[0] > inside


def _later(action: ir.Action, level: int) -> tuple[object, set[int]]:
    """What is evaluated once more than this many parameters are bound, and the names that are bound then."""
    lets = [let for let in action.lets if let.level > level]
    conditions = [c for c in action.conditions if c.level > level or (c.only is not None and c.only >= level)]
    return (conditions, lets), {*range(level, len(action.parameters)), *(let.slot for let in lets)}


def _as_bits(e: Emitter, action: ir.Action, slot: int) -> Bits | None:
    """The same as bits, if all conditions on the parameter are conditions that bits can answer."""
    values = values_of(slot, action.parameters[slot].domain) if e.building.passes.narrowed else None
    if values is None or values.count < FEWEST:
        return None
    start = standing(e)
    e.spend(values.count)
    bits, filters = all_of(values), _filters(action, slot)
    bits, done = narrowed(e, filters, values, bits)
    if done < len(filters):
        back_to(e, start)
        return None
    return Bits(values, e.code.variable(bits))


def _narrowed(e: Emitter, action: ir.Action, slot: int, known: Bits) -> tuple[Operand, int]:
    """The values for which the first conditions after the parameter hold or are not ruled out, and how many of these
    conditions need not be evaluated."""
    values = known.values
    bits = e.code.load(type_of(values), known.address)
    e.spend_for(count_bits(e, bits), 1, values.count)
    if any(let.level == slot + 1 for let in action.lets):
        return bits, 0
    conditions = [c.holds for c in action.conditions if c.only is None and c.level == slot + 1]
    bits, done = narrowed(e, conditions, values, bits)
    if done < len(conditions):
        bits = possible(e, conditions[done], values, bits) or bits
    return bits, done


def _gather(e: Emitter, action: ir.Action, slot: int) -> Gathered:
    """The values of a parameter that satisfy the conditions on it alone."""
    code = e.code
    room = f"ROOM{len(code.allocations)}X"
    address, count = code.allocate("i32", room), code.variable(constant(0))
    samples: list[Emitted] = []
    strides = [1]

    def one(value: Emitted) -> None:
        samples.append(value)
        e.bind(slot, value)
        skip = code.block("skip")
        _ask(e, _filters(action, slot), skip)
        stride = 1 + value.most if isinstance(value, Row) else 1
        strides[0] = max(strides[0], stride)
        number = code.load("i32", count)
        write(e, value, code.element(address, "i32", code.multiply(number, constant(stride))))
        code.store(code.add(number, constant(1)), count)
        code.at(skip)

    most = max(distinct(e, action.parameters[slot].domain, one), 0)
    code.replace(room, str(max(most * strides[0], 1)))
    return Gathered(
        samples[0] if samples else Number(constant(0), None, 0, 0),
        address,
        code.load("i32", count),
        most,
        strides[0],
    )


def _each_gathered(e: Emitter, ready: Gathered, body: Callable[[Emitted], None], span: Span) -> None:
    def one(index: Operand) -> None:
        at = e.code.element(ready.address, "i32", e.code.multiply(index, constant(ready.stride)))
        body(read(e, ready.sample, at))

    e.loop(ready.count, ready.most, one, span)


# ---------------------------------------------------------------------------------------------- values in rows


def write(e: Emitter, value: Emitted, address: Operand) -> None:
    """Store a value in a row: a number, or the length of a set and its members."""
    code = e.code
    match value:
        case Truth():
            bits = code.widen(value.bit, "i32")
        case Number():
            bits = value.bits
        case Row():
            code.store(value.length, address)

            def copy(index: Operand) -> None:
                item = code.item(value.address, index)
                code.store(item, code.element(address, "i32", code.add(index, constant(1))))

            with e.uncounted():
                e.loop(value.length, value.most, copy, NOWHERE)
            return
    if value.none is not None:
        bits = code.select(value.none, constant(NONE_IN_ROW), bits)
    code.store(bits, address)


def read(e: Emitter, like: Emitted, address: Operand) -> Emitted:
    """Load a value that `write` stored; `like` is one of its sort."""
    code = e.code
    first = code.load("i32", address)
    none = None if like.none is None else code.compare("eq", first, constant(NONE_IN_ROW))
    match like:
        case Truth():
            return Truth(code.compare("eq", first, constant(1)), none)
        case Row():
            items = code.element(address, "i32", constant(1))
            return Row(items, first, like.most, like.low, like.high)
        case Number():
            return Number(first, none, like.low, like.high)


# --------------------------------------------------------------------------------------------------------- parts


def _pass(e: Emitter, action: ir.Action, level: int, refused: str, asked: int = 0) -> None:
    """Bind the names of `let` and evaluate the conditions for which `level` parameters are enough, but for the first `asked`."""
    bind_lets(e, action, level)
    _ask(e, [c.holds for c in action.conditions if c.only is None and c.level == level][asked:], refused)


def _filters(action: ir.Action, slot: int) -> list[ir.Expression]:
    return [c.holds for c in action.conditions if c.only == slot]


def _ask(e: Emitter, conditions: list[ir.Expression], refused: str) -> None:
    for condition in conditions:
        holds = as_truth(e, e.value(condition))
        e.go_on_if(holds, refused)


def _name(e: Emitter, action: ir.Action) -> str:
    return next(name for name, own in e.program.actions.items() if own is action)


EMIT.update(handlers("emit_", globals()))
