"""The same names of squares; a capture is written with an x there."""

import rulewright as rw
from tests.oracles.outside.squares import beyond, line
from tests.oracles.outside.twins import OVER, Key, Other, Twin, pieces, words

BACK = {"north": "south", "northeast": "southwest", "east": "west", "southeast": "northwest"}
BACK |= {back: way for way, back in BACK.items()}


def theirs(state: rw.State, action: rw.Action) -> Key:
    chosen, men = words(action), pieces(state)
    start, way = chosen["at"], chosen["way"]
    steps = 1 + sum(square in men for square in line(start, way, 8) + line(start, BACK[way], 8))
    to = beyond(start, way, steps)
    return f"{start}{'x' if to in men else '-'}{to}"


def repeated(ours: rw.State, theirs: Other) -> bool:
    """A position has come back: a draw there, and nothing here."""
    return not ours.is_terminal() and theirs.turn() == OVER and list(theirs.returns()) == [0, 0]


TWINS = (
    Twin(
        "lines-of-action",
        "lines_of_action",
        theirs,
        left=repeated,
        differs="in OpenSpiel a game is a draw as soon as a position of the men comes back.",
    ),
)
