"""What `rulewright replay` does: go through records again, and show what they hold."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.author.story.automatic_rules import by_itself, ending
from rulewright.author.story.narration import Story
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE
from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.common.output import note, show_json, wants_colour
from rulewright.cli.table.drawing.pieces import folded
from rulewright.cli.table.drawing.screen import WIDTH, Screen
from rulewright.cli.table.result import result_of
from rulewright.cli.table.seats import seats
from rulewright.cli.tracing import step_story
from rulewright.cli.tracing.replay_report import check_all, opened
from rulewright.game.results.standing import ended_by

if TYPE_CHECKING:
    from rulewright.cli.tracing.replay_report import Replayed


def replay(
    records: tuple[Path, ...], step: int | None, seat: int | None, anyway: bool, game: str | None,
    overlays: tuple[str, ...], style: str,
) -> int:  # fmt: skip
    """The exit status."""
    for record in records:
        refuse_folder(str(record), "a record of a game", "*.record.json")
    given = Settings(game or "", overlays=overlays)
    if len(records) == 1:
        return _one(records[0], given, step, seat, anyway, style)
    if step is not None or seat is not None:
        raise click.UsageError("--step and --seat show a table, so they take one record at a time")
    return check_all(records, given, anyway, style)


def _one(record: Path, given: Settings, step: int | None, seat: int | None, anyway: bool, style: str) -> int:
    """Show a record. The exit status."""
    replayed = opened(record, given, anyway)
    kept, players = replayed.kept, replayed.book.game.num_players
    if seat is not None and seat > players:
        raise click.UsageError(f"there is no seat {seat}: {players} play")
    if step is not None and step > replayed.steps:
        has = f"goes {replayed.steps} steps far" if replayed.differs else f"has {replayed.steps}"
        raise click.UsageError(f"there is no step {step}: the record {has}")
    if style == "json":
        _show_as_json(replayed, step, seat)
    elif replayed.changed:
        if replayed.followed is not None and replayed.followed.state is not None:
            _show(replayed, step, seat)
        note(f"{kept.path}: its rules have changed since it was played. {replayed.how_far}")
    else:
        _show(replayed, step, seat)
    return FALLS_SHORT if replayed.differs else FINE


def _show(replayed: Replayed, step: int | None, seat: int | None) -> None:
    kept, book, game = replayed.kept, replayed.book, replayed.book.game
    state = replayed.at_step(step)
    names = [each.name for each in seats(game.num_players, game.program.labels.seats, list(kept.names), {})]
    viewer = None if seat is None else seat - 1
    story = Story(game.program, names, by_itself(book))
    screen = Screen(game.program, names, colour=wants_colour(sys.stdout))
    chain = state.tip.chain()
    if step is None:
        for number, each in enumerate(chain):
            done, *deal = story.parts(state, each, viewer if game.hides else None)
            for place, line in enumerate(folded(done, WIDTH)):
                click.echo(f"{number:4}  {line}" if place == 0 else f"      {line}")
            _say(screen.hand_end(state, each, viewer), "      ")
            _say([line for lines in deal for line in ("", *folded(lines, WIDTH))], "      ")
    else:
        _say(screen.hand_end(state, state.tip, viewer))
    _say(screen.lines(state.observation(viewer), viewer))
    if state.is_terminal():
        click.echo()
        end = ended_by(game.program, state.cells)
        said = ending(book, end.path) if end is not None else ""
        if said:
            click.echo(f"The game is over: {said}")
        if result := result_of(state, names, bool(said)):
            click.echo(result)


def _say(lines: Sequence[str], indent: str = "") -> None:
    for line in lines:
        click.echo(f"{indent}{line}".rstrip() if indent else line)


def _show_as_json(replayed: Replayed, step: int | None, seat: int | None) -> None:
    if replayed.followed is not None and replayed.followed.state is None:
        show_json(replayed.to_json())
        return
    state, game = replayed.at_step(step), replayed.book.game
    viewer = None if seat is None else seat - 1
    entries = state.history if viewer is None else state.history_for(viewer)
    show_json(
        {
            "game": game.name,
            "steps": len(entries) - 1,
            "history": [
                {"player": entry.player, "action": entry.action, **happened}
                for entry, happened in zip(entries, step_story.happened(state, viewer), strict=True)
            ],
            "observation": state.observation(viewer),
            "over": state.is_terminal(),
            "returns": state.returns(),
            "scores": state.scores() if viewer is None or not game.hides else None,
            "same_rules": not replayed.changed,
            "differs": replayed.differs_as_json(),
        }
    )
