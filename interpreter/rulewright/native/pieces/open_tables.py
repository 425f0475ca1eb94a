"""Boards without edges in native code: the piece on a space, the free spaces next to pieces, the direction of each side of a piece.

As `evaluate.open_tables` defines it: each piece records its space, so that a question about a space searches the pieces.
"""

from __future__ import annotations

from functools import partial
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import handlers
from rulewright.native.expressions.domains import each_of
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.bits import WORD, clear_bit, each_bit
from rulewright.native.llvm.buffers import room_for
from rulewright.native.llvm.emitter import DO, EACH, EMIT, Body, Emitter, as_number, once
from rulewright.native.llvm.module import Function
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Row, number
from rulewright.native.pieces.changes import put_down, take_up
from rulewright.native.pieces.ends import end_of_equal
from rulewright.native.pieces.places import cell, repeated
from rulewright.native.pieces.questions import a_piece, answered, either
from rulewright.native.pieces.selected import pieces_of

WAYS = 8
"""Directions of boards; a square has sides in every other one, from the north clockwise."""


def piece_at(e: Emitter, kind: KindLayout, space: Number) -> Number:
    """The piece on a space, or none."""
    return end_of_equal(e, kind, "space", e.code.add(space.bits, constant(1)), last=False)


def emit_piece_at(e: Emitter, node: ir.PieceAt) -> Emitted:
    kind = e.layout.kinds[node.kind]
    space = as_number(e, e.value(node.space))
    piece = piece_at(e, kind, space)
    return Number(piece.bits, either(e, space.none, piece.none), piece.low, piece.high)


def emit_piece_turned(e: Emitter, node: ir.PieceTurned) -> Emitted:
    return answered(e, node, _turned)


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
    """A number that is needed only where another value is not none."""
    if none is None:
        return e.number(node)
    code = e.code
    kept = code.variable(constant(0))
    with code.unless(none, "asked"):
        value = e.number(node)
        code.store(value.bits, kept)
    return Number(code.load("i32", kept), None, min(value.low, 0), max(value.high, 0))


def _no_side(e: Emitter, way: Number) -> Operand:
    """Whether a direction is one in which a square has no side."""
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
    """The four neighbours of a space, in ascending order, each with whether it exists."""
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
    room, count = room_for(e, 4), code.variable(constant(0))
    for at, there in _beside(e, space, side):
        index = code.load("i32", count)
        code.store(at, code.element(room, "i32", index))
        code.store(code.add(index, code.widen(there, "i32")), count)
    return each_of(e, Row(room, code.load("i32", count), 4, 0, side * side - 1), body, node.span)


def each_open_space(e: Emitter, node: ir.OpenSpaces, body: Body) -> int:
    """Free spaces next to pieces, each once, in ascending order."""
    row = e.call(_open_spaces(e, e.layout.kinds[node.kind], node.side), ())
    assert isinstance(row, Row)
    return each_of(e, row, body, node.span)


def _open_spaces(e: Emitter, kind: KindLayout, side: int) -> Function:
    """The function that lists them: a bit for each space, with an extra row at either edge, so that no
    shift leaves the words."""
    return once(e.building, f"open_spaces.{kind.name}", "", partial(_write_open_spaces, kind, side))


def _write_open_spaces(kind: KindLayout, side: int, inner: Emitter) -> Emitted:
    code, last = inner.code, side * side - 1
    taken, count, lowest_, highest_ = (code.allocate("i32", size) for size in (kind.pieces, 1, 1, 1))
    for address, value in ((count, 0), (lowest_, last), (highest_, 0)):
        code.store(constant(value), address)

    def keep(piece: Operand) -> None:
        lies = code.load("i32", cell(inner, kind, "space", piece))
        at, space = code.load("i32", count), code.subtract(lies, constant(1))
        there = code.compare("ne", lies, constant(0))
        code.store(space, code.element(taken, "i32", at))
        code.store(code.add(at, code.widen(there, "i32")), count)
        low, high = code.load("i32", lowest_), code.load("i32", highest_)
        below, above = code.compare("slt", space, low), code.compare("sgt", space, high)
        code.store(code.select(code.both(there, below), space, low), lowest_)
        code.store(code.select(code.both(there, above), space, high), highest_)

    repeated(inner, kind.pieces, keep, kind.pieces, 0)
    most = 4 * kind.pieces
    room, found = code.allocate("i32", most), code.allocate("i32")
    code.store(constant(side * side // 2), room)
    code.store(constant(1), found)
    with code.if_(code.compare("sgt", code.load("i32", count), constant(0)), "some"):
        code.store(constant(0), found)
        _free_beside(inner, kind, side, (taken, code.load("i32", count)), (lowest_, highest_), (room, found))
    return Row(room, code.load("i32", found), most, 0, last)


Pair: TypeAlias = tuple[Operand, Operand]


def _free_beside(e: Emitter, kind: KindLayout, side: int, taken: Pair, between: Pair, into: Pair) -> None:
    """Set the bits of the neighbours of occupied spaces, clear the occupied ones, and list the rest in
    ascending order."""
    code = e.code
    bits = code.allocate("i64", -(-(side * side + 2 * side) // WORD))
    first = code.binary("lshr", code.load("i32", between[0]), constant(6))
    highest_ = code.add(code.load("i32", between[1]), constant(2 * side))
    words = code.add(code.subtract(code.binary("lshr", highest_, constant(6)), first), constant(1))
    most = -(-(side * side + 2 * side) // WORD)

    def word(index: Operand) -> Operand:
        return code.element(bits, "i64", code.add(first, index))

    def put(space: Operand, there: Operand) -> None:
        at = code.add(space, constant(side))
        address = code.element(bits, "i64", code.binary("lshr", at, constant(6)))
        place = code.widen(code.binary("and", at, constant(63)), "i64")
        bit = code.binary("shl", code.widen(there, "i64"), place)
        code.store(code.binary("or", code.load("i64", address), bit), address)

    def around(index: Operand) -> None:
        space = code.item(taken[0], index)
        for at, there in _beside(e, Number(space, None, 0, side * side - 1), side):
            put(at, there)

    def clear(index: Operand) -> None:
        at = code.add(code.item(taken[0], index), constant(side))
        address = code.element(bits, "i64", code.binary("lshr", at, constant(6)))
        clear_bit(e, address, code.binary("and", at, constant(63)))

    def read(index: Operand) -> None:
        begin = code.subtract(code.multiply(code.add(first, index), constant(WORD)), constant(side))

        def one(bit: Operand) -> None:
            at = code.load("i32", into[1])
            code.store(code.add(begin, bit), code.element(into[0], "i32", at))
            code.store(code.add(at, constant(1)), into[1])

        each_bit(e, code.load("i64", word(index)), one, 1)

    repeated(e, words, lambda index: code.store(constant(0, "i64"), word(index)), most, 0)
    repeated(e, taken[1], around, kind.pieces, 0)
    repeated(e, taken[1], clear, kind.pieces, 0)
    repeated(e, words, read, most, 0)


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


EMIT.update(handlers("emit_", globals()))
EACH.update({ir.GridNeighbours: each_neighbour, ir.OpenSpaces: each_open_space})
DO.update(handlers("do_", globals()))
