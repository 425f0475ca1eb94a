"""Variables and tables in native code: an index gives the address of a number.

    me.score          ->      load i32, the group's address + me
    points[face]      ->      load i8, the table's address + face: small numbers take one byte

An index that cannot be outside its axis costs no check.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.language.types import LOWEST
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.values import Emitted, Number, Row, Truth
from rulewright.source.text import Span

Constant: TypeAlias = int | bool | tuple[int, ...] | None
"""An entry of a table."""
NONE_IN_TABLE = LOWEST - 1
"""The entry of a table for `none`; no number of the language is so low."""


def emit_cell(e: Emitter, node: ir.Cell) -> Emitted:
    group = e.layout.groups[node.group]
    bits = e.code.load("i32", cell_address(e, node.group, node.indices))
    none = e.code.compare("eq", bits, constant(group.none)) if group.optional else None
    if group.sort == "bool":
        return Truth(e.code.compare("eq", bits, constant(1)), none)
    return Number(bits, none, group.low, group.high)


def cell_address(e: Emitter, group: str, indices: tuple[ir.Expression, ...]) -> Operand:
    """The address of a variable's cell; an index outside its axis is a failure."""
    along = e.layout.groups[group].axes
    numbers = [
        _closed_up(e, e.number(index), axis.indices if axis.without else (), index.span)
        for index, axis in zip(indices, along, strict=True)
    ]
    axes = [(axis.low, axis.size) for axis in along]
    place = position(e, numbers, axes, [index.span for index in indices])
    return e.code.element(e.region(group_region(group)), "i32", place)


def _closed_up(e: Emitter, index: Number, there: tuple[int, ...], span: Span) -> Number:
    """An index with the gaps between the existing values removed: of directions 1, 2, 3 and 5 the last
    becomes 4. A value in a gap is a failure like one outside the axis."""
    code, bits = e.code, index.bits
    gaps = [way for way in range(there[0], there[-1]) if way not in there] if there else []
    if not gaps:
        return index
    position(e, [index], [(there[0], there[-1] - there[0] + 1)], [span])
    for gap in gaps:
        if index.low <= gap <= index.high:
            e.fail_if(code.compare("eq", index.bits, constant(gap)), "index-outside", span)
        bits = code.subtract(bits, code.widen(code.compare("sgt", index.bits, constant(gap)), "i32"))
    return Number(bits, None, there[0], there[0] + len(there) - 1)


def group_region(group: str) -> str:
    """The name of a variable's memory."""
    return f"var.{group}"


def position(e: Emitter, indices: list[Number], axes: list[tuple[int, int]], spans: list[Span]) -> Operand:
    """The offset that the indices give in a multi-dimensional row; an index out of bounds is a failure."""
    code, place = e.code, constant(0)
    for index, (low, size), span in zip(indices, axes, spans, strict=True):
        at = code.subtract(index.bits, constant(low))
        if index.low < low or index.high >= low + size:
            e.fail_if(code.compare("uge", at, constant(size)), "index-outside", span)
        place = code.add(code.multiply(place, constant(size)), at)
    return place


def emit_lookup(e: Emitter, node: ir.Lookup) -> Emitted:
    table = e.program.tables[node.table]
    place, none, first, many = located(e, node)
    values = table.values[first : first + many]
    if any(isinstance(value, tuple) for value in table.values):
        return _row_of_table(e, values, place, none)
    return _number_of_table(e, values, place, none)


def located(e: Emitter, node: ir.Lookup) -> tuple[Operand, Operand | None, int, int]:
    """The entry of a table to which the indices point, and whether one of them is none: its offset among
    `many` entries from `first` on, the only ones that the bounds of the indices allow."""
    table, code = e.program.tables[node.table], e.code
    indices: list[Number] = []
    none: Operand | None = None
    for item in node.indices:
        index = as_number(e, e.value(item))
        if index.none is not None and not node.lenient:
            e.fail_if(index.none, "undefined", item.span)
        elif index.none is not None:
            none = index.none if none is None else code.either(none, index.none)
        indices.append(index)
    if none is not None:  # then the first entry is read, and ignored
        indices = [
            index if index.none is None
            else Number(code.select(none, constant(low), index.bits), None, min(index.low, low), max(index.high, low))
            for index, low in zip(indices, table.lows, strict=True)
        ]  # fmt: skip
    axes = list(zip(table.lows, table.sizes, strict=True))
    indices = [
        _closed_up(e, index, table.ways[axis] if table.ways else (), node.indices[axis].span)
        for axis, index in enumerate(indices)
    ]
    place = position(e, indices, axes, [item.span for item in node.indices])
    first, many = 0, len(table.values)
    if len(indices) == 1:
        first = min(max(indices[0].low - table.lows[0], 0), max(many - 1, 0))
        many = max(min(indices[0].high - table.lows[0] + 1, many) - first, 1)
        place = code.subtract(place, constant(first))
    return place, none, first, many


def _number_of_table(e: Emitter, values: Sequence[Constant], place: Operand, none: Operand | None) -> Emitted:
    code = e.code
    numbers = [
        NONE_IN_TABLE if value is None else int(value) for value in values if not isinstance(value, tuple)
    ]
    there = [int(value) for value in values if value is not None and not isinstance(value, tuple)]
    low, high = min(there, default=0), max(there, default=0)
    holes = len(there) < len(numbers)
    type, hole = ("i8", -128) if low > -128 and high < 128 else ("i32", NONE_IN_TABLE)
    row = e.building.constant_row([hole if n == NONE_IN_TABLE else n for n in numbers], type)
    read = code.item(row, place, type)
    if holes:
        missing = code.compare("eq", read, constant(hole, type))
        none = missing if none is None else code.either(none, missing)
    if there and all(isinstance(value, bool) for value in values if value is not None):
        return Truth(code.compare("eq", read, constant(1, type)), none)
    bits = read if type == "i32" else code.widen(read, "i32", signed=low < 0 or holes)
    return Number(bits, none, low, high)


def _row_of_table(e: Emitter, values: Sequence[Constant], place: Operand, none: Operand | None) -> Emitted:
    """Rows are consecutive; a second table holds where each begins."""
    code = e.code
    rows = [value if isinstance(value, tuple) else () for value in values]
    begins = [0]
    for row in rows:
        begins.append(begins[-1] + len(row))
    flat = [number for row in rows for number in row]
    starts = e.building.constant_row(begins)
    begin = code.item(starts, place)
    if all(len(row) == len(rows[0]) for row in rows):
        length = constant(len(rows[0]))
    else:
        end = code.item(starts, code.add(place, constant(1)))
        length = code.subtract(end, begin)
    if any(value is None for value in values):
        holes = e.building.constant_row([int(value is None) for value in values], "i8")
        missing = code.compare("ne", code.item(holes, place, "i8"), constant(0, "i8"))
        none = missing if none is None else code.either(none, missing)
    address = code.element(e.building.constant_row(flat), "i32", begin)
    most = max((len(row) for row in rows), default=0)
    return Row(address, length, most, min(flat, default=0), max(flat, default=0), none, lasting=True)


EMIT.update(handlers("emit_", globals()))
