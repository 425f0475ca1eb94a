"""Aggregates over spaces as bits of one word: what is asked of all spaces at once, and rows of a table as masks.

    all(s.owner == me for s in line)      ->      mine & mask[line] == mask[line]

What is asked must be a map over cells (`vectors`), and the spaces no more than the bits of a word.  The bits do not depend on
the row, so that LLVM works them out once for all rows of a loop.  Nothing here can fail but the lookup of the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.native.assembly import Operand, constant
from rulewright.native.emitter import Emitter
from rulewright.native.expressions import located
from rulewright.native.trials import back_to, standing
from rulewright.native.values import NOTHING, Emitted, Number, Truth
from rulewright.native.vectors import Values, bits_where, values_of

WORD = 64


@dataclass(frozen=True, slots=True)
class _Spaces:
    """The elements of a clause as bits: `mask` of those there are, bit 0 for `low`; `order` says which way they go."""

    mask: Operand
    values: Values
    most: int
    order: Operand | bool
    """True if they ascend, False if they descend, or an i1 that says it."""


def aggregate(e: Emitter, node: ir.Aggregate) -> Emitted | None:
    """An aggregate worked out as bits; None, with nothing written, if it is of another sort."""
    if len(node.clauses) != 1 or node.clauses[0].proceed is not None:
        return None
    if node.name not in ("any", "all", "count", "first"):
        return None
    start = standing(e)
    value = _aggregate(e, node)
    if value is None:
        back_to(e, start)
    return value


def _aggregate(e: Emitter, node: ir.Aggregate) -> Emitted | None:
    code, clause = e.code, node.clauses[0]
    if node.name == "first" and not (isinstance(node.element, ir.Local) and node.element.slot == clause.slot):
        return None
    spaces = _spaces(e, clause)
    if spaces is None:
        return None
    there = spaces.mask
    if clause.condition is not None:
        held = _word(e, clause.condition, spaces.values)
        if held is None:
            return None
        there = code.binary("and", there, held)
    match node.name:
        case "count":
            return Number(_count(e, there), None, 0, spaces.most)
        case "first":
            return _first(e, there, spaces)
        case _:
            held = _word(e, node.element, spaces.values)
            if held is None:
                return None
            if node.name == "all":
                held = code.binary("xor", held, constant(-1, "i64"))
            hit = code.binary("and", there, held)
            return Truth(code.compare("ne" if node.name == "any" else "eq", hit, constant(0, "i64")), None)


def _word(e: Emitter, condition: ir.Expression, values: Values) -> Operand | None:
    """For which spaces a condition holds, as bits of a word."""
    if isinstance(condition, ir.Constant) and isinstance(condition.value, bool):
        return constant(-1 if condition.value else 0, "i64")
    bits = bits_where(e, condition, values)
    if bits is None:
        return None
    return bits if values.count == WORD else e.code.result("i64", f"zext {bits} to i64")


def _spaces(e: Emitter, clause: ir.Clause) -> _Spaces | None:
    domain = clause.domain
    values = values_of(clause.slot, domain)
    if values is not None:
        whole = constant((1 << values.count) - 1 if values.count < WORD else -1, "i64")
        return _Spaces(whole, values, values.count, True) if values.count <= WORD else None
    if not isinstance(domain, ir.Elements) or domain.single or not isinstance(domain.value, ir.Lookup):
        return None
    table = e.program.tables[domain.value.table]
    rows = [value for value in table.values if isinstance(value, tuple)]
    if len(rows) < len(table.values) or not any(rows):
        return None
    place, none, first, many = located(e, domain.value)
    if none is not None:
        return None
    rows = rows[first : first + many]
    numbers = [number for row in rows for number in row]
    low, high = min(numbers, default=0), max(numbers, default=0)
    if not 2 <= high - low + 1 <= WORD or any(len(set(row)) < len(row) for row in rows):
        return None
    code = e.code
    masks = [_signed(sum(1 << number - low for number in row)) for row in rows]
    mask = code.load("i64", code.element(e.building.constant_row(masks, "i64"), "i64", place))
    order = _order(e, rows, place)
    if order is None:
        return None
    most = max(len(row) for row in rows)
    return _Spaces(mask, Values(clause.slot, low, high - low + 1), most, order)


def _signed(word: int) -> int:
    return word - (1 << WORD) if word >> WORD - 1 else word


def _order(e: Emitter, rows: Sequence[tuple[int, ...]], place: Operand) -> Operand | bool | None:
    """Which way the numbers of the rows go; None if some go neither way."""
    ascending = [list(row) == sorted(row) for row in rows]
    if all(ascending):
        return True
    descending = [list(row) == sorted(row, reverse=True) for row in rows]
    if all(descending):
        return False
    if not all(up or down for up, down in zip(ascending, descending, strict=True)):
        return None
    flags = e.building.constant_row([int(up) for up in ascending], "i8")
    return e.code.compare("ne", e.code.load("i8", e.code.element(flags, "i8", place)), constant(0, "i8"))


def _count(e: Emitter, word: Operand) -> Operand:
    e.building.declare("ctpop", "declare i64 @llvm.ctpop.i64(i64)")
    return e.code.narrow(e.code.result("i64", f"call i64 @llvm.ctpop.i64({word})"), "i32")


def _first(e: Emitter, there: Operand, spaces: _Spaces) -> Emitted:
    """The first of the spaces that are left, none if there is none."""
    code, order = e.code, spaces.order
    none = code.compare("eq", there, constant(0, "i64"))
    if none.known == 1:
        return NOTHING
    lowest = highest = constant(0)
    if order is not False:
        e.building.declare("cttz", "declare i64 @llvm.cttz.i64(i64, i1)")
        lowest = code.narrow(code.result("i64", f"call i64 @llvm.cttz.i64({there}, i1 false)"), "i32")
    if order is not True:
        e.building.declare("ctlz", "declare i64 @llvm.ctlz.i64(i64, i1)")
        zeros = code.narrow(code.result("i64", f"call i64 @llvm.ctlz.i64({there}, i1 false)"), "i32")
        highest = code.subtract(constant(WORD - 1), zeros)
    if isinstance(order, bool):
        bit = lowest if order else highest
    else:
        bit = code.select(order, lowest, highest)
    # Of none the bit is outside; it is brought inside, so that whoever uses it by mistake reads a cell that there is.
    bit = code.select(none, constant(0), bit)
    low = spaces.values.low
    return Number(code.add(bit, constant(low)), none, low, low + spaces.values.count - 1)
