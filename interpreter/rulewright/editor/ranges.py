"""Places as editors count them: lines from 0, and characters of a line in units of UTF-16, also from 0.

    Span(source, 6, 10)      ->      Range(0, 6, 0, 10)

Python counts a die, `🎲`, as one character, and editors as two.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """From a line and a character up to another, which is not part of it."""

    line: int
    character: int
    end_line: int
    end_character: int


def range_of(span: Span) -> Range:
    """The range of a span in its source."""
    return Range(*_position(span.source, span.start), *_position(span.source, span.end))


def offset_of(source: Source, line: int, character: int) -> int:
    """The offset of a place; the nearest one if the text has no such line or the line is shorter."""
    starts = [0, *(place + 1 for place, sign in enumerate(source.text) if sign == "\n")] if line else [0]
    if line >= len(starts):
        return len(source.text)
    start = starts[line]
    end = source.text.find("\n", start)
    written = source.text[start : len(source.text) if end < 0 else end]
    return start + _characters(written, character)


def _position(source: Source, offset: int) -> tuple[int, int]:
    line, column = source.position(offset)
    before = source.text[offset - column + 1 : offset]
    return line - 1, _units(before)


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int) -> int:
    """The number of characters of a text that the first units are."""
    if text.isascii():
        return min(units, len(text))
    count = 0
    for place, sign in enumerate(text):
        if count >= units:
            return place
        count += 2 if ord(sign) > 0xFFFF else 1
    return len(text)


def common_ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """The lengths of the longest common beginning and, in what is left, of the longest common end: of two texts, or of their lines."""
    head = _common(one, other)
    return head, min(_common(one[::-1], other[::-1]), len(one) - head, len(other) - head)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
