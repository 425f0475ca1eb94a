"""Which of many cells equal a number, as bits: all are compared at once, and only the equal ones are visited.

where == 3      over 52 cells      ->      four comparisons of 16 cells each, 52 bits

equal_cells(e, address, 52, wanted)      ->      bit k is set if cell k equals the number
"""

from __future__ import annotations

from rulewright.native.llvm.assembly import Operand
from rulewright.native.llvm.bits import wide_enough
from rulewright.native.llvm.emitter import Emitter

MOST_CELLS = 128
"""Above this number, cells are compared one by one."""


def equal_cells(e: Emitter, address: Operand, count: int, wanted: Operand) -> Operand:
    """Which of `count` cells equal a number. The bits beyond them are 0."""
    name, type = f"equal_cells.{count}", wide_enough(count)
    if name not in e.building.declared:
        e.building.declare(name, _text(name, count, type))
    e.code.weight += count // 4
    return e.code.result(type, f'call fastcc {type} @"{name}"({address}, {wanted})')


def _text(name: str, count: int, type: str) -> str:
    """The function that compares: 16 cells at a time, or fewer; the last group may overlap the one
    before."""
    width = next((each for each in (16, 8, 4, 2) if each <= count), 1)
    starts = sorted({*range(0, count - width + 1, width), count - width})
    row = f"<{width} x i32>"
    lines = [
        f'define internal fastcc {type} @"{name}"(ptr noalias %cells, i32 %wanted) nounwind {{',
        f"  %one = insertelement {row} poison, i32 %wanted, i32 0",
        f"  %all = shufflevector {row} %one, {row} poison, <{width} x i32> zeroinitializer",
    ]
    so_far = "0"
    for start in starts:
        lines += [
            f"  %at{start} = getelementptr inbounds i32, ptr %cells, i32 {start}",
            f"  %row{start} = load {row}, ptr %at{start}, align 4",
            f"  %same{start} = icmp eq {row} %row{start}, %all",
            f"  %bits{start} = bitcast <{width} x i1> %same{start} to i{width}",
            f"  %wide{start} = zext i{width} %bits{start} to {type}",
            f"  %there{start} = shl {type} %wide{start}, {start}",
            f"  %found{start} = or {type} {so_far}, %there{start}",
        ]
        so_far = f"%found{start}"
    return "\n".join([*lines, f"  ret {type} {so_far}", "}"])
