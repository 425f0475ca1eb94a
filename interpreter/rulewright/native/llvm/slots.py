"""The slots of a frame in native code: a name of the rules is one word on the stack, or several.

    slot = slot_for(code, value)      ->      %m1 = alloca i32, and %m2 = alloca i1 if the value can be none
    keep(code, slot, value)           ->      store i32 %v7, ptr %m1
    held(code, slot)                  ->      %v9 = load i32, ptr %m1; its bounds are those of the value

LLVM turns the words into registers, so that the emitter need not know which assignment of a name comes last.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.native.llvm.assembly import FALSE, Assembly, Operand
from rulewright.native.llvm.values import Emitted, Number, operands, with_operands
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of a frame: a value of its sort and bounds, and the addresses of its operands."""

    like: Emitted
    addresses: list[Operand]


def slot_for(code: Assembly, value: Emitted) -> Slot:
    """An empty slot for a value and all like it."""
    return Slot(value, [code.allocate(operand.type) for operand in operands(value)])


def keep(code: Assembly, slot: Slot, value: Emitted) -> None:
    """Store a value in a slot that was made for one like it."""
    value = replace(value, none=None if slot.like.none is None else value.none or FALSE)
    if isinstance(value, Number) and isinstance(slot.like, Number) and slot.like.parts is None:
        value = replace(value, parts=None)
    for operand, address in zip(operands(value), slot.addresses, strict=True):
        code.store(operand, address)


def held(code: Assembly, slot: Slot) -> Emitted:
    """The value of a slot."""
    kept = zip(operands(slot.like), slot.addresses, strict=True)
    return with_operands(slot.like, [code.load(operand.type, address) for operand, address in kept])
