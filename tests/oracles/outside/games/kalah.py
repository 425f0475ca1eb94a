"""Called mancala there, with six houses and four seeds.  North's store is number 0 there and 14 here; houses have the same numbers."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    return int(words(action)["at"])


TWINS = (Twin("kalah", "mancala", theirs),)
