"""Pieces drawn with characters: dice and cards as small boxes side by side.

boxes(["4", "●", ""])      ->      ┌───┐ ┌───┐ ┌───┐
                                   │ 4 │ │ ● │ │   │
                                   └───┘ └───┘ └───┘
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.cells import cell_len


def boxes(faces: Sequence[str], width: int) -> list[str]:
    """Lines that show faces in boxes, as many to a row as fit; every row has three lines."""
    lines: list[str] = []
    row: list[str] = []
    used = 0
    for face in faces:
        needed = max(cell_len(face), 1) + 5
        if row and used + needed > width:
            lines += _row(row)
            row, used = [], 0
        row.append(face)
        used += needed
    return lines + (_row(row) if row else [])


def in_a_row(faces: Sequence[str], width: int) -> list[str]:
    """Faces without boxes, `?` for an empty one: `4 · ● · ten of hearts`."""
    lines: list[str] = []
    for face in (face or "?" for face in faces):
        if lines and cell_len(lines[-1]) + cell_len(face) + 3 <= width:
            lines[-1] += f" · {face}"
        else:
            lines.append(face)
    return lines


def in_columns(cells: Sequence[str], width: int) -> list[str]:
    """Short texts side by side in columns of equal width, as many as fit."""
    if not cells:
        return []
    column = max(cell_len(cell) for cell in cells) + 3
    count = max(1, width // column)
    return [
        "".join(padded(cell, column) for cell in cells[start : start + count]).rstrip()
        for start in range(0, len(cells), count)
    ]


def folded(lines: Sequence[str], width: int) -> list[str]:
    """Lines wrapped between words; continuation lines are indented."""
    return [
        part
        for line in lines
        for part in (
            textwrap.wrap(
                line, width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
            )
            if cell_len(line) > width
            else [line]
        )
    ]


def padded(text: str, width: int, right: bool = False) -> str:
    """A text padded to a width, in columns of the terminal."""
    space = " " * max(0, width - cell_len(text))
    return space + text if right else text + space


def _row(faces: Sequence[str]) -> list[str]:
    texts = [padded(face, 1) for face in faces]
    return [
        " ".join(f"┌{'─' * (cell_len(text) + 2)}┐" for text in texts),
        " ".join(f"│ {text} │" for text in texts),
        " ".join(f"└{'─' * (cell_len(text) + 2)}┘" for text in texts),
    ]
