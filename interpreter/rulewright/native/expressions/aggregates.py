"""Expressions over the elements of domains in native code; `evaluate.aggregates` defines what they mean.

any(d.face == 6 for d in tray)      ->      a loop that ends at the first
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.language.builtins import AGGREGATE
from rulewright.language.ranges import NUMBER, Values, extreme, hull
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.choices import subsets  # noqa: F401  (its domain is registered there)
from rulewright.native.expressions import bitrows
from rulewright.native.expressions.comparisons import equal
from rulewright.native.expressions.distinct_runs import SPREADS, bounds_of
from rulewright.native.expressions.domains import contains, gathered, length
from rulewright.native.expressions.invariant_calls import remembering
from rulewright.native.expressions.walks import deciding, kept, through, walk
from rulewright.native.llvm.arithmetic import fitting
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.branches import Merge
from rulewright.native.llvm.buffers import copied, sort
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Row, Truth, number, surely

__all__ = ["kept", "walk"]


def emit_aggregate(e: Emitter, node: ir.Aggregate) -> Emitted:
    as_bits = bitrows.aggregate(e, node)
    if as_bits is not None:
        return as_bits
    with remembering(e, node):
        return _EMIT[node.name](e, node)


def _each_value(e: Emitter, node: ir.Aggregate, body: Callable[[Operand, Number], None]) -> int:
    """Write `body` for the value of each element, with whether it is not none; returns an upper bound of
    their number."""

    def one() -> None:
        value = e.value(node.element)
        if isinstance(value, Row):
            e.fail("endless", node.span)
            return
        item = as_number(e, value)
        body(_present(e, item), Number(item.bits, None, item.low, item.high))

    return through(e, node.clauses, one)


def _present(e: Emitter, value: Emitted) -> Operand:
    """Whether an element is not none."""
    return TRUE if value.none is None else e.code.opposite(value.none)


# ---------------------------------------------------------------------------------------------- one by one


def _quantified(e: Emitter, node: ir.Aggregate) -> Emitted:
    """`any`, whether the element is true for one; `all`, whether it is false for none."""
    code, wanted = e.code, node.name == "any"
    found = code.variable(FALSE)

    done, known = code.block("decided"), deciding(e, node)

    def stop() -> None:
        truth = TRUE if known is not None else e.truth(node.element)
        with code.if_(truth if wanted or known is not None else code.opposite(truth), "yes"):
            code.store(TRUE, found)
            code.branch_to(done)

    through(e, node.clauses if known is None else known, stop, stops=True)
    code.at(done)
    hits = code.load("i1", found)
    return Truth(hits if wanted else code.opposite(hits), None)


def _first(e: Emitter, node: ir.Aggregate) -> Emitted:
    merge = Merge(e)

    def stop() -> None:
        value = e.value(node.element)
        if value.none is None:
            merge.add(value)
        elif value.none.known != 1:
            with e.code.if_(e.code.opposite(value.none)):
                merge.add(surely(value))

    through(e, node.clauses, stop, stops=True)
    merge.add(NOTHING)
    return merge.value()


def _only(e: Emitter, node: ir.Aggregate) -> Emitted:
    code, merge = e.code, Merge(e)
    count = code.variable(constant(0))

    def one() -> None:
        value = e.value(node.element)
        with code.if_(_present(e, value)):
            code.increase(count, constant(1))
            element = surely(value)
            if isinstance(element, Row) and not element.lasting:
                element = copied(e, element, node.span)
            merge.keep(element)

    most = through(e, node.clauses, one)
    e.fail_if(code.compare("ne", code.load("i32", count), constant(1)), "not-only-one", node.span)
    return merge.kept() if most else number(0)


def _count(e: Emitter, node: ir.Aggregate) -> Emitted:
    code = e.code
    total = code.variable(constant(0))

    most = through(e, node.clauses, lambda: code.increase(total, constant(1)))
    return _within_range(node, code.load("i32", total), NUMBER, most)


def _within_range(node: ir.Aggregate, bits: Operand, each: Values, most: int) -> Number:
    """A result with the range that the aggregate has over at most `most` elements, each within `each`."""
    found = AGGREGATE[node.name].range(each, 0, most)
    return Number(bits, None, found.low, min(found.high, HIGHEST))


def _sum(e: Emitter, node: ir.Aggregate) -> Emitted:
    code = e.code
    total = code.variable(constant(0, "i64"))
    items = [number(0)]

    def add(present: Operand, item: Number) -> None:
        counted = code.select(present, item.bits, constant(0))
        code.increase(total, code.widen(counted, "i64", item.low < 0))
        items.append(item)

    most = _each_value(e, node, add)
    found = AGGREGATE[node.name].range(Values(*hull(items)), 0, most)
    return fitting(e, code.load("i64", total), found.low, found.high, node.span)


def _product(e: Emitter, node: ir.Aggregate) -> Emitted:
    """Multiplied in 64 bits: what is too large stays just too large, unless another factor is 0."""
    code = e.code
    total, beyond = code.variable(constant(1, "i64")), constant(1 - LOWEST, "i64")
    below = constant(LOWEST - 1, "i64")
    items = [number(1)]

    def multiply(present: Operand, item: Number) -> None:
        factor = code.widen(code.select(present, item.bits, constant(1)), "i64", True)
        found = code.multiply(code.load("i64", total), factor)
        found = code.select(code.compare("sgt", found, beyond), beyond, found)
        code.store(code.select(code.compare("slt", found, below), below, found), total)
        items.append(item)

    most = _each_value(e, node, multiply)
    found = AGGREGATE[node.name].range(Values(*hull(items)), 0, most)
    return fitting(e, code.load("i64", total), found.low, found.high, node.span)


def _extreme(e: Emitter, node: ir.Aggregate) -> Emitted:
    code, least = e.code, node.name == "min"
    kept_, found = code.variable(constant(HIGHEST if least else LOWEST)), code.variable(FALSE)
    items: list[Number] = []

    def add(present: Operand, item: Number) -> None:
        before = code.load("i32", kept_)
        better = code.both(present, code.compare("slt" if least else "sgt", item.bits, before))
        code.store(code.select(better, item.bits, before), kept_)
        code.store(code.either(code.load("i1", found), present), found)
        items.append(item)

    most = _each_value(e, node, add)
    e.fail_if(code.opposite(code.load("i1", found)), "of-nothing", node.span)
    return _within_range(node, code.load("i32", kept_), Values(*hull(items)), most)


def _spread(e: Emitter, node: ir.Aggregate) -> Emitted:
    """An aggregate of `SPREADS`, which needs all values at once."""
    collect = partial(_each_value, e, node)
    each, most = bounds_of(e, collect)
    return _within_range(node, SPREADS[node.name](e, collect, each, most, node.span), each, most)


_EMIT: dict[str, Callable[[Emitter, ir.Aggregate], Emitted]] = {
    **dict.fromkeys(SPREADS, _spread),
    "any": _quantified,
    "all": _quantified,
    "count": _count,
    "first": _first,
    "only": _only,
    "sum": _sum,
    "product": _product,
    "min": _extreme,
    "max": _extreme,
}


# -------------------------------------------------------------------------------------------- other questions


def emit_extreme(e: Emitter, node: ir.Extreme) -> Emitted:
    code, least = e.code, node.name == "min"
    best = e.number(node.items[0])
    for item in node.items[1:]:
        other = e.number(item)
        better = code.compare("slt" if least else "sgt", other.bits, best.bits)
        bits = code.select(better, other.bits, best.bits)
        best = Number(bits, None, *extreme(node.name, (best, other)))
    return Number(best.bits, None, best.low, best.high)


def emit_contains(e: Emitter, node: ir.Contains) -> Emitted:
    """None is in no domain; the domain is then not evaluated."""
    code, item = e.code, e.value(node.item)
    none = item.none
    if none is None:
        return Truth(contains(e, node.domain, item), None)
    if none.known == 1:
        return Truth(FALSE, None)
    kept_ = code.variable(FALSE)
    with code.if_(code.opposite(none)):
        code.store(contains(e, node.domain, surely(item)), kept_)
    return Truth(code.load("i1", kept_), None)


def emit_length(e: Emitter, node: ir.Length) -> Emitted:
    return length(e, node.domain)


def emit_gathered(e: Emitter, node: ir.Gathered) -> Emitted:
    """A set value: sorted, in memory of its own."""
    row = gathered(e, node.domain)
    if row.lasting:
        row = copied(e, row, node.span)
    sort(e, row)
    return row


def emit_nth(e: Emitter, node: ir.Nth) -> Emitted:
    code = e.code
    row, place = e.value(node.row), e.number(node.number)
    if place.low < 1:
        e.fail_if(code.compare("slt", place.bits, constant(1)), "undefined", node.number.span)
    if not isinstance(row, Row):
        return NOTHING
    beyond = code.compare("sgt", place.bits, row.length)
    none = beyond if row.none is None else code.select(row.none, TRUE, beyond)
    merge = Merge(e)
    with code.unless(none, "there"):
        address = code.element(row.address, "i32", code.subtract(place.bits, constant(1)))
        merge.add(Number(code.load("i32", address), None, row.low, row.high))
    merge.add(NOTHING)
    return merge.value()


def emit_from_end(e: Emitter, node: ir.FromEnd) -> Emitted:
    code = e.code
    row = gathered(e, node.domain)
    place = e.number(node.number)
    if place.low < 1:
        e.fail_if(code.compare("slt", place.bits, constant(1)), "undefined", node.number.span)
    if row.most == 0:
        return NOTHING
    none = code.compare("sgt", place.bits, row.length)
    index = code.select(none, constant(0), code.subtract(row.length, place.bits))
    return Number(code.item(row.address, index), none, row.low, row.high)


def emit_position(e: Emitter, node: ir.Position) -> Emitted:
    code = e.code
    row, item = e.value(node.row), e.value(node.item)
    if not isinstance(row, Row) or isinstance(item, Row) or item is NOTHING:
        return NOTHING
    count = row.length if row.none is None else code.select(row.none, constant(0), row.length)
    merge = Merge(e)

    def look(index: Operand) -> None:
        element = Number(code.item(row.address, index), None, row.low, row.high)
        with code.if_(equal(e, element, item), "hit"):
            merge.add(Number(code.add(index, constant(1)), None, 1, max(row.most, 1)))

    with e.uncounted():
        e.loop(count, row.most, look, node.span)
    merge.add(NOTHING)
    return merge.value()


EMIT.update(handlers("emit_", globals()))
