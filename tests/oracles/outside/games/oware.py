"""OpenSpiel has a letter for each house, capital ones for South."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    house = int(words(action)["at"]) - 1
    return "ABCDEF"[house] if house < 6 else "abcdef"[house - 6]


TWINS = (Twin("oware", "oware", theirs),)
