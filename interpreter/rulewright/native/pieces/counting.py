"""The number of pieces at a place, or on a board, in native code.

tray.count        PieceCount("dice", PlaceOf(2))      ->      the sum of the place's seven counts
map.full          BoardFull("disc", 1, 42)            ->      the bits of the occupied spaces, compared with all of them
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import handlers
from rulewright.native.llvm import bitsets
from rulewright.native.llvm.assembly import TRUE, Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.regions import mirrored
from rulewright.native.llvm.values import Emitted, Number, Truth, number
from rulewright.native.pieces.places import (
    Sort,
    a_place,
    by_sort,
    cell,
    most_at,
    of_place,
    repeated,
    sorts,
    spot,
)

STRAIGHT = 16
"""Up to this number, cells are read without a loop."""


def emit_place_of(e: Emitter, node: ir.PlaceOf) -> Emitted:
    if node.owner is None:
        return number(node.first)
    owner = as_number(e, e.value(node.owner))
    place = e.code.add(owner.bits, constant(node.first))
    return Number(place, owner.none, node.first + owner.low, node.first + owner.high)


def held_at(e: Emitter, kind: KindLayout, place: Number) -> Number:
    """How many pieces are at a place."""
    place, code = a_place(kind, place), e.code
    there = sorts(kind, place)
    if there == {"spot"}:
        return Number(code.widen(occupied(e, kind, place), "i32"), None, 0, 1)
    most = most_at(kind, place)
    if "spot" not in there:
        return Number(held_in_zone(e, kind, place), None, 0, most)
    kept = code.allocate("i32")

    def write(sort: Sort, here: Number) -> None:
        spotted = sort == "spot"
        many = code.widen(occupied(e, kind, here), "i32") if spotted else held_in_zone(e, kind, here)
        code.store(many, kept)

    by_sort(e, kind, place, write)
    return Number(code.load("i32", kept), None, 0, most)


def occupied(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    """Whether there is a piece on a spot."""
    return e.code.compare("ne", e.code.load("i32", spot(e, kind, place)), constant(0))


def held_in_zone(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    code = e.code
    if not kind.identical:
        return code.load("i32", cell(e, kind, "held", place.bits))
    counts = look_cells(e, kind, place)
    return _sum(e, counts, kind.looks)


def look_cells(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    """The address of a zone's counts of identical pieces, one for each look."""
    return cell(e, kind, "counts", e.code.multiply(place.bits, constant(kind.looks)))


def _sum(e: Emitter, address: Operand, count: int) -> Operand:
    """The sum of consecutive cells."""
    code = e.code
    if count <= STRAIGHT:
        total = constant(0)
        for index in range(count):
            total = code.add(total, code.item(address, constant(index)))
        return total
    kept = code.variable(constant(0))

    def add(index: Operand) -> None:
        there = code.item(address, index)
        code.increase(kept, there)

    repeated(e, count, add, count, 0)
    return code.load("i32", kept)


def emit_piece_count(e: Emitter, node: ir.PieceCount) -> Emitted:
    kind = e.layout.kinds[node.kind]
    value = as_number(e, e.value(node.place))
    many = held_at(e, kind, place_or_first(e, kind, value))
    return Number(many.bits, value.none, many.low, many.high)


def place_or_first(e: Emitter, kind: KindLayout, value: Number) -> Number:
    """A place, or, where it is none, the first of those it can be."""
    place = a_place(kind, value)
    if value.none is None:
        return place
    return Number(e.code.select(value.none, constant(place.low), place.bits), None, place.low, place.high)


def emit_board_count(e: Emitter, node: ir.BoardCount) -> Emitted:
    kind, code = e.layout.kinds[node.kind], e.code
    kept = code.variable(constant(0))

    def add(place: Number) -> None:
        code.increase(kept, held_at(e, kind, place).bits)

    most = min(each_space(e, kind, node, add), kind.pieces)
    return Number(code.load("i32", kept), None, 0, most)


def emit_board_full(e: Emitter, node: ir.BoardFull) -> Emitted:
    kind, code = e.layout.kinds[node.kind], e.code
    if mirrored(kind) and node.at is None and node.first >= kind.first_spot:
        there = bitsets.occupied(e, kind)
        mask = constant(((1 << node.count) - 1) << node.first - kind.first_spot, there.type)
        return Truth(code.compare("eq", code.binary("and", there, mask), mask), None)
    kept, done = code.variable(TRUE), code.block("asked")

    def ask(place: Number) -> None:
        size = of_place(e, place, [kind.places[at].size for at in range(place.low, place.high + 1)])
        full = code.compare("sge", held_at(e, kind, place).bits, size)
        code.store(full, kept)
        e.go_on_if(full, done)

    each_space(e, kind, node, ask)
    code.at(done)
    return Truth(code.load("i1", kept), None)


def each_space(
    e: Emitter,
    kind: KindLayout,
    node: ir.BoardCount | ir.BoardFull | ir.PiecesOn,
    body: Callable[[Number], object],
    times: int = 0,
) -> int:
    """Write `body` for the place of each space of a board; returns an upper bound of the pieces on them."""
    code, first = e.code, number(node.first)
    if node.at is not None:
        owner = e.number(node.at)
        first = Number(
            code.add(constant(node.first), owner.bits), None, node.first + owner.low, node.first + owner.high
        )
    whole = a_place(kind, Number(first.bits, None, first.low, first.high + node.count - 1))

    def ask(index: Operand) -> None:
        body(Number(code.add(first.bits, index), None, whole.low, whole.high))

    repeated(e, node.count, ask, node.count, times)
    return node.count * most_at(kind, whole)


EMIT.update(handlers("emit_", globals()))
