"""Conditions in native code, and values that depend on them: `and`, `or`, `if ... else`, `otherwise`, cases.

a and b      ->      a branch over `b` where `a` is false
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.native.expressions.comparisons import equal
from rulewright.native.llvm.assembly import TRUE
from rulewright.native.llvm.branches import Merge, chosen
from rulewright.native.llvm.emitter import EMIT, Emitter, as_truth
from rulewright.native.llvm.values import Emitted, Truth, surely


def emit_not(e: Emitter, node: ir.Not) -> Emitted:
    return Truth(e.code.opposite(e.truth(node.operand)), None)


def emit_and(e: Emitter, node: ir.And) -> Emitted:
    return _in_turn(e, node.items, goes_on=True)


def emit_or(e: Emitter, node: ir.Or) -> Emitted:
    return _in_turn(e, node.items, goes_on=False)


def _in_turn(e: Emitter, items: tuple[ir.Expression, ...], goes_on: bool) -> Truth:
    """`and` (continues while true) and `or` (continues while false)."""
    code = e.code
    so_far = e.truth(items[0])
    done, kept = "", TRUE
    for item in items[1:]:
        if so_far.known == (0 if goes_on else 1):
            break
        if not done:
            done, kept = code.block("known"), code.allocate("i1")
        code.store(so_far, kept)
        further = code.block("further")
        code.branch(so_far, *((further, done) if goes_on else (done, further)))
        code.at(further)
        so_far = e.truth(item)
    if done:
        code.store(so_far, kept)
        code.at(done)
        so_far = code.load("i1", kept)
    return Truth(so_far, None)


def emit_if_else(e: Emitter, node: ir.IfElse) -> Emitted:
    condition = e.truth(node.condition)
    if condition.known is not None:
        return e.value(node.value if condition.known else node.otherwise)
    return chosen(e, condition, node.value, node.otherwise)


def emit_otherwise(e: Emitter, node: ir.Otherwise) -> Emitted:
    value = e.value(node.value)
    if value.none is None:
        return value
    if value.none.known == 1:
        return e.value(node.default)
    merge = Merge(e)
    with e.code.if_(value.none, "missing"):
        merge.add(e.value(node.default))
    merge.add(surely(value))
    return merge.value()


def emit_cases(e: Emitter, node: ir.Cases) -> Emitted:
    code = e.code
    subject = None if node.subject is None else e.value(node.subject)
    merge = Merge(e)
    for case in node.cases:
        test = e.value(case.test)
        holds = equal(e, test, subject) if subject is not None else as_truth(e, test)
        with code.if_(holds, "case"):
            merge.add(e.value(case.value))
    if node.otherwise is None:
        e.fail("no-case", node.span)
    else:
        merge.add(e.value(node.otherwise))
    return merge.value()


EMIT.update(handlers("emit_", globals()))
