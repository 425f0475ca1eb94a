"""Aggregates over spaces as bits of one word: the condition for all spaces at once, and rows of a table as masks.

    all(s.owner == me for s in line)      ->      mine & mask[line] == mask[line]

The condition must be a map over cells (`vectors`), with no more spaces than a word has bits.  Its bits do not depend on
the row, so LLVM computes them once for all rows of a loop.  Nothing here can fail but the lookup of the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.native.expressions.floods import is_word, region
from rulewright.native.expressions.lookups import located
from rulewright.native.expressions.vectors import WIDEST, Values, spread, values_of
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import WORD, count_bits, highest, lowest
from rulewright.native.llvm.bitsets import all_of, set_where, type_of
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Truth
from rulewright.native.passes import guard
from rulewright.source.dataclass import dataclass

MOST_ROWS = 32
"""Rows with more rows than this are visited one by one."""


@dataclass(frozen=True, slots=True)
class _Spaces:
    """The elements of a clause as bits: `mask` of those present, bit 0 for `low`; `order` is their
    direction."""

    mask: Operand
    values: Values
    most: int
    order: Operand | bool
    """True if they ascend, False if they descend, or an i1 that says which."""


def aggregate(e: Emitter, node: ir.Aggregate) -> Emitted | None:
    """An aggregate computed on bits; None, with nothing written, if that cannot be done."""
    if not e.building.passes.bitrows or len(node.clauses) != 1 or not goes_through_all(node.clauses[0]):
        return None
    if node.name not in ("any", "all", "count", "first", "only"):
        return None
    start = standing(e)
    value = _rows_of_rows(e, node)
    if value is None:
        back_to(e, start)
        value = _aggregate(e, node)
    if value is None:
        back_to(e, start)
    return value


def _aggregate(e: Emitter, node: ir.Aggregate) -> Emitted | None:
    clause = node.clauses[0]
    if node.name in ("first", "only") and not gives_the_space(node):
        return None
    spaces = _spaces(e, clause)
    if spaces is None:
        return None
    start = e.written()
    value = _asked(e, node, spaces)
    if isinstance(clause.domain, ir.Reached):  # the flood has counted the spaces that it reached
        each = e.work - start.work
        e.take_back(start)
        e.spend_for(count_bits(e, spaces.mask), each, spaces.most)
    else:
        e.went_through(spaces.most, start)
    return value


@guard
def goes_through_all(clause: ir.Clause) -> bool:
    """`while` ends at an element that the bits do not determine, unless it bounds a flood."""
    return clause.proceed is None or isinstance(clause.domain, ir.Reached)


@guard
def gives_the_space(node: ir.Aggregate) -> bool:
    """The first bit gives the first space, and no other value."""
    return _is_slot(node.element, node.clauses[0].slot)


@guard
def unconditional(clause: ir.Clause) -> bool:
    """The masks of a row contain all its lines, and those all their spaces."""
    return clause.condition is None


def _asked(e: Emitter, node: ir.Aggregate, spaces: _Spaces) -> Emitted | None:
    code, clause, there = e.code, node.clauses[0], spaces.mask
    if clause.condition is not None:
        held = _word(e, clause.condition, spaces.values)
        if held is None:
            return None
        there = code.binary("and", there, held)
    match node.name:
        case "count":
            return Number(count_bits(e, there), None, 0, spaces.most)
        case "first":
            return _first(e, there, spaces)
        case "only":
            several = code.compare("ne", count_bits(e, there), constant(1))
            e.fail_if(several, "not-only-one", node.span)
            return replace(_first(e, there, spaces), none=None)
        case _:
            held = _word(e, node.element, spaces.values)
            if held is None:
                return None
            if node.name == "all":
                held = code.binary("xor", held, constant(-1, held.type))
            hit = code.binary("and", there, held)
            return Truth(code.compare("ne" if node.name == "any" else "eq", hit, constant(0, hit.type)), None)


def _rows_of_rows(e: Emitter, node: ir.Aggregate) -> Emitted | None:
    """`any(all(s.owner == me for s in l) for l in lines through at)`: the masks of all lines through a
    space are consecutive, and one comparison covers them all. Short rows are padded with their first line,
    which changes neither any nor all."""
    clause, inner = node.clauses[0], node.element
    if not e.building.passes.rows_of_rows or not unconditional(clause):
        return None
    if not isinstance(inner, ir.Aggregate) or len(inner.clauses) != 1:
        return None
    if node.name not in ("any", "all") or inner.name not in ("any", "all"):
        return None
    under = inner.clauses[0]
    outer_rows, inner_rows = _table_of(e, clause.domain), _table_of(e, under.domain)
    if outer_rows is None or inner_rows is None or not unconditional(under) or under.proceed is not None:
        return None
    assert isinstance(clause.domain, ir.Elements)
    assert isinstance(under.domain, ir.Elements)
    lookup, of_line = clause.domain.value, under.domain.value
    assert isinstance(lookup, ir.Lookup)
    assert isinstance(of_line, ir.Lookup)
    if len(of_line.indices) != 1 or not _is_slot(of_line.indices[0], clause.slot):
        return None
    place, none, first, many = located(e, lookup)
    rows = outer_rows[first : first + many]
    first_line, width = e.program.tables[of_line.table].lows[0], max(len(row) for row in rows)
    if none is not None or not all(rows) or width > MOST_ROWS:
        return None
    lines = [[inner_rows[line - first_line] for line in row] for row in rows]
    numbers = [number for row in lines for line in row for number in line]
    low, high = min(numbers, default=0), max(numbers, default=0)
    if not 2 <= high - low + 1 <= WORD:
        return None
    start = e.written()
    held = _word(e, inner.element, Values(under.slot, low, high - low + 1))
    if held is None:
        return None
    e.went_through(max((len(line) for row in lines for line in row), default=0), start)
    e.went_through(width, start)
    masks = [[sum(1 << number - low for number in set(line)) for line in row] for row in lines]
    flat = [mask for row in masks for mask in (*row, *row[:1] * (width - len(row)))]
    return _compared(e, node.name, inner.name, e.building.constant_row(flat, "i64"), place, width, held)


def _compared(
    e: Emitter, outer: str, inner: str, masks: Operand, place: Operand, width: int, held: Operand
) -> Emitted:
    """Each of the masks of a row compared with the bits, combined by the outer aggregate."""
    code, type = e.code, f"<{width} x i64>"
    e.code.weight += width
    row = code.result(
        type, f"load {type}, {code.element(masks, 'i64', code.multiply(place, constant(width)))}, align 8"
    )
    asked = code.binary("xor", held, constant(-1, "i64")) if inner == "all" else held
    left = code.result(type, f"and {row}, {spread(code, asked, width).text}")
    hits = code.result(f"<{width} x i1>", f"icmp {'eq' if inner == 'all' else 'ne'} {left}, zeroinitializer")
    as_bits = f"bitcast {hits} to i{width}" if width > 1 else f"extractelement {hits}, i32 0"
    bits = code.result(f"i{width}", as_bits)
    if outer == "any":
        return Truth(code.compare("ne", bits, constant(0, bits.type)), None)
    return Truth(code.result("i1", f"icmp eq {bits}, -1"), None)


def _table_of(e: Emitter, domain: ir.Domain) -> list[tuple[int, ...]] | None:
    """The rows of the table from which a domain takes its elements; None for any other domain."""
    if not isinstance(domain, ir.Elements) or domain.single or not isinstance(domain.value, ir.Lookup):
        return None
    values = e.program.tables[domain.value.table].values
    rows = [value for value in values if isinstance(value, tuple)]
    return rows if len(rows) == len(values) else None


def _is_slot(node: ir.Expression, slot: int) -> bool:
    return isinstance(node, ir.Local) and node.slot == slot


def _word(e: Emitter, condition: ir.Expression, values: Values) -> Operand | None:
    """The spaces for which a condition holds, as bits of a word."""
    if isinstance(condition, ir.Constant) and isinstance(condition.value, bool):
        return constant(-1 if condition.value else 0, type_of(values))
    return set_where(e, condition, values)


def _spaces(e: Emitter, clause: ir.Clause) -> _Spaces | None:
    domain = clause.domain
    if is_word(e, clause):
        assert isinstance(domain, ir.Reached)
        board = Values(clause.slot, 0, len(e.program.tables[domain.table].values))
        return _Spaces(region(e, clause), board, board.count, True)
    values = values_of(clause.slot, domain)
    if values is not None:
        return _Spaces(all_of(values), values, values.count, True)
    rows, lookup = _table_of(e, domain), getattr(domain, "value", None)
    if rows is None or not any(rows) or not isinstance(lookup, ir.Lookup):
        return None
    place, none, first, many = located(e, lookup)
    if none is not None:
        return None
    rows = rows[first : first + many]
    numbers = [number for row in rows for number in row]
    low, high = min(numbers, default=0), max(numbers, default=0)
    values = Values(clause.slot, low, high - low + 1)
    if not 2 <= values.count <= WIDEST or any(len(set(row)) < len(row) for row in rows):
        return None
    code, type = e.code, type_of(values)
    masks = [sum(1 << number - low for number in row) for row in rows]
    mask = code.item(e.building.constant_row(masks, type), place, type)
    order = _order(e, rows, place)
    if order is None:
        return None
    most = max(len(row) for row in rows)
    return _Spaces(mask, values, most, order)


def _order(e: Emitter, rows: Sequence[tuple[int, ...]], place: Operand) -> Operand | bool | None:
    """The direction of the numbers in the rows; None if some have no single direction."""
    ascending = [list(row) == sorted(row) for row in rows]
    if all(ascending):
        return True
    descending = [list(row) == sorted(row, reverse=True) for row in rows]
    if all(descending):
        return False
    if not all(up or down for up, down in zip(ascending, descending, strict=True)):
        return None
    flags = e.building.constant_row([int(up) for up in ascending], "i8")
    return e.code.compare("ne", e.code.item(flags, place, "i8"), constant(0, "i8"))


def _first(e: Emitter, there: Operand, spaces: _Spaces) -> Emitted:
    """The first of the remaining spaces, none if there is none."""
    code, order = e.code, spaces.order
    type = there.type
    none = code.compare("eq", there, constant(0, type))
    if none.known == 1:
        return NOTHING
    if isinstance(order, bool):
        bit = lowest(e, there) if order else highest(e, there)
    else:
        bit = code.select(order, lowest(e, there), highest(e, there))
    # The index of none would be out of range; it is clamped, so that even its mistaken use reads an existing cell.
    bit = code.select(none, constant(0), bit)
    low = spaces.values.low
    return Number(code.add(bit, constant(low)), none, low, low + spaces.values.count - 1)
