"""Score pads as pages: a line for each value, a column for each player, and blank lines for scores that grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from rulewright.author.sheet.pads import Line, Pad
from rulewright.paper.documents import styles
from rulewright.paper.documents.measure import height_of
from rulewright.paper.fonts import Letters
from rulewright.paper.pages import Paper

_LINE, _BETWEEN = 7 * mm, 6 * mm
_COLUMN, _LEAST_COLUMN = 22 * mm, 11 * mm
_LABEL, _LEAST_LABEL = 85 * mm, 45 * mm
_NARROW_LABEL = 22 * mm
_RUNNING = 16
"""The blank lines of a score that grows, if it is alone on a pad; several share them."""


def pads(pad: Pad, letters: Letters, paper: Paper) -> list[Flowable]:
    """As many copies of a pad as fit on a page, below each other."""
    made = _pad(pad, letters, paper)
    room, high = paper.room[1] + _BETWEEN, height_of(made, paper.room[0]) + _BETWEEN
    copies = [_pad(pad, letters, paper) for _ in range(max(1, int(room // high)))]
    return [each for copy in copies for each in (*copy, Spacer(0, _BETWEEN))][:-1]


def _pad(pad: Pad, letters: Letters, paper: Paper) -> list[Flowable]:
    named = any(line.sort != "running" for line in pad.lines)
    label, column = _widths(pad.columns, paper.room[0], named)
    rows: list[list[Flowable | str]] = [["", *[""] * pad.columns]]
    heights, look = [_LINE * 1.3], list[Any](_LOOK)  # commands of ReportLab, each with its own arguments
    running = max(4, _RUNNING // max(1, sum(line.sort == "running" for line in pad.lines)))
    for line in pad.lines:
        for text, sum_ in _cells(line, running):
            if sum_:
                look += [
                    ("LINEABOVE", (0, len(rows)), (-1, len(rows)), 1.2, styles.INK),
                    ("BACKGROUND", (0, len(rows)), (-1, len(rows)), styles.SHADE),
                ]
            rows.append([Paragraph(_markup(text, letters), styles.CELL), *[""] * pad.columns])
            heights.append(_LINE)
    wrapped = [max(height, _wrapped(row[0], label)) for height, row in zip(heights, rows, strict=True)]
    table = Table(
        rows, colWidths=[label, *[column] * pad.columns], rowHeights=wrapped, style=TableStyle(look)
    )
    table.hAlign = "LEFT"
    return [Paragraph(letters.markup(pad.title), styles.PAD_TITLE), table]


_LOOK = [
    ("GRID", (0, 1), (-1, -1), 0.4, styles.FAINT),
    ("BOX", (0, 1), (-1, -1), 1, styles.INK),
    ("GRID", (1, 0), (-1, 0), 0.4, styles.FAINT),
    ("BOX", (1, 0), (-1, 0), 1, styles.INK),
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("TOPPADDING", (0, 0), (-1, -1), 1),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ("LEFTPADDING", (0, 0), (-1, -1), 4),
]


def _widths(columns: int, room: float, named: bool) -> tuple[float, float]:
    """The width of the labels and of a column."""
    wide, narrow = (_LABEL, _LEAST_LABEL) if named else (_NARROW_LABEL, _NARROW_LABEL)
    column = max(_LEAST_COLUMN, min(_COLUMN, (room - wide) / columns))
    return max(narrow, min(wide, room - column * columns)), column


def _cells(line: Line, running: int) -> Iterator[tuple[tuple[str, str], bool]]:
    """The label and the hint of each line on paper, and whether it is a sum."""
    if line.sort == "running":
        yield (line.label, ""), False
        yield from ((("", ""), False) for _ in range(running - 1))
    else:
        yield (line.label, line.hint), line.sort == "sum"


def _markup(text: tuple[str, str], letters: Letters) -> str:
    label, hint = map(letters.markup, text)
    return f'<b>{label}</b>  <font size="7.2" color="#57606a">{hint}</font>' if hint else f"<b>{label}</b>"


def _wrapped(cell: Flowable | str, width: float) -> float:
    return 0.0 if isinstance(cell, str) else cell.wrap(width - 10, 1000)[1] + 3
