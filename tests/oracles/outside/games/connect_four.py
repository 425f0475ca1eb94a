"""OpenSpiel numbers the columns from 0."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    return ord(words(action)["column"]) - ord("a")


TWINS = (Twin("connect-four", "connect_four", theirs),)
