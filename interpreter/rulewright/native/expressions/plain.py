"""Simple expressions in native code: constants, slots, cells of the flow, calls, ranges.

    Constant((1, 3, 5))      ->      a row in the module's constants
    straight(dice)           ->      a call of the definition's function

The known bounds of an operand decide which checks are written: a number that cannot leave its range costs none.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.language.types import HIGHEST
from rulewright.native.llvm.assembly import constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Row, Truth, number, truth


def emit_constant(e: Emitter, node: ir.Constant) -> Emitted:
    match node.value:
        case None:
            return NOTHING
        case bool(value):
            return truth(value)
        case int(value):
            return number(value)
        case numbers:
            return constant_row(e, tuple(int(value) for value in numbers))


def constant_row(e: Emitter, numbers: tuple[int, ...]) -> Row:
    """Known numbers as a row."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    return Row(
        e.building.constant_row(numbers), constant(len(numbers)), len(numbers), low, high, lasting=True
    )


def emit_local(e: Emitter, node: ir.Local) -> Emitted:
    return e.bound(node.slot)


def emit_me(e: Emitter, node: ir.Me) -> Emitted:
    return e.me


def emit_flow(e: Emitter, node: ir.Flow) -> Emitted:
    if node.what == "round":
        return Number(e.code.load("i32", e.region("round")), None, 0, HIGHEST)
    if node.what == "phase":
        return Number(e.code.load("i32", e.region("phase")), None, 0, max(len(e.program.phases) - 1, 0))
    if node.what == "worth":
        return Number(e.code.load("i32", e.region("worth")), None, 0, HIGHEST)
    ended = e.code.load("i32", e.region("ended"))
    if node.what == "over":
        return Truth(e.code.compare("ne", ended, constant(0)), None)
    none = e.code.compare("eq", ended, constant(0))
    which = e.code.subtract(ended, constant(1))
    return Number(which, none, 0, max(len(e.program.ends) - 1, 0))


def emit_won(e: Emitter, node: ir.Won) -> Emitted:
    who = e.number(node.who)
    won = e.code.load("i32", e.region("winners"))
    mask = e.code.binary("shl", constant(1), who.bits)
    if node.team:
        teams = e.program.teams
        masks = [sum(1 << p for p, own in enumerate(teams) if own == team) for team in range(max(teams) + 1)]
        row = e.building.constant_row(masks)
        mask = e.code.item(row, who.bits)
    return Truth(e.code.compare("ne", e.code.binary("and", won, mask), constant(0)), None)


def emit_within(e: Emitter, node: ir.Within) -> Emitted:
    value = as_number(e, e.value(node.value))
    code = e.code
    if value.none is not None and not node.optional:
        e.fail_if(value.none, "invariant" if node.promised else "undefined", node.value.span)
    none = value.none if node.optional else None
    if value.low < node.low or value.high > node.high:
        below = code.compare("slt", value.bits, constant(node.low))
        above = code.compare("sgt", value.bits, constant(node.high))
        outside = code.either(below, above)
        if none is not None:
            outside = code.both(outside, code.opposite(none))
        e.fail_if(outside, "range-left", node.span)
    return Number(value.bits, none, max(value.low, node.low), min(value.high, node.high), value.parts)


EMIT.update(handlers("emit_", globals()))
