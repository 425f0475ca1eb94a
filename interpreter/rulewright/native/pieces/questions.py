"""Questions about one piece in native code: where it is, what it shows, who owns it.

    space.owner       PieceOwner("disc", Single(...))     ->      one load from the cell of the space
    die.face          PieceFace("die", ...)               ->      one load; 0 means that the die shows nothing

As `evaluate.pieces` defines it, over the cells that `ir.layout` describes.  An identical piece is a `Number` with `parts`, its
place and its look, so that reading its face needs no division.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import handlers
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.values import NOTHING, Emitted, Number, number
from rulewright.native.pieces.places import cell, split, within


def place_of(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """The place of a piece."""
    if kind.identical:
        return split(e, kind, piece)[0]
    at = e.code.load("i32", cell(e, kind, "where", piece.bits))
    return Number(at, None, 0, len(kind.places) - 1)


def owner_of(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """The owner of a piece; of pieces with identity each owner has equally many, one owner after the
    other."""
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
    """The face that a piece shows: 0 nothing, otherwise 1 + the index of the face. The kind has faces."""
    if not kind.identical:
        return e.code.load("i32", cell(e, kind, "face", piece.bits))
    look = split(e, kind, piece)[1]
    return look.bits if kind.owners == 1 else e.code.unsigned_remainder(look.bits, constant(kind.faces + 1))


def sides_of(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """How many faces a piece has."""
    if not kind.sides or kind.identical:
        return number(kind.faces)
    row = e.building.constant_row(kind.sides)
    sides = e.code.item(row, piece.bits)
    return Number(sides, None, min(kind.sides), max(kind.sides))


def a_piece(e: Emitter, kind: KindLayout, value: Number) -> Number:
    """A value that is a piece, or none; where it is none the first possible piece takes its place, and the
    answer is ignored."""
    last = kind.numbers - 1
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


def either(e: Emitter, *conditions: Operand | None) -> Operand | None:
    """Whether any of several conditions holds; None is a condition that never does."""
    found: Operand | None = None
    for condition in conditions:
        if condition is not None:
            found = condition if found is None else e.code.either(found, condition)
    return found


def _asked(e: Emitter, kind: KindLayout, node: ir.Expression) -> tuple[Number, Operand | None]:
    """The piece of a question, and where it is none."""
    value = as_number(e, e.value(node))
    return a_piece(e, kind, value), value.none


def emit_piece_face(e: Emitter, node: ir.PieceFace) -> Emitted:
    kind = e.layout.kinds[node.kind]
    piece, none = _asked(e, kind, node.piece)
    if kind.faces == 0 or (none is not None and none.known == 1):
        return NOTHING
    shown = shown_on(e, kind, piece)
    blank = e.code.compare("eq", shown, constant(0))
    return Number(e.code.subtract(shown, constant(1)), either(e, none, blank), 0, kind.faces - 1)


def emit_piece_owner(e: Emitter, node: ir.PieceOwner) -> Emitted:
    return answered(e, node, owner_of)


def emit_piece_place(e: Emitter, node: ir.PiecePlace) -> Emitted:
    return answered(e, node, place_of)


def answered(
    e: Emitter,
    node: ir.PieceOwner | ir.PiecePlace | ir.PieceTurned,
    answer: Callable[[Emitter, KindLayout, Number], Number],
) -> Number:
    """The answer to a question about a piece, none where the piece is."""
    kind = e.layout.kinds[node.kind]
    piece, none = _asked(e, kind, node.piece)
    found = answer(e, kind, piece)
    return Number(found.bits, none, found.low, found.high)


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


EMIT.update(handlers("emit_", globals()))
