"""The calling convention of functions: which operands make up a value.

    Shape("row", optional)      ->      parameters  ptr %a0, i32 %l0, i1 %n0          address, length, whether it is none
    a number, perhaps none      ->      returns     { i32, i1 }

A row is returned in memory that the caller provides (`INTO`); the function then returns its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from rulewright.native.llvm.assembly import FALSE, Assembly, Operand
from rulewright.native.llvm.values import (
    Emitted,
    Number,
    Row,
    Shape,
    Truth,
    number_of,
    operands,
    truth_of,
    with_operands,
)

INTO = Operand("ptr", "%into")
"""The address to which a function that returns a row writes its numbers."""


# --------------------------------------------------------------------------------------------------------- in


def parameter(shape: Shape, index: int) -> Emitted:
    """A parameter inside the function; `index` counts the parameters after the regions and `me`."""
    name, none = f"%a{index}", Operand("i1", f"%n{index}") if shape.optional else None
    match shape.sort:
        case "row":
            length = Operand("i32", f"%l{index}")
            return Row(Operand("ptr", name), length, shape.most, shape.low, shape.high, none)
        case "truth":
            return Truth(Operand("i1", name), none)
        case "number":
            return Number(Operand("i32", name), none, shape.low, shape.high)
        case _:
            assert_never(shape.sort)


def declared(shape: Shape, index: int) -> list[str]:
    """The declaration of a parameter in the function's head."""
    return [str(operand) for operand in operands(parameter(shape, index))]


def passed(code: Assembly, shape: Shape, argument: Emitted) -> list[Operand]:
    """An argument as operands for a parameter of a shape."""
    match shape.sort:
        case "truth":
            argument = Truth(truth_of(code, argument), argument.none)
        case "number":
            argument = replace(number_of(code, argument), parts=None)
    return operands(replace(argument, none=argument.none or FALSE if shape.optional else None))


# -------------------------------------------------------------------------------------------------------- out


def returned(returns: Sequence[str]) -> str:
    """The return type of a function, from the types of its parts."""
    if not returns:
        return "void"
    return returns[0] if len(returns) == 1 else f"{{ {', '.join(returns)} }}"


def parts_of(value: Emitted) -> tuple[list[Operand], Shape]:
    """A value as operands to return, and its shape. For a row that is the length."""
    optional = value.none is not None
    match value:
        case Number():
            parts, shape = [value.bits], Shape("number", optional, value.low, value.high)
        case Truth():
            parts, shape = [value.bit], Shape("truth", optional, 0, 1)
        case Row():
            parts, shape = [value.length], Shape("row", optional, value.low, value.high, value.most)
    return parts if value.none is None else [*parts, value.none], shape


def give_back(code: Assembly, parts: Sequence[Operand], returns: Sequence[str]) -> None:
    """Return these parts from the function."""
    if len(parts) < 2:
        code.give_back(parts[0] if parts else None)
        return
    whole = Operand(returned(returns), "poison")
    for index, part in enumerate(parts):
        whole = code.result(whole.type, f"insertvalue {whole}, {part}, {index}")
    code.give_back(whole)


def called(code: Assembly, returns: Sequence[str], call: str) -> list[Operand]:
    """Write a call; the parts it returns."""
    if not returns:
        code.do(call)
        return []
    if len(returns) == 1:
        return [code.result(returns[0], call)]
    whole = code.result(returned(returns), call)
    return [code.result(type, f"extractvalue {whole}, {index}") for index, type in enumerate(returns)]


def given_back(shape: Shape, parts: list[Operand], into: Operand | None) -> Emitted:
    """The value of a shape that was returned as parts; a row is in the memory provided for it."""
    return with_operands(parameter(shape, 0), parts if into is None else [into, *parts])
