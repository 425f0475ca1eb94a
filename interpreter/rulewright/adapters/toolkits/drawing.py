"""A scene as a picture, drawn by Matplotlib: boards on the left with zones and values in lines next to them; without a board, zones with
their pieces in rows, and values in lines below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi
from textwrap import shorten
from typing import Any

import numpy
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import is_color_like
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch, Patch, RegularPolygon
from numpy.typing import NDArray

import rulewright as rw
from rulewright.scene.records import Board, Piece, Scene, Zone

WIDTH, HEIGHT, DOTS = 8.0, 6.0, 100
OWNERS = ("#2f6fb2", "#d98a1f", "#2c8a5f", "#b3567f", "#6aa9c9", "#b4552d", "#7d6bb0", "#70757c")
BLANK, LINE = "#f6f1e4", "#57606a"
FLAT = 3**0.5 / 2
MOST_LINES, LONGEST = 30, 60
"""The most lines, and the most characters in one."""
LINE_HEIGHT = 0.03
"""The share of the height that a line in larger letters needs."""
SHORT, LETTER = 3, 9.0
"""The most letters of a mark in large type, and the dots for each letter of a longer one."""
NAMES = 220.0
"""The dots that the names of zones need in rows."""


def picture(state: rw.State, viewer: int | None) -> NDArray[numpy.uint8]:
    """What a seat (None: a spectator) sees of a state, as an array of rows of red, green and blue."""
    scene = rw.scene_of(state, viewer)
    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DOTS, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    boards = [board for board in scene.boards if board.spaces]
    for number, board in enumerate(boards):
        high = 0.9 / len(boards)
        axes = figure.add_axes((0.01, 0.93 - (number + 1) * high, 0.6, high))
        _draw(axes, board)
    figure.text(0.02, 0.95, scene.title, fontsize=14, weight="bold")
    zones = [_zone(zone) for zone in scene.zones]
    left, top, most = 0.63, 0.92, LONGEST // 2
    if not boards:
        left, top, most, zones = (
            0.02,
            _rows(figure, [zone for zone in scene.zones if zone.count]),
            LONGEST,
            [],
        )
    lines = [shorten(line, most, placeholder="…") for line in (*_turn(scene), *zones, *_values(scene))]
    size = 8 if boards or len(lines) * LINE_HEIGHT > top else 11
    figure.text(left, top, "\n".join(lines[:MOST_LINES]), fontsize=size, va="top", family="monospace")
    canvas.draw()  # type: ignore[no-untyped-call]
    return numpy.array(canvas.buffer_rgba())[:, :, :3]  # type: ignore[no-untyped-call]


def _rows(figure: Figure, zones: Sequence[Zone]) -> float:
    """A row for each of these zones: its name, and its pieces as tiles, or how many there are; returns the height at which the rows end."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, WIDTH * DOTS)
    axes.set_ylim(0, HEIGHT * DOTS)
    axes.set_axis_off()
    high = min(62.0, 0.62 * HEIGHT * DOTS / max(len(zones), 1))
    tall, at = 0.84 * high, HEIGHT * DOTS - 60.0
    for zone in zones:
        at -= high
        middle = at + tall / 2
        axes.text(
            16, middle, shorten(zone.label, 28, placeholder="…"), fontsize=min(10, 0.3 * tall), va="center"
        )
        if zone.pieces is None:
            axes.text(NAMES, middle, f"{zone.count} {zone.noun}", fontsize=min(10, 0.3 * tall), va="center")
            continue
        marks = [_tile(piece) for piece in zone.pieces]
        widths = [max(0.76 * tall, LETTER * len(mark) if len(mark) > SHORT else 0) for mark in marks]
        narrow = min(1.0, (WIDTH * DOTS - NAMES - 16) / sum(widths))
        x = NAMES
        for piece, mark, wide in zip(zone.pieces, marks, widths, strict=True):
            fill, ink = _colour("", piece.look.owner), piece.look.colour
            tile = (x + 2, at + 2), narrow * wide - 6, tall - 4
            axes.add_patch(FancyBboxPatch(*tile, "round,pad=2", facecolor=fill, edgecolor=LINE))
            size = narrow * (0.32 * tall if len(mark) <= SHORT else min(10, 0.3 * tall))
            ink = ink if is_color_like(ink) else "black"
            axes.text(
                x + narrow * wide / 2 - 1, middle, mark, fontsize=size, color=ink, ha="center", va="center"
            )
            x += narrow * wide
    return (at - 16) / (HEIGHT * DOTS)


def _draw(axes: Axes, board: Board) -> None:
    """A board with its pieces."""
    add, down = axes.add_patch, FLAT if board.plane == "hexagons" else 1.0
    at = [(space.x, -space.y * down) for space in board.spaces]
    plot, text = axes.plot, axes.text
    small = 110 / (max(max(abs(x - at[0][0]), abs(y - at[0][1])) for x, y in at) + 2)
    for one, other in board.edges:
        plot(*zip(at[one], at[other], strict=True), color=LINE, linewidth=0.8, zorder=0)
    for space, (x, y) in zip(board.spaces, at, strict=True):
        add(_space(board, x, y, space.colour))
        values = ", ".join(each.text for each in space.values if each.text)
        if not space.pieces:
            text(
                x,
                y,
                values or space.label,
                fontsize=min(small, 9),
                color=LINE,
                alpha=0.8,
                ha="center",
                va="center",
            )
        for number, piece in enumerate(space.pieces):
            away = 0.28 * (number - (len(space.pieces) - 1) / 2)
            fill = _colour(piece.look.colour, piece.look.owner)
            add(Circle((x + away, y + away), 0.74, facecolor=fill, edgecolor="#1f2328", linewidth=0.8))
            text(x + away, y + away, _mark(piece), fontsize=min(1.3 * small, 14), ha="center", va="center")
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.autoscale_view()


def _space(board: Board, x: float, y: float, colour: str) -> Patch:
    look: dict[str, Any] = {"facecolor": _colour(colour, None), "edgecolor": LINE, "linewidth": 0.6}
    if board.plane == "circles":
        return Circle((x, y), 0.98, **look)
    if board.plane == "hexagons":
        return RegularPolygon((x, y), 6, radius=1 / FLAT, **look)
    return RegularPolygon((x, y), 4, radius=2**0.5, orientation=pi / 4, **look)


def _colour(name: str, owner: int | None) -> str:
    if name and is_color_like(name):
        return name
    return BLANK if owner is None else OWNERS[owner % len(OWNERS)]


def _mark(piece: Piece) -> str:
    return f"{piece.look.mark}{f' {piece.count}' if piece.count > 1 else ''}".strip()


def _turn(scene: Scene) -> Iterator[str]:
    """Whose turn it is."""
    yield f"round {scene.round}" + (f", {scene.phase}" if scene.phase else "")
    if scene.over:
        yield f"over: {scene.ending}"
    for seat in scene.seats:
        yield f"{'>' if seat.to_move else '-'} {seat.name}"
    yield ""


def _values(scene: Scene) -> Iterator[str]:
    """The values of variables."""
    for value in scene.values:
        if value.text:
            owner = "" if value.owner is None or value.of_team else f"{scene.seats[value.owner].name}: "
            yield f"{owner}{' '.join((value.label, *value.keys))} = {value.text}"


def _tile(piece: Piece) -> str:
    return (piece.look.mark or piece.look.label) + (f" × {piece.count}" if piece.count > 1 else "")


def _zone(zone: Zone) -> str:
    if zone.pieces is None:
        return f"{zone.label}: {zone.count} {zone.noun}"
    marks = (_mark(piece) or piece.look.label for piece in zone.pieces)
    return f"{zone.label}: {' '.join(marks) or '-'}"
