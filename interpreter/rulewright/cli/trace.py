"""`rulewright trace RECORD|GAME [EXPRESSION|MOVE]...`: why a number is what it is, why a move is allowed or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.answers import Answers, answered
from rulewright.cli.outcome import FINE, WRONG_USAGE, FallsShort
from rulewright.cli.settings import Settings, game_arguments, refuse_folder
from rulewright.cli.telling import console, show_json

if TYPE_CHECKING:
    from rulewright.cli.table.keeping import Record
    from rulewright.game.game import Game
    from rulewright.game.state import State
    from rulewright.runtime.trace import Trace


@dataclass(frozen=True, slots=True)
class _Position:
    """What is asked about: a state, and in words which one it is. `step` and `move`: what a record tells was done there;
    without a move it is where the record ends."""

    state: State
    where: str
    kept: Record | None = None
    step: int | None = None
    move: str | None = None


@click.command("trace")
@game_arguments(engine=False, named="RECORD|GAME")
@click.argument("asked", nargs=-1, metavar="[EXPRESSION|MOVE]...")
@click.option(
    "--step", type=click.IntRange(min=1), metavar="N", help="Of a record: the position before step N is done."
)
@click.option("--steps", "lists_steps", is_flag=True, help="List the steps of a record.")
@click.option("--game", "of", metavar="GAME", help="The rulebook of a record, if it is somewhere else now.")
@click.option("--play", "moves", multiple=True, metavar="MOVE", help="Do this first (repeatable).")
@click.option(
    "--move", "moved", multiple=True, metavar="MOVE", help="Trace a move that is an expression too."
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Only what seat N may see.")
@click.option("--full", is_flag=True, help="Everything, also what did not decide.")
@click.option(
    "--lines", type=click.IntRange(min=1), default=40, show_default=True, metavar="N",
    help="Leave out the deepest parts of longer traces.",
)  # fmt: skip
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    settings: Settings, asked: tuple[str, ...], step: int | None, lists_steps: bool, of: str | None,
    moves: tuple[str, ...], moved: tuple[str, ...], seat: int | None, full: bool, lines: int, style: str,
) -> int:  # fmt: skip
    """Say why a number is what it is, or why a move is allowed or not.

    Each EXPRESSION is opened into its parts, with their values and the lines of the rulebook that they stand
    on; a MOVE into its conditions. Of a RECORD that is at its last position, or before --step N; of a GAME at
    its first decision, after every --play. Without anything asked: the rule that failed, how the game ended,
    the step that --step names, or what can be done.

    \b
    Examples:
      rulewright trace red-hot-yott.record.json "seat(1).final_total"
      rulewright trace red-hot-yott.record.json --step 12 "reroll six"
      rulewright trace cinq-o-failure.record.json
      rulewright trace cinq-o --seed 3 --play "roll everything" "rack 6"
    """
    position = _position(settings, step, of)
    state = position.state
    if seat is not None and seat > state.game.num_players:
        raise click.UsageError(f"there is no seat {seat}: {state.game.num_players} play")
    player = None if seat is None else seat - 1
    if lists_steps:
        _list_steps(position, player, style)
        return FINE
    _play(state, moves)
    if moves:
        where = f"{position.where}, and then: {'; '.join(moves)}"
        position = _Position(state, where)
    answers = _answers(position, asked, moved, player)
    if style == "json":
        _show_as_json(position, answers)
    elif answers.traces:
        click.echo(f"{state.game.title}, {position.where}")
        for trace in answers.traces:
            click.echo()
            click.echo(trace.render(full=full, lines=lines, width=console().width))
    answers.tell()
    return WRONG_USAGE if answers.unanswered else FINE


def _show_as_json(position: _Position, answers: Answers) -> None:
    if not answers.traces and answers.unanswered:
        return
    told = {"game": position.state.game.name, "step": position.step, "where": position.where}
    traces = [trace.to_json() for trace in answers.traces]
    show_json({**told, "traces": traces, "unanswered": [each.to_json() for each in answers.unanswered]})


# ------------------------------------------------------------------------------------------------ what is asked


def _answers(position: _Position, asked: Sequence[str], moved: Sequence[str], player: int | None) -> Answers:
    from rulewright.game.errors import RecordError, UnknownMove, UnknownPlace

    if asked or moved:
        return answered(position.state, asked, moved, player)
    try:
        return Answers(tuple(_unasked(position, player)))
    except RecordError as error:
        raise FallsShort(f"the record does not replay: {error}") from None
    except (UnknownMove, UnknownPlace) as error:
        raise click.UsageError(str(error)) from None


def _unasked(position: _Position, player: int | None) -> list[Trace]:
    """What is told without a question: of the step, of the end, or of what can be done."""
    if position.move is not None:
        return _step(position, position.move, player)
    if position.kept is not None and player is None:
        return [_end(position.kept, position.state.game)]
    return [position.state.trace(None, player)]


def _step(position: _Position, move: str, player: int | None) -> list[Trace]:
    """Of a step of a record: whether the rules allow it, and what it changed."""
    from rulewright.game.tracing import traced_changes

    state, kept, step = position.state, position.kept, position.step
    allowed = state.trace(state.game.action(move), player)
    if kept is None or step is None or (player is not None and state.game.hides):
        return [allowed]
    changes = traced_changes(kept.data, step, state.game)
    return [allowed, changes] if changes.parts else [allowed]


def _end(kept: Record, game: Game) -> Trace:
    from rulewright.game.tracing import traced_end

    return traced_end(kept.data, game)


def _play(state: State, moves: Sequence[str]) -> None:
    from rulewright.game.errors import IllegalAction, UnknownMove

    for move in moves:
        try:
            state.apply_action(move)
        except (IllegalAction, UnknownMove) as error:
            raise click.UsageError(f"--play {move}: {error}") from None


# ------------------------------------------------------------------------------------------------- the position


def _position(settings: Settings, step: int | None, of: str | None) -> _Position:
    path = Path(settings.game)
    if path.suffix.lower() != ".json" and not (
        path.is_file() and path.suffix.lower() not in (".yaml", ".yml")
    ):
        if step is not None or of is not None:
            raise click.UsageError(
                "--step and --game belong to a record; a game is begun anew, and goes on by --play"
            )
        game = replace(settings, engine="reference").load()
        state = game.new_initial_state(settings.seed)
        return _Position(state, f"seed {settings.seed or 0}, at the first decision{_to_move(state)}")
    refuse_folder(settings.game, "a record of a game", "*.record.json")
    for given, option in (
        (settings.players, "--players"), (settings.variant, "--variant"), (settings.options, "--set"),
        (settings.seed, "--seed"),
    ):  # fmt: skip
        if given not in (None, ()):
            raise click.UsageError(f"{option} is for a new game: {path} tells it for its own")
    return _in_record(path, settings, step, of)


def _in_record(path: Path, settings: Settings, step: int | None, of: str | None) -> _Position:
    from rulewright.cli.table.keeping import read_record
    from rulewright.cli.table.reopening import open_book
    from rulewright.game.preferences import strategy_of
    from rulewright.runtime.failures import RuleFailure

    kept = read_record(path, Settings(of or "", overlays=settings.overlays, engine="reference"))
    game, many = open_book(kept).game, len(kept.steps)
    if step is not None and step > many + 1:
        raise click.UsageError(f"there is no step {step}: the record has {many} (--steps lists them)")
    if step is not None and step <= many:
        state = kept.at_step(game, step - 1)
        move = _move_of(kept.steps[step - 1])
        return _Position(state, f"before step {step} of {many}{_to_move(state)}", kept, step, move)
    try:
        state = kept.at_step(game, many if "failure" in kept.data else None)
    except RuleFailure as failure:
        strategy = strategy_of(game.program, failure.path)
        if strategy is not None:
            state = kept.without_failure().at_step(game, None)
            where = f"after {_counted(many)}{_to_move(state)}, where `{strategy.id}` fails"
            return _Position(state, where, kept)
        if not many:
            raise
        state = kept.at_step(game, many - 1)
        return _Position(state, f"before step {many}, which fails{_to_move(state)}", kept, many)
    return _Position(state, f"after {_counted(many)}{_to_move(state)}", kept)


def _counted(steps: int) -> str:
    return f"{steps} step{'' if steps == 1 else 's'}"


def _to_move(state: State) -> str:
    player = state.current_player()
    return ", at the end" if player is None else f", seat {player + 1} to move"


def _move_of(step: object) -> str | None:
    action = step.get("action") if isinstance(step, dict) else None
    return action if isinstance(action, str) else None


def _list_steps(position: _Position, player: int | None, style: str) -> None:
    """What was done at each step, by the number that --step takes."""
    if position.kept is not None and player is None:
        told = [(step.get("player"), step.get("action")) for step in position.kept.steps]
    else:
        state = position.state
        entries = state.history if player is None else state.history_for(player)
        told = [(entry.player, entry.action) for entry in entries[1:]]
    if style == "json":
        listed = [{"step": i, "player": who, "action": action} for i, (who, action) in enumerate(told, 1)]
        show_json({"game": position.state.game.name, "steps": listed})
        return
    for number, (who, action) in enumerate(told, 1):
        click.echo(f"{number:4}  seat {(who or 0) + 1}: {action}")
