"""The six cards of OpenSpiel are numbers, two for each rank; a check is a call there."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin

NAMES = {"check": "Call", "call": "Call", "raise": "Raise", "fold": "Fold"}
RANKS = ("jack", "queen", "king")
SUITS = ("hearts", "spades")


def theirs(state: rw.State, action: rw.Action) -> Key:
    return NAMES[action.name]


def dealt(result: str) -> Key:
    *_, rank, _, suit = result.split()
    return 2 * RANKS.index(rank) + SUITS.index(suit)


TWINS = (Twin("leduc-poker", "leduc_poker", theirs, chance=dealt),)
