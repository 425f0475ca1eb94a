"""OpenSpiel writes the player in front of the point, and leaves out the column i. There a position that comes back ends the game."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin, words

COLUMNS = "abcdefghjklmnopqrst"


def theirs(state: rw.State, action: rw.Action) -> Key:
    mark = "B" if state.current_player() == 0 else "W"
    if action.name == "pass":
        return f"{mark} PASS"
    point = words(action)["at"]
    return f"{mark} {COLUMNS[ord(point[0]) - ord('a')]}{point[1:]}"


TWINS = (
    Twin("go", "go(board_size=9)", theirs, options={"size": 9, "repetition": "draw"}),
    Twin(
        "go",
        "go(board_size=5,komi=2.5)",
        theirs,
        name="go 5 by 5",
        options={"size": 5, "komi": 2, "repetition": "draw"},
    ),
)
