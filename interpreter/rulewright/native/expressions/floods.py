"""Flood fills of a board: a space and all spaces connected to it through spaces for which a condition holds.

    count(s in reached(from) while board[s] == mine)

Each space is visited once: it is marked and pushed on a stack when a neighbour reaches it.  The spaces reached are listed in
ascending order afterwards.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.emitter import Body, Emitter, as_truth
from rulewright.native.llvm.values import Number


def flooded(e: Emitter, clause: ir.Clause, body: Body) -> int:
    """Write `body` for each space that is reached; returns an upper bound of their number."""
    domain, proceed, code = clause.domain, clause.proceed, e.code
    assert isinstance(domain, ir.Reached)
    assert proceed is not None, "a flood has a bound"
    start = e.number(domain.space)
    beside = [row if isinstance(row, tuple) else () for row in e.program.tables[domain.table].values]
    spaces = len(beside)
    if start.low < 0 or start.high >= spaces:
        e.fail_if(code.compare("uge", start.bits, constant(spaces)), "endless", domain.span)
    reached = _marks(e, spaces)
    seen = _marks(e, spaces)
    stack, height = code.allocate("i32", max(spaces, 1)), code.allocate("i32")
    code.store(start.bits, stack)
    code.store(constant(1), height)
    code.store(constant(1, "i8"), code.element(seen, "i8", start.bits))
    begins = [0]
    for row in beside:
        begins.append(begins[-1] + len(row))
    from_ = e.building.constant_row(begins)
    flat = e.building.constant_row([space for row in beside for space in row])
    head, inside, spread, done = (code.block(hint) for hint in ("waiting", "asked", "spread", "flooded"))
    start_, weight = e.written(), code.weight
    code.at(head)
    waiting = code.load("i32", height)
    code.branch(code.compare("sgt", waiting, constant(0)), inside, done)
    code.at(inside)
    top = code.subtract(waiting, constant(1))
    code.store(top, height)
    space = Number(code.item(stack, top), None, 0, spaces - 1)
    e.bind(clause.slot, space)
    value = e.value(proceed)
    holds = as_truth(e, value)
    if value.none is not None:
        holds = code.select(value.none, FALSE, holds)
    code.branch(holds, spread, head)
    code.at(spread)
    code.store(constant(1, "i8"), code.element(reached, "i8", space.bits))
    first = code.item(from_, space.bits)
    last = code.item(from_, code.add(space.bits, constant(1)))

    def look(index: Operand) -> None:
        other = code.item(flat, code.add(first, index))
        mark = code.element(seen, "i8", other)
        known = code.load("i8", mark)
        # Always stored, without a branch; the stack grows only if the space is new.
        code.store(constant(1, "i8"), mark)
        at = code.load("i32", height)
        fresh = code.compare("eq", known, constant(0, "i8"))
        with code.if_(fresh):
            code.store(other, code.element(stack, "i32", at))
            code.store(code.add(at, constant(1)), height)

    most = max((len(row) for row in beside), default=0)
    e.loop(code.subtract(last, first), most, look, domain.span)
    code.branch_to(head)
    code.at(done)
    e.repeat(start_, spaces)
    code.weight = weight + spaces * (code.weight - weight)

    def one(index: Operand) -> None:
        mark = code.item(reached, index, "i8")
        with code.if_(code.compare("ne", mark, constant(0, "i8"))):
            body(Number(index, None, 0, spaces - 1))

    e.loop(constant(spaces), spaces, one, clause.span)
    return spaces


def _marks(e: Emitter, count: int) -> Operand:
    """A byte for each of `count` spaces, all 0."""
    marks = e.code.allocate("i8", max(count, 1))
    e.fill(marks, 0, count)
    return marks
