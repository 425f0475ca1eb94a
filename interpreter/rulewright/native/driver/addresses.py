"""The tables of addresses passed to functions for many states: which buffer has which index.

    STATES.index("seeds")       the index of the address of the seeds in the table of `batches`

A module apart from those that write these functions, so that code from the cache runs without loading them.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir

STATES = (
    "cells", "luck", "seeds", "players", "chosen", "failed", "current", "terminal", "returns",
    "starts", "ids", "rows", "spare_starts", "spare_ids", "spare_rows",
    "cells_before", "luck_before", "seeds_before", "initial",
)  # fmt: skip
"""The table of `batches`: the buffers of `runtime.fast.States`, its two listings, the previous values, and
the cells before set-up."""

LISTED, BEFORE = ("starts", "ids", "rows"), ("cells_before", "luck_before", "seeds_before")
"""Those of a listing, and the previous values."""

TOO_MANY = 2**31 - 1
"""The limit at which `batches` stops counting the choices of all states: more could not be listed."""

POSITIONS = (
    "positions", "weights", "following", "following_weights", "slots", "notes", "rows", "frames",
)  # fmt: skip
"""The table of `successors`."""
NOTES = ("next", "used", "total", "wanted")
"""The notes of `successors`, 64 bits each: the position to continue with, how many were written, the sum of
their weights, and the number of choices for which room is needed."""
SEQUENCES = ("positions", "weights", "frames", "rows", "totals")
"""The table of `sequences`."""
TOTALS = ("sequences", "wanted", "drawn", "shared")
"""The totals of `sequences`, 64 bits each, before those of the games that each seat wins alone. `wanted`: the number of choices for which
room is needed."""
DONE, FAILED, CROWDED, FULL = range(4)
"""The result of `successors` and `sequences`: all positions were visited; something failed, or the weights are too large;
more room is needed for choices; more room is needed for positions, or frames."""


def luck_width(program: ir.Program) -> int:
    """How many numbers the luck of a state has."""
    return program.players + 1 + len(program.streams)


SEED, SCRATCH, RETIRED, COUNT, ROOM, MOVES, LOG, WANTED, HEAD = 0, 2, 4, 5, 6, 7, 8, 9, 10
"""The numbers at the head of the buffer of a single state (`runtime.fast.Running`): the seed and the address of scratch memory for as
many rows of choices (64 bits each); 1 if a larger buffer took its place; how many choices are listed, and for how many there is room;
the actions since the buffer was made, and for how many there is room; the number of choices for which there was no room. After the head
come cells and luck, the ids of the choices listed, and the ids of the actions."""


def first_id(program: ir.Program) -> int:
    """Where the ids of choices begin in the buffer of a single state."""
    return HEAD + program.layout.size + luck_width(program)
