"""Boards of a scene as SVG, for a page that loads nothing, and in a line each what lies elsewhere.

    board_svg(scene.boards[0])         '<svg class="board" viewBox="-1.9 -1.9 9.8 9.8" ...>...</svg>'
    sheet_svg(scene.boards)            all boards as one picture, which needs no page around it
    elsewhere(scene)                      ["higher die: 5", "Ann's bar: 2 × white man"]

Pieces are discs in the colour of their owner with their mark, so that they are told apart without colour, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin

from rulewright.scene.records import Board, Piece, Scene, Space

OWNERS = ("#2f6fb2", "#d98a1f", "#2c8a5f", "#b3567f", "#6aa9c9", "#b4552d", "#7d6bb0", "#70757c")
BLANK, LINE = "#f6f1e4", "#57606a"
FAINT, INK_ON_DARK = "#6f6a5e", "#ffffff"
"""Of the names of empty spaces, and of marks on dark pieces; all other texts have the colour of the page."""
_DARK = {
    "black",
    "blue",
    "red",
    "green",
    "purple",
    "brown",
    "grey",
    "gray",
    "navy",
    "maroon",
    *OWNERS[::3],
    OWNERS[2],
    OWNERS[5],
    OWNERS[7],
}
_SPACES = {"black": "#a89f8d", "white": BLANK}
"""Spaces that are paler than their names, so that pieces show on them."""
SPACE = 19
"""Half the width of a space in pixels, if the board is not too wide."""
WIDEST = 520
MOST_NAMED = 24
"""The most pieces of a zone that are named."""
GAP = 16
"""Between two boards of one picture."""
STYLE = "text { text-anchor: middle; fill: #1f2328; font-family: system-ui, sans-serif; } .rim text { fill: #70757c; }"
"""For pictures without a page around them, on any ground."""
_VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)" width="(\d+)"')
_COLOUR = re.compile(r"[a-z]+|#[0-9a-f]{6}")
_FLAT = 3**0.5 / 2
_COORDINATE = re.compile(r"([a-z]+)(\d+)")


def board_svg(board: Board) -> str:
    """The picture of a board; empty for one without spaces."""
    if not board.spaces:
        return ""
    down = _FLAT if board.plane == "hexagons" else 1.0
    at = [(each.x, each.y * down) for each in board.spaces]
    rim = 1.3 + (0.8 if _is_named_at_rim(board) else 0.0)
    left, top = min(x for x, _ in at) - rim, min(y for _, y in at) - rim
    width, height = max(x for x, _ in at) + rim - left, max(y for _, y in at) + rim - top
    pixels = min(round(SPACE * width), WIDEST)
    parts = [
        (
            f'<svg class="board" viewBox="{left:.2f} {top:.2f} {width:.2f} {height:.2f}" width="{pixels}" role="img" '
            f'aria-label="{escape(board.label)}">'
        )
    ]
    parts += (
        f'<line x1="{at[one][0]:.2f}" y1="{at[one][1]:.2f}" x2="{at[other][0]:.2f}" y2="{at[other][1]:.2f}" stroke="{LINE}" stroke-width=".1"/>'
        for one, other in board.edges
    )
    for space, (x, y) in zip(board.spaces, at, strict=True):
        parts += _space(board, space, x, y)
    parts += _rims(board, at)
    return "".join([*parts, "</svg>"])


def sheet_svg(boards: Iterable[Board]) -> str:
    """All boards as one picture with its own style, side by side; empty if none has spaces."""
    drawn = [picture for picture in map(board_svg, boards) if picture]
    if not drawn:
        return ""
    parts, across, tall = [], 0, 0.0
    for picture in drawn:
        box = _VIEW.search(picture)
        assert box is not None  # which `board_svg` writes
        wide, high = float(box[1]), float(box[2])
        pixels = int(box[3])
        height = pixels * high / wide
        parts.append(picture.replace("<svg ", f'<svg x="{across}" height="{height:.0f}" ', 1))
        across, tall = across + pixels + GAP, max(tall, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across - GAP}" height="{tall:.0f}" viewBox="0 0 {across - GAP} {tall:.0f}">'
        f"<style>{STYLE}</style>{''.join(parts)}</svg>"
    )


def elsewhere(scene: Scene) -> list[str]:
    """What lies in the zones of which the viewer sees the pieces, and the values that belong to nobody."""
    values = [
        f"{each.label}: {each.text}"
        for each in scene.values
        if each.owner is None and not each.keys and each.text
    ]
    return values + [
        f"{zone.label}: {', '.join(map(_words, zone.pieces))}"
        for zone in scene.zones
        if zone.pieces and len(zone.pieces) <= MOST_NAMED
    ]


def _words(piece: Piece) -> str:
    shown = piece.look.face or piece.look.label
    return f"{piece.count} × {shown}" if piece.count > 1 else shown


def _space(board: Board, space: Space, x: float, y: float) -> Iterator[str]:
    fill = _SPACES.get(space.colour) or _colour(space.colour, BLANK)
    look = f'fill="{fill}" stroke="{LINE}" stroke-width=".06"'
    match board.plane:
        case "circles":
            yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".98" {look}/>'
        case "hexagons":
            reach = 2 / 3**0.5
            corners = " ".join(
                f"{x + reach * sin(n * pi / 3):.2f},{y + reach * cos(n * pi / 3):.2f}" for n in range(6)
            )
            yield f'<polygon points="{corners}" {look}/>'
        case _:
            yield f'<rect x="{x - 1:.2f}" y="{y - 1:.2f}" width="2" height="2" {look}/>'
    values = ", ".join(each.text for each in space.values if each.text)
    if values:
        yield _text(values, x, y + 0.25, 0.75, INK_ON_DARK if fill in _DARK else "")
    elif not space.pieces and not _is_named_at_rim(board):
        yield _text(
            space.label,
            x,
            y + 0.2,
            min(0.6, 2.6 / max(len(space.label), 1)),
            INK_ON_DARK if fill in _DARK else FAINT,
        )
    for number, piece in enumerate(space.pieces):
        away = 0.28 * (number - (len(space.pieces) - 1) / 2)
        yield from _piece(piece, x + away, y - away)


def _piece(piece: Piece, x: float, y: float) -> Iterator[str]:
    look = piece.look
    owned = BLANK if look.owner is None else OWNERS[look.owner % len(OWNERS)]
    fill = _colour(look.colour, owned)
    yield (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".74" fill="{fill}" stroke="#1f2328" stroke-width=".08">'
        f"<title>{escape(look.label)}</title></circle>"
    )
    sign = look.symbol if look.symbol and look.colour in ("black", "white") else look.mark
    mark = f"{sign}{f' {piece.count}' if piece.count > 1 else ''}".strip()
    if mark:
        size = 1.1 if sign == mark == look.symbol else min(0.85, 1.9 / len(mark))
        yield _text(mark, x, y + 0.32 * size, size, INK_ON_DARK if fill in _DARK else "")


def _text(text: str, x: float, y: float, size: float, colour: str = "") -> str:
    ink = f"; fill: {colour}" if colour else ""
    return f'<text x="{x:.2f}" y="{y:.2f}" style="font-size: {size:.2f}px{ink}">{escape(text)}</text>'


def _colour(name: str, otherwise: str) -> str:
    return name if _COLOUR.fullmatch(name) else otherwise


def _is_named_at_rim(board: Board) -> bool:
    return board.plane == "squares" and all(_COORDINATE.fullmatch(each.label) for each in board.spaces)


def _rims(board: Board, at: list[tuple[float, float]]) -> Iterator[str]:
    """The letters of columns and the numbers of rows."""
    if not _is_named_at_rim(board):
        return
    columns, rows = dict[str, float](), dict[str, float]()
    for space, (x, y) in zip(board.spaces, at, strict=True):
        found = _COORDINATE.fullmatch(space.label)
        assert found is not None
        columns[found[1]], rows[found[2]] = x, y
    bottom, left = max(y for _, y in at) + 1.7, min(x for x, _ in at) - 1.6
    yield from (f'<g class="rim">{_text(name, x, bottom, 0.8)}</g>' for name, x in columns.items())
    yield from (f'<g class="rim">{_text(name, left, y + 0.28, 0.8)}</g>' for name, y in rows.items())
