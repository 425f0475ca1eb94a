"""With one die each both sides end at the first doubt; sixes are wild in OpenSpiel."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    if action.name == "liar":
        return "Liar"
    chosen = words(action)
    return f"{chosen['n']}-{chosen['f']}"


def rolled(result: str) -> Key:
    return int(result.rpartition(" ")[2]) - 1


TWINS = (
    Twin(
        "liars-dice",
        "liars_dice",
        theirs,
        options={"each": 1, "wild": "sixes"},
        chance=rolled,
        differs="in OpenSpiel a game ends with the first doubt, so games of one die each are compared.",
    ),
)
