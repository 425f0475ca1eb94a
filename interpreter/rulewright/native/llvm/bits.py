"""Words of bits: how many are set, the lowest and the highest of them, the k-th, and a loop over them.

lowest(e, %bits)                       ->      call i64 @llvm.cttz.i64(i64 %bits, i1 false)
each_bit(e, bits, body, most)          writes body(k) for each bit that is set, the lowest first
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter

WORD = 64


def wide_enough(count: int) -> str:
    """The integer type of the words that hold `count` bits."""
    return f"i{WORD * -(-count // WORD)}"


def count_bits(e: Emitter, bits: Operand) -> Operand:
    """How many bits are set."""
    type = bits.type
    e.building.declare(f"ctpop.{type}", f"declare {type} @llvm.ctpop.{type}({type})")
    return e.code.narrow(e.code.result(type, f"call {type} @llvm.ctpop.{type}({bits})"), "i32")


def lowest(e: Emitter, bits: Operand) -> Operand:
    """The index of the lowest set bit; the width of the word if there is none."""
    return _zeros(e, "cttz", bits)


def highest(e: Emitter, bits: Operand) -> Operand:
    """The index of the highest set bit; -1 if there is none."""
    return e.code.subtract(constant(int(bits.type[1:]) - 1), _zeros(e, "ctlz", bits))


def bit_number(e: Emitter, word: Operand, number: Operand, values: int) -> Operand:
    """The index of the set bit with `number` set bits below it, in a word of which the first `values` bits
    may be set."""
    code = e.code
    at, left, width = constant(0), number, 1
    while width * 2 < min(values, WORD):
        width *= 2
    while width >= 1:
        below = count_bits(e, code.binary("and", word, constant((1 << width) - 1, "i64")))
        beyond = code.compare("sge", left, below)
        left = code.select(beyond, code.subtract(left, below), left)
        at = code.add(at, code.select(beyond, constant(width), constant(0)))
        word = code.select(beyond, code.binary("lshr", word, constant(width, "i64")), word)
        width //= 2
    return at


def each_bit(e: Emitter, bits: Operand, body: Callable[[Operand], None], most: int) -> None:
    """Write `body` for each set bit, the lowest first. At most `most` are set."""
    code, type = e.code, bits.type
    left = code.allocate(type)
    code.store(bits, left)
    head = code.block("head")
    start, weight = e.written(), code.weight
    code.at(head)
    now = code.load(type, left)
    with code.if_(code.compare("ne", now, constant(0, type)), "inside"):
        code.store(code.binary("and", now, code.binary("sub", now, constant(1, type))), left)
        body(_zeros(e, "cttz", now, "true"))
        code.branch_to(head)
    e.repeat(start, most)
    code.weight = weight + most * (code.weight - weight)


def clear_bit(e: Emitter, address: Operand, bit: Operand) -> None:
    """Clear a bit of the word at an address."""
    code = e.code
    gone = code.binary("shl", constant(1, "i64"), code.widen(bit, "i64"))
    others = code.binary("xor", gone, constant(-1, "i64"))
    code.store(code.binary("and", code.load("i64", address), others), address)


def _zeros(e: Emitter, name: str, bits: Operand, never: str = "false") -> Operand:
    """The number of trailing or leading zeros; `never`: whether there is always a set bit."""
    type = bits.type
    e.building.declare(f"{name}.{type}", f"declare {type} @llvm.{name}.{type}({type}, i1)")
    return e.code.narrow(e.code.result(type, f"call {type} @llvm.{name}.{type}({bits}, i1 {never})"), "i32")
