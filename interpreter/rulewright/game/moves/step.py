"""Making steps: the step that the set-up or an action leads to, with results of chance and all automatic rules.

    begun(table, 7, chance)                        the first Step
    moved(table, tip, choice, chance)              the Step after `tip`
    every_move(table, tip, choice, 100_000)        [Result(Fraction(1, 6), Step), ...]

These functions change no state: the caller decides what becomes of the step.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from operator import index

from rulewright.game.history import record
from rulewright.game.history.record_chance import Listening
from rulewright.game.history.steps import Details, Step
from rulewright.game.knowledge.events import Happening
from rulewright.game.knowledge.tracked_pieces import Known
from rulewright.game.moves.action import choice_text, rule_of
from rulewright.game.outcomes import Result, every_result
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT
from rulewright.runtime.chance.sampled import Sampled, new_luck, new_position
from rulewright.runtime.executor import Chance, Choice, Event, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import STEPS, GaveUp, note


def begun(table: Table, seed: int, chance: Chance) -> Step:
    """The first step, up to the first decision. Raises RuleFailure (with a record) when the set-up fails."""
    start: Position | GaveUp | None = None
    if table.quick is not None and isinstance(chance, Sampled):
        start = table.quick.start(seed)
        if isinstance(start, Position):
            return Step(None, -1, None, partial(_set_up, table, seed), start.cells, start.luck)
    listening = Listening(chance)
    position = new_position(table.program, seed)
    try:
        events = table.executor.begin(position, listening)
    except RuleFailure as failure:
        told = table.teller.unfinished(listening.heard)
        before = new_position(table.program, position.luck.seed).cells
        failure.record = record.full(table, _first("", told, before, position.luck, ()), failure)
        raise
    if isinstance(start, GaveUp):
        note(STEPS, start.reason)
    return _begun(table, position, events, listening)


def every_start(table: Table, limit: int) -> list[Result]:
    """Every possible first step, with exact probabilities that sum to 1. Raises TooManyOutcomes."""

    def run(chance: Chance) -> tuple[Position, list[Event]]:
        position = new_position(table.program, 0)
        return position, table.executor.begin(position, chance)

    def step_to(position: Position, events: list[Event], listening: Listening) -> Step:
        return _begun(table, position, events, listening)

    return every_result(run, step_to, limit)


def placed(table: Table, position: Position) -> Step:
    """A first step at a given position: nothing has happened, and players know only what they see."""
    return _first(record.GIVEN, (), position.cells, position.luck, table.known_of_nothing())


def stood(table: Table, cells: Iterable[int], seed: int) -> Step:
    """The same for given cells. ValueError for impossible cells; its message names the cell and the values that it can have."""
    numbers = _numbers(table, cells)
    fault = table.possible.fault(numbers)
    if fault is not None:
        raise ValueError(f"no game of `{table.name}` can be like this: {fault}")
    return placed(table, Position(array("i", numbers), new_luck(seed, table.num_players)))


def moved(table: Table, before: Step, choice: Choice, chance: Chance) -> Step:
    """The step that a legal choice leads to, up to the next decision. Raises RuleFailure (with a record)."""
    after: Position | GaveUp | None = None
    if table.quick is not None and before.is_played and isinstance(chance, Sampled):
        after = table.quick.step(Position(before.cells, before.luck), choice)
        if isinstance(after, Position):
            return Step(
                before, before.cells[CURRENT], choice, partial(explained, table), after.cells, after.luck
            )
    listening = Listening(chance)
    position = Position(before.cells[:], before.luck.copy())
    try:
        events = table.executor.apply(position, choice, listening)
    except RuleFailure as failure:
        told = table.teller.unfinished(listening.heard)
        step = _step(table, before, choice, told, before.cells, before.luck, before.known)
        failure.record = record.full(table, step, failure)
        raise
    if isinstance(after, GaveUp):
        note(STEPS, after.reason)
    again = before.is_played and isinstance(chance, Sampled)
    return _told(
        table, before, choice, position, events, listening, partial(explained, table) if again else None
    )


def explained(table: Table, step: Step) -> Details:
    """What happened in a step, and what players know after it: the reference carries the choice out once more, from the same
    position with the same luck."""
    if table.hides:  # what players know after a step depends on what they knew before it
        for earlier in _unexplained(step):
            _ = earlier.details
    before, choice = step.before, step.choice
    assert before is not None
    assert choice is not None
    listening = Listening(Sampled(table.program.streams))
    position = Position(before.cells[:], before.luck.copy())
    events = table.executor.apply(position, choice, listening)
    assert position.cells == step.cells, "both engines play the same"
    return _told(table, before, choice, position, events, listening).details


def _set_up(table: Table, seed: int, step: Step) -> Details:
    """What happened in the set-up with this seed; the luck that follows the step may be that of another one by now."""
    listening = Listening(Sampled(table.program.streams))
    position = new_position(table.program, seed)
    events = table.executor.begin(position, listening)
    assert position.cells == step.cells, "both engines play the same"
    return _begun(table, position, events, listening).details


def _unexplained(step: Step) -> list[Step]:
    """The steps right before one that are not explained yet, the earliest first."""
    found: list[Step] = []
    earlier = step.before
    while earlier is not None and not earlier.is_explained:
        found.append(earlier)
        earlier = earlier.before
    return found[::-1]


def every_move(table: Table, before: Step, choice: Choice, limit: int) -> list[Result]:
    """Every step that a choice can lead to, one for each result of chance, with exact probabilities that sum to 1.

    Raises TooManyOutcomes if chance has more than `limit` results.
    """

    def run(chance: Chance) -> tuple[Position, list[Event]]:
        position = Position(before.cells[:], before.luck.copy())
        return position, table.executor.apply(position, choice, chance)

    def step_to(position: Position, events: list[Event], listening: Listening) -> Step:
        return _told(table, before, choice, position, events, listening)

    return every_result(run, step_to, limit)


def _numbers(table: Table, cells: Iterable[int]) -> list[int]:
    """Cells as whole numbers, at most one more than the game has, since the iterable may be endless."""
    try:
        return list(map(index, islice(cells, table.program.layout.size + 1)))
    except TypeError as error:
        raise TypeError(f"cells are whole numbers, one after the other: {error}") from error


def _begun(table: Table, position: Position, events: list[Event], listening: Listening) -> Step:
    before = table.program.layout.initial()
    told = table.teller.tell(events, listening.heard, before, -1)
    known = table.learnt(table.known_at_start(), events, before, position.cells, -1, -1)
    return _first("", told, position.cells, position.luck, known)


def _first(
    name: str, told: tuple[Happening, ...], cells: array[int], luck: Luck, known: tuple[Known, ...]
) -> Step:
    return Step(None, -1, None, Details("", False, name, told, known), cells, luck)


def _told(
    table: Table, before: Step, choice: Choice, position: Position, events: list[Event], listening: Listening,
    explain: Callable[[Step], Details] | None = None,
) -> Step:  # fmt: skip
    """The step to a position, with what each player saw of it and knows after it."""
    actor = before.cells[CURRENT]
    told = table.teller.tell(events, listening.heard, before.cells, actor)
    known = table.learnt(
        before.known if table.hides else (), events, before.cells, position.cells, choice.action, actor
    )
    return _step(table, before, choice, told, position.cells, position.luck, known, explain)


def _step(
    table: Table, before: Step, choice: Choice, told: tuple[Happening, ...], cells: array[int], luck: Luck,
    known: tuple[Known, ...], explain: Callable[[Step], Details] | None = None,
) -> Step:  # fmt: skip
    details = _details(table, choice, told, known)
    return Step(before, before.cells[CURRENT], choice, details, cells, luck, explain=explain)


def _details(table: Table, choice: Choice, told: tuple[Happening, ...], known: tuple[Known, ...]) -> Details:
    rule = rule_of(table.program, choice.action)
    return Details(choice_text(table.wording, choice), rule.secret, rule.name, told, known)
