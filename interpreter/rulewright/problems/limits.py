"""The limits of rulebooks, in one place: a file from a stranger is read, checked and played within about a second.

    MOST_VALUES = 10_000      the largest game known has 2,400; a file of 10,000 is read and checked in about a second

All work grows with the number of values in a file, so the files themselves are bounded first, before memory is spent; then
everything that multiplies (declarations over domains, tables to check, expressions inside loops) has a limit of its own.  All
limits are several times what any known game needs.  Limits of single declarations (pieces, faces, elements of a
domain) are where these are checked; the page "Limits" of the documentation lists all.
"""

from __future__ import annotations

from typing import Final

# ------------------------------------------------------------------------------------------------------ files

MOST_BYTES: Final = 1_000_000
"""Bytes of a file. Texts for people may be long; rules have limits of their own below."""
MOST_VALUES: Final = 10_000
"""Keys, texts, lists and mappings of a file. Reading them, checking them by the schema and all other checks cost up to 0.1 ms for each."""
DEEPEST: Final = 64
"""Levels of a file. Later stages walk the tree recursively."""
MOST_PARENTS: Final = 32
"""Files that extend one another."""
MOST_PROBLEMS: Final = 500
"""Problems of a file, after which the search for more ends. Nobody reads more, and many need a search for the nearest name."""
MOST_CANDIDATES: Final = 1_000
"""Names that are searched for the nearest one; among more, any name has a neighbour."""

# ------------------------------------------------------------------------------------------------ expressions

LONGEST_EXPRESSION: Final = 10_000
"""Characters of one expression."""
MOST_WRITTEN: Final = 50_000
"""Characters of all expressions of a rulebook together. Reading and checking cost some 10 µs for each; the largest game known
has 4,500."""
DEEPEST_EXPRESSION: Final = 100
"""Nodes of an expression inside one another. Later stages walk the tree recursively."""

# ----------------------------------------------------------------------------------------------- declarations

MOST_PIECES: Final = 50_000
"""Pieces of all kinds together; one kind may have 10,000."""
MOST_STORED: Final = 500_000
"""Values of all variables and tables together; each may have 100,000. A position has a cell for each value."""
LARGEST_NOTE: Final = 4
"""The cells of a note, at most."""
MOST_NOTED: Final = 50_000
"""Cells of all notes of positions together, four or fewer for each note, so that a position can be copied quickly."""
MOST_SPACES: Final = 2_500
"""Spaces of all boards together, those of each owner counted."""
MOST_LINES: Final = 20_000
"""Lines of a board, all families together."""
MOST_ON_LINES: Final = 200_000
"""Spaces of all lines of a board. Each line is kept as a list of its spaces."""
MOST_PAIRS: Final = 500_000
"""Pairs of spaces of a board whose rules ask for the direction from one space to another: there is a value for each pair."""
MOST_ATTRIBUTES: Final = 10_000
"""Values of attributes of spaces, all boards together: each is worked out when the rulebook is checked, at some 50 µs."""
MOST_READ: Final = 25_000
"""Values that `validate` reads, all variants together: it reads a rulebook again for each of them."""
MOST_LOOKED_AT: Final = 400_000
"""Values that `validate` looks at, all tables (players and options of each variant) together. To look costs some 2 µs for
each, to read some 30."""
MOST_TRIED: Final = 20_000
"""Values of a rulebook with house rules that are looked at again at every table for that, all trials together: reading, checking and
proving them takes up to 0.6 ms for each."""
MOST_TRIALS: Final = 24
"""How often a rulebook is looked at without some changes of its house rules, to find out which of them caused a problem."""
MOST_SET_UP: Final = 40_000
"""Values of the rulebooks that `validate` sets up, all tables together, and as many again for variants: opening a table costs some
50 µs for each. Of bundled games at most 22,000 are."""

# -------------------------------------------------------------------------------------------------- in play

MOST_WORK: Final = 750_000
"""Work between two decisions, or for one list of legal actions, before the rules count as endless: an element gone through is 1, and
so is a piece that is moved, rolled or shuffled; a definition worked out is `A_CALL`, an effect or a rule `AN_EFFECT`."""
A_CALL: Final = 5
AN_EFFECT: Final = 5
