"""The first player sits at the last row in OpenSpiel, and a capture has a star."""

import rulewright as rw
from tests.oracles.outside.squares import beyond, upside_down
from tests.oracles.outside.twins import Key, Twin, pieces, setting, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    chosen, rows = words(action), setting(state, "length")
    start, to = chosen["at"], beyond(chosen["at"], chosen["way"])
    taken = "*" if to in pieces(state) else ""
    return upside_down(start, rows) + upside_down(to, rows) + taken


TWINS = (
    Twin("breakthrough", "breakthrough", theirs),
    Twin(
        "breakthrough",
        "breakthrough(rows=6,columns=5)",
        theirs,
        name="breakthrough 6 by 5",
        options={"length": 6, "width": 5},
    ),
)
