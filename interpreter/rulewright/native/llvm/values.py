"""The values of expressions in native code: operands, and what is known of them at compile time.

    Number(%v7, None, 1, 6)              a number from 1 to 6
    Number(%v7, %v8, 0, 51)              a piece, or none where %v8 is true
    Truth(%v9, None)
    Row(%m1, %v3, 5, 0, 51)              %v3 sorted numbers, at most 5, from address %m1 on

The bounds make most checks unnecessary: an index that cannot be out of range is not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias, TypeVar, assert_never

from rulewright.language import types
from rulewright.language.ranges import ordinals
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.llvm.assembly import FALSE, TRUE, Assembly, Operand, constant
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """A 32-bit number from `low` to `high`. Where `none` is true its bits mean nothing (but may be computed
    with)."""

    bits: Operand
    none: Operand | None
    low: int
    high: int
    parts: tuple[Operand, Operand] | None = None
    """For an identical piece: its place and its look; the number is `place * looks + look`."""


@dataclass(frozen=True, slots=True)
class Truth:
    bit: Operand
    none: Operand | None


@dataclass(frozen=True, slots=True)
class Row:
    """Consecutive numbers at an address: a set (sorted), or a row of a table. `none` as in `Number`.

    `lasting`: the numbers are those of a constant table, so that the address stays valid."""

    address: Operand
    length: Operand
    most: int
    low: int
    high: int
    none: Operand | None = None
    lasting: bool = False


Emitted: TypeAlias = Number | Truth | Row
OfSort = TypeVar("OfSort", bound=Emitted)

NOTHING = Number(constant(0), TRUE, 0, 0)
"""The value `none`."""


def number(value: int) -> Number:
    return Number(constant(value), None, value, value)


def truth(value: bool) -> Truth:
    return Truth(TRUE if value else FALSE, None)


def surely(value: OfSort) -> OfSort:
    """The value where it is known not to be none."""
    return replace(value, none=None)


def operands(value: Emitted) -> list[Operand]:
    """The parts known only at run time: a number with the parts of a piece, a truth, or a row's address and
    length; then whether it is none, if it may be."""
    match value:
        case Number():
            found = [value.bits, *(value.parts or ())]
        case Truth():
            found = [value.bit]
        case Row():
            found = [value.address, value.length]
        case _:
            assert_never(value)
    return found if value.none is None else [*found, value.none]


def with_operands(value: Emitted, given: Sequence[Operand]) -> Emitted:
    """A value of the same sort and with the same bounds, made of other operands."""
    none = None if value.none is None else given[-1]
    match value:
        case Number():
            parts = None if value.parts is None else (given[1], given[2])
            return Number(given[0], none, value.low, value.high, parts)
        case Truth():
            return Truth(given[0], none)
        case Row():
            return replace(value, address=given[0], length=given[1], none=none)
        case _:
            assert_never(value)


def number_of(code: Assembly, value: Emitted) -> Number:
    """A value as a number: false 0, true 1."""
    if isinstance(value, Truth):
        return Number(code.widen(value.bit, "i32"), value.none, 0, 1)
    assert isinstance(value, Number), "a row is no number"
    return value


def truth_of(code: Assembly, value: Emitted) -> Operand:
    """A value as a condition."""
    if isinstance(value, Truth):
        return value.bit
    assert isinstance(value, Number), "a row is no condition"
    return code.compare("ne", value.bits, constant(0))


@dataclass(frozen=True, slots=True)
class Shape:
    """The sort and bounds of all values of a type: `sort` is `number`, `truth` or `row`."""

    sort: Literal["number", "truth", "row"]
    optional: bool
    low: int
    high: int
    most: int = 0


def shape_of(type: types.Type, pieces: Callable[[str], int]) -> Shape:
    """The shape of a declared type; `pieces` gives the number of pieces of each kind."""
    match type:
        case types.Optional(of=of):
            return replace(shape_of(of, pieces), optional=True)
        case types.Several(of=of, most=most):
            return replace(shape_of(of, pieces), sort="row", optional=False, most=most)
        case types.Nothing():
            return Shape("number", True, 0, 0)
        case types.Zone() | types.Kind() | types.Board() | types.Unknown():
            return Shape("number", False, LOWEST, HIGHEST)
        case _:
            return Shape(
                "truth" if isinstance(type, types.Boolean) else "number", False, *ordinals(type, pieces)
            )
