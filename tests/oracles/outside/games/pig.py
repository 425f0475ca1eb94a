"""Rolling waits for chance on both sides."""

import rulewright as rw
from tests.oracles.outside.twins import LEFT_OUT, Key, Twin

DIFFERS = "in OpenSpiel, whoever has enough points to win has to hold."


def theirs(state: rw.State, action: rw.Action) -> Key:
    if action.name == "hold":
        return "stop"
    return LEFT_OUT if state.get("me.enough") else "roll"


def rolled(result: str) -> Key:
    return f"Roll {result.rpartition(' ')[2]}"


TWINS = (
    Twin("pig", "pig(winscore=30)", theirs, options={"target": 30}, chance=rolled, differs=DIFFERS),
    Twin(
        "pig",
        "pig(players=3,winscore=20)",
        theirs,
        name="pig 3",
        players=3,
        options={"target": 20},
        chance=rolled,
        differs=DIFFERS,
    ),
)
