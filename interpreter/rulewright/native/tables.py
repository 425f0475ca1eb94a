"""Tables without an edge in native code: what lies on which space, which are free beside a piece, which side points where.

As `evaluate.tables` says it: each piece knows where it lies, so that a question about a space looks through the pieces.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.native.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.buffers import room_for, sort
from rulewright.native.changes import put_down, take_up
from rulewright.native.emitter import DO, EACH, EMIT, Body, Emitter, as_number
from rulewright.native.named import pieces_of
from rulewright.native.pieces import a_piece, either
from rulewright.native.places import cell, repeated
from rulewright.native.sought import MOST_CELLS, equal_cells, lowest
from rulewright.native.values import NOTHING, Emitted, Number, Row, number
from rulewright.source.text import Span

WAYS = 8
"""Directions of boards; a square has sides in every other one, from the north clockwise."""


def piece_at(e: Emitter, kind: KindLayout, space: Number) -> Number:
    """The piece on a space, or none."""
    code = e.code
    sought = code.add(space.bits, constant(1))
    if kind.pieces <= MOST_CELLS:
        there = equal_cells(e, cell(e, kind, "space", constant(0)), kind.pieces, sought)
        none = code.compare("eq", there, constant(0, there.type))
        return Number(code.select(none, constant(0), lowest(e, there)), none, 0, kind.pieces - 1)
    kept = code.allocate("i32")
    code.store(constant(-1), kept)

    def ask(index: Operand) -> None:
        piece = code.subtract(constant(kind.pieces - 1), index)
        here = code.compare("eq", code.load("i32", cell(e, kind, "space", piece)), sought)
        code.store(code.select(here, piece, code.load("i32", kept)), kept)

    repeated(e, kind.pieces, ask, kind.pieces, 0)
    found = code.load("i32", kept)
    return Number(found, code.compare("slt", found, constant(0)), 0, kind.pieces - 1)


def emit_piece_at(e: Emitter, node: ir.PieceAt) -> Emitted:
    kind = e.layout.kinds[node.kind]
    space = as_number(e, e.value(node.space))
    piece = piece_at(e, kind, space)
    return Number(piece.bits, either(e, space.none, piece.none), piece.low, piece.high)


def emit_piece_turned(e: Emitter, node: ir.PieceTurned) -> Emitted:
    kind = e.layout.kinds[node.kind]
    value = as_number(e, e.value(node.piece))
    turned = _turned(e, kind, a_piece(e, kind, value))
    return Number(turned.bits, value.none, turned.low, turned.high)


def _turned(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    if kind.turned < 0:
        return number(0)
    return Number(e.code.load("i32", cell(e, kind, "turned", piece.bits)), None, 0, 3)


def emit_side_of(e: Emitter, node: ir.SideOf) -> Emitted:
    kind, code = e.layout.kinds[node.kind], e.code
    value = as_number(e, e.value(node.piece))
    way = e.number(node.way)
    odd = _no_side(e, way)
    e.fail_if(
        odd if value.none is None else code.both(odd, code.opposite(value.none)), "undefined", node.way.span
    )
    piece = a_piece(e, kind, value)
    if node.turned is None:
        turned = _turned(e, kind, piece)
    else:
        turned = _asked_unless(e, node.turned, value.none)
    quarters = code.subtract(code.binary("lshr", way.bits, constant(1)), turned.bits)
    side = code.add(code.multiply(piece.bits, constant(4)), code.binary("and", quarters, constant(3)))
    return Number(side, value.none, 4 * piece.low, 4 * piece.high + 3)


def _asked_unless(e: Emitter, node: ir.Expression, none: Operand | None) -> Number:
    """A number that is only needed where something else is not none."""
    if none is None:
        return e.number(node)
    cheap = e.attempt(node, lambda: e.number(node))
    if cheap is not None:
        return as_number(e, cheap)
    code = e.code
    kept, ask, after = code.allocate("i32"), code.block("asked"), code.block("after")
    code.store(constant(0), kept)
    code.branch(none, after, ask)
    code.at(ask)
    value = e.number(node)
    code.store(value.bits, kept)
    code.at(after)
    return Number(code.load("i32", kept), None, min(value.low, 0), max(value.high, 0))


def _no_side(e: Emitter, way: Number) -> Operand:
    """Whether a direction is none in which a square has a side."""
    code = e.code
    if way.low == way.high:
        return FALSE if 0 <= way.low < WAYS and way.low % 2 == 0 else TRUE
    odd = code.compare("ne", code.binary("and", way.bits, constant(1)), constant(0))
    if way.low >= 0 and way.high < WAYS:
        return odd
    return code.either(odd, code.compare("uge", way.bits, constant(WAYS)))


def emit_grid_step(e: Emitter, node: ir.GridStep) -> Emitted:
    code = e.code
    space, way = as_number(e, e.value(node.space)), e.number(node.way)
    if space.none is not None and space.none.known == 1:
        return NOTHING
    row, column = _row_and_column(e, space, node.side)
    quarters = code.binary("lshr", way.bits, constant(1))
    last = constant(node.side - 1)
    steps = [
        (constant(node.side), code.compare("sge", row, last)),
        (constant(1), code.compare("sge", column, last)),
        (constant(-node.side), code.compare("sle", row, constant(0))),
        (constant(-1), code.compare("sle", column, constant(0))),
    ]
    by, off = steps[3]
    for turn in (2, 1, 0):
        this = code.compare("eq", quarters, constant(turn))
        by, off = code.select(this, steps[turn][0], by), code.select(this, steps[turn][1], off)
    none = either(e, space.none, code.either(_no_side(e, way), off))
    return Number(code.add(space.bits, by), none, 0, node.side * node.side - 1)


def _row_and_column(e: Emitter, space: Number, side: int) -> tuple[Operand, Operand]:
    return e.code.unsigned_quotient(space.bits, constant(side)), e.code.unsigned_remainder(
        space.bits, constant(side)
    )


def _beside(e: Emitter, space: Number, side: int) -> list[tuple[Operand, Operand]]:
    """The four spaces beside a space, in ascending order, each with whether there is one."""
    code = e.code
    row, column = _row_and_column(e, space, side)
    first, last = constant(0), constant(side - 1)
    return [
        (code.subtract(space.bits, constant(side)), code.compare("sgt", row, first)),
        (code.subtract(space.bits, constant(1)), code.compare("sgt", column, first)),
        (code.add(space.bits, constant(1)), code.compare("slt", column, last)),
        (code.add(space.bits, constant(side)), code.compare("slt", row, last)),
    ]


def each_neighbour(e: Emitter, node: ir.GridNeighbours, body: Body) -> int:
    code, side = e.code, node.side
    space = e.number(node.space)
    room, count = room_for(e, 4), code.allocate("i32")
    code.store(constant(0), count)
    for at, there in _beside(e, space, side):
        index = code.load("i32", count)
        code.store(at, code.element(room, "i32", index))
        code.store(code.add(index, code.widen(there, "i32")), count)
    _each(e, Row(room, code.load("i32", count), 4, 0, side * side - 1), body, node.span)
    return 4


def each_open_space(e: Emitter, node: ir.OpenSpaces, body: Body) -> int:
    """Free spaces beside pieces, each once, in ascending order."""
    kind, code, side = e.layout.kinds[node.kind], e.code, node.side
    most = 2 * kind.pieces + 2
    room, count = code.allocate("i32", 4 * kind.pieces + 1), code.allocate("i32")
    code.store(constant(0), count)

    def around(index: Operand) -> None:
        lies = code.load("i32", cell(e, kind, "space", index))
        with code.if_(code.compare("ne", lies, constant(0)), "lies"):
            space = Number(code.subtract(lies, constant(1)), None, 0, side * side - 1)
            for at, there in _beside(e, space, side):
                with code.if_(there, "beside"):
                    free = piece_at(e, kind, Number(at, None, 0, side * side - 1)).none
                    assert free is not None
                    with code.if_(free, "free"):
                        _put_new(e, room, count, at, 4 * kind.pieces)

    repeated(e, kind.pieces, around, kind.pieces, 0)
    with code.if_(code.compare("eq", code.load("i32", count), constant(0)), "empty"):
        lies = _any_lies(e, kind)
        with code.if_(code.opposite(lies), "center"):
            code.store(constant(side * side // 2), room)
            code.store(constant(1), count)
    row = Row(room, code.load("i32", count), most, 0, side * side - 1)
    sort(e, row)
    _each(e, row, body, node.span)
    return most


def _put_new(e: Emitter, room: Operand, count: Operand, at: Operand, most: int) -> None:
    """Keep a space that is not kept yet."""
    code = e.code
    length, known = code.load("i32", count), code.allocate("i1")
    code.store(FALSE, known)

    def ask(index: Operand) -> None:
        same = code.compare("eq", code.load("i32", code.element(room, "i32", index)), at)
        code.store(code.either(code.load("i1", known), same), known)

    repeated(e, length, ask, most, 0)
    with code.if_(code.opposite(code.load("i1", known)), "new"):
        code.store(at, code.element(room, "i32", length))
        code.store(code.add(length, constant(1)), count)


def _any_lies(e: Emitter, kind: KindLayout) -> Operand:
    """Whether a piece lies on the table."""
    held = e.code.load("i32", cell(e, kind, "held", constant(kind.table)))
    return e.code.compare("sgt", held, constant(0))


def _each(e: Emitter, row: Row, body: Body, span: Span) -> None:
    code = e.code
    e.loop(
        row.length, row.most,
        lambda index: body(Number(code.load("i32", code.element(row.address, "i32", index)), None, row.low, row.high)),
        span,
    )  # fmt: skip


def do_lay_pieces(e: Emitter, effect: ir.LayPieces) -> None:
    kind, code, span = e.layout.kinds[effect.kind], e.code, effect.span
    pieces = pieces_of(e, kind, effect.pieces)
    space = e.number(effect.space)
    turned = constant(0)
    if effect.turned is not None:
        turned = code.binary("and", e.number(effect.turned).bits, constant(3))

    def lay(piece: Number) -> None:
        there = piece_at(e, kind, space)
        assert there.none is not None
        another = code.both(code.opposite(there.none), code.compare("ne", there.bits, piece.bits))
        e.fail_if(another, "zone-full", span)
        take_up(e, kind, piece, span)
        put_down(e, kind, piece, number(effect.to), span)
        code.store(code.add(space.bits, constant(1)), cell(e, kind, "space", piece.bits))
        if kind.turned >= 0:
            code.store(turned, cell(e, kind, "turned", piece.bits))

    pieces.visit(lay)


EMIT.update(
    {
        ir.PieceAt: emit_piece_at,
        ir.PieceTurned: emit_piece_turned,
        ir.SideOf: emit_side_of,
        ir.GridStep: emit_grid_step,
    }
)
EACH.update({ir.GridNeighbours: each_neighbour, ir.OpenSpaces: each_open_space})
DO[ir.LayPieces] = do_lay_pieces
