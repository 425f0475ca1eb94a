"""Drawings as lines of spans: texts with a style, and what is touched where the text is.

    side_by_side([board, scores])             side by side, each line as wide as the widest one of its drawing
    cropped(board, 60, 12, spot)        the part of a drawing around the text that is touched for `spot`

A spot names what can be touched on the screen as `Touch` does: (sort, where, id, space); a move of the list is ("move", "", id, "").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from rich.cells import set_cell_size

from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Touch
from rulewright.source.dataclass import dataclass

Spot: TypeAlias = tuple[str, str, str, str]
GAP = 3
"""The number of columns between drawings that are side by side."""


@dataclass(frozen=True, slots=True)
class Span:
    """A text with a style of Rich, and the spot that is touched where it is."""

    text: str
    style: str = ""
    spot: Spot | None = None


Line: TypeAlias = tuple[Span, ...]
Drawing: TypeAlias = list[Line]


def spot_of(touch: Touch) -> Spot:
    return touch.sort, touch.where, touch.id, touch.space


def spot_of_move(number: int) -> Spot:
    return "move", "", str(number), ""


def text_line(text: str, style: str = "") -> Line:
    """A line of one span, with characters that would control the terminal made visible."""
    return (Span(visible(text), style),)


def width_of(line: Line) -> int:
    """The number of columns of a line."""
    return sum(cells(span.text) for span in line)


def extent(drawing: Drawing) -> int:
    """The number of columns of the widest line."""
    return max(map(width_of, drawing), default=0)


def filled(line: Line, width: int) -> Line:
    """A line with spaces up to a width."""
    missing = width - width_of(line)
    return (*line, Span(" " * missing)) if missing > 0 else line


def side_by_side(drawings: Sequence[Drawing], gap: int = GAP) -> Drawing:
    """Drawings side by side, from the top."""
    shown = [drawing for drawing in drawings if drawing]
    if len(shown) < 2:
        return list(shown[0]) if shown else []
    lines: Drawing = []
    for row in range(max(map(len, shown))):
        parts: list[Span] = []
        for drawing in shown[:-1]:
            parts += filled(drawing[row] if row < len(drawing) else (), extent(drawing) + gap)
        lines.append((*parts, *(shown[-1][row] if row < len(shown[-1]) else ())))
    return lines


def above(drawings: Iterable[Drawing], apart: int = 0) -> Drawing:
    """Drawings one below another, with a number of empty lines between them."""
    lines: Drawing = []
    for drawing in drawings:
        if lines and drawing:
            lines += [()] * apart
        lines += drawing
    return lines


def found(drawing: Drawing, spot: Spot) -> tuple[int, int] | None:
    """The column and line of the middle of the first text of a spot."""
    for row, line in enumerate(drawing):
        column = 0
        for span in line:
            if span.spot == spot:
                return column + cells(span.text) // 2, row
            column += cells(span.text)
    return None


def part(line: Line, first: int, width: int) -> Line:
    """The columns of a line from `first` on."""
    spans: list[Span] = []
    column = 0
    for span in line:
        size = cells(span.text)
        start, end = max(first - column, 0), min(first + width - column, size)
        if end > start:
            spans.append(replace(span, text=_cut(span.text, start, end)))
        column += size
    return tuple(spans)


def _cut(text: str, start: int, end: int) -> str:
    return set_cell_size(text[start:] if text.isascii() else _dropped(text, start), end - start)


def _dropped(text: str, columns: int) -> str:
    while columns > 0 and text:
        columns -= cells(text[0])
        text = text[1:]
    return text


def cropped(drawing: Drawing, width: int, height: int, around: tuple[int, int] | None) -> Drawing:
    """The part of a drawing around a column and line, with arrows where it goes on; the whole drawing if it fits."""
    wide, high = extent(drawing), len(drawing)
    if wide <= width and high <= height:
        return drawing
    column, row = around or (wide // 2, high // 2)
    left = max(0, min(column - width // 2, wide - width))
    top = max(0, min(row - height // 2, high - height))
    lines = [part(line, left, width) for line in drawing[top : top + height]]
    return [_with_arrows(line, width, left > 0, left + width < wide) for line in lines]


def _with_arrows(line: Line, width: int, before: bool, after: bool) -> Line:
    inner = filled(line, width)
    if before:
        inner = (Span("‹", "dim"), *part(inner, 1, width - 1))
    if after:
        inner = (*part(inner, 0, width - 1), Span("›", "dim"))
    return inner


def texts(drawing: Drawing) -> list[str]:
    """The lines of a drawing as plain text."""
    return ["".join(span.text for span in line).rstrip() for line in drawing]
