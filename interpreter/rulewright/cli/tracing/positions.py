"""Which position `trace` is asked about: of a record, of an example, or of a game that begins.

position = position_of(settings, step=6, of=None, example=None)
position.state, position.where          the state, "before step 6 of 42, seat 1 to move"
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.table.records.reopening import open_book
from rulewright.cli.table.records.store import read_record
from rulewright.cli.tracing.examples import open_example
from rulewright.game.playouts.players import strategy_of
from rulewright.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulewright.cli.table.records.store import Record
    from rulewright.game.game import State
    from rulewright.pipeline import Book


@dataclass(frozen=True, slots=True)
class Position:
    """What is asked about: a state, and in words which one it is. `step` and `move`: what a record tells was done there;
    without a move it is where the record ends. `story`: what happened in an example that does not come true, and
    `unmet` why it does not."""

    state: State
    where: str
    book: Book
    kept: Record | None = None
    step: int | None = None
    move: str | None = None
    story: tuple[str, ...] = ()
    unmet: str = ""


def position_of(settings: Settings, step: int | None, of: str | None, example: str | None) -> Position:
    """The position that the command line names. Raises UsageError, RulebookError, RuleFailure."""
    path = Path(settings.game)
    is_game = path.suffix.lower() != ".json" and not (
        path.is_file() and path.suffix.lower() not in (".yaml", ".yml")
    )
    if example is not None:
        return _in_example(settings, step, of, example, is_game)
    if is_game:
        if step is not None or of is not None:
            raise click.UsageError(
                "--step and --game belong to a record; a game is begun anew, and goes on by --play"
            )
        book = replace(settings, engine="reference").open_book()
        state = book.game.new_initial_state(settings.seed)
        return Position(state, f"seed {settings.seed or 0}, at the first decision{_to_move(state)}", book)
    refuse_folder(settings.game, "a record of a game", "*.record.json")
    for given, option in (
        (settings.players, "--players"), (settings.variant, "--variant"), (settings.options, "--set"),
        (settings.seed, "--seed"),
    ):  # fmt: skip
        if given not in (None, ()):
            raise click.UsageError(f"{option} is for a new game: {path} tells it for its own")
    return _in_file(path, settings, step, of)


def _in_example(settings: Settings, step: int | None, of: str | None, name: str, is_game: bool) -> Position:
    if not is_game or of is not None or settings.seed is not None:
        wrong = "--seed" if settings.seed is not None else "--game" if of is not None else "a record"
        raise click.UsageError(
            f"--example names an example of a rulebook, and {wrong} has nothing to do with it"
        )
    opened = open_example(replace(settings, engine="reference"), name)
    found = _in_kept(opened.kept, opened.book, step)
    unmet = "; ".join(
        problem.message + (f" ({problem.label})" if problem.label else "") for problem in opened.problems
    )
    return replace(found, where=f"example {name}, {found.where}", story=opened.story, unmet=unmet)


def _in_file(path: Path, settings: Settings, step: int | None, of: str | None) -> Position:
    kept = read_record(path, Settings(of or "", overlays=settings.overlays, engine="reference"))
    return _in_kept(kept, open_book(kept), step)


def _in_kept(kept: Record, book: Book, step: int | None) -> Position:
    game, many = book.game, len(kept.steps)
    if step is not None and step > many + 1:
        raise click.UsageError(f"there is no step {step}: the record has {many} (--steps lists them)")
    if step is not None and step <= many:
        state = kept.at_step(game, step - 1)
        move = _move_of(kept.steps[step - 1])
        return Position(state, f"before step {step} of {many}{_to_move(state)}", book, kept, step, move)
    try:
        state = kept.at_step(game, many if "failure" in kept.data else None)
    except RuleFailure as failure:
        strategy = strategy_of(game.program, failure.path)
        if strategy is not None:
            state = kept.without_failure().at_step(game, None)
            where = f"after {_counted(many)}{_to_move(state)}, where `{strategy.id}` fails"
            return Position(state, where, book, kept)
        if not many:
            raise
        state = kept.at_step(game, many - 1)
        return Position(state, f"before step {many}, which fails{_to_move(state)}", book, kept, many)
    return Position(state, f"after {_counted(many)}{_to_move(state)}", book, kept)


def _counted(steps: int) -> str:
    return f"{steps} step{'' if steps == 1 else 's'}"


def _to_move(state: State) -> str:
    player = state.current_player()
    return ", at the end" if player is None else f", seat {player + 1} to move"


def _move_of(step: object) -> str | None:
    action = step.get("action") if isinstance(step, dict) else None
    return action if isinstance(action, str) else None
