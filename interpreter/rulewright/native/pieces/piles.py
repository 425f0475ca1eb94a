"""The pieces at a place in native code, one after the other, or all of a board or a kind.

    for d in tray      PiecesAt      ->      a loop over the counts of the looks; each look as often as it is present
    each_look(...)                   ->      the same, but each look once, with its count

The order is the canonical one of `evaluate.pieces`: ordered zones from the bottom up, all other places by number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.native.expressions.domains import DIFFERENT
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import each_bit
from rulewright.native.llvm.emitter import EACH, Body, Emitter, as_number
from rulewright.native.llvm.values import Emitted, Number, number, surely
from rulewright.native.pieces.counting import each_space, held_in_zone, look_cells
from rulewright.native.pieces.find_equal import MOST_CELLS, equal_cells
from rulewright.native.pieces.places import (
    Sort,
    a_place,
    by_sort,
    cell,
    joined,
    most_at,
    ordered,
    repeated,
    sorts,
    spot,
    zones,
)
from rulewright.source.text import Span

LookBody: TypeAlias = Callable[[Number, Operand], None]
"""Takes a look at a place and how many pieces have it there."""


def on_spot(e: Emitter, kind: KindLayout, place: Number) -> Number:
    """The piece on a spot, or none."""
    code = e.code
    there = code.load("i32", spot(e, kind, place))
    none = code.compare("eq", there, constant(0))
    which = code.subtract(there, constant(1))
    if not kind.identical:
        return Number(which, none, 0, kind.pieces - 1)
    piece = joined(e, kind, place, Number(which, None, 0, kind.looks - 1))
    return Number(piece.bits, none, piece.low, piece.high, piece.parts)


def if_there(e: Emitter, piece: Number, body: Callable[[Number], object]) -> None:
    """Write `body` for a piece that may be none, to be run if it is not."""
    assert piece.none is not None
    with e.code.if_(e.code.opposite(piece.none), "there"):
        body(surely(piece))


def each_piece_at(e: Emitter, node: ir.PiecesAt, body: Body) -> int:
    kind = e.layout.kinds[node.kind]
    return pieces_at(e, kind, e.number(node.place), body, node.span)


def pieces_at(e: Emitter, kind: KindLayout, place: Number, body: Body, span: Span) -> int:
    """Write `body` for each piece at a place, in canonical order; returns an upper bound of their
    number."""
    place = a_place(kind, place)
    there, most = sorts(kind, place), most_at(kind, place)
    if len(there) == 1:
        _pieces_in(e, kind, there.pop(), place, body, span)
        return most
    code = e.code
    buffer, count = code.allocate("i32", most), code.variable(constant(0))

    def keep(piece: Emitted) -> None:
        at = code.load("i32", count)
        code.store(as_number(e, piece).bits, code.element(buffer, "i32", at))
        code.store(code.add(at, constant(1)), count)

    with e.uncounted():
        by_sort(e, kind, place, lambda sort, here: _pieces_in(e, kind, sort, here, keep, span))
    low, high = 0, kind.numbers - 1
    if kind.identical:
        low, high = place.low * kind.looks, (place.high + 1) * kind.looks - 1

    def take(index: Operand) -> None:
        body(Number(code.item(buffer, index), None, low, high))

    e.loop(code.load("i32", count), most, take, span)
    return most


def _pieces_in(e: Emitter, kind: KindLayout, sort: Sort, place: Number, body: Body, span: Span) -> None:
    code, most = e.code, most_at(kind, place)
    if sort == "spot":
        e.spend(1)
        if_there(e, on_spot(e, kind, place), body)
    elif kind.identical:
        each_look_in_zone(e, kind, place, partial(_as_often, e, body, most, span), 1)
    elif sort == "kept":
        first = ordered(e, kind, place)

        def take(index: Operand) -> None:
            read = code.item(first, index)
            body(Number(code.subtract(read, constant(1)), None, 0, kind.pieces - 1))

        e.loop(held_in_zone(e, kind, place), most, take, span)
    else:
        _loose_pieces(e, kind, place, body, most)


def _as_often(e: Emitter, body: Body, most: int, span: Span, piece: Number, many: Operand) -> None:
    """Write `body` for a look, to be run as often as it is present."""
    e.loop(many, most, lambda _: body(piece), span)


def _loose_pieces(e: Emitter, kind: KindLayout, place: Number, body: Body, most: int) -> None:
    code = e.code

    def take(index: Operand) -> None:
        e.spend(1)
        body(Number(index, None, 0, kind.pieces - 1))

    def ask(index: Operand) -> None:
        here = code.compare("eq", code.load("i32", cell(e, kind, "where", index)), place.bits)
        with code.if_(here, "here"):
            take(index)

    if kind.pieces <= MOST_CELLS:
        there = equal_cells(e, cell(e, kind, "where", constant(0)), kind.pieces, place.bits)
        each_bit(e, there, take, most)
    else:
        repeated(e, kind.pieces, ask, kind.pieces, most)


def each_of_all(e: Emitter, node: ir.AllPieces, body: Body) -> int:
    kind = e.layout.kinds[node.kind]
    if not kind.identical:
        e.loop(
            constant(kind.pieces),
            kind.pieces,
            lambda index: body(Number(index, None, 0, kind.pieces - 1)),
            node.span,
        )
    else:
        each_look_of_all(e, kind, partial(_as_often, e, body, kind.pieces, node.span), 1)
    return kind.pieces


def each_on(e: Emitter, node: ir.PiecesOn, body: Body) -> int:
    """The pieces on a board, space by space."""
    kind = e.layout.kinds[node.kind]
    times = min(node.count, kind.pieces)
    return min(
        each_space(e, kind, node, lambda place: pieces_at(e, kind, place, body, node.span), times),
        kind.pieces,
    )


# ---------------------------------------------------------------------------------------- looks of identical pieces


def each_look(e: Emitter, node: ir.PiecesAt | ir.AllPieces | ir.PiecesOn, body: LookBody) -> int:
    """Write `body` for each look of identical pieces at each place, with how many have it (perhaps 0), in
    canonical order; returns an upper bound of the number of pieces."""
    kind = e.layout.kinds[node.kind]
    match node:
        case ir.AllPieces():
            return each_look_of_all(e, kind, body, kind.pieces)
        case ir.PiecesAt():
            return looks_at(e, kind, e.number(node.place), body)
        case ir.PiecesOn():
            times = min(node.count, kind.pieces)
            return min(
                each_space(e, kind, node, lambda place: looks_at(e, kind, place, body), times), kind.pieces
            )


def looks_at(e: Emitter, kind: KindLayout, place: Number, body: LookBody) -> int:
    """The looks of identical pieces at a place, each with its count."""
    place = a_place(kind, place)
    most = most_at(kind, place)

    def write(sort: Sort, here: Number) -> None:
        if sort == "spot":
            _look_on_spot(e, kind, here, body)
        else:
            each_look_in_zone(e, kind, here, body, min(most_at(kind, here), kind.looks))

    by_sort(e, kind, place, write)
    return most


def _look_on_spot(e: Emitter, kind: KindLayout, place: Number, body: LookBody) -> None:
    if_there(e, on_spot(e, kind, place), lambda piece: body(piece, constant(1)))


def each_look_in_zone(e: Emitter, kind: KindLayout, place: Number, body: LookBody, times: int) -> None:
    code = e.code
    counts = look_cells(e, kind, place)

    def ask(index: Operand) -> None:
        look = Number(index, None, 0, kind.looks - 1)
        body(joined(e, kind, place, look), code.item(counts, index))

    if kind.looks == 1:
        body(joined(e, kind, place, number(0)), code.load("i32", counts))
    else:
        repeated(e, kind.looks, ask, kind.looks, times)


def each_look_of_all(e: Emitter, kind: KindLayout, body: LookBody, times: int) -> int:
    code, first = e.code, zones(kind)

    def in_zone(index: Operand) -> None:
        each_look_in_zone(e, kind, Number(index, None, 0, first - 1), body, times)

    def on_spots(index: Operand) -> None:
        place = Number(code.add(index, constant(first)), None, first, len(kind.places) - 1)
        _look_on_spot(e, kind, place, body)

    if first:
        repeated(e, first, in_zone, first, 1)
    spots = len(kind.places) - first
    if spots:
        repeated(e, spots, on_spots, spots, kind.pieces)
    return kind.pieces


def each_different_piece(e: Emitter, node: ir.PiecesAt | ir.AllPieces | ir.PiecesOn, body: Body) -> int:
    """Each piece once; for identical pieces each look at a place once."""
    if not e.layout.kinds[node.kind].identical:
        return EACH[type(node)](e, node, body)

    def take(piece: Number, many: Operand) -> None:
        with e.code.if_(e.code.compare("sgt", many, constant(0)), "some"):
            e.spend(1)
            body(piece)

    return each_look(e, node, take)


DIFFERENT.update(dict.fromkeys((ir.PiecesAt, ir.AllPieces, ir.PiecesOn), each_different_piece))
EACH.update({ir.PiecesAt: each_piece_at, ir.AllPieces: each_of_all, ir.PiecesOn: each_on})
