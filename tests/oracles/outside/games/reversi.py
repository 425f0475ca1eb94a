"""Known as othello there; who cannot place a disc passes on both sides."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    return words(action)["at"] if action.name == "place" else "pass"


TWINS = (Twin("reversi", "othello", theirs),)
