"""Tables as plain text, for printed results.

print(aligned(("SEAT", "wins"), ("1", "42.0 %"), ("2", "58.0 %")))
"""

from __future__ import annotations

from collections.abc import Sequence

GAP = 3


def aligned(*rows: Sequence[str], words: bool = False) -> str:
    """Rows with aligned columns, all but the first to the right; with `words` the last one is text, to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join((" " * GAP).join(_cells(row, widths, words)).rstrip() for row in rows)


def _cells(row: Sequence[str], widths: Sequence[int], words: bool) -> list[str]:
    last = len(widths) - 1
    return [
        cell.ljust(width) if place == 0 or (words and place == last) else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
