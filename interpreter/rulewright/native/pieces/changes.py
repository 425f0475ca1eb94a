"""Changes of pieces in native code: moving them, and changing their face or owner.

    relocate(e, kind, piece, to, span)      take_up and put_down      ->      the piece with its new number

As `evaluate.pieces` defines it: counts without a record of arrival, ordered zones without gaps, and the same failures.  Checks
that the bounds make unnecessary are left out: a zone with room for all pieces of its kind is never full.
"""

from __future__ import annotations

from rulewright.ir.layout import KindLayout
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import record
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Number, number
from rulewright.native.pieces.counting import held_at, look_cells, occupied
from rulewright.native.pieces.places import (
    Sort,
    a_place,
    by_sort,
    cell,
    joined,
    of_place,
    ordered,
    repeated,
    split,
    spot,
    within,
)
from rulewright.native.pieces.questions import place_of, sides_of
from rulewright.source.text import Span


def relocate(e: Emitter, kind: KindLayout, piece: Number, to: Number, span: Span) -> Number:
    """Move a piece, to the top if the zone is ordered, without changing its face; returns its new
    number."""
    take_up(e, kind, piece, span)
    return put_down(e, kind, piece, to, span)


def show(e: Emitter, kind: KindLayout, piece: Number, shown: Number, span: Span) -> Number:
    """Let a piece show a face (0 nothing, otherwise 1 + its index); returns its new number."""
    code, sides = e.code, sides_of(e, kind, piece)
    if shown.low < 0 or shown.high > sides.low:
        e.fail_if(code.compare("ugt", shown.bits, sides.bits), "range-left", span)
    shown = within(shown, 0, kind.faces)
    if kind.identical:
        place, look = split(e, kind, piece)
        take_up(e, kind, piece, span)
        return put_back(e, kind, place, showing(e, kind, look, shown))
    if kind.faces:
        code.store(shown.bits, cell(e, kind, "face", piece.bits))
    return piece


def showing(e: Emitter, kind: KindLayout, look: Number, shown: Number) -> Number:
    """The look with the same owner and another face."""
    if kind.owners == 1:
        return shown
    if kind.faces == 0:
        return look
    code, step = e.code, kind.faces + 1
    owner = code.unsigned_quotient(look.bits, constant(step))
    bits = code.add(code.multiply(owner, constant(step)), shown.bits)
    return Number(bits, None, 0, kind.looks - 1)


# ------------------------------------------------------------------------------------------------- taking up


def take_up(e: Emitter, kind: KindLayout, piece: Number, span: Span, at: Number | None = None) -> Number:
    """Take a piece from its place, which is `at` if that is known; `put_down` must follow. Returns the
    place."""
    if kind.identical:
        return _take_identical(e, kind, piece, span)
    place = at if at is not None else place_of(e, kind, piece)
    for name, offset in (("space", kind.space), ("turned", kind.turned)):
        if offset >= 0 and place.low <= kind.table <= place.high:
            e.code.store(constant(0), cell(e, kind, name, piece.bits))
    by_sort(e, kind, place, lambda sort, here: _take_from(e, kind, piece, sort, here))
    return place


def _take_identical(e: Emitter, kind: KindLayout, piece: Number, span: Span) -> Number:
    code = e.code
    place, look = split(e, kind, piece)

    def take(sort: Sort, here: Number) -> None:
        if sort == "spot":
            address = spot(e, kind, here)
            stands = code.load("i32", address)
            e.fail_if(code.compare("ne", stands, code.add(look.bits, constant(1))), "piece-missing", span)
            code.store(constant(0), address)
            record(e, kind, code.subtract(here.bits, constant(kind.first_spot)), look.bits, False)
        else:
            address = code.element(look_cells(e, kind, here), "i32", look.bits)
            there = code.load("i32", address)
            e.fail_if(code.compare("slt", there, constant(1)), "piece-missing", span)
            code.store(code.subtract(there, constant(1)), address)

    by_sort(e, kind, place, take)
    return place


def _take_from(e: Emitter, kind: KindLayout, piece: Number, sort: Sort, place: Number) -> None:
    """Remove a piece with identity from the records of its place."""
    code = e.code
    if sort == "spot":
        code.store(constant(0), spot(e, kind, place))
        return
    address = cell(e, kind, "held", place.bits)
    held = code.load("i32", address)
    if sort == "kept":
        _close_gap(e, kind, piece, place, held)
    code.store(code.subtract(held, constant(1)), address)


def _close_gap(e: Emitter, kind: KindLayout, piece: Number, place: Number, held: Operand) -> None:
    """The pieces above a removed one move down."""
    code, most = e.code, kind.pieces
    start, sought = ordered(e, kind, place), code.add(piece.bits, constant(1))
    gap = code.variable(constant(0))

    def ask(height: Operand) -> None:
        there = code.item(start, height)
        down = code.load("i32", gap)
        code.store(there, code.element(start, "i32", code.subtract(height, down)))
        found = code.widen(code.compare("eq", there, sought), "i32")
        code.store(code.binary("or", down, found), gap)

    repeated(e, held, ask, most, 0)
    code.store(constant(0), code.element(start, "i32", code.subtract(held, constant(1))))


# ----------------------------------------------------------------------------------------------- putting down


def put_down(e: Emitter, kind: KindLayout, piece: Number, to: Number, span: Span) -> Number:
    """Put a piece that was taken up at a place; a full place is a failure. Returns its new number."""
    to = a_place(kind, to)
    fail_if_full(e, kind, to, span)
    if kind.identical:
        return put_back(e, kind, to, split(e, kind, piece)[1])
    by_sort(e, kind, to, lambda sort, here: _put_in(e, kind, piece, sort, here))
    e.code.store(to.bits, cell(e, kind, "where", piece.bits))
    return piece


def fail_if_full(e: Emitter, kind: KindLayout, to: Number, span: Span) -> None:
    """Fail if a place has no room, unless it has room for all pieces."""
    sizes = [kind.places[code].size for code in range(to.low, to.high + 1)]
    if min(sizes) >= kind.pieces and not kind.unlimited:
        return
    code = e.code

    def ask(sort: Sort, here: Number) -> None:
        if sort == "spot":
            e.fail_if(occupied(e, kind, here), "zone-full", span)
            return
        size = of_place(e, here, sizes[here.low - to.low : here.high - to.low + 1])
        e.fail_if(code.compare("sge", held_at(e, kind, here).bits, size), "zone-full", span)

    by_sort(e, kind, to, ask)


def put_back(e: Emitter, kind: KindLayout, place: Number, look: Number) -> Number:
    """Put an identical piece at a place that has room."""
    code = e.code

    def put(sort: Sort, here: Number) -> None:
        if sort == "spot":
            code.store(code.add(look.bits, constant(1)), spot(e, kind, here))
            record(e, kind, code.subtract(here.bits, constant(kind.first_spot)), look.bits, True)
        else:
            address = code.element(look_cells(e, kind, here), "i32", look.bits)
            code.increase(address, constant(1))

    by_sort(e, kind, place, put)
    return joined(e, kind, place, look)


def _put_in(e: Emitter, kind: KindLayout, piece: Number, sort: Sort, to: Number) -> None:
    """Add a piece with identity to the records of its place."""
    code, numbered = e.code, e.code.add(piece.bits, constant(1))
    if sort == "spot":
        code.store(numbered, spot(e, kind, to))
        return
    address = cell(e, kind, "held", to.bits)
    held = code.load("i32", address)
    if sort == "kept":
        code.store(numbered, code.element(ordered(e, kind, to), "i32", held))
    code.store(code.add(held, constant(1)), address)


def appear(e: Emitter, kind: KindLayout, owner: Number, to: Number, span: Span) -> Number:
    """Put a new piece that shows nothing at a place; returns its number."""
    to = a_place(kind, to)
    fail_if_full(e, kind, to, span)
    return put_back(e, kind, to, _look_of(e, kind, owner, number(0)))


def hand_over(e: Emitter, kind: KindLayout, piece: Number, owner: Number, span: Span) -> Number:
    """Change the owner of a piece; returns its new number."""
    place, look = split(e, kind, piece)
    take_up(e, kind, piece, span)
    shown = number(0)
    if kind.faces:
        bits = e.code.unsigned_remainder(look.bits, constant(kind.faces + 1))
        shown = Number(bits, None, 0, kind.faces)
    return put_back(e, kind, place, _look_of(e, kind, owner, shown))


def _look_of(e: Emitter, kind: KindLayout, owner: Number, shown: Number) -> Number:
    owner = within(owner, 0, kind.owners - 1)
    step = kind.faces + 1
    bits = e.code.add(e.code.multiply(owner.bits, constant(step)), shown.bits)
    return Number(bits, None, owner.low * step + shown.low, owner.high * step + shown.high)
