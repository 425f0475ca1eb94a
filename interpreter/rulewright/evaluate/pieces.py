"""The places and faces of pieces: questions about them, and the functions that change them.

A piece without identity is a number `place * looks + look`, and cells count such pieces; a piece with identity has cells
of its own (see `ir.layout`).  `relocate` and `show` keep both forms canonical: counts do not depend on the order of
arrival, and kept zones have no gaps.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rulewright.evaluate.machine import Machine, integer, register
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.executor import Value
from rulewright.source.text import Span

# --------------------------------------------------------------------------------------------- questions


def pieces_at(machine: Machine, kind: KindLayout, place: int) -> Sequence[int]:
    """The pieces at a place in canonical order; in a kept zone from the bottom to the top."""
    cells = machine.cells
    if place >= kind.first_spot:
        there = cells[kind.spots + place - kind.first_spot]
        if not there:
            return ()
        return (place * kind.looks + there - 1,) if kind.identical else (there - 1,)
    if kind.identical:
        base = place * kind.looks
        start = kind.counts + base
        return [
            base + look for look, there in enumerate(cells[start : start + kind.looks]) for _ in range(there)
        ]
    held = cells[kind.held + place]
    if held == 0:
        return ()
    if place in kind.order:
        start = kind.order[place]
        return [number - 1 for number in cells[start : start + held]]
    where = cells[kind.where : kind.where + kind.pieces]
    return [piece for piece, at in enumerate(where) if at == place]


def all_pieces(machine: Machine, kind: KindLayout) -> Sequence[int]:
    """All pieces of a kind, by number; identical ones place by place."""
    if not kind.identical:
        return range(kind.pieces)
    return [piece for place in range(len(kind.places)) for piece in pieces_at(machine, kind, place)]


def held_at(machine: Machine, kind: KindLayout, place: int) -> int:
    """The number of pieces at a place."""
    if place >= kind.first_spot:
        return 1 if machine.cells[kind.spots + place - kind.first_spot] else 0
    if kind.identical:
        start = kind.counts + place * kind.looks
        return sum(machine.cells[start : start + kind.looks])
    return machine.cells[kind.held + place]


def place_of(machine: Machine, kind: KindLayout, piece: int) -> int:
    return piece // kind.looks if kind.identical else machine.cells[kind.where + piece]


def owner_of(kind: KindLayout, piece: int) -> int:
    """The owner of a piece. Each owner has the same number of pieces with identity, numbered owner by owner."""
    if kind.identical:
        return piece % kind.looks // (kind.faces + 1)
    return piece * kind.owners // kind.pieces


def face_of(machine: Machine, kind: KindLayout, piece: int) -> int | None:
    """The face that a piece shows, as an index from 0; None if it shows nothing."""
    if kind.faces == 0:
        return None
    shown = piece % (kind.faces + 1) if kind.identical else machine.cells[kind.face + piece]
    return shown - 1 if shown else None


def sides_of(kind: KindLayout, piece: int) -> int:
    return kind.sides[piece] if kind.sides and not kind.identical else kind.faces


def eval_piece_face(machine: Machine, node: ir.PieceFace) -> Value:
    piece = machine.eval[type(node.piece)](machine, node.piece)
    return None if piece is None else face_of(machine, machine.kinds[node.kind], piece)


def eval_piece_owner(machine: Machine, node: ir.PieceOwner) -> Value:
    piece = machine.eval[type(node.piece)](machine, node.piece)
    return None if piece is None else owner_of(machine.kinds[node.kind], piece)


def eval_piece_place(machine: Machine, node: ir.PiecePlace) -> Value:
    piece = machine.eval[type(node.piece)](machine, node.piece)
    return None if piece is None else place_of(machine, machine.kinds[node.kind], piece)


def eval_piece_space(machine: Machine, node: ir.PieceSpace) -> Value:
    piece = machine.eval[type(node.piece)](machine, node.piece)
    if piece is None:
        return None
    kind = machine.kinds[node.kind]
    if kind.space >= 0:
        return machine.cells[kind.space + piece] - 1 if machine.cells[kind.space + piece] else None
    space = place_of(machine, kind, piece) - node.first
    return space if 0 <= space < node.count else None


def eval_place_of(machine: Machine, node: ir.PlaceOf) -> Value:
    if node.owner is None:
        return node.first
    owner = machine.eval[type(node.owner)](machine, node.owner)
    return None if owner is None else node.first + owner


def eval_piece_count(machine: Machine, node: ir.PieceCount) -> Value:
    at = machine.eval[type(node.place)](machine, node.place)
    return None if at is None else held_at(machine, machine.kinds[node.kind], at)


def eval_board_count(machine: Machine, node: ir.BoardCount) -> Value:
    kind, there = machine.kinds[node.kind], _spaces(machine, node)
    if there.start >= kind.first_spot:
        return len(there) - _spots(machine, kind, there).count(0)
    return sum(held_at(machine, kind, at) for at in there)


def eval_board_full(machine: Machine, node: ir.BoardFull) -> Value:
    kind, there = machine.kinds[node.kind], _spaces(machine, node)
    if there.start >= kind.first_spot:
        return 0 not in _spots(machine, kind, there)
    return all(held_at(machine, kind, at) >= kind.places[at].size for at in there)


def _spots(machine: Machine, kind: KindLayout, there: range) -> array[int]:
    """The cells of a board's spaces, which have room for one piece each."""
    start = kind.spots + there.start - kind.first_spot
    return machine.cells[start : start + len(there)]


def elements_pieces_on(machine: Machine, node: ir.PiecesOn) -> Sequence[int]:
    """The pieces on a board, space by space."""
    kind = machine.kinds[node.kind]
    return [piece for at in _spaces(machine, node) for piece in pieces_at(machine, kind, at)]


def _spaces(machine: Machine, node: ir.BoardCount | ir.BoardFull | ir.PiecesOn) -> range:
    """The numbers of the places that are a board's spaces."""
    first = node.first + (integer(machine, node.at, "an owner is needed here") if node.at is not None else 0)
    return range(first, first + node.count)


def eval_top(machine: Machine, node: ir.Top) -> Value:
    there = pieces_at(machine, machine.kinds[node.kind], place(machine, node.place))
    return there[-1] if there else None


def eval_single(machine: Machine, node: ir.Single) -> Value:
    kind = machine.kinds[node.kind]
    if node.place is None:
        there = all_pieces(machine, kind)
    else:
        at = machine.eval[type(node.place)](machine, node.place)
        if at is None:
            return None
        there = pieces_at(machine, kind, at)
    return there[0] if there else None


def place(machine: Machine, node: ir.Expression) -> int:
    return integer(machine, node, "a place is needed here")


# ----------------------------------------------------------------------------------------------- changes


def relocate(machine: Machine, kind: KindLayout, piece: int, to: int, span: Span) -> int:
    """Move a piece with its face unchanged, to the top of a kept zone; return its number there."""
    take_up(machine, kind, piece, span)
    return put_down(machine, kind, piece, to, span)


def show(machine: Machine, kind: KindLayout, piece: int, face: int | None, span: Span) -> int:
    """Let a piece show a face, or nothing; return its number afterwards."""
    shown = 0 if face is None else face + 1
    if not 0 <= shown <= sides_of(kind, piece):
        machine.fail("range-left", f"{kind.name} have {sides_of(kind, piece)} faces, not face {shown}", span)
    if kind.identical:
        take_up(machine, kind, piece, span)
        place, look = divmod(piece, kind.looks)
        piece = put_back(machine, kind, look + shown - look % (kind.faces + 1), place)
    elif kind.faces:
        machine.write(kind.face + piece, shown)
    return piece


def take_up(machine: Machine, kind: KindLayout, piece: int, span: Span) -> None:
    """Remove a piece from its place; `put_down` has to follow."""
    cells = machine.cells
    if kind.identical:
        place, look = divmod(piece, kind.looks)
        spot = place >= kind.first_spot
        at = kind.spots + place - kind.first_spot if spot else kind.counts + piece
        if cells[at] != look + 1 if spot else cells[at] < 1:
            here = place_name(machine, kind, place)
            machine.fail("piece-missing", f"there is no such piece of {kind.name} in `{here}` any more", span)
        machine.write(at, 0 if spot else cells[at] - 1)
        return
    place = cells[kind.where + piece]
    if place == kind.table:
        cells[kind.space + piece] = 0
        if kind.turned >= 0:
            cells[kind.turned + piece] = 0
    if place >= kind.first_spot:
        machine.write(kind.spots + place - kind.first_spot, 0)
        return
    held = cells[kind.held + place]
    if place in kind.order:  # the pieces above it move down
        start = kind.order[place]
        top = start + held - 1
        at = top if cells[top] == piece + 1 else cells.index(piece + 1, start, top)
        cells[at:top] = cells[at + 1 : top + 1]
        cells[top] = 0
    machine.write(kind.held + place, held - 1)


def put_down(machine: Machine, kind: KindLayout, piece: int, to: int, span: Span) -> int:
    """Put a piece that was taken up at a place, which must have room; return its number there."""
    size = kind.places[to].size
    held = held_at(machine, kind, to)
    if held >= size:
        name = place_name(machine, kind, to)
        most = f"{size} {kind.name}" if size > 1 else f"one of the {kind.name}"
        machine.fail("zone-full", f"`{name}` holds at most {most}, and it is full", span)
    if kind.identical:
        return put_back(machine, kind, piece % kind.looks, to)
    cells = machine.cells
    if to >= kind.first_spot:
        cells[kind.spots + to - kind.first_spot] = piece + 1
        cells[kind.where + piece] = to
        return piece
    if to in kind.order:
        cells[kind.order[to] + held] = piece + 1
    cells[kind.where + piece] = to
    cells[kind.held + to] = held + 1
    return piece


def put_back(machine: Machine, kind: KindLayout, look: int, place: int) -> int:
    """Put an identical piece at a place that has room; return its number there."""
    number = place * kind.looks + look
    if place >= kind.first_spot:
        machine.cells[kind.spots + place - kind.first_spot] = look + 1
    else:
        machine.cells[kind.counts + number] += 1
    return number


def appear(machine: Machine, kind: KindLayout, owner: int, to: int, span: Span) -> int:
    """Put a new piece that shows nothing at a place; return its number there."""
    machine.memo.clear()
    return put_down(machine, kind, owner * (kind.faces + 1), to, span)


def hand_over(machine: Machine, kind: KindLayout, piece: int, owner: int, span: Span) -> int:
    """Change the owner of a piece; return its number afterwards."""
    place, look = divmod(piece, kind.looks)
    take_up(machine, kind, piece, span)
    return put_back(machine, kind, owner * (kind.faces + 1) + look % (kind.faces + 1), place)


def arrange(machine: Machine, kind: KindLayout, place: int, pieces: Sequence[int]) -> None:
    """Set the order of the pieces of a kept zone, from the bottom."""
    for height, piece in enumerate(pieces):
        machine.write(kind.order[place] + height, piece + 1)


def place_name(machine: Machine, kind: KindLayout, code: int) -> str:
    """The expression for a place: `bank`, `seat(1).hand`."""
    names = machine.program.labels.places.get(kind.name, ())
    return names[code][0] if code < len(names) else kind.places[code].zone


register(globals())
