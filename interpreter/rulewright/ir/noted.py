"""Where the values of a noted part of the position lie in the words that are noted.

    packed(position.parts)      ->      ((Segment(part=0, first=0, count=16, shift=0, width=2),), ...)

Each value takes as many bits as its range needs, and a word of 32 bits as many values as fit. `runtime.notes` makes a note of
the words.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.ir import nodes as ir
from rulewright.problems.limits import LARGEST_NOTE
from rulewright.source.dataclass import dataclass

WORD = 32
MOST_WORDS = LARGEST_NOTE
"""The words of a note, each in a cell."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Neighbouring values of a part in a word: those from `first` on, each shifted by the number of bits under its place in
    `shifts`. `ones`: 1 in the place of each."""

    part: int
    first: int
    shifts: tuple[int, ...]
    ones: int

    @property
    def count(self) -> int:
        return len(self.shifts)


Words = tuple[tuple[Segment, ...], ...]


def packed(parts: tuple[ir.NotedPart, ...]) -> Words:
    """The words of a position: what lies in each."""
    words: list[list[Segment]] = [[]]
    used = 0
    for index, part in enumerate(parts):
        width, size, first = width_of(part), size_of(part), 0
        while first < size and width:
            if used + width > WORD:
                words.append([])
                used = 0
            count = min((WORD - used) // width, size - first)
            shifts = tuple(range(used, used + count * width, width))
            words[-1].append(Segment(index, first, shifts, sum(1 << shift for shift in shifts)))
            used, first = used + count * width, first + count
    return tuple(map(tuple, words))


def size_of(part: ir.NotedPart) -> int:
    """The number of values of a part."""
    return part.size if isinstance(part, ir.NotedCells) else 1


def lowest(part: ir.NotedPart) -> int:
    """The value that is written as 0."""
    return part.low - 1 if isinstance(part, ir.NotedValue) and part.optional else part.low


def width_of(part: ir.NotedPart) -> int:
    """The number of bits of each value of a part."""
    return (part.high - lowest(part)).bit_length()


@lru_cache(maxsize=32)
def words_of(position: ir.NotedPosition) -> Words:
    """`packed` of a position, which is asked often."""
    return packed(position.parts)


def note_words(parts: tuple[ir.NotedPart, ...]) -> int:
    """The number of words of a note."""
    return min(len(packed(parts)), MOST_WORDS)
