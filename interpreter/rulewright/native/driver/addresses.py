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

SEARCH = (
    "apply", "legal", "play_on", "views", "turns", "seeds", "seats", "cells", "luck", "choices", "game", "path", "slots", "nodes",
    "counts", "payoffs", "weights", "logarithms", "observe_many", "states", "seen", "unseen", "cells_before", "luck_before",
)  # fmt: skip
"""The table of `tree_search`: functions of other modules, and buffers."""
COUNTS = (
    "views", "seats", "most", "rounds", "mask", "room", "used", "next", "nodes", "root", "at", "resume", "depth", "row", "choice",
    "guided", "proving", "over", "won",
)  # fmt: skip
"""The numbers of a search, 64 bits each: how many views and rows of seats; when games are broken off; the mask of places of nodes by key; the
room for nodes and choices together, and how much of it is used; the word at which the next node begins, how many there are, and the word
of the first node of the last simulation, 0 for none; the simulation that is due, and how it is resumed; how many choices it took within the
tree, and the address of the last one's row; the number of its first choice, below 0 for
any; whether players know something of the game; whether positions are proven; whether the game is over within the tree, and by which side it is won from there
for sure, by its sign (1: that of the first player)."""
ANEW, STEPPED, PLAYED, DROPPED = range(4)
"""How a simulation is resumed: it begins; the caller carried out its last choice; the caller played the game on; it failed and is left out."""
ALL_DONE, GAVE_UP, STEP_FAILED, GAME_FAILED = range(4)
"""The result of a search: all simulations were done; it is no use to go on; the caller has to carry out a choice, or to play a game on, and
to call again."""
NODE = 5
"""The words at the head of a node: its key, the number of choices, the choice that is taken first, how often one was taken, and by which side
the position is won, as in COUNTS."""
STEP = 5
"""The words of a step on the path of a simulation: the addresses of the sum and of the visits of the choice, the player, whether it was taken
by curiosity, and the node."""


def is_hiding(program: ir.Program) -> bool:
    """Whether anything is hidden from anybody."""
    layout = program.layout
    variables = any(group.seen_by != "all" for group in layout.groups.values())
    return variables or any(place.seen_by != "all" for kind in layout.kinds.values() for place in kind.places)


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
