"""Numbers gathered in a row of memory: the elements of a domain, kept while other code runs.

    filled(e, lambda put: EACH[type(domain)](e, domain, put), span)      ->      Row(%m4, %v17, 5, 0, 51)

The size is known only when everything that adds numbers is written; until then a word is a placeholder for it.
Rows that may get longer than `MOST_BUFFER` are cut off there: the rule counts as endless, and the reference executor decides.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.language.ranges import hull
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Body, Emitter, as_number
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Emitted, Number, Row
from rulewright.source.text import Span

MOST_BUFFER = 4096
"""The longest row that is kept in memory of its own."""


def filled(e: Emitter, write: Callable[[Body], int], span: Span) -> Row:
    """The numbers that `write` hands to its body, in order. It returns an upper bound of their number."""
    start = standing(e)
    row, most = _filled(e, write, span, False)
    if most <= MOST_BUFFER:
        return row
    back_to(e, start)
    return _filled(e, write, span, True)[0]


def _filled(e: Emitter, write: Callable[[Body], int], span: Span, check: bool) -> tuple[Row, int]:
    code = e.code
    size = code.block("$size") + "$"
    buffer, count = code.allocate("i32", size), code.variable(constant(0))
    elements: list[Number] = []

    def put(value: Emitted) -> None:
        if isinstance(value, Row):
            e.fail("endless", span)
            return
        element = as_number(e, value)
        if element.none is not None:
            e.fail_if(element.none, "endless", span)
        at = code.load("i32", count)
        if check:
            e.fail_if(code.compare("sge", at, constant(MOST_BUFFER)), "endless", span)
        code.store(element.bits, code.element(buffer, "i32", at))
        code.store(code.add(at, constant(1)), count)
        elements.append(element)

    most = write(put)
    room = MOST_BUFFER if check else most
    code.replace(size, str(max(min(room, MOST_BUFFER), 1)))
    return Row(buffer, code.load("i32", count), min(most, MOST_BUFFER), *hull(elements)), most


def room_for(e: Emitter, most: int) -> Operand:
    """Memory for `most` numbers."""
    return e.code.allocate("i32", max(min(most, MOST_BUFFER), 1))


def copied(e: Emitter, row: Row, span: Span) -> Row:
    """The numbers of a row in memory of their own."""
    if row.most > MOST_BUFFER:
        e.fail_if(e.code.compare("sgt", row.length, constant(MOST_BUFFER)), "endless", span)
    buffer = room_for(e, row.most)
    e.copy(row.address, buffer, row.length)
    return Row(buffer, row.length, min(row.most, MOST_BUFFER), row.low, row.high)


def sort(e: Emitter, row: Row) -> None:
    """Sort a buffer in place, in ascending order. Rows are short, and mostly sorted already."""
    if row.most > 1:
        e.building.declare_helper("sort")
        e.code.do(f'call fastcc void @"sort"(ptr {row.address.text}, i32 {row.length.text})')
