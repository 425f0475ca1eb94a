"""Clauses in native code: the elements of a domain that pass `while` and `if`.

    d in tray if d.face != 1      ->      for each die: store it in its slot, evaluate the condition, run the body

If an element fails, it does so before the first one is visited, since the reference lists the domain first.  That matters
only to a body that stops early; then the elements are gathered first if they can fail.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.native.expressions.domains import each_of, made_of
from rulewright.native.expressions.floods import flooded
from rulewright.native.llvm.assembly import FALSE, Operand
from rulewright.native.llvm.buffers import filled
from rulewright.native.llvm.emitter import EACH, Body, Emitter, as_truth
from rulewright.native.llvm.speculation import can_fail
from rulewright.native.llvm.values import Emitted, Row, surely


def walk(e: Emitter, clause: ir.Clause, body: Body, stops: bool = False) -> int:
    """Write `body` for each element that passes `while` and `if`, in the clause's slot; returns an upper
    bound of their number.

    `stops`: the body may jump out. It is then reached only after everything in the domain that can fail."""
    code = e.code

    def one(element: Emitted) -> None:
        e.bind(clause.slot, element)
        if clause.condition is None:
            body(element)
            return
        with code.if_(holds(e, clause.condition)):
            body(element)

    if isinstance(clause.domain, ir.Reached):
        return flooded(e, clause, one)
    if stops and _fails_late(e, clause):
        row = filled(e, lambda put: _proceeding(e, clause, put), clause.span)
        return each_of(e, row, one, clause.span)
    return _proceeding(e, clause, one)


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
