"""Information states: everything that a player has seen so far as one text, equal for states that this player cannot tell apart.

information(table, tip, 0)       '{"past":[{"by":-1,"did":null,...}],"player":0,"sees":{...}}'
"""

from __future__ import annotations

import json

from rulewright.game.history.steps import Step
from rulewright.game.knowledge.observation import observation
from rulewright.game.table import Table


def information(table: Table, tip: Step, seat: int) -> str:
    """The text for a seat (from 0); it contains the whole history, so it grows with the game."""
    sight = table.sight
    past = [
        {"by": step.player, "did": step.action_for(seat), "happened": step.told(seat),
         "saw": step.digest(sight, seat)}
        for step in tip.chain()
    ]  # fmt: skip
    sees = observation(table.wording, sight, tip.cells, seat)
    told = {"player": seat, "sees": sees, "past": past}
    return json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
