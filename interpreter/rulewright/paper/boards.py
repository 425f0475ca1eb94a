"""Drawings of boards to scale: squares, hexagons, or circles joined by lines, with the names of their spaces.

A drawing is a group with its origin at the lower left corner; all measures are points. A space of a scene is 2 units wide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, pi, sin

from reportlab.graphics.shapes import Circle, Group, Line, Polygon, Shape
from reportlab.lib.colors import Color

from rulewright.paper.ink import Ink
from rulewright.paper.palette import BLANK, FAINT, LINE, box, ink_on, named
from rulewright.scene.records import Board, Space
from rulewright.source.dataclass import dataclass

_COORDINATE = re.compile(r"([a-z]+)(\d+)")
_FLAT = 3**0.5 / 2
"""The distance of two rows of hexagons, where that of neighbours is 1."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A board for spaces of a width: where their middles are, and how large all of it is."""

    board: Board
    space: float
    at: tuple[tuple[float, float], ...]
    width: float
    height: float


def measured(board: Board, space: float) -> Measured:
    """The measures of a board whose spaces have a given width in points."""
    unit = space / 2
    down = _FLAT if board.plane == "hexagons" else 1.0
    xs, ys = [each.x for each in board.spaces], [each.y * down for each in board.spaces]
    rim = 1.25 + (0.75 if has_coordinates(board) else 0.0)
    left, bottom = min(xs) - rim, max(ys) + rim
    at = tuple(((x - left) * unit, (bottom - y) * unit) for x, y in zip(xs, ys, strict=True))
    return Measured(board, space, at, (max(xs) - left + rim) * unit, (bottom - min(ys) + rim) * unit)


def drawn(ink: Ink, of: Measured) -> Group:
    """The drawing of a board."""
    group, board, unit = Group(), of.board, of.space / 2
    for one, other in board.edges:
        group.add(Line(*of.at[one], *of.at[other], strokeColor=LINE, strokeWidth=max(1.0, unit * 0.12)))
    short = _short(board)
    for space, (x, y) in zip(board.spaces, of.at, strict=True):
        fill = named(space.colour, BLANK)
        group.add(_ground(board.plane, x, y, unit, fill))
        name = short.get(space.id, "")
        if name:
            pale = ink_on(fill) if space.colour else LINE
            said = space.colour if space.colour and name != space.label else ""
            group.add(ink.centred(name, x, y + (unit * 0.15 if said else 0.0), unit * 0.75, unit * 1.5, pale))
            if said:  # readable without colour
                group.add(ink.centred(said, x, y - unit * 0.6, unit * 0.32, unit * 1.7, pale))
    for text, x, y in _rims(of):
        group.add(ink.centred(text, x, y, unit * 0.6, unit, FAINT))
    return group


def has_coordinates(board: Board) -> bool:
    """Whether spaces are named by letters for columns and numbers for rows, so that the names are written at the rim."""
    return board.plane != "circles" and all(_COORDINATE.fullmatch(each.label) for each in board.spaces)


# ----------------------------------------------------------------------------------------------- private


def _ground(plane: str, x: float, y: float, unit: float, fill: Color) -> Shape:
    match plane:
        case "circles":
            return Circle(x, y, unit * 0.98, fillColor=fill, strokeColor=LINE, strokeWidth=0.6)
        case "hexagons":
            reach = unit * 2 / 3**0.5
            corners = [(x + reach * sin(n * pi / 3), y + reach * cos(n * pi / 3)) for n in range(6)]
            points = [each for corner in corners for each in corner]
            return Polygon(points, fillColor=fill, strokeColor=LINE, strokeWidth=0.6)
        case _:
            return box(x - unit, y - unit, 2 * unit, 2 * unit, fill, LINE, 0.6)


def _short(board: Board) -> Mapping[str, str]:
    """What is printed on each space: its name without a colour that it shows; nothing if names are written at the rim."""
    if has_coordinates(board):
        return {}
    return {space.id: _without_colour(space) for space in board.spaces}


def _without_colour(space: Space) -> str:
    return space.label.replace(space.colour, "").strip() or space.label if space.colour else space.label


def _rims(of: Measured) -> list[tuple[str, float, float]]:
    """The letters and numbers at the rim of a board, with the places of their middles."""
    if not has_coordinates(of.board):
        return []
    rows: dict[str, tuple[float, float]] = {}
    columns: dict[str, tuple[float, float]] = {}
    square, unit = of.board.plane == "squares", of.space / 2
    for space, (x, y) in zip(of.board.spaces, of.at, strict=True):
        found = _COORDINATE.fullmatch(space.label)
        assert found
        letter, digit = found.groups()
        rows[digit] = min(rows.get(digit, (x, y)), (x, y))
        kept = columns.setdefault(letter, (x, y))
        if (y < kept[1]) if square else (y > kept[1]):
            columns[letter] = (x, y)
    named_rows = [(digit, x - 1.5 * unit, y) for digit, (x, y) in rows.items()]
    if square:
        return named_rows + [(letter, x, y - 1.5 * unit) for letter, (x, y) in columns.items()]
    return named_rows + [(letter, x - 0.6 * unit, y + 1.5 * unit) for letter, (x, y) in columns.items()]
