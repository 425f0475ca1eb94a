"""`rulewright replay RECORD`: go through a recorded game again, checking every step against the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.settings import Settings, refuse_folder
from rulewright.cli.telling import show_json, wants_colour

if TYPE_CHECKING:
    from rulewright.cli.table.keeping import Record
    from rulewright.game.game import Game
    from rulewright.pipeline import Book


@click.command("replay")
@click.argument("record", metavar="RECORD", type=click.Path(path_type=Path))
@click.option(
    "--step", type=click.IntRange(min=0), metavar="N", help="Show the table after step N (0: the start)."
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Show only what seat N saw.")
@click.option("--game", metavar="GAME", help="The rulebook, if it is somewhere else now.")
@click.option(
    "--with", "overlays", multiple=True, metavar="FILE", help="A house rule, if it is somewhere else now."
)
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    record: Path, step: int | None, seat: int | None, game: str | None, overlays: tuple[str, ...], style: str
) -> None:
    """Replay a recorded game.

    Every move and every result of chance is checked against the rules; the first that does not fit is named.

    \b
    Examples:
      rulewright replay cinq-o.record.json
      rulewright replay cinq-o.record.json --step 12
      rulewright replay cinq-o.record.json --seat 2
    """
    from rulewright.cli.table.keeping import read_record
    from rulewright.cli.table.reopening import open_book

    refuse_folder(str(record), "a record of a game", "*.record.json")
    kept = read_record(record, Settings(game or "", overlays=overlays))
    book = open_book(kept)
    opened = book.game
    if seat is not None and seat > opened.num_players:
        raise click.UsageError(f"there is no seat {seat}: {opened.num_players} play")
    if step is not None and step > len(kept.steps):
        raise click.UsageError(f"there is no step {step}: the record has {len(kept.steps)}")
    if style == "json":
        _show_as_json(kept, opened, step, seat)
    else:
        _show(kept, book, step, seat)


def _show(kept: Record, book: Book, step: int | None, seat: int | None) -> None:
    from rulewright.author.by_itself import by_itself, ending
    from rulewright.author.story import Story
    from rulewright.cli.table.drawing import folded
    from rulewright.cli.table.screen import WIDTH, Screen
    from rulewright.cli.table.seats import seats
    from rulewright.game.standing import ended_by

    game = book.game
    state = kept.at_step(game, step)
    names = [each.name for each in seats(game.num_players, game.program.labels.seats, list(kept.names), {})]
    viewer = None if seat is None else seat - 1
    story = Story(game.program, names, by_itself(book))
    if step is None:
        entries = state.history if viewer is None or not game.hides else state.history_for(viewer)
        for number, entry in enumerate(entries):
            for place, line in enumerate(folded(story.lines(entry), WIDTH)):
                click.echo(f"{number:4}  {line}" if place == 0 else f"      {line}")
    for line in Screen(game.program, names, colour=wants_colour(sys.stdout)).lines(
        state.observation(viewer), viewer
    ):
        click.echo(line)
    if state.is_terminal():
        click.echo()
        end = ended_by(game.program, state.cells)
        if end is not None and (said := ending(book, end.path)):
            click.echo(f"The game is over: {said}")
        winners = [names[player] for player in state.ranking()[0]] if any(state.returns()) else []
        click.echo(f"Best: {' and '.join(winners)}" if winners else "Nobody wins.")


def _show_as_json(kept: Record, game: Game, step: int | None, seat: int | None) -> None:
    state = kept.at_step(game, step)
    viewer = None if seat is None else seat - 1
    entries = state.history if viewer is None else state.history_for(viewer)
    show_json(
        {
            "game": game.name,
            "steps": len(entries) - 1,
            "history": [
                {"player": entry.player, "action": entry.action, "happened": list(entry.happened)}
                for entry in entries
            ],
            "observation": state.observation(viewer),
            "over": state.is_terminal(),
            "returns": state.returns(),
            "scores": state.scores() if viewer is None or not game.hides else None,
        }
    )
