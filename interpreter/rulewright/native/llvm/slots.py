"""The slots of a frame in native code: a name of the rules is a word on the stack, or several.

    slot = slot_for(code, value)      ->      %m1 = alloca i32, and %m2 = alloca i1 if the value can be none
    keep(code, slot, value)           ->      store i32 %v7, ptr %m1
    held(code, slot)                  ->      %v9 = load i32, ptr %m1; its bounds are those of the value

LLVM makes registers of the words; what is written need not know where a name got its value last.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.native.llvm.assembly import FALSE, Assembly, Operand
from rulewright.native.llvm.values import Emitted, Number, Row, Shape, Truth


@dataclass(slots=True)
class Slot:
    """A slot of a frame: where its value is kept. `parts`: of an identical piece, where its place and its look are."""

    shape: Shape
    address: Operand
    none: Operand | None
    length: Operand | None = None
    parts: tuple[Operand, Operand] | None = None
    lasting: bool = False


def slot_for(code: Assembly, value: Emitted) -> Slot:
    """A slot for a value and all like it, with nothing in it yet."""
    optional = value.none is not None
    none = code.allocate("i1") if optional else None
    match value:
        case Number():
            slot = Slot(Shape("number", optional, value.low, value.high), code.allocate("i32"), none)
            if value.parts is not None:
                slot.parts = code.allocate("i32"), code.allocate("i32")
            return slot
        case Truth():
            return Slot(Shape("truth", optional, 0, 1), code.allocate("i1"), none)
        case Row():
            shape = Shape("row", optional, value.low, value.high, value.most)
            return Slot(shape, code.allocate("ptr"), none, code.allocate("i32"), lasting=value.lasting)


def keep(code: Assembly, slot: Slot, value: Emitted) -> None:
    """Put a value into a slot that was made for one like it."""
    match value:
        case Number():
            code.store(value.bits, slot.address)
            if slot.parts is not None:
                assert value.parts is not None, "a piece keeps its parts"
                code.store(value.parts[0], slot.parts[0])
                code.store(value.parts[1], slot.parts[1])
        case Truth():
            code.store(value.bit, slot.address)
        case Row():
            assert slot.length is not None
            code.store(value.address, slot.address)
            code.store(value.length, slot.length)
    if slot.none is not None:
        code.store(value.none or FALSE, slot.none)


def held(code: Assembly, slot: Slot) -> Emitted:
    """What a slot holds."""
    none = None if slot.none is None else code.load("i1", slot.none)
    shape = slot.shape
    match shape.sort:
        case "truth":
            return Truth(code.load("i1", slot.address), none)
        case "row":
            assert slot.length is not None
            address, length = code.load("ptr", slot.address), code.load("i32", slot.length)
            return Row(address, length, shape.most, shape.low, shape.high, none, slot.lasting)
        case _:
            parts = None
            if slot.parts is not None:
                parts = code.load("i32", slot.parts[0]), code.load("i32", slot.parts[1])
            return Number(code.load("i32", slot.address), none, shape.low, shape.high, parts)
