"""Flood fills of a board: a space and all spaces connected to it through spaces for which a condition holds.

    count(s in reached(from) while board[s] == mine)

Each space is visited once, and the work depends on the spaces reached, not on the size of the board. On boards of up to 384
spaces, sets of spaces are words of bits, and a condition that is a map over cells is evaluated for all spaces at once. On
larger boards a space is marked and pushed on a stack when a neighbour reaches it. The spaces reached are listed in ascending
order afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.native.expressions.steps import Steps, steps_from
from rulewright.native.expressions.vectors import Values
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.bits import WORD, count_bits, each_bit, lowest, wide_enough
from rulewright.native.llvm.bitsets import set_where
from rulewright.native.llvm.emitter import Body, Emitter, as_truth
from rulewright.native.llvm.metering import LITTLE_AT_ONCE
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Number
from rulewright.source.dataclass import dataclass

FEW = 2 * WORD
"""On boards of at most this many spaces, a region grows by all steps at once, otherwise by one after the other."""
MOST_AT_ONCE = 6 * WORD
"""On larger boards, operations on sets of all spaces take longer than visits to those that are reached."""


def flooded(e: Emitter, clause: ir.Clause, body: Body) -> int:
    """Write `body` for each space that is reached; returns an upper bound of their number."""
    spaces = len(_neighbours(e, clause))

    def one(space: Operand) -> None:
        body(Number(space, None, 0, spaces - 1))

    if is_word(e, clause):
        each_bit(e, region(e, clause), one, spaces)
    else:
        _each_marked(e, _marked(e, clause), one, spaces)
    return spaces


def is_word(e: Emitter, clause: ir.Clause) -> bool:
    """Whether `region` can compute the spaces of a clause."""
    if not e.building.passes.floods or not isinstance(clause.domain, ir.Reached):
        return False
    return 2 <= len(_neighbours(e, clause)) <= MOST_AT_ONCE


def _neighbours(e: Emitter, clause: ir.Clause) -> list[tuple[int, ...]]:
    """The neighbours of each space."""
    assert isinstance(clause.domain, ir.Reached)
    rows = e.program.tables[clause.domain.table].values
    return [row if isinstance(row, tuple) else () for row in rows]


def _start(e: Emitter, clause: ir.Clause, spaces: int) -> Operand:
    assert isinstance(clause.domain, ir.Reached)
    start = e.number(clause.domain.space)
    if start.low < 0 or start.high >= spaces:
        e.fail_if(e.code.compare("uge", start.bits, constant(spaces)), "endless", clause.domain.span)
    return start.bits


def _holds(e: Emitter, clause: ir.Clause, space: Operand, spaces: int) -> Operand:
    """Whether the condition holds for a space."""
    assert clause.proceed is not None, "a flood has a bound"
    e.bind(clause.slot, Number(space, None, 0, spaces - 1))
    value = e.value(clause.proceed)
    holds = as_truth(e, value)
    return holds if value.none is None else e.code.select(value.none, FALSE, holds)


# ---------------------------------------------------------------------------------------------- words of bits


@dataclass(frozen=True, slots=True)
class _Flood:
    """A flood whose sets of spaces are words of one type."""

    spaces: int
    type: str
    masks: Operand
    """The neighbours of each space, a row of words."""
    left: Operand
    """The address of the set of spaces that nothing has reached yet."""


def region(e: Emitter, clause: ir.Clause) -> Operand:
    """The spaces that are reached, a bit for each."""
    code, beside = e.code, _neighbours(e, clause)
    type = wide_enough(len(beside))
    start = _start(e, clause, len(beside))
    masks = e.building.constant_row([sum(1 << other for other in set(row)) for row in beside], type)
    flood = _Flood(len(beside), type, masks, code.allocate(type))
    first = code.binary("shl", constant(1, type), code.widen(start, type))
    others = code.binary("xor", first, constant(-1, type))
    found = _holding(e, clause, flood.spaces)
    if found is None:
        code.store(others, flood.left)
        return _spread_one_by_one(e, clause, flood, first)
    holding, work = found
    steps = _steps(clause, beside) if e.building.passes.steps else None
    if steps is not None:
        reached = _grown(e, code.binary("and", holding, first), holding, steps)
        e.spend_for(count_bits(e, reached), 1 + steps.most * work, flood.spaces)
        return reached
    code.store(code.binary("and", holding, others), flood.left)
    e.spend(work)
    around = max(len(row) for row in beside)

    def visit(space: Operand, bit: Operand) -> Operand:
        e.spend(1 + around * work)  # the condition is evaluated for its neighbours
        return _fresh(e, flood, space)

    _visit_all(e, flood, code.binary("and", holding, first), visit)
    return code.binary("xor", holding, code.load(type, flood.left))


def _steps(clause: ir.Clause, beside: list[tuple[int, ...]]) -> Steps | None:
    """The steps that lead back from each space to those that have it as a neighbour."""
    back: list[list[int]] = [[] for _ in beside]
    for space, row in enumerate(beside):
        for other in row:
            back[other].append(space)
    return steps_from([tuple(row) for row in back], Values(clause.slot, 0, len(beside)))


def _grown(e: Emitter, first: Operand, holding: Operand, steps: Steps) -> Operand:
    """The spaces that are reached from a set, which grows by all neighbours at once until none is left."""
    code, head, done = e.code, e.code.block("grow"), e.code.block("grown")
    kept, weight = code.variable(first), code.weight
    code.at(head)
    now = code.load(first.type, kept)
    if steps.values.count <= FEW:
        grown = code.binary("and", holding, code.binary("or", now, steps.back(code, now)))
    else:  # fewer rounds, since each step continues from what the one before it reached, but each waits for it
        grown = now
        for step, leading in steps.leading.items():
            one = replace(steps, leading={step: leading})
            there = code.binary("and", holding, one.back(code, grown))
            grown = code.binary("or", grown, there)
    code.store(grown, kept)
    code.branch(code.compare("eq", grown, now), done, head)
    code.at(done)
    code.weight = weight + steps.values.count * (code.weight - weight)
    return grown


def _holding(e: Emitter, clause: ir.Clause, spaces: int) -> tuple[Operand, int] | None:
    """All spaces for which the condition holds, and its work for one of them; None, with nothing written, if they
    cannot be computed at once."""
    assert clause.proceed is not None, "a flood has a bound"
    trial, begun = standing(e), e.written()
    holding = set_where(e, clause.proceed, Values(clause.slot, 0, spaces))
    work = e.work - begun.work
    if holding is None or work >= LITTLE_AT_ONCE:
        back_to(e, trial)
        return None
    e.take_back(begun)
    return holding, work


def _spread_one_by_one(e: Emitter, clause: ir.Clause, flood: _Flood, first: Operand) -> Operand:
    """The region if the condition is evaluated at each space."""
    code, type = e.code, flood.type
    reached, fresh = code.variable(constant(0, type)), code.allocate(type)

    def visit(space: Operand, bit: Operand) -> Operand:
        code.store(constant(0, type), fresh)
        with code.if_(_holds(e, clause, space, flood.spaces)):
            e.spend(1)
            code.store(code.binary("or", code.load(type, reached), bit), reached)
            code.store(_fresh(e, flood, space), fresh)
        return code.load(type, fresh)

    _visit_all(e, flood, first, visit)
    return code.load(type, reached)


def _visit_all(
    e: Emitter, flood: _Flood, first: Operand, visit: Callable[[Operand, Operand], Operand]
) -> None:
    """Visit the spaces of a set and those that `visit`, called with the number and the bit of a space, returns."""
    code, type = e.code, flood.type
    waiting, head = code.variable(first), code.block("waiting")
    begun, weight = e.written(), code.weight
    code.at(head)
    now = code.load(type, waiting)
    with code.if_(code.compare("ne", now, constant(0, type)), "visited"):
        others = code.binary("and", now, code.binary("sub", now, constant(1, type)))
        fresh = visit(lowest(e, now), code.binary("xor", now, others))
        code.store(code.binary("or", others, fresh), waiting)
        code.branch_to(head)
    e.repeat(begun, flood.spaces)
    code.weight = weight + flood.spaces * (code.weight - weight)


def _fresh(e: Emitter, flood: _Flood, space: Operand) -> Operand:
    """The neighbours of a space that nothing has reached yet, and from now on this space has."""
    left = e.code.load(flood.type, flood.left)
    fresh = e.code.binary("and", e.code.item(flood.masks, space, flood.type), left)
    e.code.store(e.code.binary("xor", left, fresh), flood.left)
    return fresh


# ----------------------------------------------------------------------------------------------- large boards


def _marked(e: Emitter, clause: ir.Clause) -> Operand:
    """The address of words with a bit for each space that is reached."""
    code, beside = e.code, _neighbours(e, clause)
    spaces = len(beside)
    start = _start(e, clause, spaces)
    words = max(-(-spaces // WORD), 1)
    reached, seen = code.allocate("i64", words), code.allocate("i8", max(spaces, 1))
    e.fill(reached, 0, 8 * words)
    e.fill(seen, 0, spaces)
    stack, height = code.allocate("i32", max(spaces, 1)), code.allocate("i32")
    code.store(start, stack)
    code.store(constant(1), height)
    code.store(constant(1, "i8"), code.element(seen, "i8", start))
    head, inside, spread, done = (code.block(hint) for hint in ("waiting", "asked", "spread", "flooded"))
    begun, weight = e.written(), code.weight
    code.at(head)
    waiting = code.load("i32", height)
    code.branch(code.compare("sgt", waiting, constant(0)), inside, done)
    code.at(inside)
    top = code.subtract(waiting, constant(1))
    code.store(top, height)
    space = code.item(stack, top)
    code.branch(_holds(e, clause, space, spaces), spread, head)
    code.at(spread)
    e.spend(1)
    _mark_bit(e, reached, space)
    _push_neighbours(e, beside, space, seen, stack, height)
    code.branch_to(head)
    code.at(done)
    e.repeat(begun, spaces)
    code.weight = weight + spaces * (code.weight - weight)
    return reached


def _mark_bit(e: Emitter, words: Operand, number: Operand) -> None:
    code = e.code
    address = code.element(words, "i64", code.binary("lshr", number, constant(6)))
    bit = code.widen(code.binary("and", number, constant(WORD - 1)), "i64")
    there = code.binary("shl", constant(1, "i64"), bit)
    code.store(code.binary("or", code.load("i64", address), there), address)


def _push_neighbours(
    e: Emitter,
    beside: list[tuple[int, ...]],
    space: Operand,
    seen: Operand,
    stack: Operand,
    height: Operand,
) -> None:
    """Push the neighbours of a space that were not seen before on the stack."""
    code, begins = e.code, [0]
    for row in beside:
        begins.append(begins[-1] + len(row))
    from_ = e.building.constant_row(begins)
    flat = e.building.constant_row([other for row in beside for other in row])
    first = code.item(from_, space)
    last = code.item(from_, code.add(space, constant(1)))

    def look(index: Operand) -> None:
        other = code.item(flat, code.add(first, index))
        mark = code.element(seen, "i8", other)
        known = code.load("i8", mark)
        # Always stored, without a branch; the stack grows only if the space is new.
        code.store(constant(1, "i8"), mark)
        at = code.load("i32", height)
        with code.if_(code.compare("eq", known, constant(0, "i8"))):
            code.store(other, code.element(stack, "i32", at))
            code.store(code.add(at, constant(1)), height)

    code.loop(code.subtract(last, first), look)


def _each_marked(e: Emitter, marks: Operand, body: Callable[[Operand], None], spaces: int) -> None:
    """Write `body` for each space whose bit is set."""
    code = e.code
    words = max(-(-spaces // WORD), 1)
    begun, weight = e.written(), code.weight

    def one_word(index: Operand) -> None:
        first = code.multiply(index, constant(WORD))
        bits = code.item(marks, index, "i64")
        each_bit(e, bits, lambda bit: body(code.add(first, bit)), min(spaces, WORD))

    code.loop(constant(words), one_word)
    e.repeat(begun, words)
    code.weight = weight + words * (code.weight - weight)
