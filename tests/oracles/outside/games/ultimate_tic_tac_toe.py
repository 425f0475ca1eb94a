"""Both sides choose a small board first where one is free to.  Rows count from the top there, which makes no difference."""

import rulewright as rw
from tests.oracles.outside.squares import at
from tests.oracles.outside.twins import Key, Twin, words


def theirs(state: rw.State, action: rw.Action) -> Key:
    if action.name == "choose_board":
        return int(words(action)["which"]) - 1
    column, row = at(words(action)["at"])
    return (row - 1) % 3 * 3 + (column - 1) % 3


TWINS = (Twin("ultimate-tic-tac-toe", "ultimate_tic_tac_toe", theirs),)
