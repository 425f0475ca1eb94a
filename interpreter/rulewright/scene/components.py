"""The components of a game: all of its pieces with what they can show, and its boards without pieces.

components_of(program)      Component(kind cards, Piece("ace of clubs", ...)), ..., Component(kind dice, Piece("6", count=5), faces)

Nothing is played: this is what lies in the box, and what paper is printed from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.game.questions.effects import all_effects
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import everything
from rulewright.runtime.labels import Wording
from rulewright.scene.boards import empty_boards
from rulewright.scene.looks import Looks
from rulewright.scene.records import Board, Kind, Look, Piece
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Component:
    """Pieces that are the same: `piece.count` of them. `faces` is what each can show, in order; empty for pieces without faces.
    `as_needed`: the rules take as many as there are spaces for them. `turned_over`: it changes owners where it lies."""

    kind: Kind
    piece: Piece
    faces: tuple[Look, ...] = ()
    as_needed: bool = False
    texts: tuple[tuple[str, str], ...] = ()
    """(attribute, text) of a piece that has attributes, such as its suit."""
    turned_over: bool = False


def components_of(program: ir.Program) -> tuple[Component, ...]:
    """The pieces of a game, kind by kind."""
    looks = Looks(program, seat_names(program))
    kinds = {kind.id: kind for kind in looks.kinds()}
    found = ((kinds[layout.name], layout) for layout in program.layout.kinds.values())
    return tuple(
        component
        for kind, layout in found
        for component in (_identical if layout.identical else _different)(looks, kind, layout)
    )


def boards_without_pieces(program: ir.Program) -> tuple[Board, ...]:
    """The boards of a game, one for each owner, without pieces or values. One without an edge has no spaces."""
    looks = Looks(program, seat_names(program))
    return tuple(board for layout in program.layout.boards.values() for board in empty_boards(looks, layout))


def changes_owners(program: ir.Program, kind: str) -> bool:
    """Whether pieces of a kind change owners where they lie, as discs do that are turned over."""
    effects = everything((*all_effects(program), *program.steps.values()))
    return any(isinstance(each, ir.SetOwner) and each.kind == kind for each in effects)


def seat_names(program: ir.Program) -> tuple[str, ...]:
    """Names for the people in the seats: those of the rulebook, or else numbers."""
    wording = Wording(program)
    return tuple(_name(wording.seat(each)) for each in range(program.players))


# ----------------------------------------------------------------------------------------------- private


def _name(seat: str) -> str:
    return f"Player {seat}" if seat.isdigit() else seat.replace("_", " ")


def _identical(looks: Looks, kind: Kind, layout: KindLayout) -> Iterator[Component]:
    wording = Wording(looks.program)
    count, turned_over = -(-layout.pieces // layout.owners), changes_owners(looks.program, kind.id)
    for owner in range(layout.owners):
        first = owner * (layout.faces + 1)
        shown = [
            looks.piece(kind.id, wording.look(kind.id, first + face)) for face in range(layout.faces + 1)
        ]
        faces = tuple(each.look for each in shown[1:])
        yield Component(
            kind, replace(shown[0], count=count), faces, layout.unlimited, turned_over=turned_over
        )


def _different(looks: Looks, kind: Kind, layout: KindLayout) -> Iterator[Component]:
    wording = Wording(looks.program)
    attributes = looks.program.labels.attributes.get(kind.id, ())
    for number, (typed, _) in enumerate(looks.program.labels.pieces[kind.id]):
        many = layout.sides[number] if layout.sides else layout.faces
        faces = (wording.face(kind.id, face, number) for face in range(many))
        yield Component(
            kind,
            looks.piece(kind.id, typed),
            tuple(looks.piece(kind.id, {"piece": typed, "face": face}).look for face in faces),
            texts=tuple((each.name, each.texts[number]) for each in attributes if each.texts[number]),
        )
