"""Pieces of an example's position: what both sorts of them share, those that look alike and those that can be told apart.

Both take the contents of some places of one kind (`arrange`), or the faces of the kind's pieces where they lie (`show`).  No
piece is made or lost: what is missing for a list is taken from zones that are not given, homes first; what is left over goes
home.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, one
from rulewright.author.phrases.texts import noun
from rulewright.document import nodes as document
from rulewright.ir.layout import KindLayout
from rulewright.runtime.labels import Wording

if TYPE_CHECKING:
    from rulewright.pipeline import Book


@dataclass(slots=True)
class Pieces:
    """What both sorts of pieces share."""

    book: Book
    cells: array[int]
    layout: KindLayout

    def pieces(self, count: int) -> str:
        """So many of them, in words: `6 men`."""
        name = self.layout.name
        return f"{count} {noun(self.book.program.labels.kinds.get(name, (name, name)), count)}"

    def one_each(self, value: document.Node) -> list[document.Scalar]:
        """A list of faces, one for each piece."""
        items = items_of(value)
        if len(items) != self.layout.pieces:
            raise NotUnderstood(
                value.span, f"there are {self.pieces(self.layout.pieces)}; {len(items)} faces are given"
            )
        return items

    def check_room(self, code: int, value: document.Node, count: int) -> None:
        size = self.layout.places[code].size
        if count > size:
            name = Wording(self.book.program).place(self.layout.name, code)
            most = self.pieces(size) if size > 1 else f"one of the {self.layout.name}"
            raise NotUnderstood(value.span, f"`{name}` holds at most {most}; {count} are given")


def items_of(value: document.Node) -> list[document.Scalar]:
    """The entries of a list; a single value is a list of one."""
    match value:
        case document.Scalar():
            return [] if value.is_null else [value]
        case document.Sequence():
            return [one(item) for item in value.items]
        case document.Mapping():
            raise NotUnderstood(value.span, "a list is expected here: what lies in the zone")
