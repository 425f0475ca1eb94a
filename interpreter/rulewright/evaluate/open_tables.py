"""Tables without an edge: pieces on spaces, free spaces next to pieces, and sides of pieces by direction.

The table has no cells for its spaces; each piece has cells for its space (`space`) and orientation (`turned`).  Many
questions about spaces are asked on one position, so an index from spaces to pieces is made once for each position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.evaluate.effects import follow
from rulewright.evaluate.machine import Machine, integer, register
from rulewright.evaluate.pieces import place_name, place_of, put_down, take_up
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.executor import Event, Value

QUARTERS = {0: 0, 2: 1, 4: 2, 6: 3}
"""Quarter turns from the north, by the number of a direction."""


def piece_at(machine: Machine, kind: KindLayout, space: int) -> int | None:
    """The piece on a space, or None."""
    return lying(machine, kind).get(space)


def lying(machine: Machine, kind: KindLayout) -> Mapping[int, int]:
    """The pieces on the table, by their space."""
    key = (ir.PieceAt, kind.name)
    if key not in machine.memo:
        cells = machine.cells[kind.space : kind.space + kind.pieces]
        machine.memo[key] = {cell - 1: piece for piece, cell in enumerate(cells) if cell}
    known: dict[int, int] = machine.memo[key]
    return known


def eval_piece_at(machine: Machine, node: ir.PieceAt) -> Value:
    space = machine.eval[type(node.space)](machine, node.space)
    return None if space is None else piece_at(machine, machine.kinds[node.kind], space)


def eval_piece_turned(machine: Machine, node: ir.PieceTurned) -> Value:
    piece = machine.eval[type(node.piece)](machine, node.piece)
    return None if piece is None else _turned(machine, machine.kinds[node.kind], piece)


def eval_side_of(machine: Machine, node: ir.SideOf) -> Value:
    piece = machine.eval[type(node.piece)](machine, node.piece)
    way = integer(machine, node.way, "a direction is needed here")
    if piece is None:
        return None
    if way not in QUARTERS:
        machine.fail("undefined", "a square piece has no side in this direction", node.way.span)
    if node.turned is None:
        turned = _turned(machine, machine.kinds[node.kind], piece)
    else:
        turned = integer(machine, node.turned, "a number of quarter turns is needed here")
    side: int = 4 * piece + (QUARTERS[way] - turned) % 4
    return side


def _turned(machine: Machine, kind: KindLayout, piece: int) -> int:
    return machine.cells[kind.turned + piece] if kind.turned >= 0 else 0


def eval_grid_step(machine: Machine, node: ir.GridStep) -> Value:
    space = machine.eval[type(node.space)](machine, node.space)
    way = integer(machine, node.way, "a direction is needed here")
    return None if space is None or way not in QUARTERS else _step(space, QUARTERS[way], node.side)


def _step(space: int, quarters: int, side: int) -> int | None:
    row, column = divmod(space, side)
    row, column = row + (1, 0, -1, 0)[quarters], column + (0, 1, 0, -1)[quarters]
    return row * side + column if 0 <= row < side and 0 <= column < side else None


def beside(space: int, side: int) -> list[int]:
    """The neighbours of a space, in ascending order."""
    row, column = divmod(space, side)
    south = [space - side] if row > 0 else []
    west = [space - 1] if column > 0 else []
    east = [space + 1] if column + 1 < side else []
    north = [space + side] if row + 1 < side else []
    return south + west + east + north


def elements_grid_neighbours(machine: Machine, node: ir.GridNeighbours) -> Sequence[int]:
    return beside(integer(machine, node.space, "a space is needed here"), node.side)


def elements_open_spaces(machine: Machine, node: ir.OpenSpaces) -> Sequence[int]:
    """The free spaces next to pieces, computed once for each position; the middle of an empty table."""
    if node not in machine.memo:
        machine.memo[node] = _open(machine, machine.kinds[node.kind], node.side)
    known: tuple[int, ...] = machine.memo[node]
    return known


def _open(machine: Machine, kind: KindLayout, side: int) -> tuple[int, ...]:
    taken = lying(machine, kind).keys()
    if not taken:
        return (side * side // 2,)
    return tuple(sorted({at for space in taken for at in beside(space, side)} - taken))


def do_lay_pieces(machine: Machine, effect: ir.LayPieces) -> None:
    kind, span = machine.kinds[effect.kind], effect.span
    pieces = machine.elements[type(effect.pieces)](machine, effect.pieces)
    space = integer(machine, effect.space, "a space is needed here")
    turned = 0
    if effect.turned is not None:
        turned = integer(machine, effect.turned, "a number of quarter turns is needed here") % 4
    for piece in pieces:
        there = piece_at(machine, kind, space)
        if there is not None and there != piece:
            name = place_name(machine, kind, effect.to)
            machine.fail("zone-full", f"there is a piece on this space of `{name}` already", span)
        before = place_of(machine, kind, piece)
        take_up(machine, kind, piece, span)
        put_down(machine, kind, piece, effect.to, span)
        machine.write(kind.space + piece, space + 1)
        if kind.turned >= 0:
            machine.write(kind.turned + piece, turned)
        lies = (space, turned) if kind.turned >= 0 else (space,)
        machine.events.append(Event("moved", kind.name, (piece,), lies, (before, effect.to)))
    follow(machine, kind, effect.pieces, list(pieces))


register(globals())
