"""Questions about pieces in native code: where they are, what they show, whose they are, how many lie where.

    tray.count        PieceCount("dice", PlaceOf(2))      ->      the sum of the place's seven counts
    space.owner       PieceOwner("disc", Single(...))     ->      one load: what stands on the space says it

As `evaluate.pieces` says it, over the cells that `ir.layout` describes.  An identical piece is a `Number` with `parts`, its
place and its look, so that what it shows is known without a division.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.native.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.bitsets import number_of
from rulewright.native.bitsets import occupied as occupied_bits
from rulewright.native.domains import DIFFERENT
from rulewright.native.emitter import EACH, EMIT, Body, Emitter, as_number
from rulewright.native.places import (
    Sort,
    a_place,
    an_element,
    by_sort,
    cell,
    joined,
    most_at,
    of_place,
    ordered,
    repeated,
    sorts,
    split,
    spot,
    within,
    zones,
)
from rulewright.native.regions import mirrored
from rulewright.native.sought import MOST_CELLS, each_bit, equal_cells, highest, lowest
from rulewright.native.values import NOTHING, Emitted, Number, Truth, number
from rulewright.source.text import Span

LookBody: TypeAlias = Callable[[Number, Operand], None]
"""Takes a look at a place and how many pieces have it there."""
STRAIGHT = 16
"""Up to so many cells are read one after the other, more in a loop."""


# ------------------------------------------------------------------------------------------------- one piece


def place_of(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """The place where a piece is."""
    if kind.identical:
        return split(e, kind, piece)[0]
    at = e.code.load("i32", cell(e, kind, "where", piece.bits))
    return Number(at, None, 0, len(kind.places) - 1)


def owner_of(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """The owner of a piece; of pieces with identity each owner has as many, one owner after the other."""
    code, owners = e.code, kind.owners
    if owners == 1:
        return number(0)
    if kind.identical:
        look = split(e, kind, piece)[1]
        shown = kind.faces + 1
        owner = code.unsigned_quotient(look.bits, constant(shown))
        return Number(owner, None, look.low // shown, look.high // shown)
    if kind.pieces % owners == 0:
        return Number(
            code.unsigned_quotient(piece.bits, constant(kind.pieces // owners)), None, 0, owners - 1
        )
    scaled = code.multiply(piece.bits, constant(owners))
    return Number(code.unsigned_quotient(scaled, constant(kind.pieces)), None, 0, owners - 1)


def shown_on(e: Emitter, kind: KindLayout, piece: Number) -> Operand:
    """What a piece shows: 0 nothing, otherwise 1 + the index of the face. The kind has faces."""
    if not kind.identical:
        return e.code.load("i32", cell(e, kind, "face", piece.bits))
    look = split(e, kind, piece)[1]
    return look.bits if kind.owners == 1 else e.code.unsigned_remainder(look.bits, constant(kind.faces + 1))


def sides_of(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """How many faces a piece has."""
    if not kind.sides or kind.identical:
        return number(kind.faces)
    row = e.building.constant_row(kind.sides)
    sides = e.code.load("i32", e.code.element(row, "i32", piece.bits))
    return Number(sides, None, min(kind.sides), max(kind.sides))


def a_piece(e: Emitter, kind: KindLayout, value: Number) -> Number:
    """A value that is a piece, or none; where it is none the first piece is asked about, and the answer is not used."""
    last = e.building.numbers_of(kind) - 1
    if value.none is None:
        return within(value, 0, last)
    code, none = e.code, value.none
    known = within(value, 0, last)
    bits = code.select(none, constant(known.low), known.bits)
    parts = None
    if known.parts is not None:
        place, look = divmod(known.low, kind.looks)
        parts = (
            code.select(none, constant(place), known.parts[0]),
            code.select(none, constant(look), known.parts[1]),
        )
    return Number(bits, None, known.low, known.high, parts)


def _asked(e: Emitter, kind: KindLayout, node: ir.Expression) -> tuple[Number, Operand | None]:
    """The piece that is asked about, and where it is none."""
    value = as_number(e, e.value(node))
    return a_piece(e, kind, value), value.none


def either(e: Emitter, *conditions: Operand | None) -> Operand | None:
    """Whether any of several conditions holds, of which some can never."""
    found: Operand | None = None
    for condition in conditions:
        if condition is not None:
            found = condition if found is None else e.code.either(found, condition)
    return found


def emit_piece_face(e: Emitter, node: ir.PieceFace) -> Emitted:
    kind = e.layout.kinds[node.kind]
    piece, none = _asked(e, kind, node.piece)
    if kind.faces == 0 or (none is not None and none.known == 1):
        return NOTHING
    shown = shown_on(e, kind, piece)
    blank = e.code.compare("eq", shown, constant(0))
    return Number(e.code.subtract(shown, constant(1)), either(e, none, blank), 0, kind.faces - 1)


def emit_piece_owner(e: Emitter, node: ir.PieceOwner) -> Emitted:
    kind = e.layout.kinds[node.kind]
    piece, none = _asked(e, kind, node.piece)
    owner = owner_of(e, kind, piece)
    return Number(owner.bits, none, owner.low, owner.high)


def emit_piece_place(e: Emitter, node: ir.PiecePlace) -> Emitted:
    kind = e.layout.kinds[node.kind]
    piece, none = _asked(e, kind, node.piece)
    place = place_of(e, kind, piece)
    return Number(place.bits, none, place.low, place.high)


def emit_piece_space(e: Emitter, node: ir.PieceSpace) -> Emitted:
    kind, code = e.layout.kinds[node.kind], e.code
    piece, none = _asked(e, kind, node.piece)
    if kind.space >= 0:
        lies = code.load("i32", cell(e, kind, "space", piece.bits))
        elsewhere = code.compare("eq", lies, constant(0))
        return Number(code.subtract(lies, constant(1)), either(e, none, elsewhere), 0, node.count - 1)
    place = place_of(e, kind, piece)
    space = code.subtract(place.bits, constant(node.first))
    off = None
    if place.low < node.first or place.high >= node.first + node.count:
        off = code.compare("uge", space, constant(node.count))
    low, high = max(place.low - node.first, 0), min(place.high - node.first, node.count - 1)
    return Number(space, either(e, none, off), min(low, high), max(low, high))


# --------------------------------------------------------------------------------------------- how many pieces


def emit_place_of(e: Emitter, node: ir.PlaceOf) -> Emitted:
    if node.owner is None:
        return number(node.first)
    owner = as_number(e, e.value(node.owner))
    place = e.code.add(owner.bits, constant(node.first))
    return Number(place, owner.none, node.first + owner.low, node.first + owner.high)


def held_at(e: Emitter, kind: KindLayout, place: Number) -> Number:
    """How many pieces lie at a place."""
    place, code = a_place(kind, place), e.code
    there = sorts(kind, place)
    if there == {"spot"}:
        return Number(code.widen(occupied(e, kind, place), "i32"), None, 0, 1)
    most = most_at(kind, place)
    if "spot" not in there:
        return Number(_held_in_zone(e, kind, place), None, 0, most)
    kept = code.allocate("i32")

    def write(sort: Sort, here: Number) -> None:
        spotted = sort == "spot"
        many = code.widen(occupied(e, kind, here), "i32") if spotted else _held_in_zone(e, kind, here)
        code.store(many, kept)

    by_sort(e, kind, place, write)
    return Number(code.load("i32", kept), None, 0, most)


def occupied(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    """Whether something stands on a spot."""
    return e.code.compare("ne", e.code.load("i32", spot(e, kind, place)), constant(0))


def _held_in_zone(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    code = e.code
    if not kind.identical:
        return code.load("i32", cell(e, kind, "held", place.bits))
    counts = look_cells(e, kind, place)
    return _sum(e, counts, kind.looks)


def look_cells(e: Emitter, kind: KindLayout, place: Number) -> Operand:
    """The address of a zone's counts of identical pieces, one for each look."""
    return cell(e, kind, "counts", e.code.multiply(place.bits, constant(kind.looks)))


def _sum(e: Emitter, address: Operand, count: int) -> Operand:
    """The sum of cells that lie one after the other."""
    code = e.code
    if count <= STRAIGHT:
        total = constant(0)
        for index in range(count):
            total = code.add(total, code.load("i32", code.element(address, "i32", constant(index))))
        return total
    kept = code.allocate("i32")
    code.store(constant(0), kept)

    def add(index: Operand) -> None:
        there = code.load("i32", code.element(address, "i32", index))
        code.store(code.add(code.load("i32", kept), there), kept)

    repeated(e, count, add, count, 0)
    return code.load("i32", kept)


def emit_piece_count(e: Emitter, node: ir.PieceCount) -> Emitted:
    kind = e.layout.kinds[node.kind]
    value = as_number(e, e.value(node.place))
    many = held_at(e, kind, _place_or_first(e, kind, value))
    return Number(many.bits, value.none, many.low, many.high)


def _place_or_first(e: Emitter, kind: KindLayout, value: Number) -> Number:
    """A place, or, where it is none, the first of those it can be."""
    place = a_place(kind, value)
    if value.none is None:
        return place
    return Number(e.code.select(value.none, constant(place.low), place.bits), None, place.low, place.high)


def emit_board_count(e: Emitter, node: ir.BoardCount) -> Emitted:
    kind, code = e.layout.kinds[node.kind], e.code
    kept = code.allocate("i32")
    code.store(constant(0), kept)

    def add(place: Number) -> None:
        code.store(code.add(code.load("i32", kept), held_at(e, kind, place).bits), kept)

    most = min(_each_space(e, kind, node, add), kind.pieces)
    return Number(code.load("i32", kept), None, 0, most)


def emit_board_full(e: Emitter, node: ir.BoardFull) -> Emitted:
    kind, code = e.layout.kinds[node.kind], e.code
    if mirrored(kind) and node.at is None and node.first >= kind.first_spot:
        there = occupied_bits(e, kind)
        mask = number_of(((1 << node.count) - 1) << node.first - kind.first_spot, there.type)
        return Truth(code.compare("eq", code.binary("and", there, mask), mask), None)
    kept, done = code.allocate("i1"), code.block("asked")
    code.store(TRUE, kept)

    def ask(place: Number) -> None:
        size = of_place(e, place, [kind.places[at].size for at in range(place.low, place.high + 1)])
        full, going = code.compare("sge", held_at(e, kind, place).bits, size), code.block("full")
        code.store(full, kept)
        code.branch(full, going, done)
        code.at(going)

    _each_space(e, kind, node, ask)
    code.at(done)
    return Truth(code.load("i1", kept), None)


def _each_space(
    e: Emitter,
    kind: KindLayout,
    node: ir.BoardCount | ir.BoardFull | ir.PiecesOn,
    body: Callable[[Number], None],
    times: int = 0,
) -> int:
    """Write `body` for each place of a board's spaces; the most pieces on them."""
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


# ---------------------------------------------------------------------------------------- the pieces at a place


def emit_top(e: Emitter, node: ir.Top) -> Emitted:
    kind = e.layout.kinds[node.kind]
    return end_piece(e, kind, e.number(node.place), last=True)


def emit_single(e: Emitter, node: ir.Single) -> Emitted:
    kind = e.layout.kinds[node.kind]
    if node.place is None:
        return _first_of_all(e, kind, node.span)
    value = as_number(e, e.value(node.place))
    there = end_piece(e, kind, _place_or_first(e, kind, value), last=False)
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
        next_, here = code.block("next"), code.block("here")
        code.branch(code.compare("sgt", many, constant(0)), here, next_)
        code.at(here)
        code.store(piece.bits, found)
        code.store(FALSE, missing)
        code.branch_to(done)
        code.at(next_)

    _each_look_of_all(e, kind, take, 0)
    code.at(done)
    return Number(code.load("i32", found), code.load("i1", missing), 0, e.building.numbers_of(kind) - 1)


def end_piece(e: Emitter, kind: KindLayout, place: Number, last: bool) -> Number:
    """The first or last of the pieces at a place, none if it is empty."""
    place = a_place(kind, place)
    there = sorts(kind, place)
    if len(there) == 1:
        return _end_of(e, kind, there.pop(), place, last)
    code = e.code
    found, missing = code.allocate("i32"), code.allocate("i1")
    bounds: list[Number] = []

    def write(sort: Sort, here: Number) -> None:
        piece = _end_of(e, kind, sort, here, last)
        bounds.append(piece)
        code.store(piece.bits, found)
        code.store(piece.none or FALSE, missing)

    by_sort(e, kind, place, write)
    low, high = min(piece.low for piece in bounds), max(piece.high for piece in bounds)
    return Number(code.load("i32", found), code.load("i1", missing), low, high)


def _end_of(e: Emitter, kind: KindLayout, sort: Sort, place: Number, last: bool) -> Number:
    code = e.code
    if sort == "spot":
        return on_spot(e, kind, place)
    if kind.identical:
        return _end_of_counts(e, kind, place, last)
    if sort == "loose":
        return _end_of_loose(e, kind, place, last)
    held = _held_in_zone(e, kind, place)
    none = code.compare("eq", held, constant(0))
    height = code.select(none, constant(0), code.subtract(held, constant(1))) if last else constant(0)
    read = code.load("i32", code.element(ordered(e, kind, place), "i32", height))
    return Number(code.subtract(read, constant(1)), none, 0, kind.pieces - 1)


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


def _end_of_counts(e: Emitter, kind: KindLayout, place: Number, last: bool) -> Number:
    """Of identical pieces: the first or last look that lies in a zone."""
    code, looks = e.code, kind.looks
    counts = look_cells(e, kind, place)
    found = constant(-1)
    order = range(looks) if last else range(looks - 1, -1, -1)
    if looks <= STRAIGHT:
        for look in order:
            many = code.load("i32", code.element(counts, "i32", constant(look)))
            found = code.select(code.compare("sgt", many, constant(0)), constant(look), found)
    else:
        kept = code.allocate("i32")
        code.store(found, kept)

        def ask(index: Operand) -> None:
            look = index if last else code.subtract(constant(looks - 1), index)
            many = code.load("i32", code.element(counts, "i32", look))
            code.store(
                code.select(code.compare("sgt", many, constant(0)), look, code.load("i32", kept)), kept
            )

        repeated(e, looks, ask, looks, 0)
        found = code.load("i32", kept)
    none = code.compare("slt", found, constant(0))
    piece = joined(e, kind, place, Number(found, None, 0, looks - 1))
    return Number(piece.bits, none, piece.low, piece.high, piece.parts)


def _end_of_loose(e: Emitter, kind: KindLayout, place: Number, last: bool) -> Number:
    """Of pieces that each say where they are: the first or last at a place."""
    code = e.code
    if kind.pieces <= MOST_CELLS:
        there = equal_cells(e, cell(e, kind, "where", constant(0)), kind.pieces, place.bits)
        none = code.compare("eq", there, constant(0, there.type))
        end = highest(e, there) if last else lowest(e, there)
        return Number(code.select(none, constant(0), end), none, 0, kind.pieces - 1)
    kept = code.allocate("i32")
    code.store(constant(-1), kept)

    def ask(index: Operand) -> None:
        piece = index if last else code.subtract(constant(kind.pieces - 1), index)
        here = code.compare("eq", code.load("i32", cell(e, kind, "where", piece)), place.bits)
        code.store(code.select(here, piece, code.load("i32", kept)), kept)

    repeated(e, kind.pieces, ask, kind.pieces, 0)
    found = code.load("i32", kept)
    return Number(found, code.compare("slt", found, constant(0)), 0, kind.pieces - 1)


def each_piece_at(e: Emitter, node: ir.PiecesAt, body: Body) -> int:
    kind = e.layout.kinds[node.kind]
    return pieces_at(e, kind, e.number(node.place), body, node.span)


def pieces_at(e: Emitter, kind: KindLayout, place: Number, body: Body, span: Span) -> int:
    """Write `body` for each piece at a place, in canonical order; the most there can be."""
    place = a_place(kind, place)
    there, most = sorts(kind, place), most_at(kind, place)
    if len(there) == 1:
        _pieces_in(e, kind, there.pop(), place, body, span)
        return most
    code = e.code
    buffer, count = code.allocate("i32", most), code.allocate("i32")
    code.store(constant(0), count)

    def keep(piece: Emitted) -> None:
        at = code.load("i32", count)
        code.store(as_number(e, piece).bits, code.element(buffer, "i32", at))
        code.store(code.add(at, constant(1)), count)

    work = e.work
    by_sort(e, kind, place, lambda sort, here: _pieces_in(e, kind, sort, here, keep, span))
    e.work = work
    low, high = 0, e.building.numbers_of(kind) - 1
    if kind.identical:
        low, high = place.low * kind.looks, (place.high + 1) * kind.looks - 1

    def take(index: Operand) -> None:
        body(Number(code.load("i32", code.element(buffer, "i32", index)), None, low, high))

    e.loop(code.load("i32", count), most, take, span)
    return most


def _pieces_in(e: Emitter, kind: KindLayout, sort: Sort, place: Number, body: Body, span: Span) -> None:
    code, most = e.code, most_at(kind, place)
    if sort == "spot":
        piece = on_spot(e, kind, place)
        there = Number(piece.bits, None, piece.low, piece.high, piece.parts)
        assert piece.none is not None
        with code.if_(code.opposite(piece.none), "there"):
            body(there)
        e.work += 1
    elif kind.identical:
        each_look_in_zone(e, kind, place, partial(_as_often, e, body, most, span), 1)
    elif sort == "kept":
        first = ordered(e, kind, place)

        def take(index: Operand) -> None:
            read = code.load("i32", code.element(first, "i32", index))
            body(Number(code.subtract(read, constant(1)), None, 0, kind.pieces - 1))

        e.loop(_held_in_zone(e, kind, place), most, take, span)
    else:
        _loose_pieces(e, kind, place, body, most, span)


def _as_often(e: Emitter, body: Body, most: int, span: Span, piece: Number, many: Operand) -> None:
    """A look is an element as often as it lies there."""
    e.loop(many, most, lambda _: body(piece), span)


def _loose_pieces(e: Emitter, kind: KindLayout, place: Number, body: Body, most: int, span: Span) -> None:
    code = e.code

    def take(index: Operand) -> None:
        an_element(e, lambda: body(Number(index, None, 0, kind.pieces - 1)), most, span)

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
        _each_look_of_all(e, kind, partial(_as_often, e, body, kind.pieces, node.span), 1)
    return kind.pieces


def each_on(e: Emitter, node: ir.PiecesOn, body: Body) -> int:
    """The pieces on a board, space by space."""
    kind = e.layout.kinds[node.kind]

    def take(place: Number) -> None:
        pieces_at(e, kind, place, body, node.span)

    times = min(node.count, kind.pieces)
    return min(_each_space(e, kind, node, take, times), kind.pieces)


# ---------------------------------------------------------------------------------------- looks of identical pieces


def each_look(e: Emitter, node: ir.PiecesAt | ir.AllPieces | ir.PiecesOn, body: LookBody) -> int:
    """Write `body` for each identical piece that can be told from the others by where it is and what it shows, with how
    many such there are (perhaps 0), in canonical order; the most pieces there can be."""
    kind = e.layout.kinds[node.kind]
    match node:
        case ir.AllPieces():
            return _each_look_of_all(e, kind, body, kind.pieces)
        case ir.PiecesAt():
            return looks_at(e, kind, e.number(node.place), body)
        case ir.PiecesOn():
            times = min(node.count, kind.pieces)
            return min(
                _each_space(e, kind, node, lambda place: _take_looks(e, kind, place, body), times),
                kind.pieces,
            )


def _take_looks(e: Emitter, kind: KindLayout, place: Number, body: LookBody) -> None:
    looks_at(e, kind, place, body)


def looks_at(e: Emitter, kind: KindLayout, place: Number, body: LookBody) -> int:
    """The looks of identical pieces at a place, each with how many there are."""
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
    piece = on_spot(e, kind, place)
    assert piece.none is not None
    with e.code.if_(e.code.opposite(piece.none), "there"):
        body(Number(piece.bits, None, piece.low, piece.high, piece.parts), constant(1))


def each_look_in_zone(e: Emitter, kind: KindLayout, place: Number, body: LookBody, times: int) -> None:
    code = e.code
    counts = look_cells(e, kind, place)

    def ask(index: Operand) -> None:
        look = Number(index, None, 0, kind.looks - 1)
        body(joined(e, kind, place, look), code.load("i32", code.element(counts, "i32", index)))

    if kind.looks == 1:
        body(joined(e, kind, place, number(0)), code.load("i32", counts))
    else:
        repeated(e, kind.looks, ask, kind.looks, times)


def _each_look_of_all(e: Emitter, kind: KindLayout, body: LookBody, times: int) -> int:
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
    """Each piece once; of identical pieces each look at a place once."""
    if not e.layout.kinds[node.kind].identical:
        return EACH[type(node)](e, node, body)

    def take(piece: Number, many: Operand) -> None:
        with e.code.if_(e.code.compare("sgt", many, constant(0)), "some"):
            e.work += 1
            body(piece)

    return each_look(e, node, take)


EMIT.update(
    {
        ir.PieceFace: emit_piece_face,
        ir.PieceOwner: emit_piece_owner,
        ir.PiecePlace: emit_piece_place,
        ir.PieceSpace: emit_piece_space,
        ir.PlaceOf: emit_place_of,
        ir.PieceCount: emit_piece_count,
        ir.BoardCount: emit_board_count,
        ir.BoardFull: emit_board_full,
        ir.Top: emit_top,
        ir.Single: emit_single,
    }
)
DIFFERENT.update(dict.fromkeys((ir.PiecesAt, ir.AllPieces, ir.PiecesOn), each_different_piece))
EACH.update({ir.PiecesAt: each_piece_at, ir.AllPieces: each_of_all, ir.PiecesOn: each_on})
