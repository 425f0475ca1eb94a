"""How closely a table is drawn, so that it fits a terminal: each step includes those before it.

Nothing is left out before the last step, which leaves out what other players own.
"""

from __future__ import annotations

from enum import IntEnum


class Fit(IntEnum):
    """From the widest drawing to the closest."""

    WHOLE = 0
    BLOCKS = 1
    """Rows of what players own are in blocks side by side."""
    PLAIN = 2
    """No frames around pieces, no empty lines, and less of long lists of moves."""
    OWN = 3
    """Only the column of the one to whom the table is shown."""
