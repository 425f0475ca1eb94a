"""OpenSpiel has two actions: a pass is a check or a fold, and a bet a bet or a call.  Its cards are numbers."""

import rulewright as rw
from tests.oracles.outside.twins import Key, Twin

NAMES = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}
RANKS = ("jack", "queen", "king", "ace")


def theirs(state: rw.State, action: rw.Action) -> Key:
    return NAMES[action.name]


def dealt(result: str) -> Key:
    return f"Deal:{RANKS.index(result.rpartition(' ')[2])}"


TWINS = (
    Twin("kuhn-poker", "kuhn_poker", theirs, chance=dealt),
    Twin("kuhn-poker", "kuhn_poker(players=3)", theirs, name="kuhn-poker 3", players=3, chance=dealt),
)
