"""Legality: the actions that are legal at a step, which action a text means, and why an action is refused.

    legal(table, tip)                        [Choice(0, ()), ...]
    preferred_of(table, tip, "bold", legal)  those of them that the strategy prefers, each with its weight
    as_action(table, "roll")                 the action, or UnknownMove
    meant(table, cells, "rack 6")            the legal choice: a six of the tray, or else the only other six that may be racked
    reasons(table, cells, choice)            [Reason("suit_or_rank_fits", "The card must have the suit to follow ...")]
    not_for(table, cells, 0)                 [Reason("not_your_turn", "It is seat 2's turn.")]

Reasons may contain what only the player to act sees, so no other player gets them, and a text from another player is
not read (`as_asked`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import SupportsIndex

from rulewright.game.errors import IllegalAction, Inside, Reason, UnknownMove
from rulewright.game.history import record
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.moves.action import Action, AnyAction, rule_of
from rulewright.game.playouts.players import Preferred, preferred, strategy_called
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.problems.quoting import shortened
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice, Executor, Impossible
from rulewright.runtime.failures import RuleFailure


def legal(table: Table, tip: Step) -> list[Choice]:
    """Every legal choice, in a stable order. Raises RuleFailure (with a record)."""
    try:
        if table.quick is not None and tip.is_played:
            return table.quick.listed(tip.cells)
        return table.executor.legal(tip.cells)
    except RuleFailure as failure:
        failure.record = record.full(table, tip, failure)
        raise


def preferred_of(table: Table, tip: Step, strategy: str, choices: Sequence[Choice]) -> Preferred:
    """Those of the choices that a strategy prefers, with their weights. ValueError for an unknown strategy; raises RuleFailure (with a record)."""
    followed = strategy_called(table.program, strategy)
    try:
        return preferred(table.executor, followed, tip.cells, choices)
    except RuleFailure as failure:
        failure.record = record.full(table, tip, failure)
        raise


FEW = 16
"""The most readings that are checked one by one for legality."""
LONGEST_ASKED = 200
"""The most characters of a text that are repeated to a player who may not act."""


def as_action(table: Table, action: AnyAction) -> Action:
    """The action that a text or an id means, or the action itself if it is one of this game. Raises UnknownMove."""
    if isinstance(action, str):
        return _from_text(table, action)
    if not isinstance(action, Action):
        return _from_id(table, action)
    if not table.knows(action):
        raise UnknownMove(f"`{action}` is an action of another game")
    return action


def _from_text(table: Table, text: str) -> Action:
    try:
        return table.action(text)
    except UnknownMove as unknown:
        if not text.strip().isdecimal():
            raise
        raise UnknownMove(
            f"{unknown} (an id is a number, not a text)", unknown.candidates, unknown.reason
        ) from None


def as_id(value: SupportsIndex) -> int:
    """The id, as an int, that is given in place of an action or a text. UnknownMove for anything but a whole number."""
    number = whole_numbers.whole(value)
    if number is None:
        raise UnknownMove(f"{shortened(repr(value), 60)} is neither an action nor a text, nor an id")
    return number


def _from_id(table: Table, number: SupportsIndex) -> Action:
    whole = as_id(number)
    try:
        return table.action_from_id(whole)
    except ValueError as error:
        raise UnknownMove(shortened(str(error), LONGEST_ASKED)) from None


def as_asked(action: AnyAction) -> str:
    """The text of an action, without parsing it: for errors to players who may not act."""
    asked = str(action) if isinstance(action, Action | str) else f"id {action}"
    return shortened(asked, LONGEST_ASKED)


def legal_of(table: Table, cells: array[int], readings: Sequence[Action]) -> list[Action]:
    """Those of the readings that are legal now. Many readings are compared with the list of legal choices instead of
    checked one by one, which bounds the cost."""
    if len(readings) <= FEW:
        return [reading for reading in readings if table.executor.is_legal(cells, reading.choice)]
    legal = set(table.executor.legal(cells))
    return [reading for reading in readings if reading.choice in legal]


def meant(table: Table, cells: array[int], action: AnyAction) -> Choice:
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
    raise IllegalAction(str(action), reasons(table, cells, action.choice))


GAME_OVER = Reason("game_over", "The game is over.")


def not_for(table: Table, cells: array[int], player: Viewer | None) -> list[Reason]:
    """Why a player cannot act now: it is another player's turn, or the game is over. [] for the player to act, and for None."""
    if player is None:
        return []
    viewer = table.viewer(player)
    if cells[ENDED]:
        return [GAME_OVER]
    return (
        []
        if viewer == cells[CURRENT]
        else [Reason("not_your_turn", f"It is {table.wording.seat_in_words(cells[CURRENT])}'s turn.")]
    )


def reasons(
    table: Table, cells: array[int], choice: Choice, executor: Executor | None = None
) -> list[Reason]:
    """Every requirement that a choice does not meet, as another `executor` of the game reports it, if one is given."""
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
