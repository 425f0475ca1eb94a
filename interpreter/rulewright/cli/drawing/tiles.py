"""Tiles with sides, in three lines each, and boards without an edge on which they lie.

             ‹e1n1›
            ┌  p3  ┐
    ‹w1›    y5 12 r3  ‹e2›
            └  g1  ┘

Free spaces that a move names show that name. Tiles that show nothing above and below, as dominoes do, take one line: `[3 3-5 5]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.spans import Drawing, Line, Span, Spot, side_by_side
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Board, Piece, Side, Space
from rulewright.source.dataclass import dataclass

NORTH, EAST, SOUTH, WEST = range(4)


@dataclass(frozen=True, slots=True)
class Frame:
    """The common size of several tiles: the columns of a name (0 where the sides say all that it does), of what a side to the left or
    right shows, and of all. `flat`: one line each."""

    name: int
    end: int
    width: int
    flat: bool

    @property
    def height(self) -> int:
        return 1 if self.flat else 3


def frame_for(pieces: Sequence[Piece], marks: Marks, names: Sequence[str] = ()) -> Frame:
    """The smallest frame for these tiles, and for the names of free spaces with their signs."""
    sides = [piece.look.sides for piece in pieces if piece.look.sides]
    flat = not any(each[NORTH].mark or each[SOUTH].mark for each in sides)
    name = max((cells(_name(piece, marks)) for piece in pieces), default=1)
    end = max((cells(each[side].mark) for each in sides for side in (EAST, WEST)), default=0)
    edge = max((cells(each[side].mark) for each in sides for side in (NORTH, SOUTH)), default=0)
    inner = name + (2 * end + _apart(name) if end else 0)
    whole = inner + 2 if flat else max(inner, edge + 2)
    return Frame(name, end, max([whole, *(cells(text) + 2 for text in names)]), flat)


def _name(piece: Piece, marks: Marks) -> str:
    """The name of a tile; empty if its sides show the same, as those of `3-5` do."""
    sides = [side.mark for side in piece.look.sides if side.mark]
    same = bool(sides) and sorted(re.findall(r"\w+", piece.look.label)) == sorted(sides)
    return "" if same else marks.mark(piece)


def _apart(name: int) -> int:
    """The columns between what the sides show and the name, or between the two sides."""
    return 2 if name else 1


def tile(
    piece: Piece, frame: Frame, marks: Marks, spot: Spot, touched: bool = False, ghost: bool = False
) -> Drawing:
    """A tile in as many lines as the frame is high; a `ghost` is dim, as it is not there yet."""
    style = "dim" if ghost else ""
    sides = piece.look.sides or (Side("", ""),) * 4

    def framed(side: Side | None, left: str, right: str) -> Line:
        inner = frame.width - 2
        text = _centred(side.mark, inner) if side else " " * inner
        colour = side.colour if side else ""
        return (
            Span(left, style, spot),
            _painted(marks, text, spot, colour, touched, style),
            Span(right, style, spot),
        )

    west, east = sides[WEST].mark, sides[EAST].mark
    room = frame.width - (2 if frame.flat else 0)
    used = frame.name + (2 * frame.end + _apart(frame.name) if frame.end else 0)
    before = (room - used) // 2
    middle: list[Span] = [Span(" " * before, style, spot)]
    if frame.end:
        middle += [
            _painted(
                marks,
                _right(west, frame.end) + (" " if frame.name else "│"),
                spot,
                sides[WEST].colour,
                touched,
                style,
            )
        ]
    middle += [
        _painted(
            marks,
            _right(_name(piece, marks) if frame.name else "", frame.name),
            spot,
            piece.look.colour,
            touched,
            style,
        )
    ]
    if frame.end:
        middle += [
            _painted(
                marks,
                " " * (frame.name > 0) + _left(east, frame.end),
                spot,
                sides[EAST].colour,
                touched,
                style,
            )
        ]
    middle += [Span(" " * (room - used - before), style, spot)]
    is_open = spot in marks.open and not touched
    if frame.flat:
        left, right = ("[", "]") if touched else ("‹", "›") if is_open else ("│", "│")
        return [(Span(left, style, spot), *middle, Span(right, style, spot))]
    corners = "╔╗╚╝" if touched else "┏┓┗┛" if is_open else "┌┐└┘"
    return [framed(sides[NORTH], *corners[:2]), tuple(middle), framed(sides[SOUTH], *corners[2:])]


def _painted(marks: Marks, text: str, spot: Spot, colour: str, touched: bool, style: str) -> Span:
    span = marks.span(text, spot, colour, touched)
    return Span(text, f"{span.style} {style}".strip(), spot)


def hand(pieces: Sequence[Piece], where: str, marks: Marks, width: int) -> Drawing:
    """Tiles side by side, in rows of this width."""
    frame = frame_for(pieces, marks)
    across = max(1, (width + 1) // (frame.width + 1))
    drawn = [
        tile(piece, frame, marks, spot, marks.touched[spot] > 0)
        for piece in pieces
        for spot in [("piece", where, piece.id, "")]
    ]
    rows = [side_by_side(drawn[first : first + across], 1) for first in range(0, len(drawn), across)]
    return [line for row in rows for line in row]


def in_a_line(piece: Piece) -> str:
    """A tile by its name and its sides from the north clockwise: `27 r6 y5 p8 g5`."""
    shown = [side.mark or "-" for side in piece.look.sides]
    return " ".join(
        [visible(piece.look.mark), *(shown if any(side.mark for side in piece.look.sides) else [])]
    )


def laid(board: Board, marks: Marks, ghost: dict[str, tuple[Piece, ...]], width: int) -> Drawing:
    """A board without an edge: its tiles, the free spaces that moves name, and on a space of `ghost` what would lie there. A single row
    that is wider than `width` goes on below."""
    if not board.spaces:
        return []
    lying = [piece for space in board.spaces for piece in space.pieces] + [
        each for some in ghost.values() for each in some
    ]
    frame = frame_for(lying, marks, [space.label for space in board.spaces if not space.pieces])
    at = {(int(space.x // 2), int(space.y // 2)): space for space in board.spaces}
    left, right = min(x for x, _ in at), max(x for x, _ in at)
    top, bottom = min(y for _, y in at), max(y for _, y in at)
    across = max(1, (width + 1) // (frame.width + 1)) if top == bottom else right - left + 1
    lines: Drawing = []
    for row in range(top, bottom + 1):
        for first in range(left, right + 1, across):
            columns = range(first, min(first + across, right + 1))
            drawn = [_space(board, at.get((column, row)), frame, marks, ghost) for column in columns]
            lines += side_by_side(drawn, 1)
    return lines


def _space(
    board: Board, space: Space | None, frame: Frame, marks: Marks, ghost: dict[str, tuple[Piece, ...]]
) -> Drawing:
    empty: Drawing = [(Span(" " * frame.width),) for _ in range(frame.height)]
    if space is None:
        return empty
    spot: Spot = ("space", board.id, space.id, "")
    if space.pieces:
        piece = space.pieces[-1]
        own: Spot = ("piece", board.id, piece.id, space.id)
        return tile(
            piece,
            frame,
            marks,
            own if own in marks.open else spot,
            marks.touched[own] + marks.touched[spot] > 0,
        )
    if space.id in ghost:
        return tile(ghost[space.id][-1], frame, marks, spot, True, ghost=True)
    if spot not in marks.open and not marks.touched[spot]:
        return empty
    named = marks.button(space.label, spot)
    before = (frame.width - cells(named.text)) // 2
    after = frame.width - cells(named.text) - before
    empty[frame.height // 2] = (Span(" " * before), named, Span(" " * after))
    return empty


def _left(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def _right(text: str, width: int) -> str:
    return " " * (width - cells(text)) + text


def _centred(text: str, width: int) -> str:
    before = max(0, width - cells(text)) // 2
    return _left(" " * before + text, width)
