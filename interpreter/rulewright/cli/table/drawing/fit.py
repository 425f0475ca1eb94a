"""Levels of compression of a table, so that it fits a terminal: each includes those before it.

Nothing is left out before the last step, which leaves out what other players own.
"""

from __future__ import annotations

from enum import IntEnum


class Fit(IntEnum):
    """From uncompressed to the most compressed."""

    WHOLE = 0
    BLOCKS = 1
    """Rows of variables of players are in blocks side by side."""
    PLAIN = 2
    """No frames around pieces, no empty lines, and less of long lists of moves."""
    OWN = 3
    """Only the column of the player who sees the table."""
