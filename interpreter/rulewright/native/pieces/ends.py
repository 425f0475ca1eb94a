"""The first and the last piece at a place in native code, and the single one of a space or a kind.

deck.top          Top(PlaceOf(4))         ->      the count of the place, then one load from its order
space.piece       Single("disc", ...)     ->      one load; none if the space is empty
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import handlers
from rulewright.language.ranges import hull
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.bits import highest, lowest
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.values import Emitted, Number, number
from rulewright.native.pieces.counting import STRAIGHT, held_in_zone, look_cells, place_or_first
from rulewright.native.pieces.find_equal import MOST_CELLS, equal_cells
from rulewright.native.pieces.piles import each_look_of_all, on_spot
from rulewright.native.pieces.places import Sort, a_place, by_sort, cell, joined, ordered, repeated, sorts
from rulewright.native.pieces.questions import either
from rulewright.source.text import Span


def emit_top(e: Emitter, node: ir.Top) -> Emitted:
    kind = e.layout.kinds[node.kind]
    return end_piece(e, kind, e.number(node.place), last=True)


def emit_single(e: Emitter, node: ir.Single) -> Emitted:
    kind = e.layout.kinds[node.kind]
    if node.place is None:
        return _first_of_all(e, kind, node.span)
    value = as_number(e, e.value(node.place))
    there = end_piece(e, kind, place_or_first(e, kind, value), last=False)
    return Number(there.bits, either(e, value.none, there.none), there.low, there.high, there.parts)


def _first_of_all(e: Emitter, kind: KindLayout, span: Span) -> Number:
    """The first piece of a kind, wherever it is."""
    if not kind.identical:
        return number(0)
    code, found, missing = e.code, e.code.allocate("i32"), e.code.allocate("i1")
    done = code.block("found")
    code.store(TRUE, missing)
    code.store(constant(0), found)

    def take(piece: Number, many: Operand) -> None:
        with code.if_(code.compare("sgt", many, constant(0)), "here"):
            code.store(piece.bits, found)
            code.store(FALSE, missing)
            code.branch_to(done)

    each_look_of_all(e, kind, take, 0)
    code.at(done)
    return Number(code.load("i32", found), code.load("i1", missing), 0, kind.numbers - 1)


def end_piece(e: Emitter, kind: KindLayout, place: Number, last: bool) -> Number:
    """The first or last of the pieces at a place, none if it is empty."""
    place = a_place(kind, place)
    there = sorts(kind, place)
    if len(there) == 1:
        return _end_of(e, kind, there.pop(), place, last)
    code = e.code
    found, missing = code.allocate("i32"), code.allocate("i1")
    pieces: list[Number] = []

    def write(sort: Sort, here: Number) -> None:
        piece = _end_of(e, kind, sort, here, last)
        pieces.append(piece)
        code.store(piece.bits, found)
        code.store(piece.none or FALSE, missing)

    by_sort(e, kind, place, write)
    return Number(code.load("i32", found), code.load("i1", missing), *hull(pieces))


def _end_of(e: Emitter, kind: KindLayout, sort: Sort, place: Number, last: bool) -> Number:
    code = e.code
    if sort == "spot":
        return on_spot(e, kind, place)
    if kind.identical:
        return _end_of_counts(e, kind, place, last)
    if sort == "loose":
        return end_of_equal(e, kind, "where", place.bits, last)
    held = held_in_zone(e, kind, place)
    none = code.compare("eq", held, constant(0))
    height = code.select(none, constant(0), code.subtract(held, constant(1))) if last else constant(0)
    read = code.item(ordered(e, kind, place), height)
    return Number(code.subtract(read, constant(1)), none, 0, kind.pieces - 1)


def _end_of_counts(e: Emitter, kind: KindLayout, place: Number, last: bool) -> Number:
    """For identical pieces: the first or last look present in a zone."""
    code, looks = e.code, kind.looks
    counts = look_cells(e, kind, place)
    found = constant(-1)
    order = range(looks) if last else range(looks - 1, -1, -1)
    if looks <= STRAIGHT:
        for look in order:
            many = code.item(counts, constant(look))
            found = code.select(code.compare("sgt", many, constant(0)), constant(look), found)
    else:
        found = _end_where(
            e, looks, last, lambda look: code.compare("sgt", code.item(counts, look), constant(0))
        )
    none = code.compare("slt", found, constant(0))
    piece = joined(e, kind, place, Number(found, None, 0, looks - 1))
    return Number(piece.bits, none, piece.low, piece.high, piece.parts)


def end_of_equal(e: Emitter, kind: KindLayout, group: str, wanted: Operand, last: bool) -> Number:
    """For pieces that each record a place, in a group of cells: the first or last whose cell equals a
    number."""
    code = e.code
    if kind.pieces <= MOST_CELLS:
        there = equal_cells(e, cell(e, kind, group, constant(0)), kind.pieces, wanted)
        none = code.compare("eq", there, constant(0, there.type))
        end = highest(e, there) if last else lowest(e, there)
        return Number(code.select(none, constant(0), end), none, 0, kind.pieces - 1)
    found = _end_where(
        e,
        kind.pieces,
        last,
        lambda piece: code.compare("eq", code.load("i32", cell(e, kind, group, piece)), wanted),
    )
    return Number(found, code.compare("slt", found, constant(0)), 0, kind.pieces - 1)


def _end_where(e: Emitter, count: int, last: bool, holds: Callable[[Operand], Operand]) -> Operand:
    """The first or last index below a count for which a condition holds, -1 if there is none."""
    code, kept = e.code, e.code.variable(constant(-1))

    def ask(index: Operand) -> None:
        at = index if last else code.subtract(constant(count - 1), index)
        code.store(code.select(holds(at), at, code.load("i32", kept)), kept)

    repeated(e, count, ask, count, 0)
    return code.load("i32", kept)


EMIT.update(handlers("emit_", globals()))
