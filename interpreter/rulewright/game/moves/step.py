"""What an action leads to: the step that it makes, with what chance did and what happened by itself.

    moved(game, tip, choice, chance)              a Step behind `tip`
    every_move(game, tip, choice, 100_000)        [Result(Fraction(1, 6), Step), ...]

Whatever calls this decides whether the step counts; nothing is changed here.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from rulewright.game.history import record
from rulewright.game.history.chance import Listening
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.events import Happening
from rulewright.game.knowledge.known import Known
from rulewright.game.moves.action import choice_text, rule_of
from rulewright.game.outcomes import Result, every_result
from rulewright.ir.layout import CURRENT
from rulewright.runtime.executor import Chance, Choice, Event, Luck, Position
from rulewright.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulewright.game.game import Game


def moved(game: Game, before: Step, choice: Choice, chance: Chance) -> Step:
    """The step that a choice leads to, up to the next decision. Raises RuleFailure (with a record)."""
    listening = Listening(chance)
    position = Position(before.cells[:], before.luck.copy())
    try:
        events = game.executor.apply(position, choice, listening)
    except RuleFailure as failure:
        told = game.teller.unfinished(listening.heard)
        step = _step(game, before, choice, told, before.cells, before.luck, before.known)
        failure.record = record.full(game, step, failure)
        raise
    return _told(game, before, choice, position, events, listening)


def every_move(game: Game, before: Step, choice: Choice, limit: int) -> list[Result]:
    """The steps that a choice can lead to, one for each result of chance, with exact probabilities that sum to 1.

    Raises TooManyOutcomes if chance has more than `limit` results.
    """

    def run(chance: Chance) -> tuple[Position, list[Event]]:
        position = Position(before.cells[:], before.luck.copy())
        return position, game.executor.apply(position, choice, chance)

    def step_to(position: Position, events: list[Event], listening: Listening) -> Step:
        return _told(game, before, choice, position, events, listening)

    return every_result(run, step_to, limit)


def _told(
    game: Game, before: Step, choice: Choice, position: Position, events: list[Event], listening: Listening
) -> Step:
    """The step to a position, with what everybody was told of it and knows since."""
    actor = before.cells[CURRENT]
    told = game.teller.tell(events, listening.heard, before.cells, actor)
    known = game.learnt(before.known, events, before.cells, position.cells, choice.action, actor)
    return _step(game, before, choice, told, position.cells, position.luck, known)


def _step(
    game: Game,
    before: Step,
    choice: Choice,
    told: tuple[Happening, ...],
    cells: array[int],
    luck: Luck,
    known: tuple[Known, ...],
) -> Step:
    rule = rule_of(game.program, choice.action)
    text = choice_text(game.wording, choice)
    return Step(before, before.cells[CURRENT], choice, text, rule.secret, rule.name, told, cells, luck, known)
