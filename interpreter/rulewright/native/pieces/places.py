"""Places in native code: which cells a piece's place has, as far as that is known at compile time.

A kind's places are **kept** zones (with an order), **loose** zones (counts, or each piece records its zone) and **spots**
(spaces for one piece).  A place that is a number from 3 to 66 may be any of them; its bounds usually leave one sort:

    sorts(kind, Number(..., 3, 66))      ->      {"spot"}        one load gives the piece on it

    split(e, kind, piece)        the place and the look of an identical piece
    joined(e, kind, place, look) the piece
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from rulewright.ir.layout import KindLayout
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Number

Sort: TypeAlias = Literal["kept", "loose", "spot"]


def zones(kind: KindLayout) -> int:
    """How many places of a kind are not spots; they come first."""
    return min(len(kind.places), kind.first_spot)


def sorts(kind: KindLayout, place: Number) -> set[Sort]:
    """The sorts that a place can have."""
    codes = range(max(place.low, 0), min(place.high + 1, len(kind.places)))
    return {_sort(kind, code) for code in codes}


def _sort(kind: KindLayout, code: int) -> Sort:
    if code >= kind.first_spot:
        return "spot"
    return "kept" if code in kind.order else "loose"


def by_sort(e: Emitter, kind: KindLayout, place: Number, write: Callable[[Sort, Number], None]) -> None:
    """Write code for each sort that a place can have, which runs if it has that sort."""
    there = sorted(sorts(kind, place))
    if len(there) == 1:
        write(there[0], place)
        return
    code, after = e.code, e.code.block("placed")
    if "spot" in there:
        spot, zone = code.block("spot"), code.block("zone")
        first = kind.first_spot
        code.branch(code.compare("sge", place.bits, constant(first)), spot, zone)
        code.at(spot)
        write("spot", Number(place.bits, None, max(place.low, first), place.high))
        code.branch_to(after)
        code.at(zone)
        place = Number(place.bits, None, place.low, min(place.high, first - 1))
        there.remove("spot")
    if len(there) == 1:
        write(there[0], place)
    else:
        kept, loose = code.block("kept"), code.block("loose")
        flags = [int(code_ in kind.order) for code_ in range(place.low, place.high + 1)]
        code.branch(code.compare("ne", of_place(e, place, flags), constant(0)), kept, loose)
        code.at(kept)
        write("kept", place)
        code.branch_to(after)
        code.at(loose)
        write("loose", place)
    code.at(after)


def of_place(e: Emitter, place: Number, values: Sequence[int]) -> Operand:
    """An entry for a place; `values` has one for each it can be, from the lowest on."""
    code = e.code
    if len(set(values)) == 1:
        return constant(values[0])
    step = values[1] - values[0]
    if all(after - before == step for before, after in pairwise(values)):
        beyond = code.subtract(place.bits, constant(place.low))
        return code.add(constant(values[0]), code.multiply(beyond, constant(step)))
    row = e.building.constant_row(values)
    return code.item(row, code.subtract(place.bits, constant(place.low)))


def within(value: Number, low: int, high: int) -> Number:
    """A number that is known to be between bounds; code that contradicts them never runs."""
    below, above = max(value.low, low), min(value.high, high)
    if below > above:
        below, above = low, high
    return Number(value.bits, value.none, below, above, value.parts)


def a_place(kind: KindLayout, value: Number) -> Number:
    return within(value, 0, len(kind.places) - 1)


# ------------------------------------------------------------------------------------------- cells of a kind


def group(e: Emitter, kind: KindLayout, name: str) -> Operand:
    """The address of a group of a kind's cells."""
    return e.region(f"piece.{kind.name}.{name}")


def cell(e: Emitter, kind: KindLayout, name: str, index: Operand) -> Operand:
    """The address of a cell of a kind."""
    return e.code.element(group(e, kind, name), "i32", index)


def spot(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    """The address of the cell of a space for one piece."""
    return cell(e, kind, "spots", e.code.subtract(place.bits, constant(kind.first_spot)))


def ordered(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    """The address of the first order cell of an ordered zone."""
    begin = min(kind.order.values())
    starts = [kind.order.get(code, begin) - begin for code in range(place.low, place.high + 1)]
    return cell(e, kind, "order", of_place(e, place, starts))


def most_at(kind: KindLayout, place: Number) -> int:
    """The most pieces that can be at a place."""
    return min(max(kind.places[code].size for code in range(place.low, place.high + 1)), kind.pieces)


# ---------------------------------------------------------------------------------------- identical pieces


def split(e: Emitter, kind: KindLayout, piece: Number) -> tuple[Number, Number]:
    """The place and the look of an identical piece."""
    code, looks = e.code, kind.looks
    piece = within(piece, 0, len(kind.places) * looks - 1)
    first, last = piece.low // looks, piece.high // looks
    low, high = (piece.low % looks, piece.high % looks) if first == last else (0, looks - 1)
    if first == last:
        place = constant(first)
        look = (
            piece.parts[1] if piece.parts is not None else code.subtract(piece.bits, constant(first * looks))
        )
    elif piece.parts is not None:
        place, look = piece.parts
    else:
        place = code.unsigned_quotient(piece.bits, constant(looks))
        look = code.unsigned_remainder(piece.bits, constant(looks))
    if low == high:
        look = constant(low)
    return Number(place, None, first, last), Number(look, None, low, high)


def joined(e: Emitter, kind: KindLayout, place: Number, look: Number) -> Number:
    """The identical piece of a look at a place."""
    code, looks = e.code, kind.looks
    bits = code.add(code.multiply(place.bits, constant(looks)), look.bits)
    low, high = place.low * looks + look.low, place.high * looks + look.high
    return Number(bits, None, low, high, (place.bits, look.bits))


# ----------------------------------------------------------------------------------------------------- loops


def repeated(
    e: Emitter, count: int | Operand, body: Callable[[Operand], None], most: int, times: int
) -> None:
    """Write `body` once, to be run with 0, 1, ... below a count, which is at most `most`.

    Unlike in `Emitter.loop`, iterations are not elements that the rules visit: the code that `body` counts
    as an element runs at most `times` times in all."""
    code = e.code
    count = constant(count) if isinstance(count, int) else count
    if most <= 0 or count.known == 0:
        return
    start, weight = e.written(), code.weight
    if count.known == 1:
        body(constant(0))
        return
    code.loop(count, body)
    e.repeat(start, times)
    code.weight = weight + most * (code.weight - weight)
