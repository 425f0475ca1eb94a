"""Drawings of pieces: cards, tiles with two or four sides, counters and the faces of dice.

A drawing is a group with its origin at the lower left corner of the piece; all measures are points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin

from reportlab.graphics.shapes import Circle, Group, Line, Path, Polygon, Rect
from reportlab.lib.colors import Color

from rulewright.paper.ink import SMALLEST, Ink
from rulewright.paper.palette import BLANK, FAINT, INK, LINE, PAPER, box, fill_of, ink_on, named
from rulewright.scene.records import Look, Side

PIPS = {
    0: (), 1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8),
    7: (0, 2, 3, 4, 5, 6, 8), 8: (0, 1, 2, 3, 5, 6, 7, 8), 9: (0, 1, 2, 3, 4, 5, 6, 7, 8),
}  # fmt: skip
"""The places of the pips of a number in three rows of three."""
_PALE = 0.6
"""Signs in a colour lighter than this, from 0 to 1, cannot be read on white paper."""


def card(ink: Ink, look: Look, width: float, height: float) -> Group:
    """A card: its mark in two corners, and its symbol or mark large in the middle."""
    group = Group(_body(width, height, PAPER))
    colour = _readable(look)
    corner = look.mark.replace(look.symbol, "") or look.mark
    size = min(width, height) * 0.17
    inset = min(width, height) * 0.13
    for turned in (False, True):
        half = Group()
        half.add(ink.centred(corner, inset, height - inset * 1.05, size, inset * 1.7, colour, bold=True))
        if look.symbol:
            half.add(
                ink.centred(
                    look.symbol, inset, height - inset * 1.05 - size, size * 0.95, inset * 1.7, colour
                )
            )
        if turned:
            half.transform = (-1, 0, 0, -1, width, height)
        group.add(half)
    if look.colour and not look.symbol:
        band = Rect(width * 0.2, height * 0.3, width * 0.6, height * 0.4, rx=4, ry=4)
        band.fillColor, band.strokeColor = named(look.colour), None
        group.add(band)
        colour = ink_on(named(look.colour))
    large = look.symbol or corner
    if look.symbol:
        group.add(ink.centred(large, width / 2, height / 2, min(width, height) * 0.5, width * 0.56, colour))
    else:
        group.add(
            ink.either_way(large, width / 2, height / 2, min(width, height) * 0.5, width * 0.56, colour)
        )
    if look.label not in (look.mark, corner):
        group.add(ink.block(look.label, width / 2, height * 0.17, max(6.5, width * 0.045), width * 0.62, INK))
    return group


def back(ink: Ink, title: str, width: float, height: float) -> Group:
    """The back of a card: the same for all of them."""
    group = Group(_body(width, height, PAPER))
    inner = Rect(width * 0.06, width * 0.06, width * 0.88, height - width * 0.12, rx=5, ry=5)
    inner.fillColor, inner.strokeColor, inner.strokeWidth = BLANK, LINE, 1.2
    group.add(inner)
    group.add(ink.block(title, width / 2, height / 2, width * 0.13, width * 0.7, LINE, bold=True))
    return group


def tile(ink: Ink, look: Look, width: float, height: float) -> Group:
    """A piece with sides: halves if only two opposite sides show something, quarters otherwise."""
    north, east, south, west = look.sides
    if not (north.text or south.text):
        return _halves(ink, (west, east), width, height, across=True)
    if not (east.text or west.text):
        return _halves(ink, (south, north), width, height, across=False)
    return _quarters(ink, look, width, height)


def counter(ink: Ink, look: Look, size: float, text: str = "") -> Group:
    """A round piece with the mark of its owner, or with a text of its own."""
    fill, group = fill_of(look), Group()
    group.add(Circle(size / 2, size / 2, size / 2, fillColor=fill, strokeColor=LINE, strokeWidth=0.5))
    inner = Circle(size / 2, size / 2, size * 0.41, fillColor=None, strokeColor=ink_on(fill), strokeWidth=0.5)
    inner.strokeOpacity = 0.5
    group.add(inner)
    said = text or look.mark or look.face
    if said:
        group.add(ink.either_way(said, size / 2, size / 2, size * 0.45, size * 0.66, ink_on(fill)))
    return group


def two_sided(ink: Ink, sides: Sequence[Look], size: float) -> Group:
    """The two sides of a counter, one above the other, and the line between them along which the paper is folded."""
    upper, lower = (counter(ink, look, size) for look in sides)
    upper.transform = (1, 0, 0, 1, 0, size)
    lower.transform = (-1, 0, 0, -1, size, size)
    fold = Line(0, size, size, size, strokeWidth=0.4, strokeColor=INK, strokeDashArray=[2, 2])
    return Group(upper, lower, fold)


def square(ink: Ink, look: Look, width: float, height: float) -> Group:
    """A tile without sides, with its mark in the middle."""
    fill = fill_of(look)
    group = Group(_body(width, height, fill))
    group.add(
        ink.centred(
            look.mark or look.label, width / 2, height / 2, height * 0.4, width * 0.8, ink_on(fill), bold=True
        )
    )
    return group


def die_face(ink: Ink, look: Look, size: float) -> Group:
    """A face of a die: pips for the numbers to nine, or else what it shows."""
    fill, group = fill_of(look), Group()
    group.add(box(0, 0, size, size, fill, LINE))
    if look.face.isdigit() and int(look.face) in PIPS:
        group.add(pips(int(look.face), 0, 0, size, ink_on(fill)))
    else:
        group.add(
            ink.either_way(look.face or look.mark, size / 2, size / 2, size * 0.5, size * 0.8, ink_on(fill))
        )
    return group


def pips(number: int, x: float, y: float, size: float, fill: Color) -> Group:
    """The pips of a number to nine on a square."""
    group = Group()
    for place in PIPS[number]:
        column, row = place % 3, place // 3
        at = x + size * (0.25 + 0.25 * column), y + size * (0.25 + 0.25 * row)
        group.add(Circle(*at, size * 0.085, fillColor=fill, strokeColor=None))
    return group


# ----------------------------------------------------------------------------------------------- private


def _body(width: float, height: float, fill: Color) -> Rect:
    return box(0, 0, width, height, fill, FAINT, 0.3)


def _readable(look: Look) -> Color:
    """The colour of the signs of a card; black where a light colour could not be read on white."""
    colour = named(look.colour, INK)
    pale = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue > _PALE
    return INK if pale else colour


def _halves(ink: Ink, sides: tuple[Side, Side], width: float, height: float, across: bool) -> Group:
    """A tile of two halves, left and right or below and above."""
    group = Group(_body(width, height, PAPER))
    wide, high = (width / 2, height) if across else (width, height / 2)
    size = min(wide, high)
    for number, side in enumerate(sides):
        x, y = (number * wide, 0.0) if across else (0.0, number * high)
        fill = named(side.colour, PAPER)
        group.add(box(x, y, wide, high, fill, LINE, 0.6))
        if side.text.isdigit() and int(side.text) in PIPS:
            group.add(pips(int(side.text), x + (wide - size) / 2, y + (high - size) / 2, size, ink_on(fill)))
        elif side.text:
            group.add(
                ink.centred(
                    side.text, x + wide / 2, y + high / 2, size * 0.4, wide * 0.85, ink_on(fill), bold=True
                )
            )
    return group


def _quarters(ink: Ink, look: Look, width: float, height: float) -> Group:
    """A tile cut by its diagonals, with what each side shows in a quarter, readable from that side."""
    group = Group(_body(width, height, PAPER))
    middle = (width / 2, height / 2)
    corners = ((0.0, height), (width, height), (width, 0.0), (0.0, 0.0))  # from the north west clockwise
    for number, side in enumerate(look.sides):
        fill = named(side.colour)
        one, other = corners[number], corners[(number + 1) % 4]
        group.add(Polygon([*middle, *one, *other], fillColor=fill, strokeColor=PAPER, strokeWidth=0.6))
        group.add(_outwards(ink, side, width, height, number, fill))
    hub = min(width, height) * 0.09
    group.add(Circle(*middle, hub, fillColor=PAPER, strokeColor=None))
    if look.mark:
        group.add(ink.centred(look.mark, *middle, max(SMALLEST, hub), hub * 1.7, LINE))
    return group


def _outwards(ink: Ink, side: Side, width: float, height: float, number: int, fill: Color) -> Group:
    """The words of one side, upright for somebody who sits at that side's opposite: the number large, the colour small."""
    words = side.text.split()
    small = side.colour if side.colour in words and len(words) > 1 else ""
    large = " ".join(word for word in words if word != small)
    across, deep = (width, height) if number % 2 == 0 else (height, width)
    group = Group()
    group.add(ink.either_way(large, 0, deep * 0.29, deep * 0.2, across * 0.4, ink_on(fill)))
    if small:
        group.add(
            ink.centred(small, 0, deep * 0.435, max(SMALLEST, deep * 0.075), across * 0.6, ink_on(fill))
        )
    angle = -number * pi / 2
    group.transform = (cos(angle), sin(angle), -sin(angle), cos(angle), width / 2, height / 2)
    return group


Point = tuple[float, float]
Draw = Callable[[Ink, Look, float, float], Group]
_CROSS = ((1, 2), (0, 2), (1, 1), (1, 3), (2, 2), (1, 0))
"""(column, row) of six faces in the net of a die: the first is opposite the last, the second opposite the last but one."""
_FLAP = 0.22
"""The depth of a flap, where a face is 1."""


def net(ink: Ink, faces: Sequence[Look], size: float) -> Group:
    """A die of six faces to cut out, fold and glue: a cross of squares with flaps, as `net_size` says. Opposite faces of a die with
    numbers in a row add up to the same."""
    group, flap = Group(), _FLAP * size
    for (column, row), look in zip(_CROSS, faces, strict=True):
        x, y = column * size + flap, row * size
        for start, end, away in _glued(column, row, size):
            group.add(_flap((x + start[0], y + start[1]), (x + end[0], y + end[1]), away))
        face = die_face(ink, look, size)
        face.transform = (1, 0, 0, 1, x, y)
        group.add(face)
    return group


def net_size(size: float) -> Point:
    """The width and height of the net of a die."""
    return (3 + 2 * _FLAP) * size, (4 + _FLAP) * size


def _glued(column: int, row: int, size: float) -> Iterator[tuple[Point, Point, Point]]:
    """The edges of a face that get a flap, each with the way that the flap goes: those of the arms, and the end of the cross."""
    flap = _FLAP * size
    if column != 1:
        x, away = (0.0, -flap) if column == 0 else (size, flap)
        yield (x, 0.0), (x, size), (away, 0.0)
        yield (0.0, 0.0), (size, 0.0), (0.0, -flap)
    if column != 1 or row == max(row for _, row in _CROSS):
        yield (0.0, size), (size, size), (0.0, flap)


def _flap(start: Point, end: Point, away: Point) -> Path:
    inset = 0.18
    along = (end[0] - start[0], end[1] - start[1])
    path = Path(fillColor=PAPER, strokeColor=FAINT, strokeWidth=0.5)
    path.moveTo(*start)
    path.lineTo(start[0] + inset * along[0] + away[0], start[1] + inset * along[1] + away[1])
    path.lineTo(end[0] - inset * along[0] + away[0], end[1] - inset * along[1] + away[1])
    path.lineTo(*end)
    path.closePath()
    return path
