"""Which of many cells hold a number, as bits: all are compared at once, and only those that do are gone through.

where == 3      over 52 cells      ->      four comparisons of 16 cells each, 52 bits

equal_cells(e, address, 52, wanted)      ->      bit k of it says whether cell k holds the number
each_bit(e, bits, body, most)            writes body(k) for each bit that is set, the lowest first
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter

WORD = 64
MOST_CELLS = 128
"""More cells than that are looked at one by one."""


def equal_cells(e: Emitter, address: Operand, count: int, wanted: Operand) -> Operand:
    """Which of so many cells hold a number. The bits beyond them are 0."""
    name, type = f"equal_cells.{count}", _type(count)
    if name not in e.building.declared:
        e.building.declare(name, _text(name, count, type))
    e.code.weight += count // 4
    return e.code.result(type, f'call fastcc {type} @"{name}"({address}, {wanted})')


def lowest(e: Emitter, bits: Operand) -> Operand:
    """The number of the lowest bit that is set; how wide the bits are if there is none."""
    return _zeros(e, "cttz", bits, "false")


def highest(e: Emitter, bits: Operand) -> Operand:
    """The number of the highest bit that is set; -1 if there is none."""
    return e.code.subtract(constant(int(bits.type[1:]) - 1), _zeros(e, "ctlz", bits, "false"))


def each_bit(e: Emitter, bits: Operand, body: Callable[[Operand], None], most: int) -> None:
    """Write `body` for each bit that is set, the lowest first. At most so many are."""
    code, type = e.code, bits.type
    left = code.allocate(type)
    code.store(bits, left)
    head, inside, after = code.block("head"), code.block("inside"), code.block("after")
    work, weight = e.work, code.weight
    code.at(head)
    now = code.load(type, left)
    code.branch(code.compare("ne", now, constant(0, type)), inside, after)
    code.at(inside)
    code.store(code.binary("and", now, code.binary("sub", now, constant(1, type))), left)
    body(_zeros(e, "cttz", now, "true"))
    code.branch_to(head)
    code.at(after)
    e.work = work + most * (e.work - work)
    code.weight = weight + most * (code.weight - weight)


def _zeros(e: Emitter, name: str, bits: Operand, never: str) -> Operand:
    """How many zeros bits begin or end with; `never`: whether there is always a bit."""
    type = bits.type
    e.building.declare(f"{name}.{type}", f"declare {type} @llvm.{name}.{type}({type}, i1)")
    return e.code.narrow(e.code.result(type, f"call {type} @llvm.{name}.{type}({bits}, i1 {never})"), "i32")


def _type(count: int) -> str:
    return f"i{WORD * -(-count // WORD)}"


def _text(name: str, count: int, type: str) -> str:
    """The function that compares: 16 cells at a time, or fewer; the last of them may overlap those before."""
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
