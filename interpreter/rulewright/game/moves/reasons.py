"""Why an action is refused: the requirements that it does not meet, or that it is not for this player to act.

    reasons(table, cells, choice)        [Reason("suit_or_rank_fits", "The card must have the suit to follow ...")]
    not_for(table, cells, 0)             [Reason("not_your_turn", "It is seat 2's turn.")]

The reasons against an action are for the player to act alone: they may show what only this player sees.
"""

from __future__ import annotations

from array import array

from rulewright.game.errors import Inside, Reason
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.moves.action import rule_of
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.runtime.executor import Choice, Executor, Impossible

GAME_OVER = Reason("game_over", "The game is over.")


def not_for(table: Table, cells: array[int], player: Viewer | None) -> list[Reason]:
    """Why a player can do nothing now, whatever it is: it is somebody else's turn, or nobody's. [] for the player to act, and
    where nobody says who asks."""
    if player is None:
        return []
    viewer = table.viewer(player)
    if cells[ENDED]:
        return [GAME_OVER]
    return (
        []
        if viewer == cells[CURRENT]
        else [Reason("not_your_turn", f"It is seat {cells[CURRENT] + 1}'s turn.")]
    )


def reasons(
    table: Table, cells: array[int], choice: Choice, executor: Executor | None = None
) -> list[Reason]:
    """Every requirement that a choice does not meet; in the words of another `executor` of the game, if one is given."""
    if cells[ENDED]:
        return [GAME_OVER]
    refusals = (executor or table.executor).refusals(cells, choice)
    if isinstance(refusals, Impossible):
        rule = rule_of(table.program, choice.action)
        return [Reason("impossible", _sentence(refusals.reason), rule.path, rule.span)]
    return [
        Reason(
            refusal.condition.id,
            refusal.says,
            refusal.condition.path,
            refusal.condition.span,
            tuple(
                Inside(part.text, None if part.hidden else part.value, part.hidden, part.shown)
                for part in refusal.inside
            ),
        )
        for refusal in refusals
    ]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
