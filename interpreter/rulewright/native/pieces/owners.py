"""The owner of the piece on a space, compared through the cell itself.

    s.owner == me      ->      the cell of `s` holds one more than `me`

A cell holds one more than the look of its piece, and for pieces without faces the look is the owner; so neither the
piece nor whether there is one has to be computed.  All other comparisons are those of `comparisons`.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.walking import handlers
from rulewright.language.types import HIGHEST
from rulewright.native.expressions.comparisons import compared
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Emitted, Row, Truth
from rulewright.native.pieces.counting import place_or_first
from rulewright.native.pieces.places import a_place, sorts, spot


def emit_compare(e: Emitter, node: ir.Compare) -> Emitted:
    """A comparison; that of an owner is made through the cell if possible."""
    if node.sign in ("==", "!="):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, ir.PieceOwner) and isinstance(one.piece, ir.Single):
                same = _owned_by(e, one.piece, other)
                if same is not None:
                    return Truth(same if node.sign == "==" else e.code.opposite(same), None)
    return compared(e, node)


def _owned_by(e: Emitter, single: ir.Single, owner: ir.Expression) -> Operand | None:
    """Whether the piece at a place belongs to an owner; None, with nothing written, if no cell answers
    it."""
    kind, code = e.layout.kinds[single.kind], e.code
    if single.place is None or not kind.identical or kind.faces:
        return None
    start = standing(e)
    value = as_number(e, e.value(single.place))
    place, whose = a_place(kind, place_or_first(e, kind, value)), e.value(owner)
    if sorts(kind, place) != {"spot"} or isinstance(whose, Row) or whose.none is not None:
        back_to(e, start)
        return None
    number = as_number(e, whose)
    if number.low < 0 or number.high >= HIGHEST:
        back_to(e, start)
        return None
    there = code.load("i32", spot(e, kind, place))
    same = code.compare("eq", there, code.add(number.bits, constant(1)))
    return same if value.none is None else code.both(code.opposite(value.none), same)


EMIT.update(handlers("emit_", globals()))
