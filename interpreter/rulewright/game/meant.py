"""Which action is meant where a program or a person asks for one, and which of its readings may be carried out.

as_action(game, "roll")            the action, or UnknownMove
meant(game, cells, "rack 6")       the choice that is legal now: a six of the tray, or else the only other one that may be racked
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from rulewright.game import reasons
from rulewright.game.action import Action
from rulewright.game.errors import IllegalAction, UnknownMove
from rulewright.ir.layout import ENDED
from rulewright.runtime.executor import Choice

if TYPE_CHECKING:
    from rulewright.game.game import Game


def as_action(game: Game, action: Action | str) -> Action:
    """The action that is meant by a text, or the action itself if it is one of this game. Raises UnknownMove."""
    if isinstance(action, str):
        return game.action(action)
    if not isinstance(action, Action):
        raise game.no_action(action)
    if not game.knows(action):
        raise UnknownMove(f"`{action}` is an action of another game")
    return action


def meant(game: Game, cells: array[int], action: Action | str) -> Choice:
    """The choice to carry out: the action itself if legal, otherwise its only legal reading. Raises IllegalAction with its
    reasons, UnknownMove where several readings are legal."""
    action = as_action(game, action)
    legal = game.executor.is_legal
    if not cells[ENDED]:
        if legal(cells, action.choice):
            return action.choice
        others = [reading for reading in action.readings if legal(cells, reading.choice)]
        if len(others) == 1:
            return others[0].choice
        if others:
            names = tuple(str(other) for other in others)
            raise UnknownMove(f"`{action}` may be {' or '.join(f'`{n}`' for n in names)} here", names)
    raise IllegalAction(str(action), reasons.reasons(game, cells, action.choice))
