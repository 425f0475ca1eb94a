"""Statistics of values: how many different ones, the longest run, the most frequent, the median.

    longest_run(d.face for d in tray)      ->      a bit for each face present; then the longest run of bits

Numbers within a narrow range are bits or counters in one word; others are gathered and sorted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulewright.language.ranges import Values, hull
from rulewright.native.llvm.assembly import TRUE, Operand, constant
from rulewright.native.llvm.bits import count_bits
from rulewright.native.llvm.buffers import filled, sort
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Number, Row
from rulewright.source.text import Span

Put: TypeAlias = Callable[[Operand, Number], None]
"""Takes whether a value counts, and the value."""
Collect: TypeAlias = Callable[[Put], int]
"""Hands over all values; returns an upper bound of their number."""

_BITS = 64


def _different(e: Emitter, collect: Collect, each: Values, most: int, span: Span) -> Operand:
    """How many different values there are."""
    if each.size <= _BITS:
        bits = _present(e, collect, each.low)
        return count_bits(e, bits)
    row = _sorted(e, collect, span)
    total = _counter(e)
    _along(e, row, lambda value, before: _add(e, total, e.code.compare("ne", value, before)), span)
    return e.code.add(e.code.load("i32", total), _any_there(e, row))


def _longest_run(e: Emitter, collect: Collect, each: Values, most: int, span: Span) -> Operand:
    """The length of the longest run of consecutive values."""
    code = e.code
    if each.size <= _BITS:
        bits = _present(e, collect, each.low)
        return _longest(e, bits, min(each.size, max(most, 1)))
    row = _sorted(e, collect, span)
    run, best = _counter(e, 1), _counter(e)
    code.store(_any_there(e, row), best)

    def step(value: Operand, before: Operand) -> None:
        far = code.subtract(code.widen(value, "i64", True), code.widen(before, "i64", True))
        next_ = code.compare("eq", far, constant(1, "i64"))
        same = code.compare("eq", far, constant(0, "i64"))
        so_far = code.load("i32", run)
        grown = code.select(next_, code.add(so_far, constant(1)), code.select(same, so_far, constant(1)))
        code.store(grown, run)
        _keep_greater(e, best, grown)

    _along(e, row, step, span)
    return code.load("i32", best)


def _most_alike(e: Emitter, collect: Collect, each: Values, most: int, span: Span) -> Operand:
    """How often the most frequent value occurs."""
    code, size = e.code, max(most.bit_length(), 1)
    if each.size * size <= _BITS:
        return _packed(e, collect, each.low, each.size, size)
    row = _sorted(e, collect, span)
    run, best = _counter(e, 1), _counter(e)
    code.store(_any_there(e, row), best)

    def step(value: Operand, before: Operand) -> None:
        same = code.compare("eq", value, before)
        grown = code.select(same, code.add(code.load("i32", run), constant(1)), constant(1))
        code.store(grown, run)
        _keep_greater(e, best, grown)

    _along(e, row, step, span)
    return code.load("i32", best)


def _median(e: Emitter, collect: Collect, each: Values, most: int, span: Span) -> Operand:
    """The middle value in order; of two in the middle the lower."""
    code, row = e.code, _sorted(e, collect, span)
    e.fail_if(code.compare("eq", row.length, constant(0)), "of-nothing", span)
    middle = code.unsigned_quotient(code.subtract(row.length, constant(1)), constant(2))
    return code.item(row.address, middle)


SPREADS: dict[str, Callable[[Emitter, Collect, Values, int, Span], Operand]] = {
    "distinct": _different,
    "longest_run": _longest_run,
    "most_alike": _most_alike,
    "median": _median,
}
"""Aggregates computed from all values at once: at most that many, each within the given range."""


# ------------------------------------------------------------------------------------------------ in a word


def bounds_of(e: Emitter, collect: Collect) -> tuple[Values, int]:
    """The range of the values, and an upper bound of their number; nothing is left written."""
    start = standing(e)
    values: list[Number] = []
    most = collect(lambda _, value: values.append(value))
    back_to(e, start)
    return Values(*hull(values)), most


def _present(e: Emitter, collect: Collect, low: int) -> Operand:
    """A bit for each value present, counted from `low`."""
    code = e.code
    bits = code.variable(constant(0, "i64"))

    def mark(passes: Operand, value: Number) -> None:
        place = code.select(passes, code.subtract(value.bits, constant(low)), constant(0))
        bit = code.binary("shl", code.widen(passes, "i64"), code.widen(place, "i64"))
        code.store(code.binary("or", code.load("i64", bits), bit), bits)

    collect(mark)
    return code.load("i64", bits)


def _longest(e: Emitter, bits: Operand, most: int) -> Operand:
    """The length of the longest run of bits: how often the bits can be intersected with themselves shifted
    by one."""
    code, length = e.code, constant(0)
    if most <= 8:
        for _ in range(most):
            length = code.add(length, code.widen(code.compare("ne", bits, constant(0, "i64")), "i32"))
            shifted = code.binary("shl", bits, constant(1, "i64"))
            bits = code.binary("and", bits, shifted)
        return length
    left, count = code.variable(bits), _counter(e)
    head = code.block("run")
    code.at(head)
    now = code.load("i64", left)
    with code.if_(code.compare("ne", now, constant(0, "i64")), "longer"):
        code.store(code.binary("and", now, code.binary("shl", now, constant(1, "i64"))), left)
        _add(e, count, TRUE)
        code.branch_to(head)
    return code.load("i32", count)


def _packed(e: Emitter, collect: Collect, low: int, width: int, size: int) -> Operand:
    """The greatest of several counters in one word, `size` bits each."""
    code = e.code
    counters = code.variable(constant(0, "i64"))

    def count(passes: Operand, value: Number) -> None:
        place = code.select(passes, code.subtract(value.bits, constant(low)), constant(0))
        at = code.widen(code.multiply(place, constant(size)), "i64")
        one = code.binary("shl", code.widen(passes, "i64"), at)
        code.store(code.add(code.load("i64", counters), one), counters)

    collect(count)
    whole, best = code.load("i64", counters), constant(0, "i64")
    for place in range(width):
        shifted = whole if place == 0 else code.binary("lshr", whole, constant(place * size, "i64"))
        there = code.binary("and", shifted, constant((1 << size) - 1, "i64"))
        best = code.select(code.compare("sgt", there, best), there, best)
    return code.narrow(best, "i32")


# ---------------------------------------------------------------------------------------------- sorted in a row


def _sorted(e: Emitter, collect: Collect, span: Span) -> Row:
    def write(put: Callable[[Number], None]) -> int:
        def one(passes: Operand, value: Number) -> None:
            with e.code.if_(passes):
                put(value)

        return collect(one)

    row = filled(e, write, span)
    sort(e, row)
    return row


def _along(e: Emitter, row: Row, step: Callable[[Operand, Operand], None], span: Span) -> None:
    """Each number of a row but the first, with the one before it."""
    code = e.code

    def one(index: Operand) -> None:
        before = code.item(row.address, index)
        value = code.item(row.address, code.add(index, constant(1)))
        step(value, before)

    if row.most > 1:
        with e.uncounted():
            e.loop(code.subtract(row.length, constant(1)), row.most - 1, one, span)


def _any_there(e: Emitter, row: Row) -> Operand:
    """1 if a row has any numbers, otherwise 0."""
    return e.code.widen(e.code.compare("sgt", row.length, constant(0)), "i32")


def _counter(e: Emitter, start: int = 0) -> Operand:
    counter = e.code.variable(constant(start))
    return counter


def _add(e: Emitter, counter: Operand, condition: Operand) -> None:
    code = e.code
    code.increase(counter, code.widen(condition, "i32"))


def _keep_greater(e: Emitter, best: Operand, value: Operand) -> None:
    code = e.code
    before = code.load("i32", best)
    code.store(code.select(code.compare("sgt", value, before), value, before), best)
