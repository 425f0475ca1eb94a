"""Expressions over the elements of domains in native code; what they mean says `evaluate.aggregates`.

any(d.face == 6 for d in tray)      ->      a loop that ends at the first, or works all out if that is cheap
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.language.builtins import AGGREGATE
from rulewright.language.ranges import NUMBER, Values, extreme, hull
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.choices import subsets  # noqa: F401  (its domain is registered there)
from rulewright.native.expressions import bitrows
from rulewright.native.expressions.comparisons import equal
from rulewright.native.expressions.distinct_runs import SPREADS, bounds_of
from rulewright.native.expressions.domains import contains, gathered, length
from rulewright.native.expressions.walks import holds, kept, through, walk
from rulewright.native.llvm.arithmetic import fitting
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.branches import Merge
from rulewright.native.llvm.buffers import copied, sort
from rulewright.native.llvm.emitter import CHEAP, EACH, EMIT, Emitter, as_number, as_truth
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Row, Truth, number, surely

__all__ = ["kept", "walk"]

MOST_WITHOUT_BRANCHES = 2_000
"""What takes more instructions, loops counted, ends at the first element that decides."""


def emit_aggregate(e: Emitter, node: ir.Aggregate) -> Emitted:
    as_bits = bitrows.aggregate(e, node)
    if as_bits is not None:
        return as_bits
    return _EMIT[node.name](e, node)


# ------------------------------------------------------------------------------------------- without branches

Passing = Callable[[Operand, Emitted], None]
"""What is done with an element: whether it counts, and its value."""


STOPPING = 40
"""`any` and `all` end early where an element takes more instructions: then most of them are not needed."""


class _TooMuch(Exception):
    """It costs too much, or can fail, to be worked out for an element that may not count."""


def _flat(
    e: Emitter, node: ir.Aggregate, body: Passing, element: bool = True, cheap: int = CHEAP
) -> int | None:
    """All elements worked out, with or without `if`, so that nothing is jumped over; None if that is not cheap.

    `element`: whether the element is worked out as well; `cheap`: how many instructions one may take."""
    if not e.building.passes.speculation or id(node) in e.heavy:
        return None
    if any(clause.proceed is not None for clause in node.clauses):
        return None
    start = standing(e)
    try:
        most = _all(e, node, 0, TRUE, body, element, cheap)
        if e.code.weight - start.mark.weight > MOST_WITHOUT_BRANCHES:
            raise _TooMuch
    except _TooMuch:
        e.heavy[id(node)] = node
        back_to(e, start)
        return None
    return most


def _all(
    e: Emitter, node: ir.Aggregate, depth: int, passes: Operand, body: Passing, element: bool, cheap: int
) -> int:
    code, clause = e.code, node.clauses[depth]
    inside: list[int] = []
    failing, counts = e.failing, e.counts

    def one(value: Emitted) -> None:
        if depth and (e.failing > failing or e.counts != counts):
            raise _TooMuch
        e.bind(clause.slot, value)
        before = e.failing, e.code.weight
        passing = passes if clause.condition is None else code.both(passes, holds(e, clause.condition))
        if depth + 1 < len(node.clauses):
            inside.append(_all(e, node, depth + 1, passing, body, element, cheap))
        else:
            inside.append(1)
            body(passing, e.value(node.element) if element else NOTHING)
            if e.failing > before[0] or e.code.weight - before[1] > cheap:
                raise _TooMuch

    most = EACH[type(clause.domain)](e, clause.domain, one)
    return most * max(inside, default=0)


def _gone_through(e: Emitter, node: ir.Aggregate, body: Passing, element: bool = True) -> int:
    """Write `body` for the elements, the cheapest way; at most how many there are."""
    most = _flat(e, node, body, element)
    if most is not None:
        return most
    return through(e, node.clauses, lambda: body(TRUE, e.value(node.element) if element else NOTHING))


def _present(e: Emitter, passes: Operand, value: Emitted) -> Operand:
    """Whether an element counts and is not none."""
    if value.none is None:
        return passes
    return e.code.both(passes, e.code.opposite(value.none))


# ---------------------------------------------------------------------------------------------- one by one


def _quantified(e: Emitter, node: ir.Aggregate) -> Emitted:
    """Whether the element is true for any, or false for none."""
    code, wanted = e.code, node.name == "any"
    found = code.allocate("i1")
    code.store(FALSE, found)

    def hit(value: Emitted) -> Operand:
        e.demand(value, node.element.span)
        truth = as_truth(e, value)
        return truth if wanted else code.opposite(truth)

    def add(passes: Operand, value: Emitted) -> None:
        code.store(code.either(code.load("i1", found), code.both(passes, hit(value))), found)

    if _flat(e, node, add, cheap=STOPPING) is None:
        done = code.block("decided")

        def stop() -> None:
            yes, going = code.block("yes"), code.block("going")
            code.branch(hit(e.value(node.element)), yes, going)
            code.at(yes)
            code.store(TRUE, found)
            code.branch_to(done)
            code.at(going)

        through(e, node.clauses, stop, stops=True)
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
    count = code.allocate("i32")
    code.store(constant(0), count)

    def one() -> None:
        value = e.value(node.element)
        with code.if_(_present(e, TRUE, value)):
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
    total = code.allocate("i32")
    code.store(constant(0), total)

    def add(passes: Operand, _: Emitted) -> None:
        one = code.widen(passes, "i32")
        code.increase(total, one)

    most = _gone_through(e, node, add, element=False)
    return _within_range(node, code.load("i32", total), NUMBER, most)


def _within_range(node: ir.Aggregate, bits: Operand, each: Values, most: int) -> Number:
    """A result within the range of the aggregate over at most so many elements, each with such values."""
    found = AGGREGATE[node.name].range(each, 0, most)
    return Number(bits, None, found.low, min(found.high, HIGHEST))


def _sum(e: Emitter, node: ir.Aggregate) -> Emitted:
    code = e.code
    total = code.allocate("i64")
    code.store(constant(0, "i64"), total)
    items = [number(0)]

    def add(passes: Operand, value: Emitted) -> None:
        item = as_number(e, value)
        counted = code.select(_present(e, passes, item), item.bits, constant(0))
        code.store(code.add(code.load("i64", total), code.widen(counted, "i64", item.low < 0)), total)
        items.append(item)

    most = _gone_through(e, node, add)
    found = AGGREGATE[node.name].range(Values(*hull(items)), 0, most)
    return fitting(e, code.load("i64", total), found.low, found.high, node.span)


def _extreme(e: Emitter, node: ir.Aggregate) -> Emitted:
    code, least = e.code, node.name == "min"
    kept_, found = code.allocate("i32"), code.allocate("i1")
    code.store(constant(HIGHEST if least else LOWEST), kept_)
    code.store(FALSE, found)
    items: list[Number] = []

    def add(passes: Operand, value: Emitted) -> None:
        item = as_number(e, value)
        present = _present(e, passes, item)
        before = code.load("i32", kept_)
        better = code.both(present, code.compare("slt" if least else "sgt", item.bits, before))
        code.store(code.select(better, item.bits, before), kept_)
        code.store(code.either(code.load("i1", found), present), found)
        items.append(item)

    most = _gone_through(e, node, add)
    e.fail_if(code.opposite(code.load("i1", found)), "of-nothing", node.span)
    return _within_range(node, code.load("i32", kept_), Values(*hull(items)), most)


def _spread(e: Emitter, node: ir.Aggregate) -> Emitted:
    """What rests on all values at once: how they are spread."""
    collect = partial(_collect, e, node)
    each, most = bounds_of(e, collect)
    return _within_range(node, SPREADS[node.name](e, collect, each, most, node.span), each, most)


def _collect(e: Emitter, node: ir.Aggregate, put: Callable[[Operand, Number], None]) -> int:
    """The values of the elements that are not none, each with whether it counts."""

    def add(passes: Operand, value: Emitted) -> None:
        if isinstance(value, Row):
            e.fail("endless", node.span)
            return
        item = as_number(e, value)
        put(_present(e, passes, item), Number(item.bits, None, item.low, item.high))

    return _gone_through(e, node, add)


_EMIT: dict[str, Callable[[Emitter, ir.Aggregate], Emitted]] = {
    **dict.fromkeys(SPREADS, _spread),
    "any": _quantified,
    "all": _quantified,
    "count": _count,
    "first": _first,
    "only": _only,
    "sum": _sum,
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
    """None is in no domain, which is then not looked at."""
    code, item = e.code, e.value(node.item)
    none = item.none
    if none is None:
        return Truth(contains(e, node.domain, item), None)
    if none.known == 1:
        return Truth(FALSE, None)
    cheap = e.attempt(node.domain, lambda: Truth(contains(e, node.domain, surely(item)), None))
    if cheap is not None:
        return Truth(code.select(none, FALSE, as_truth(e, cheap)), None)
    kept_ = code.allocate("i1")
    code.store(FALSE, kept_)
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
    merge, inside, outside = Merge(e), code.block("there"), code.block("beyond")
    code.branch(none, outside, inside)
    code.at(inside)
    address = code.element(row.address, "i32", code.subtract(place.bits, constant(1)))
    merge.add(Number(code.load("i32", address), None, row.low, row.high))
    code.at(outside)
    merge.add(NOTHING)
    return merge.value()


def emit_position(e: Emitter, node: ir.Position) -> Emitted:
    code = e.code
    row, item = e.value(node.row), e.value(node.item)
    if not isinstance(row, Row) or isinstance(item, Row) or item is NOTHING:
        return NOTHING
    count = row.length if row.none is None else code.select(row.none, constant(0), row.length)
    merge = Merge(e)

    def look(index: Operand) -> None:
        element = Number(code.load("i32", code.element(row.address, "i32", index)), None, row.low, row.high)
        hit, going = code.block("hit"), code.block("going")
        code.branch(equal(e, element, item), hit, going)
        code.at(hit)
        merge.add(Number(code.add(index, constant(1)), None, 1, max(row.most, 1)))
        code.at(going)

    with e.uncounted():
        e.loop(count, row.most, look, node.span)
    merge.add(NOTHING)
    return merge.value()


EMIT.update(
    {
        ir.Aggregate: emit_aggregate,
        ir.Extreme: emit_extreme,
        ir.Contains: emit_contains,
        ir.Length: emit_length,
        ir.Gathered: emit_gathered,
        ir.Nth: emit_nth,
        ir.Position: emit_position,
    }
)
