"""Accesses beyond what memory there is, planted in the emitter: one of each sort, with a run that comes upon it.

for stray in STRAYS:
    with planted(stray.bug):        a short run of `stray.module` in `stray.book`
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rulewright.native.expressions import lookups, vectors
from rulewright.native.llvm import buffers
from rulewright.native.llvm.assembly import Assembly, Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Row
from rulewright.native.modules.batches import Across
from rulewright.native.pieces import find_equal
from tests.native.planted import Bug

_COMPARED = re.compile(r"(call i32 @memcmp\(.*, i64 )(\d+)\)")


@dataclass(frozen=True, slots=True)
class Stray:
    bug: Bug
    book: str
    module: str


# The functions that are replaced each take their own arguments: hence Any.


def _another_cell(old: Any) -> Callable[..., Operand]:
    return lambda e, *rest: e.code.add(old(e, *rest), constant(1000))


def _another_state(old: Any) -> Callable[..., Operand]:
    def in_buffer(e: Across, name: str, index: Operand, type: str = "i32", width: int = 1) -> Operand:
        place = e.code.add(index, constant(50, "i64")) if name == "current" else index
        return old(e, name, place, type, width)  # type: ignore[no-any-return]

    return in_buffer


def _five_further(old: Any) -> Callable[..., Operand]:
    return lambda e, address, over: old(e, e.code.element(address, "i32", constant(5)), over)


def _more_cells(old: Any) -> Callable[..., Operand]:
    return lambda e, address, count, wanted: old(e, address, count + 8, wanted)


def _more_numbers(old: Any) -> Callable[..., None]:
    def copy(e: Emitter, source: Operand, to: Operand, numbers: Operand | int) -> None:
        more = numbers + 50 if isinstance(numbers, int) else e.code.add(numbers, constant(50))
        old(e, source, to, more)

    return copy


def _more_bytes(old: Any) -> Callable[..., None]:
    return lambda e, to, byte, size: old(e, to, byte, size + 1)


def _more_compared(old: Any) -> Callable[..., Operand]:
    def result(code: Assembly, type: str, line: str) -> Operand:
        more = _COMPARED.sub(lambda found: f"{found[1]}{int(found[2]) + 120})", line)
        return old(code, type, more)  # type: ignore[no-any-return]

    return result


def _a_longer_row(old: Any) -> Callable[..., None]:
    def sort(e: Emitter, row: Row) -> None:
        old(e, replace(row, length=e.code.add(row.length, constant(100))))

    return sort


STRAYS = (
    Stray(Bug("an index of 32 bits", _another_cell, lookups, "position"), "pig", "steps"),
    Stray(Bug("an index of 64 bits", _another_state, Across, "in_buffer"), "pig", "many"),
    Stray(Bug("a vector of cells", _five_further, vectors, "_load"), "flower-beds", "steps"),
    Stray(Bug("cells that are sought", _more_cells, find_equal, "equal_cells"), "crazy-eights", "steps"),
    Stray(Bug("a copy", _more_numbers, Emitter, "copy"), "pig", "playouts"),
    Stray(Bug("what is filled", _more_bytes, Emitter, "fill"), "pig", "playouts"),
    Stray(Bug("a comparison", _more_compared, Assembly, "result"), "tic-tac-toe", "positions"),
    Stray(Bug("a function written by hand", _a_longer_row, buffers, "sort"), "yahtzee", "steps"),
)
