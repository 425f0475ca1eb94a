"""Arithmetic in native code, in 32 bits where the bounds prove that the result fits and in 64 where they do not.

    a + b        from 0 to 12      ->      %v3 = add i32 %v1, %v2
    a + b        of any size       ->      added in 64 bits, a failure if it exceeds 32

`div` and `mod` round down, the machine rounds towards 0; for numbers that are not negative there is no difference to correct.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.language.ranges import bounds, clipped
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.values import Emitted, Number, number
from rulewright.source.text import Span


def emit_arithmetic(e: Emitter, node: ir.Arithmetic) -> Emitted:
    left, right = as_number(e, e.value(node.left)), as_number(e, e.value(node.right))
    e.demand(left, node.left.span)
    e.demand(right, node.right.span)
    match node.sign:
        case "+":
            return added(e, left, right, node.span)
        case "-":
            return _wide(e, "sub", e.code.subtract, left, right, bounds("-", left, right), node.span)
        case "*":
            return _wide(e, "mul", e.code.multiply, left, right, bounds("*", left, right), node.span)
        case sign:
            return _divided(e, sign, left, right, node.span)


def added(e: Emitter, left: Number, right: Number, span: Span) -> Number:
    """A sum; an overflow of 32 bits is a failure."""
    return _wide(e, "add", e.code.add, left, right, bounds("+", left, right), span)


def _wide(
    e: Emitter,
    name: str,
    narrow: Callable[[Operand, Operand], Operand],
    left: Number,
    right: Number,
    result: tuple[int, int],
    span: Span,
) -> Number:
    """A result in 32 bits if the bounds prove that it fits; otherwise computed in 64 bits and checked."""
    if result == clipped(result):
        return Number(narrow(left.bits, right.bits), None, *result)
    code = e.code
    wide = code.binary(name, code.widen(left.bits, "i64", True), code.widen(right.bits, "i64", True))
    return fitting(e, wide, *result, span)


def _divided(e: Emitter, sign: Literal["div", "mod"], left: Number, right: Number, span: Span) -> Number:
    code = e.code
    if right.low <= 0 <= right.high:
        e.fail_if(code.compare("eq", right.bits, constant(0)), "division-by-zero", span)
    divide = floor_quotient if sign == "div" else floor_remainder
    return Number(divide(e, left, right), None, *bounds(sign, left, right))


def floor_quotient(e: Emitter, left: Number, right: Number) -> Operand:
    """`div`, which rounds down; the divisor is not 0."""
    code = e.code
    if left.low >= 0 and right.low > 0:
        return code.unsigned_quotient(left.bits, right.bits)
    quotient = code.binary("sdiv", left.bits, right.bits)
    return code.select(_rounds_up(e, left, right), code.subtract(quotient, constant(1)), quotient)


def floor_remainder(e: Emitter, left: Number, right: Number) -> Operand:
    """`mod`, which has the sign of the divisor; the divisor is not 0."""
    code = e.code
    if left.low >= 0 and right.low > 0:
        return code.unsigned_remainder(left.bits, right.bits)
    remainder = code.binary("srem", left.bits, right.bits)
    return code.select(_rounds_up(e, left, right), code.add(remainder, right.bits), remainder)


def _rounds_up(e: Emitter, left: Number, right: Number) -> Operand:
    """Whether the machine's division, which rounds towards 0, gives one more than rounding down."""
    code = e.code
    uneven = code.compare("ne", code.binary("srem", left.bits, right.bits), constant(0))
    signs = code.binary("xor", left.bits, right.bits)
    return code.both(uneven, code.compare("slt", signs, constant(0)))


def emit_negate(e: Emitter, node: ir.Negate) -> Emitted:
    operand = e.number(node.operand)
    return Number(e.code.subtract(constant(0), operand.bits), None, *bounds("-", number(0), operand))


def emit_sum_lines(e: Emitter, node: ir.SumLines) -> Emitted:
    """Summed in 64 bits: only the total has to fit."""
    code, total, low, high = e.code, constant(0, "i64"), 0, 0
    for _, _, line in node.lines:
        value = e.number(line)
        total = code.add(total, code.widen(value.bits, "i64", True))
        low, high = low + value.low, high + value.high
    return fitting(e, total, low, high, node.span)


def fitting(e: Emitter, total: Operand, low: int, high: int, span: Span) -> Number:
    """A 64-bit number with known bounds as one of 32 bits; a failure if it does not fit."""
    code = e.code
    if low < LOWEST or high > HIGHEST:
        shifted = code.binary("add", total, constant(-LOWEST, "i64"))
        e.fail_if(code.compare("ugt", shifted, constant(HIGHEST - LOWEST, "i64")), "number-too-large", span)
    return Number(code.narrow(total, "i32"), None, *clipped((low, high)))


def emit_seat(e: Emitter, node: ir.Seat) -> Emitted:
    player, players = as_number(e, e.value(node.player)), e.program.players
    by = node.by % players
    if player.low >= 0 and player.high < players:
        moved = seat_after(e, player.bits, by)
    else:
        moved = e.code.add(player.bits, constant(by))
        moved = floor_remainder(e, Number(moved, None, player.low + by, player.high + by), number(players))
    return Number(moved, player.none, 0, players - 1)


def seat_after(e: Emitter, player: Operand, by: int = 1) -> Operand:
    """The seat `by` places, fewer than there are seats, after that of a player."""
    code, players = e.code, e.program.players
    if not by:
        return player
    if players == 2:
        return code.binary("xor", player, constant(1))
    moved = code.add(player, constant(by))
    over = code.compare("sge", moved, constant(players))
    return code.select(over, code.subtract(moved, constant(players)), moved)


EMIT.update(handlers("emit_", globals()))
