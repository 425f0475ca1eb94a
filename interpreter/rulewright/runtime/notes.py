"""Notes of positions that have been before: how a note is made, found, added and forgotten in the cells of a state.

    add(notes, cells, number_of(words))       False if there is no room for it
    times(notes, cells, number_of(words))     how many there are of it

A note is a number of at most four words of 32 bits.  A part of the position that fits is noted as it is, and so compared exactly.
Of a larger one the note is a digest of 128 bits: the sum of its pairs of words, each mixed with its place by the finaliser of
SplitMix64, in two halves with beginnings of their own.  Two different positions have the same digest with a probability of
2**-128: a billion games of a thousand positions each would meet one with a probability of less than 10**-23, which is far below
that of a fault of the machine.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from rulewright.ir.layout import Notes
from rulewright.ir.noted import MOST_WORDS, WORD
from rulewright.runtime.chance.random_words import GOLDEN, MASK, mix

BEGINNINGS = (0x243F6A8885A308D3, 0x13198A2E03707344)
"""What the halves of a digest begin with: the digits of pi."""


def number_of(words: Sequence[int]) -> int:
    """The note of a part of the position, from its words (`ir.noted.packed`), none of which is negative."""
    if len(words) <= MOST_WORDS:
        return sum(word << WORD * place for place, word in enumerate(words))
    whole = [*words, 0] if len(words) % 2 else list(words)
    low, high = BEGINNINGS
    for place in range(0, len(whole), 2):
        pair = whole[place] | whole[place + 1] << WORD
        low += mix(pair + keys_of(place // 2)[0] & MASK)
        high += mix(pair + keys_of(place // 2)[1] & MASK)
    return (low & MASK) | (high & MASK) << 2 * WORD


def keys_of(pair: int) -> tuple[int, int]:
    """What is added to a pair of words before it is mixed, for each half."""
    low, high = ((pair + 1) * GOLDEN + beginning & MASK for beginning in BEGINNINGS)
    return low, high


def times(notes: Notes, cells: Sequence[int], note: int) -> int:
    """How often a position was noted."""
    words = _cells_of(notes, note)
    first, there = notes.offset + 1, cells[notes.offset]
    return sum(
        all(cells[first + word * notes.room + at] == cell for word, cell in enumerate(words))
        for at in range(there)
        if cells[first + at] == words[0]
    )


def add(notes: Notes, cells: MutableSequence[int], note: int) -> bool:
    """Note a position; False, and nothing is changed, if there are as many notes as there may be."""
    there = cells[notes.offset]
    if there == notes.most:
        return False
    for word, cell in enumerate(_cells_of(notes, note)):
        cells[notes.offset + 1 + word * notes.room + there] = cell
    cells[notes.offset] = there + 1
    return True


def forget(notes: Notes, cells: MutableSequence[int]) -> None:
    """Take away all notes."""
    there, cells[notes.offset] = cells[notes.offset], 0
    for word in range(notes.words):
        first = notes.offset + 1 + word * notes.room
        for at in range(first, first + there):
            cells[at] = 0


def fault(notes: Notes, cells: Sequence[int]) -> bool:
    """Whether the cells are no notes that a game can have: nothing may follow them."""
    there, first = cells[notes.offset], notes.offset + 1
    if not 0 <= there <= notes.most:
        return True
    rows = (cells[first + word * notes.room : first + (word + 1) * notes.room] for word in range(notes.words))
    return any(any(row[there:]) for row in rows)


def _cells_of(notes: Notes, note: int) -> list[int]:
    """The words of a note, least first, as signed cells have them."""
    words = (note >> WORD * word & (1 << WORD) - 1 for word in range(notes.words))
    return [word - (1 << WORD) if word >> WORD - 1 else word for word in words]
