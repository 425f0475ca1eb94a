"""The same names of spaces; with the swap, the second player takes the first stone's place in OpenSpiel too."""

import rulewright as rw
from tests.oracles.outside.squares import at
from tests.oracles.outside.twins import Key, Twin, setting, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    column, row = at(words(action)["at"])
    return setting(state, "size") * (row - 1) + column - 1


TWINS = (
    Twin("hex", "hex", theirs),
    Twin("hex", "hex(board_size=5)", theirs, name="hex 5", options={"size": 5}),
)
