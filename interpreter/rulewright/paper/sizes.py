"""How large things are on paper where the rulebook does not say: cards as in other games, counters that fit their board, and boards
that fit the page if their spaces stay large enough for fingers."""

from __future__ import annotations

from reportlab.lib.units import mm

from rulewright.ir import nodes as ir
from rulewright.paper.boards import measured
from rulewright.paper.forms import boards_holding, form_of
from rulewright.paper.pages import Paper
from rulewright.scene.components import Component
from rulewright.scene.records import Board

CARD = (63.0, 88.0)
TILE = (45.0, 45.0)
TWO_SQUARES = (50.0, 25.0)
PLAIN_TILE = (40.0, 40.0)
COUNTER = 20.0
DIE = 16.0
SPACE, LEAST_SPACE = 24.0, 11.0
"""The width of a space, and the least one for which a board is made smaller to fit on a page."""
_IN_A_SPACE = 0.84
"""The width of a counter, where that of its space is 1."""


def space_size(board: Board, paper: Paper) -> float:
    """The width of a space of a board in millimetres: as the rulebook says, or else so that the board fits on a page, if possible."""
    if board.size:
        return board.size[0]
    whole = measured(board, mm)
    for_page = max(
        min(each.room[0] / whole.width, each.room[1] / whole.height) for each in (paper, paper.turned())
    )
    fitting = min(SPACE, int(2 * for_page) / 2)
    return fitting if fitting >= LEAST_SPACE else SPACE


def piece_size(component: Component, program: ir.Program, spaces: dict[str, float]) -> tuple[float, float]:
    """The width and height of a piece in millimetres. `spaces` are the widths of the spaces of boards, by their names."""
    kind = component.kind
    if kind.size:
        return (kind.size[0], kind.size[-1])
    sides = component.piece.look.sides
    match form_of(component, program):
        case "card":
            return CARD
        case "tile" if sides:
            north, east, south, west = sides
            if not (north.text or south.text):
                return TWO_SQUARES
            return TWO_SQUARES[::-1] if not (east.text or west.text) else TILE
        case "tile":
            return PLAIN_TILE
        case "die":
            return DIE, DIE
        case _:
            held = [spaces[name] for name in boards_holding(component, program) if name in spaces]
            width = round(_IN_A_SPACE * min(held)) if held else COUNTER
            return width, width
