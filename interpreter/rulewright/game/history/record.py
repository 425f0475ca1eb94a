"""Records: what happened in a game, as plain JSON-ready data.

    {"rulewright": 1, "game": "my-game", "title": "My game", "fingerprint": "...", "players": 2, "variant": null,
     "options": {"target": 100}, "overlays": [], "seats": ["1", "2"], "seed": 7,
     "start": {"chance": []},
     "steps": [{"player": 0, "action": "roll", "chance": [{"rolled": "dice", "faces": ["6"]}]}, ...],
     "result": null}

A full record replays without the seed, which is there so that a game can go on with the same luck.  A seat's record
(`"seat": 1`) has no seed and only what that seat was shown, pieces that it saw move included; it does not replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.game.errors import IllegalAction, RecordError, UnknownMove
from rulewright.game.history.formats import RECORD, TABLE
from rulewright.game.history.record_chance import replayed
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.events import Json
from rulewright.game.knowledge.unordered import by_chance
from rulewright.game.playouts import preferences
from rulewright.game.results import standing
from rulewright.problems.quoting import counted, quoted, shortened, shown
from rulewright.problems.shapes import Shape, fault
from rulewright.runtime.chance.fixed import ChanceMismatch, Replayed
from rulewright.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.game.state import State

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a record says about the game it needs."""

    game: str
    players: int
    variant: str | None
    options: dict[str, int | bool | str | None]
    overlays: tuple[str, ...]

    @staticmethod
    def of(record: object) -> Wanted:
        """Read from a record; RecordError if it does not say."""
        data = _of_this_format(record)
        _demand(TABLE, data)
        return Wanted(
            data["game"], data["players"], data.get("variant"), dict(data["options"]), tuple(data.get("overlays", ()))
        )  # fmt: skip


def full(game: Game, tip: Step, failure: RuleFailure | None = None) -> dict[str, Json]:
    """The whole record of the way to a step; with the rule failure that ended it, if one did."""
    chain = tip.chain()
    record = _head(game)
    record["seed"] = tip.luck.seed
    record["start"] = {"chance": _chance(chain[0], None)}
    if chain[0].name == GIVEN:
        record["start"] = {"chance": [], "cells": list(chain[0].cells)}
    record["steps"] = [
        {"player": step.player, "action": step.text, "chance": _chance(step, None)} for step in chain[1:]
    ]
    record["result"] = None if failure else _result(game, tip, whole=True)
    if failure is not None:
        record["failure"] = {"code": failure.code, "message": failure.message, "path": failure.path}
    return record


def seen(game: Game, tip: Step, player: int) -> dict[str, Json]:
    """The record as one seat saw it, or a spectator."""
    chain = tip.chain()
    record = _head(game)
    record["seat"] = player if player != game.sight.spectator else "spectator"
    record["start"] = {"chance": _chance(chain[0], player), "shown": _shown(chain[0], player)}
    record["steps"] = [
        {
            "player": step.player,
            "action": step.action_for(player),
            "chance": _chance(step, player),
            "shown": _shown(step, player),
        }
        for step in chain[1:]
    ]
    record["result"] = _result(game, tip, whole=False)
    return record


def replay(record: object, game: Game) -> State:
    """The state that a record leads to. RecordError names the step that does not fit.

    The result that it tells has to be the one that its moves lead to. A record of a rule failure raises that
    RuleFailure again; that of a preference unless the strategy has been mended since, or is gone.
    """
    data = _checked(record, game)
    state = _begun_as(data, game)
    for number, step in enumerate(data["steps"], 1):
        _replay_step(game, state, step, number)
    _end_as(data, state)
    return state


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record goes by rules that may have changed since: the state after `steps` of them, and what does not fit.

    `state` is None if not even the set-up fits, `differs` if everything does.
    """

    state: State | None
    steps: int
    differs: RecordError | None


def follow(record: object, game: Game) -> Followed:
    """Go through a record as far as it goes, whatever its fingerprint. RecordError for what is no record of this game."""
    data = _checked(record, game, same_rules=False)
    steps, done = data["steps"], 0
    state: State | None = None
    differs: RecordError | None = None
    try:
        state = _begun_as(data, game)
        for done, step in enumerate(steps):
            after = state.clone()
            _replay_step(game, after, step, done + 1)
            state = after
        done = len(steps)
        _end_as(data, state)
    except RecordError as error:
        differs = error
    except RuleFailure as failure:
        if state is None or not data.get("failure") or done < len(steps) - 1:
            number = done + 1 if state is not None and done < len(steps) else None
            differs = RecordError(f"a rule fails: {failure.message}", number)
    return Followed(state, done, differs)


def _begun_as(data: dict[str, Any], game: Game) -> State:
    return begun(game, data["start"], data.get("seed") or 0)


def _end_as(data: dict[str, Json], state: State) -> None:
    """What a record tells of its end: the failure, or the result."""
    if "failure" in data:
        state.legal_actions()  # what failed may have been the question what is allowed
        _ask_strategy(state, data["failure"])
    elif "result" in data and data["result"] not in _results(state):
        raise RecordError("the `result` it tells is not what its moves lead to")


# ----------------------------------------------------------------------------------------------------- writing

GIVEN = "given"
"""The name of a first step that was set up by hand and not by the rules."""


def _head(game: Game) -> dict[str, Json]:
    program = game.program
    return {
        "rulewright": FORMAT,
        "game": program.name,
        "title": program.title,
        "fingerprint": program.fingerprint,
        "players": program.players,
        "variant": program.variant,
        "options": dict(program.options),
        "overlays": list(game.overlays),
        "seats": [game.wording.seat(player) for player in range(program.players)],
    }


def _chance(step: Step, player: int | None) -> list[Json]:
    return [words for words in step.told(player) if by_chance(words)]


def _shown(step: Step, player: int) -> list[Json]:
    return [words for words in step.told(player) if not by_chance(words)]


def _result(game: Game, tip: Step, whole: bool) -> Json:
    end = standing.ended_by(game.program, tip.cells)
    if end is None:
        return None
    result: dict[str, Json] = {"ended_by": end.id, "winners": standing.winners(game.program, tip.cells)}
    if whole:
        result["returns"] = standing.returns(game.executor, tip.cells)
        result["scores"] = standing.scores(game.executor, tip.cells)
    return result


def _results(state: State) -> Iterator[Json]:
    """What a record may tell of its end: the result, and how it was written when every winner got 1 and every other player -1."""
    result = _result(state.game, state.tip, whole=True)
    yield result
    if isinstance(result, dict):
        yield {**result, "returns": standing.former_returns(state.game.executor, state.tip.cells)}


# ----------------------------------------------------------------------------------------------------- reading


def _of_this_format(record: object) -> dict[str, Any]:
    """A record as JSON has it, of which nothing but the format is known yet."""
    if isinstance(record, str | bytes):
        raise RecordError("a record is what `state.record()` gives; read a file with `json.load` first")
    if not isinstance(record, dict) or "rulewright" not in record:
        raise RecordError("this is no record of a game: it has no `rulewright` number")
    if record["rulewright"] != FORMAT or record["rulewright"] is True:
        raise RecordError(
            f"this record has format {shown(record['rulewright'])}, and this version reads {FORMAT}"
        )
    return record


def _demand(shape: Shape, data: dict[str, Any]) -> None:
    """RecordError, with the place, for a record that does not look as it has to."""
    found = fault(shape, data)
    if found is not None:
        match found.place:
            case "steps", int(number), *_:
                step: int | None = number + 1
            case _:
                step = None
        raise RecordError(f"this record is damaged: {found}. Use a record as `state.record()` gave it", step)


def demand_whole(record: object) -> dict[str, Any]:
    """A record that looks as one has to, of whatever game and rules. RecordError, with the place, for any other."""
    data = _of_this_format(record)
    _demand(RECORD, data)
    return data


def _checked(record: object, game: Game, same_rules: bool = True) -> dict[str, Any]:
    record = _of_this_format(record)
    if "seat" in record:
        raise RecordError("this record has only what one seat saw; a full record is needed to replay")
    if record.get("game") != game.name:
        raise RecordError(f"this is a record of {quoted(str(record.get('game')))}, not of `{game.name}`")
    if record.get("players") != game.num_players:
        raise RecordError(
            f"this record has {counted(shown(record.get('players')), 'player')}, the game {game.num_players}"
        )
    if same_rules and record.get("fingerprint") != game.fingerprint:
        raise RecordError(
            f"the rules of `{game.name}` are not those of this record: the rulebook, its options or its overlays "
            f"have changed since (fingerprint {shortened(str(record.get('fingerprint')))} then, {game.fingerprint} now)"
        )
    _demand(RECORD, record)
    return record


def begun(game: Game, start: dict[str, Any], seed: int) -> State:
    """The state that the `start` of a record describes."""
    cells = start.get("cells")
    if cells is not None:
        try:
            return game.state_at(cells, seed)
        except ValueError as error:
            raise RecordError(f"the start of the record is damaged: {error}") from error
    chance = chance_of(game, start, 0)
    try:
        state = game.new_initial_state(seed, chance)
    except ChanceMismatch as mismatch:
        raise RecordError(f"the set-up of the record does not fit: {mismatch}") from mismatch
    if chance.left:
        raise RecordError("the set-up of the record has more chance than the game asks for")
    return game.with_own_luck(state)


def _replay_step(game: Game, state: State, step: dict[str, Any], number: int) -> None:
    if step.get("player") != state.current_player():
        to_act = state.current_player()
        raise RecordError(
            "the game is over by then"
            if to_act is None
            else f"it is {_seat(to_act)}'s turn, not {_seat(step.get('player'))}'s",
            number,
        )
    chance = chance_of(game, step, number)
    try:
        state.apply_action(game.action(step["action"]), chance)
    except (IllegalAction, UnknownMove, ChanceMismatch) as error:
        raise RecordError(str(error), number) from error
    if chance.left:
        raise RecordError("it has more chance than the game asks for", number)


def _ask_strategy(state: State, failure: Json) -> None:
    """Raise what a record tells of a preference that failed at its end, if it still does."""
    path = failure.get("path") if isinstance(failure, dict) else None
    strategy = preferences.strategy_of(state.game.program, path)
    if strategy is not None and not state.is_terminal():
        state.preferred(strategy.id)


def _seat(player: Json) -> str:
    """A recorded player as people count: from 1."""
    return f"seat {player + 1}" if type(player) is int else f"`{player}`"


def chance_of(game: Game, step: dict[str, Any], number: int) -> Replayed:
    """The chance of a step of a record, or of its start (`number` 0). RecordError for what is no chance of this game."""
    try:
        return replayed(game.wording, step.get("chance", []))
    except ValueError as error:
        raise RecordError(str(error), number or None) from error
