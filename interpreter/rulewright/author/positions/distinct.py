"""Pieces of an example's position that can be told apart: which of them lies where, and in which order.

seat(1).hand: [ten of hearts, two of spades]        these two, wherever they were before
"""

from __future__ import annotations

from array import array
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.author.positions.pieces import Pieces, items_of
from rulewright.document import nodes as document
from rulewright.runtime.labels import Wording

if TYPE_CHECKING:
    pass


class WithIdentity(Pieces):
    """Pieces that can be told apart: each is in one place, kept zones know their order."""

    def arrange(self, contents: dict[int, document.Node], laid: AbstractSet[int]) -> None:
        """Let these pieces lie at these places; `laid` were put on a table by the same position."""
        lying = self._lying()
        listed: dict[int, int] = {}
        faces: dict[int, int | None] = {}
        for code, value in contents.items():
            lying[code] = []
            for item in items_of(value):
                piece, face = self._piece(item)
                if piece in laid:
                    raise NotUnderstood(item.span, f"`{item.text}` lies on the table already")
                if piece in listed:
                    raise NotUnderstood(item.span, f"`{item.text}` is given twice")
                listed[piece] = code
                faces[piece] = face
                lying[code].append(piece)
            self.check_room(code, value, len(lying[code]))
        for code in range(len(self.layout.places)):
            if code not in contents:
                lying[code] = [piece for piece in lying[code] if piece not in listed]
        self._send_home(lying, contents, faces)
        self._write(lying)
        for piece, face in faces.items():
            if self.layout.faces:
                self.cells[self.layout.face + piece] = 0 if face is None else face + 1

    def show(self, value: document.Node) -> None:
        """Turn the kind's pieces to these faces: a list in the order of the pieces, or a mapping of piece to face."""
        written = Written(self.book.program)
        if isinstance(value, document.Mapping):
            for entry in value.entries:
                piece = written.piece(entry.key, self.layout.name)
                face = one(entry.value)
                self.cells[self.layout.face + piece] = written.face(face, self.layout.name, piece) + 1
            return
        for piece, item in enumerate(self.one_each(value)):
            self.cells[self.layout.face + piece] = written.face(item, self.layout.name, piece) + 1

    def _send_home(
        self, lying: dict[int, list[int]], contents: dict[int, document.Node], faces: dict[int, int | None]
    ) -> None:
        placed = {piece for pieces in lying.values() for piece in pieces}
        left: list[int] = []
        for piece in range(self.layout.pieces):
            if piece in placed:
                continue
            home = self.layout.homes[piece]
            if home in contents:
                left.append(piece)
                continue
            lying[home].append(piece)
            faces[piece] = None
        if left:
            wording = Wording(self.book.program)
            some = ", ".join(wording.piece(self.layout.name, piece) for piece in left[:3])
            more = f" and {len(left) - 3} more" if len(left) > 3 else ""
            where = contents[self.layout.homes[left[0]]]
            raise NotUnderstood(where.span, f"{some}{more} would be nowhere: say where they lie")

    def _lying(self) -> dict[int, list[int]]:
        """The pieces at every place; those of a kept place from the bottom."""
        lying: dict[int, list[int]] = {code: [] for code in range(len(self.layout.places))}
        for code, start in self.layout.order.items():
            held = self.cells[self.layout.held + code]
            lying[code] = [piece - 1 for piece in self.cells[start : start + held]]
        for piece in range(self.layout.pieces):
            code = self.cells[self.layout.where + piece]
            if code not in self.layout.order:
                lying[code].append(piece)
        return lying

    def _write(self, lying: dict[int, list[int]]) -> None:
        for code, pieces in lying.items():
            if code >= self.layout.first_spot:
                self.cells[self.layout.spots + code - self.layout.first_spot] = pieces[0] + 1 if pieces else 0
            else:
                self.cells[self.layout.held + code] = len(pieces)
            for piece in pieces:
                self.cells[self.layout.where + piece] = code
                self._lift(code, piece)
            if code in self.layout.order:
                start, size = self.layout.order[code], self.layout.places[code].size
                self.cells[start : start + size] = array(
                    "i", [*(p + 1 for p in pieces), *[0] * (size - len(pieces))]
                )

    def _lift(self, code: int, piece: int) -> None:
        """What lies anywhere but on a table without an edge is on no space, and not turned."""
        if self.layout.table < 0 or code == self.layout.table:
            return
        self.cells[self.layout.space + piece] = 0
        if self.layout.turned >= 0:
            self.cells[self.layout.turned + piece] = 0

    def _piece(self, scalar: document.Scalar) -> tuple[int, int | None]:
        """`ten of hearts`; `blue 3`; for the only piece of its kind `down3` alone."""
        written = Written(self.book.program)
        names = self.book.program.labels.pieces.get(self.layout.name, ())
        text = " ".join(scalar.text.split())
        for piece, alternatives in enumerate(names):
            if text.casefold() in (name.casefold() for name in alternatives):
                return piece, None
        if self.layout.faces and self.layout.pieces == 1:
            return 0, written.face(scalar, self.layout.name)
        if self.layout.faces:
            for piece, alternatives in enumerate(names):
                for name in alternatives:
                    if text.casefold().startswith(name.casefold() + " "):
                        face = document.Scalar(text[len(name) + 1 :], scalar.style, scalar.span)
                        return piece, written.face(face, self.layout.name, piece)
        return written.piece(scalar, self.layout.name), None
