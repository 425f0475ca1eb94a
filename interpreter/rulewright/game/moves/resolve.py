"""Which action is meant where a program or a person asks for one, and which of its readings may be carried out.

as_action(table, "roll")            the action, or UnknownMove
meant(table, cells, "rack 6")       the choice that is legal now: a six of the tray, or else the only other one that may be racked
as_asked("rack 6")                 what somebody asks for who may not, as they said it: nothing is read for them
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rulewright.game.errors import IllegalAction, UnknownMove
from rulewright.game.moves import reasons
from rulewright.game.moves.action import Action
from rulewright.game.table import Table
from rulewright.ir.layout import ENDED
from rulewright.problems.quoting import shortened
from rulewright.runtime.executor import Choice

FEW = 16
"""So many readings are asked for one by one whether they are legal."""
LONGEST_ASKED = 200
"""So much of what somebody asks for is said back who may not."""


def as_action(table: Table, action: Action | str) -> Action:
    """The action that is meant by a text, or the action itself if it is one of this game. Raises UnknownMove."""
    if isinstance(action, str):
        return table.action(action)
    if not isinstance(action, Action):
        raise table.no_action(action)
    if not table.knows(action):
        raise UnknownMove(f"`{action}` is an action of another game")
    return action


def as_asked(action: Action | str) -> str:
    """An action as it is asked for, without reading it: for whoever is refused in any case."""
    return shortened(action if isinstance(action, str) else str(action), LONGEST_ASKED)


def legal_of(table: Table, cells: array[int], readings: Sequence[Action]) -> list[Action]:
    """Those of the readings that are legal now. Of many of them it is not asked one by one: that costs no more than to list
    the legal actions."""
    if len(readings) <= FEW:
        return [reading for reading in readings if table.executor.is_legal(cells, reading.choice)]
    legal = set(table.executor.legal(cells))
    return [reading for reading in readings if reading.choice in legal]


def meant(table: Table, cells: array[int], action: Action | str) -> Choice:
    """The choice to carry out: the action itself if legal, otherwise its only legal reading. Raises IllegalAction with its
    reasons, UnknownMove where several readings are legal."""
    action = as_action(table, action)
    if not cells[ENDED]:
        if table.executor.is_legal(cells, action.choice):
            return action.choice
        others = legal_of(table, cells, action.readings)
        if len(others) == 1:
            return others[0].choice
        if others:
            names = tuple(str(other) for other in others)
            raise UnknownMove(f"`{action}` may be {' or '.join(f'`{n}`' for n in names)} here", names)
    raise IllegalAction(str(action), reasons.reasons(table, cells, action.choice))
