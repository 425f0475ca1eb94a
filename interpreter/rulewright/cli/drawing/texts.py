"""Texts in lines and columns of a terminal: wrapped, padded, and side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.cells import cell_len


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
