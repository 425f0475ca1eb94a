"""Rows of a table as steps, so that the bits of a condition are shifted instead of visiting each row.

    any(u.empty for u in neighbours(t))      for all t:      (empty >> 1 and not the last column) or (empty << 1 and ...) or ...

The row of each value holds numbers that differ from the value by a few steps only, as the neighbours of the spaces of a grid do.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.native.expressions.vectors import WIDEST, Values
from rulewright.native.llvm.assembly import Assembly, Operand, constant
from rulewright.native.llvm.bits import wide_enough
from rulewright.source.dataclass import dataclass

MOST_STEPS = 16
"""With more different steps, rows are visited one by one."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The rows of `values`: those numbers are `low .. low + count - 1`, and a row has at most `most` of them."""

    values: Values
    low: int
    count: int
    most: int
    leading: dict[int, int]
    """For each step a bit for each value whose row holds the value plus the step."""

    def back(self, code: Assembly, numbers: Operand) -> Operand:
        """The values whose rows hold a number of a set, a bit for each, from the bits of the set. Bits of numbers that no
        row holds may be undefined."""
        own = wide_enough(self.values.count)
        wide = max(own, numbers.type, key=lambda type: int(type[1:]))
        if numbers.type != wide:
            numbers = code.result(wide, f"zext {numbers} to {wide}")
        found = constant(0, wide)
        for step, leading in self.leading.items():
            shift, moved = self.values.low + step - self.low, numbers
            if shift:
                moved = code.binary("lshr" if shift > 0 else "shl", numbers, constant(abs(shift), wide))
            there = code.binary("and", moved, constant(leading, wide))
            found = there if found.known == 0 else code.binary("or", found, there)
        return found if wide == own else code.narrow(found, own)


def steps_of(program: ir.Program, domain: ir.Domain, over: Values) -> Steps | None:
    """The steps of a domain whose elements are the row of a value; None for any other domain, and if its rows differ by too
    many steps."""
    if not isinstance(domain, ir.Elements) or domain.single or not isinstance(domain.value, ir.Lookup):
        return None
    table, indices = program.tables[domain.value.table], domain.value.indices
    if (
        len(indices) != 1
        or not isinstance(indices[0], ir.Local)
        or indices[0].slot != over.slot
        or table.ways
    ):
        return None
    first = over.low - table.lows[0]
    if first < 0 or first + over.count > len(table.values):
        return None
    return steps_from(table.values[first : first + over.count], over)


def steps_from(rows: Sequence[object], over: Values) -> Steps | None:
    """The steps of the rows of consecutive values."""
    leading: dict[int, int] = {}
    numbers: list[int] = []
    for index, row in enumerate(rows):
        if not isinstance(row, tuple):
            return None
        numbers += row
        for number in row:
            step = number - over.low - index
            leading[step] = leading.get(step, 0) | 1 << index
        if len(leading) > MOST_STEPS:
            return None
    low, high = min(numbers, default=0), max(numbers, default=0)
    if not 2 <= high - low + 1 <= WIDEST:
        return None
    return Steps(over, low, high - low + 1, max(len(row) for row in rows if isinstance(row, tuple)), leading)
