"""The position that `trace` explains: of a record, of an example, or of a new game.

position = position_of(settings, step=6, of=None, example=None)
position.state, position.where          the state, "before step 6 of 42, seat 1 to move"

An example (`--example NAME`) is played and opened like the record of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.game_arguments import Engine, OptionValue, Settings, refuse_folder
from rulewright.cli.common.output import note
from rulewright.cli.common.record_files import names_game
from rulewright.cli.common.suggestions import did_you_mean
from rulewright.cli.keeping.games import LazyBook
from rulewright.cli.table.records.reopening import changed_since, open_table
from rulewright.cli.table.records.store import Record, read_record
from rulewright.game.playouts.players import strategy_of
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.author.examples import examples, record
    from rulewright.author.testing import rulebook_tests
    from rulewright.author.testing.rulebook_tests import OneExample
    from rulewright.cli.table.records.store import Record
    from rulewright.game.game import State
    from rulewright.pipeline import Book
    from rulewright.problems.problem import Problem
else:
    examples = later("rulewright.author.examples.examples")
    record = later("rulewright.author.examples.record")
    rulebook_tests = later("rulewright.author.testing.rulebook_tests")


@dataclass(frozen=True, slots=True)
class Position:
    """A state, and `where` it is in words. `step` and `move` are what was done there by a record; without a move it is the
    end of the record. Of an example that failed, `story` is what happened, and `unmet` why it failed."""

    state: State
    where: str
    table: LazyBook
    kept: Record | None = None
    step: int | None = None
    move: str | None = None
    story: tuple[str, ...] = ()
    unmet: str = ""


def position_of(
    settings: Settings, step: int | None, of: str | None, example: str | None, engine: Engine = "reference"
) -> Position:
    """The position that the command line names, for an engine. Raises UsageError, RulebookError, RuleFailure."""
    path = Path(settings.game)
    is_game = names_game(settings.game)
    if example is not None:
        return _in_example(replace(settings, engine=engine), step, of, example, is_game)
    if is_game:
        if step is not None or of is not None:
            raise click.UsageError("--step and --game belong to a record; a new game is continued by --play")
        table = LazyBook(replace(settings, engine=engine))
        state = table.game.new_initial_state(settings.seed)
        return Position(state, f"seed {settings.seed or 0}, at the first decision{_to_move(state)}", table)
    refuse_folder(settings.game, "a record of a game", "*.record.json")
    for given, option in (
        (settings.players, "--players"), (settings.variant, "--variant"), (settings.options, "--set"),
        (settings.seed, "--seed"),
    ):  # fmt: skip
        if given not in (None, ()):
            raise click.UsageError(f"{option} is for a new game: {path} has its own")
    return _in_file(path, replace(settings, engine=engine), step, of)


def _in_example(settings: Settings, step: int | None, of: str | None, name: str, is_game: bool) -> Position:
    if not is_game or of is not None or settings.seed is not None:
        wrong = "--seed" if settings.seed is not None else "--game" if of is not None else "a record"
        raise click.UsageError(
            f"{wrong} does not go with an example, which belongs to a rulebook and has its own luck"
        )
    opened = open_example(settings, name)
    found = _in_kept(opened.kept, LazyBook(settings, opened.book), step)
    unmet = "; ".join(
        problem.message + (f" ({problem.label})" if problem.label else "") for problem in opened.problems
    )
    return replace(found, where=f"example {name}, {found.where}", story=opened.story, unmet=unmet)


def _in_file(path: Path, settings: Settings, step: int | None, of: str | None) -> Position:
    kept = read_record(path, Settings(of or "", overlays=settings.overlays, engine=settings.engine))
    table = open_table(kept)
    if since := changed_since(kept, table.game):
        note(since)
    return _in_kept(kept, table, step)


def _in_kept(kept: Record, table: LazyBook, step: int | None) -> Position:
    game, many = table.game, len(kept.steps)
    if step is not None and step > many + 1:
        raise click.UsageError(f"there is no step {step}: the record has {many} (--steps lists them)")
    if step is not None and step <= many:
        state = kept.at_step(game, step - 1)
        move = _move_of(kept.steps[step - 1])
        return Position(state, f"before step {step} of {many}{_to_move(state)}", table, kept, step, move)
    try:
        state = kept.at_step(game, many if "failure" in kept.data else None)
    except RuleFailure as failure:
        strategy = strategy_of(game.program, failure.path)
        if strategy is not None:
            state = kept.without_failure().at_step(game, None)
            where = f"after {_counted(many)}{_to_move(state)}, where `{strategy.id}` fails"
            return Position(state, where, table, kept)
        if not many:
            raise
        state = kept.at_step(game, many - 1)
        return Position(state, f"before step {many}, which fails{_to_move(state)}", table, kept, many)
    return Position(state, f"after {_counted(many)}{_to_move(state)}", table, kept)


def _counted(steps: int) -> str:
    return f"{steps} step{'' if steps == 1 else 's'}"


def _to_move(state: State) -> str:
    player = state.current_player()
    return ", at the end" if player is None else f", seat {player + 1} to move"


def _move_of(step: object) -> str | None:
    action = step.get("action") if isinstance(step, dict) else None
    return action if isinstance(action, str) else None


MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Example:
    """An example at its table, with a record of what it played. `problems` are its failed expectations, and `story` is then
    what happened."""

    name: str
    book: Book
    kept: Record
    problems: tuple[Problem, ...]
    story: tuple[str, ...]


def open_example(settings: Settings, name: str) -> Example:
    """Play an example. Raises UsageError if there is none of this name, RulebookError if it cannot be played."""
    found = _found(settings, name)
    book = found.opened()
    run, problems = examples.played(book, found.example)
    kept = Record(Path(f"the example {name}"), record.record_of(run), settings, (), {})
    return Example(name, book, kept, problems, run.told())


def _found(settings: Settings, name: str) -> OneExample:
    def opening(players: int | None, variant: str | None, options: Mapping[str, OptionValue]) -> Book:
        return replace(settings, players=players, variant=variant, options=tuple(options.items())).open_book()

    tests = rulebook_tests.RulebookTests(opening, settings.players, settings.variant, dict(settings.options))
    found = list(tests.examples())
    names = [example.name for example in found]
    if name not in names:
        known = ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
        said = f" (it has {known}){did_you_mean(name, names)}" if names else ", which has none"
        raise click.UsageError(f"there is no example `{name}` in {settings.game}{said}")
    return found[names.index(name)]
