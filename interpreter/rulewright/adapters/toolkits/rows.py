"""Rows of numbers as NumPy arrays, and the least and greatest numbers that they may have.

low, high = bounds(game)            for a `Box` of 32-bit numbers
seen(state, 0)                      what seat 0 sees, as an array
"""

from __future__ import annotations

from typing import TypeAlias

import numpy
from numpy.typing import NDArray

import rulewright as rw

Numbers: TypeAlias = NDArray[numpy.int32]
HIDDEN = -2
"""The number for what is not seen."""


def bounds(game: rw.Game) -> tuple[Numbers, Numbers]:
    """The least and the greatest number in each column of a row, hidden and missing values included."""
    width = max(column.stop for column in game.columns)
    low, high = numpy.full(width, HIDDEN, numpy.int32), numpy.zeros(width, numpy.int32)
    for column in game.columns:
        least, most = min(column.low, *column.words, 0), max(column.high, *column.words, 0)
        low[column.start : column.stop] = min(least, HIDDEN)
        high[column.start : column.stop] = most
    return low, high


def seen(state: rw.State, seat: int) -> Numbers:
    """What a seat sees, in new memory."""
    return numpy.frombuffer(state.observation_row(seat), numpy.int32)
