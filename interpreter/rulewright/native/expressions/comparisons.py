"""Comparisons in native code: `==` and `!=` of any two values, the order of numbers.

a < b         from 1 to 6, from 7 to 9      ->      true, without an instruction
a == none                                   ->      whether `a` is none, which is part of each value
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.language.ranges import OPPOSITE, can_hold
from rulewright.native.llvm.assembly import FALSE, Operand, Predicate
from rulewright.native.llvm.emitter import Emitter, as_number
from rulewright.native.llvm.values import NOTHING, Emitted, Row, Truth, truth
from rulewright.source.text import NOWHERE

SIGNS: dict[str, Predicate] = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


def compared(e: Emitter, node: ir.Compare) -> Emitted:
    """Any comparison; `pieces.owners` calls it for those that it does not shorten."""
    left, right = e.value(node.left), e.value(node.right)
    if node.sign not in ("==", "!="):
        e.demand(left, node.left.span)
        e.demand(right, node.right.span)
        a, b = as_number(e, left), as_number(e, right)
        if not (can_hold(node.sign, a, b) and can_hold(OPPOSITE[node.sign], a, b)):
            return truth(can_hold(node.sign, a, b))
        return Truth(e.code.compare(SIGNS[node.sign], a.bits, b.bits), None)
    same = equal(e, left, right)
    return Truth(same if node.sign == "==" else e.code.opposite(same), None)


def equal(e: Emitter, left: Emitted, right: Emitted) -> Operand:
    """Whether two values are the same; none equals none."""
    code = e.code
    if left is NOTHING or right is NOTHING:
        other = right if left is NOTHING else left
        return other.none or FALSE
    if isinstance(left, Row) and isinstance(right, Row):
        same = rows_equal(e, left, right)
    elif isinstance(left, Truth) and isinstance(right, Truth):
        same = code.opposite(code.result("i1", f"xor {left.bit}, {right.bit.text}"))
    else:
        a, b = as_number(e, left), as_number(e, right)
        same = code.compare("eq", a.bits, b.bits) if can_hold("==", a, b) else FALSE
    if left.none is None and right.none is None:
        return same
    first, second = left.none or FALSE, right.none or FALSE
    neither = code.opposite(code.either(first, second))
    return code.either(code.both(first, second), code.both(neither, same))


def rows_equal(e: Emitter, left: Row, right: Row) -> Operand:
    """Whether two rows hold the same numbers in the same order."""
    code = e.code
    kept = code.allocate("i1")
    alike = code.compare("eq", left.length, right.length)
    code.store(alike, kept)
    done = code.block("compared")
    e.go_on_if(alike, done)

    def compare(index: Operand) -> None:
        a = code.item(left.address, index)
        b = code.item(right.address, index)
        same = code.compare("eq", a, b)
        code.store(same, kept)
        e.go_on_if(same, done)

    with e.uncounted():
        e.loop(left.length, left.most, compare, NOWHERE)
    code.at(done)
    return code.load("i1", kept)
