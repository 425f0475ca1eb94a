"""One of several values in native code, where it is known only at run time which.

    chosen(e, condition, yes, no)       one expression or the other
    Merge(e)                            each branch stores its value and continues after the last one

The bounds of the result include those of all values.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.language.ranges import hull
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Emitted, Number, Row, Truth


def chosen(e: Emitter, condition: Operand, yes: ir.Expression, no: ir.Expression) -> Emitted:
    """One value or the other."""
    merge = Merge(e)
    with e.code.if_(condition):
        merge.add(e.value(yes))
    merge.add(e.value(no))
    return merge.value()


def _hull(values: list[Number]) -> tuple[int, int]:
    """The common bounds of several numbers, without those that are always none."""
    there = [value for value in values if value.none is None or value.none.known != 1] or values
    return hull(there)


class Merge:
    """A value that comes from one of several branches. `add` ends a branch with its value, `value`
    continues after all."""

    def __init__(self, e: Emitter) -> None:
        self._e = e
        self._after = e.code.block("merged")
        self._values: list[Emitted] = []
        self._row = False
        self._bits: dict[str, Operand] = {}

    def add(self, value: Emitted) -> None:
        self.keep(value)
        self._e.code.branch_to(self._after)

    def keep(self, value: Emitted) -> None:
        """Store a value without ending the branch: the last one stored is the result."""
        code = self._e.code
        match value:
            case Row():
                code.store(value.address, self._address("address", "ptr"))
                code.store(value.length, self._address("length", "i32"))
            case Truth():
                code.store(value.bit, self._address("truth", "i1"))
                code.store(code.widen(value.bit, "i32"), self._address("number", "i32"))
            case Number():
                code.store(value.bits, self._address("number", "i32"))
        code.store(value.none or FALSE, self._address("none", "i1"))
        if value.none is not None and value.none.known == 1:
            # A value is stored for it, of the sort of the others.
            code.store(FALSE, self._address("truth", "i1"))
            code.store(constant(0), self._address("length", "i32"))
        self._values.append(value)

    def value(self) -> Emitted:
        self._e.code.at(self._after)
        return self.kept()

    def kept(self) -> Emitted:
        """The value stored last; there must have been one."""
        code = self._e.code
        optional = any(value.none is not None for value in self._values)
        none = code.load("i1", self._address("none", "i1")) if optional else None
        rows = [value for value in self._values if isinstance(value, Row)]
        if rows:
            return Row(
                code.load("ptr", self._address("address", "ptr")), code.load("i32", self._address("length", "i32")),
                max(row.most for row in rows), *hull(rows), none,
                all(row.lasting for row in rows),
            )  # fmt: skip
        plain = [value for value in self._values if value.none is None or value.none.known != 1]
        if plain and all(isinstance(value, Truth) for value in plain):
            return Truth(code.load("i1", self._address("truth", "i1")), none)
        numbers = [
            Number(value.bit, value.none, 0, 1) if isinstance(value, Truth) else value
            for value in self._values
            if not isinstance(value, Row)
        ]
        low, high = _hull(numbers)
        return Number(code.load("i32", self._address("number", "i32")), none, low, high)

    def _address(self, name: str, type: str) -> Operand:
        if name not in self._bits:
            self._bits[name] = self._e.code.allocate(type)
        return self._bits[name]
