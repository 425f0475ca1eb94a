"""The tables of addresses that functions for many states are called with: which buffer stands where.

    STATES.index("seeds")       the place of the address of the seeds in the table of `batches`

Apart from what writes those functions, so that code from the cache is run without loading that.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir

STATES = (
    "cells", "luck", "seeds", "players", "chosen", "failed", "current", "terminal", "returns",
    "starts", "ids", "rows", "spare_starts", "spare_ids", "spare_rows",
    "cells_before", "luck_before", "seeds_before", "initial",
)  # fmt: skip
"""The table of `batches`: the buffers of `runtime.fast.States`, its two listings, what was before, and the cells before
set-up."""

TOO_MANY = 2**31 - 1
"""Where `batches` stops counting the choices of all states: nobody has room to list as many."""

POSITIONS = ("positions", "weights", "following", "following_weights", "slots", "notes", "rows")
"""The table of `spreading`."""
NOTES = ("next", "used", "total", "wanted")
"""Its notes, 64 bits each: the position to go on with, how many were written, the sum of their weights, choices there must be
room for."""
DONE, FAILED, CROWDED, FULL = range(4)
"""How it ended: all gone through; something failed, or the weights are too large; room is needed for more choices, or for more
positions."""


def luck_width(program: ir.Program) -> int:
    """How many numbers the luck of a state has."""
    return program.players + 1 + len(program.streams)
