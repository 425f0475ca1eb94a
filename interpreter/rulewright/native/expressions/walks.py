"""Clauses in native code: the elements of a domain that pass `while` and `if`.

    d in tray if d.face != 1      ->      for each die: store it in its slot, evaluate the condition, run the body

If an element fails, it does so before the first one is visited, since the reference lists the domain first.  That matters
only to a body that stops early; then the elements are gathered first if they can fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.native.choices.prefilter import possible
from rulewright.native.expressions.domains import each_of, made_of
from rulewright.native.expressions.floods import flooded
from rulewright.native.expressions.vectors import Values, values_of
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.bits import each_bit
from rulewright.native.llvm.bitsets import all_of, narrowed
from rulewright.native.llvm.buffers import filled
from rulewright.native.llvm.emitter import EACH, Body, Emitter, as_truth
from rulewright.native.llvm.speculation import back_to, can_fail, standing
from rulewright.native.llvm.values import Emitted, Number, Row, surely

_NEVER_NONE = (ir.And, ir.Or, ir.Not, ir.Compare, ir.Contains)
FEWEST = 8
"""The fewest values whose conditions are computed at once before the loop over them."""


def walk(e: Emitter, clause: ir.Clause, body: Body, stops: bool = False) -> int:
    """Write `body` for each element that passes `while` and `if`, in the clause's slot; returns an upper
    bound of their number.

    `stops`: the body may jump out. It is then reached only after everything in the domain that can fail."""

    def one(element: Emitted) -> None:
        e.bind(clause.slot, element)
        if clause.condition is None:
            body(element)
            return
        with e.code.if_(holds(e, clause.condition)):
            body(element)

    if isinstance(clause.domain, ir.Reached):
        return flooded(e, clause, one)
    where = _where(e, clause)
    if where is not None:
        bits, values, clause = where
        each_bit(e, bits, lambda bit: one(_value(e, values, bit)), values.count)
        return values.count
    if stops and _fails_late(e, clause):
        row = filled(e, lambda put: _proceeding(e, clause, put), clause.span)
        return each_of(e, row, one, clause.span)
    return _proceeding(e, clause, one)


def deciding(e: Emitter, node: ir.Aggregate) -> tuple[ir.Clause, ...] | None:
    """The clause of `any` or `all` with a condition for the elements that decide it, if values can be ruled out at once."""
    last = node.clauses[-1]
    if len(node.clauses) > 1 or (last.condition is not None and not isinstance(last.condition, _NEVER_NONE)):
        return None
    conditions = () if last.condition is None else _items(last.condition, ir.And)
    if node.name == "any":
        conditions += _items(node.element, ir.And)
    else:
        conditions += tuple(ir.Not(item, item.span) for item in _items(node.element, ir.Or))
    start, clause = standing(e), replace(last, condition=ir.And(conditions, node.span))
    known = _where(e, clause) is not None
    back_to(e, start)
    return (clause,) if known else None


def _items(node: ir.Expression, kind: type[ir.And | ir.Or]) -> tuple[ir.Expression, ...]:
    return node.items if isinstance(node, kind) else (node,)


def _value(e: Emitter, values: Values, bit: Operand) -> Number:
    return Number(e.code.add(bit, constant(values.low)), None, values.low, values.low + values.count - 1)


def _where(e: Emitter, clause: ir.Clause) -> tuple[Operand, Values, ir.Clause] | None:
    """The values that satisfy the beginning of a clause's condition as bits, and the clause with the rest of the condition; None,
    with nothing written, if that is not known."""
    values = values_of(clause.slot, clause.domain) if e.building.passes.narrowed else None
    if values is None or clause.proceed is not None or clause.condition is None or values.count < FEWEST:
        return None
    start = standing(e)
    items = clause.condition.items if isinstance(clause.condition, ir.And) else (clause.condition,)
    e.spend(values.count)
    bits, done = narrowed(e, items, values, all_of(values))
    ahead = possible(e, items[done], values, bits) if done < len(items) else None
    if ahead is None and not done:
        back_to(e, start)
        return None
    left = ir.And(items[done:], clause.condition.span) if done < len(items) else None
    return ahead or bits, values, replace(clause, condition=left if done else clause.condition)


def kept(e: Emitter, clause: ir.Clause) -> Row:
    """The elements that pass `while` and `if`, in a buffer."""
    return filled(e, lambda put: walk(e, clause, put), clause.span)


def through(e: Emitter, clauses: tuple[ir.Clause, ...], body: Callable[[], None], stops: bool = False) -> int:
    """Write `body` for the elements of nested clauses; returns an upper bound of how often it runs."""
    inside: list[int] = []

    def one(_: Emitted) -> None:
        if len(clauses) > 1:
            inside.append(through(e, clauses[1:], body, stops))
        else:
            inside.append(1)
            body()

    return walk(e, clauses[0], one, stops) * max(inside, default=0)


def holds(e: Emitter, condition: ir.Expression) -> Operand:
    """Whether a condition holds; one that is none does not."""
    value = e.value(condition)
    truth = as_truth(e, value)
    return truth if value.none is None else e.code.select(value.none, FALSE, truth)


def _proceeding(e: Emitter, clause: ir.Clause, body: Body) -> int:
    """The elements before the first for which `while` does not hold."""
    code, domain, proceed = e.code, clause.domain, clause.proceed
    if proceed is None:
        return EACH[type(domain)](e, domain, body)
    done = code.block("walked")

    def one(element: Emitted) -> None:
        e.bind(clause.slot, element)
        e.go_on_if(holds(e, proceed), done)
        body(element)

    def all_of_them(put: Body) -> int:
        return EACH[type(domain)](e, domain, put)

    if _worked_out(domain) and can_fail(e, lambda: all_of_them(lambda _: None)):
        # `while` ends the loop, but the reference has listed the rest of the domain by then.
        most = each_of(e, filled(e, all_of_them, domain.span), one, clause.span)
    else:
        most = all_of_them(one)
    code.at(done)
    return most


def _fails_late(e: Emitter, clause: ir.Clause) -> bool:
    """Whether an element other than the first can fail."""
    if clause.proceed is None and not _worked_out(clause.domain):
        return False
    return can_fail(e, lambda: _proceeding(e, clause, lambda _: None))


def _worked_out(domain: ir.Domain) -> bool:
    """Whether elements are computed one by one during the loop."""
    return made_of(domain, ir.Mapped)


def _each_mapped(e: Emitter, domain: ir.Mapped, body: Body) -> int:
    def one() -> None:
        value = e.value(domain.element)
        e.spend(1)  # a mapped value counts as an element itself
        if value.none is None:
            body(value)
        elif value.none.known != 1:
            with e.code.if_(e.code.opposite(value.none)):
                body(surely(value))

    return through(e, domain.clauses, one)


EACH[ir.Mapped] = _each_mapped
