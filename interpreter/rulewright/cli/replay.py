"""`rulewright replay RECORD`: go through a recorded game again, checking every step against the rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FALLS_SHORT, FINE
from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.common.output import note, show_json, wants_colour

if TYPE_CHECKING:
    from rulewright.cli.tracing.replayed import Replayed


@click.command("replay")
@click.argument("records", metavar="RECORD...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--step", type=click.IntRange(min=0), metavar="N", help="Show the table after step N (0: the start)."
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Show only what seat N saw.")
@click.option(
    "--anyway", is_flag=True, help="Go through it as far as it goes, though its rules have changed since."
)
@click.option("--game", metavar="GAME", help="The rulebook, if it is somewhere else now.")
@click.option(
    "--with", "overlays", multiple=True, metavar="FILE", help="A house rule, if it is somewhere else now."
)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    records: tuple[Path, ...], step: int | None, seat: int | None, anyway: bool, game: str | None,
    overlays: tuple[str, ...], style: str,
) -> int:  # fmt: skip
    """Replay a recorded game, or check several.

    Every move and every result of chance is checked against the rules; the first that does not fit is named. If
    the rules have changed since, a record is refused, and it is told how far it goes by those of now; with
    `--anyway` it is replayed so far, and is fine if that is to its end. Of several records each has a line.

    \b
    Examples:
      rulewright replay cinq-o.record.json
      rulewright replay cinq-o.record.json --step 12
      rulewright replay cinq-o.record.json --seat 2
      rulewright replay golden/*.record.json --anyway
    """
    from rulewright.cli.tracing.replayed import check_all

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
    from rulewright.cli.tracing.replayed import opened

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
    from rulewright.author.story.automatic_rules import by_itself, ending
    from rulewright.author.story.narration import Story
    from rulewright.cli.table.drawing.pieces import folded
    from rulewright.cli.table.drawing.screen import WIDTH, Screen
    from rulewright.cli.table.result import result_of
    from rulewright.cli.table.seats import seats
    from rulewright.game.results.standing import ended_by

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
    from rulewright.cli.tracing import retold

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
                for entry, happened in zip(entries, retold.happened(state, viewer), strict=True)
            ],
            "observation": state.observation(viewer),
            "over": state.is_terminal(),
            "returns": state.returns(),
            "scores": state.scores() if viewer is None or not game.hides else None,
            "same_rules": not replayed.changed,
            "differs": replayed.differs_as_json(),
        }
    )
