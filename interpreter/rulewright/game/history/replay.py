"""Replay: a record is played again, and each step checked against the rules.

    replayed(record, table)        the last Step, or RecordError with the number of the step that does not fit
    followed(record, table)        as far as the rules, which may have changed, allow it

Nothing here makes a state: see `game.replay`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.game.errors import IllegalAction, RecordError, UnknownMove
from rulewright.game.history.formats import RECORD
from rulewright.game.history.record import demand, of_this_format, result
from rulewright.game.history.record_chance import replayed as replayed_chance
from rulewright.game.history.serial import other_setting
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.events import Json
from rulewright.game.moves.legal import legal, meant, preferred_of
from rulewright.game.moves.step import begun, moved, stood
from rulewright.game.playouts import players
from rulewright.game.results import standing
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.problems.quoting import counted, quoted, shortened, shown
from rulewright.runtime.chance.fixed import ChanceMismatch, Replayed
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record can be replayed: `tip` is the step after its first `steps` steps; `differs` says what does not fit.

    `tip` is None if the set-up does not fit, `differs` is None if everything does.
    """

    tip: Step | None
    steps: int
    differs: RecordError | None


def replayed(record: object, table: Table) -> Step:
    """The step that a record leads to. RecordError names the step that does not fit.

    The recorded result has to be the one that the moves lead to. A record of a rule failure raises that RuleFailure
    again; if a preference failed, only while the strategy still exists and still fails.
    """
    data = _checked(record, table)
    tip = _begun_as(data, table)
    for number, step in enumerate(data["steps"], 1):
        tip = _next(table, tip, step, number)
    _end_as(data, table, tip)
    return tip


def followed(record: object, table: Table) -> Followed:
    """Replay a record as far as possible, whatever its fingerprint. RecordError for a damaged record, and for one of
    another game."""
    data = _checked(record, table, same_rules=False)
    steps, done = data["steps"], 0
    tip: Step | None = None
    differs: RecordError | None = None
    try:
        tip = _begun_as(data, table)
        for done, step in enumerate(steps):
            tip = _next(table, tip, step, done + 1)
        done = len(steps)
        _end_as(data, table, tip)
    except RecordError as error:
        differs = error
    except RuleFailure as failure:
        if tip is None or not data.get("failure") or done < len(steps) - 1:
            number = done + 1 if tip is not None and done < len(steps) else None
            differs = RecordError(f"a rule fails: {failure.message}", number)
    return Followed(tip, done, differs)


def started(table: Table, start: dict[str, Any], seed: int) -> Step:
    """The first step, as the `start` of a record describes it."""
    cells = start.get("cells")
    if cells is not None:
        try:
            return stood(table, cells, seed)
        except ValueError as error:
            raise RecordError(f"the start of the record is damaged: {error}") from error
    chance = chance_of(table, start, 0)
    try:
        tip = begun(table, seed, chance)
    except ChanceMismatch as mismatch:
        raise RecordError(f"the set-up of the record does not fit: {mismatch}") from mismatch
    if chance.left:
        raise RecordError("the set-up of the record has more chance than the game asks for")
    return tip


def chance_of(table: Table, step: dict[str, Any], number: int) -> Replayed:
    """The source of chance for a step of a record, or for its start (`number` 0). RecordError for results that this
    game cannot have."""
    try:
        return replayed_chance(table.wording, step.get("chance", []))
    except ValueError as error:
        raise RecordError(str(error), number or None) from error


def _begun_as(data: dict[str, Any], table: Table) -> Step:
    return started(table, data["start"], data.get("seed") or 0)


def _next(table: Table, tip: Step, step: dict[str, Any], number: int) -> Step:
    to_act = None if tip.cells[ENDED] else tip.cells[CURRENT]
    if step.get("player") != to_act:
        raise RecordError(
            "the game is over by then"
            if to_act is None
            else f"it is {_seat(table, to_act)}'s turn, not {_seat(table, step.get('player'))}'s",
            number,
        )
    chance = chance_of(table, step, number)
    try:
        after = moved(table, tip, meant(table, tip.cells, step["action"]), chance)
    except (IllegalAction, UnknownMove, ChanceMismatch) as error:
        raise RecordError(str(error), number) from error
    if chance.left:
        raise RecordError("it has more chance than the game asks for", number)
    return after


def _end_as(data: dict[str, Json], table: Table, tip: Step) -> None:
    """Check the recorded end: raise the recorded failure if it still happens, and compare the result."""
    if "failure" in data:
        choices = (
            [] if tip.cells[ENDED] else legal(table, tip)
        )  # the failure may have been in a condition of a legal action
        _ask_strategy(table, tip, choices, data["failure"])
    elif "result" in data and data["result"] not in _results(table, tip):
        raise RecordError("its `result` is not what its moves lead to")


def _ask_strategy(table: Table, tip: Step, choices: list[Choice], failure: Json) -> None:
    """Raise the failure of the preference with which a record ends, if it still fails."""
    path = failure.get("path") if isinstance(failure, dict) else None
    strategy = players.strategy_of(table.program, path)
    if strategy is not None and not tip.cells[ENDED]:
        preferred_of(table, tip, strategy.id, choices)


def _results(table: Table, tip: Step) -> Iterator[Json]:
    """The results that a record may have: today's, and the older form in which every winner got 1 and every other player -1."""
    told = result(table, tip, whole=True)
    yield told
    if isinstance(told, dict):
        yield {**told, "returns": standing.former_returns(table.executor, tip.cells)}


def _other_rules(table: Table, record: dict[str, Any]) -> str:
    """Why the rules of a table are not those of a record: its settings, which the record names, or else what it cannot name."""
    options = record.get("options")
    known = isinstance(options, dict) and options.keys() <= table.options.keys()
    setting = other_setting(table, record) if known else None  # a rulebook that has other options was edited
    if setting is not None:
        return f"this record of `{table.name}` was made {setting}"
    return (
        f"the rules of `{table.name}` are not those of this record: the rulebook, its options or its overlays "
        f"have changed since (fingerprint {shortened(str(record.get('fingerprint')))} then, {table.fingerprint} now)"
    )


def _checked(record: object, table: Table, same_rules: bool = True) -> dict[str, Any]:
    record = of_this_format(record)
    if "seat" in record:
        raise RecordError("this record has only what one seat saw; a full record is needed to replay")
    if record.get("game") != table.name:
        raise RecordError(f"this is a record of {quoted(str(record.get('game')))}, not of `{table.name}`")
    if record.get("players") != table.num_players:
        raise RecordError(
            f"this record has {counted(shown(record.get('players')), 'player')}, the game {table.num_players}"
        )
    if same_rules and record.get("fingerprint") != table.fingerprint:
        raise RecordError(_other_rules(table, record))
    demand(RECORD, record)
    return record


def _seat(table: Table, player: Json) -> str:
    """A recorded player in words."""
    return table.wording.seat_in_words(player) if type(player) is int else f"`{player}`"
