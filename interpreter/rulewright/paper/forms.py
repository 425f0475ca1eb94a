"""What a piece is printed as, and with which part of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.scene.components import Component
from rulewright.scene.records import Look

FORMS = {"cards": ("card", "tile"), "tokens": ("token", "die")}
"""The forms of the pieces of each part."""


def form_of(component: Component, program: ir.Program) -> str:
    """What a piece is drawn as: pieces that differ are cards, unless they lie on a board with spaces, where they are counters."""
    given = program.view.pieces.get(component.kind.id)
    if component.kind.form == "card" and not (given and given.form):
        lies = any(
            program.layout.boards[name].shape != "unbounded" for name in boards_holding(component, program)
        )
        return "token" if lies else "card"
    return component.kind.form


def two_sides(kind: Sequence[Component]) -> list[tuple[tuple[Look, Look], int]]:
    """The two sides of the counters of a kind, each pair with the number of its counters; empty if they have not two sides. Those
    that are turned over show two owners, and others two faces."""
    if len(kind) == 2 and kind[0].turned_over and not kind[0].faces:
        looks = (kind[0].piece.look, kind[1].piece.look)
        return [(looks, sum(each.piece.count for each in kind))]
    if any(len(each.faces) != 2 for each in kind):
        return []
    return [((each.faces[0], each.faces[1]), each.piece.count) for each in kind]


def boards_holding(component: Component, program: ir.Program) -> list[str]:
    """The boards on which a piece may lie."""
    return [board.name for board in program.layout.boards.values() if board.kind == component.kind.id]
