"""The same names of squares; a capture is written with an x there."""

import rulewright as rw
from tests.oracles.outside.squares import beyond, line
from tests.oracles.outside.twins import Key, Twin, pieces, words

BACK = {"north": "south", "northeast": "southwest", "east": "west", "southeast": "northwest"}
BACK |= {back: way for way, back in BACK.items()}


def theirs(state: rw.State, action: rw.Action) -> Key:
    chosen, men = words(action), pieces(state)
    start, way = chosen["at"], chosen["way"]
    steps = 1 + sum(square in men for square in line(start, way, 8) + line(start, BACK[way], 8))
    to = beyond(start, way, steps)
    return f"{start}{'x' if to in men else '-'}{to}"


TWINS = (
    Twin(
        "lines-of-action",
        "lines_of_action",
        theirs,
        options={"repeats": 1},
        differs="in OpenSpiel a game is a draw as soon as a position comes back, which is `repeats=1` here.",
    ),
)
