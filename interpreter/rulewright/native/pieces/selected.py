"""The pieces that an effect names: determined before it begins, changed in order, and the name is updated.

- move: {pieces: set, to: bank}      pieces_of(e, kind, Elements(Local(0))).each(...)      slot 0 has their new numbers then
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.native.expressions.domains import gathered
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.buffers import copied, room_for, sort
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Number, Row
from rulewright.native.pieces.name_tracking import named
from rulewright.source.text import Span


class Pieces:
    """One piece, or a row of them; `slot` is the name to update, if there is one."""

    def __init__(
        self,
        e: Emitter,
        kind: KindLayout,
        pieces: Number | Row,
        slot: int | None,
        ascending: bool,
        span: Span,
    ) -> None:
        self._e, self._kind, self._span, self._ascending = e, kind, span, ascending
        self.pieces = pieces
        self._room: Operand | None = None
        self._now: Number | None = None
        self._slot = slot if slot in e.moving and kind.identical else None

    @property
    def count(self) -> Operand:
        """How many there are."""
        return self.pieces.length if isinstance(self.pieces, Row) else constant(1)

    @property
    def most(self) -> int:
        return self.pieces.most if isinstance(self.pieces, Row) else 1

    def in_order(self) -> Pieces:
        """The same pieces in ascending order."""
        if isinstance(self.pieces, Row) and not self._ascending:
            self.pieces = copied(self._e, self.pieces, self._span)
            sort(self._e, self.pieces)
        return self

    def visit(self, change: Callable[[Number], object]) -> None:
        """Do something with each piece, which keeps its number."""
        self.indexed(lambda _, piece: change(piece))

    def indexed(self, change: Callable[[Operand, Number], object], backwards: bool = False) -> None:
        """Do something with each piece and its index among them."""
        e, code, pieces = self._e, self._e.code, self.pieces
        if isinstance(pieces, Number):
            change(constant(0), pieces)
            return

        def take(index: Operand) -> None:
            if backwards:
                index = code.subtract(code.subtract(pieces.length, constant(1)), index)
            change(index, self.at(index))

        with e.uncounted():
            e.loop(pieces.length, pieces.most, take, self._span)

    def at(self, index: Operand) -> Number:
        """The piece with an index."""
        if isinstance(self.pieces, Number):
            return self.pieces
        code = self._e.code
        piece = code.item(self.pieces.address, index)
        return Number(piece, None, self.pieces.low, self.pieces.high)

    def remember(self, index: Operand, now: Number) -> None:
        """Record the new number of a piece; `follow` must be called after all of them."""
        if self._slot is None:
            return
        if isinstance(self.pieces, Number):
            self._now = now
            return
        if self._room is None:
            self._room = room_for(self._e, self.pieces.most)
        self._e.code.store(now.bits, self._e.code.element(self._room, "i32", index))

    def follow(self) -> None:
        """Update the name of the pieces to their new numbers."""
        e, pieces, slot = self._e, self.pieces, self._slot
        if slot is None:
            return
        if self._now is not None:
            e.rebind(slot, self._now)
        elif self._room is not None and isinstance(pieces, Row):
            now = Row(self._room, pieces.length, pieces.most, 0, self._kind.numbers - 1)
            sort(e, now)
            e.rebind(slot, now)

    def each(self, change: Callable[[Number], Number], backwards: bool = False) -> None:
        """Change each piece, and update the name of the pieces."""
        self.indexed(lambda index, piece: self.remember(index, change(piece)), backwards)
        self.follow()


def pieces_of(e: Emitter, kind: KindLayout, domain: ir.Domain) -> Pieces:
    """The pieces of a domain."""
    pieces: Number | Row
    if not isinstance(domain, ir.Elements):
        pieces = gathered(e, domain)
    elif domain.single:
        pieces = e.number(domain.value)
    else:
        value = e.value(domain.value)
        e.demand(value, domain.value.span)
        assert isinstance(value, Row), "pieces of a set are a row"
        pieces = value
    return Pieces(e, kind, pieces, named(domain), _ascends(kind, domain), domain.span)


def piece_of(e: Emitter, kind: KindLayout, node: ir.Expression) -> Pieces:
    """The one piece of an expression."""
    return Pieces(e, kind, e.number(node), named(node), True, node.span)


def copy(e: Emitter, row: Row, to: Operand) -> None:
    """Copy the numbers of a row to other memory."""
    e.copy(row.address, to, row.length)


def _ascends(kind: KindLayout, domain: ir.Domain) -> bool:
    """Whether the pieces of a domain are known to come in ascending order."""
    match domain:
        case ir.PiecesAt() | ir.PiecesOn():
            return not kind.order
        case ir.AllPieces():
            return True
        case ir.Elements():
            return isinstance(domain.value, ir.Local)
        case _:
            return False
