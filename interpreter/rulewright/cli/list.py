"""`rulewright list`: the games that come along, with how many can play and in which ways."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.telling import show, show_json

if TYPE_CHECKING:
    from rulewright.rulebook.nodes import Rulebook


@click.command("list")
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(style: str) -> None:
    """List the games that come along.

    \b
    Examples:
      rulewright list
      rulewright list --format json
    """
    from rulewright import pipeline

    games = [_entry(name, path, book) for name, path, book in pipeline.bundled()]
    if style == "json":
        show_json({"games": games})
    else:
        _show_table(games)


def player_counts(players: tuple[int, ...]) -> str:
    """`(2, 3, 4)` -> `2 to 4`, `(2, 4)` -> `2 or 4`, `(2,)` -> `2`."""
    if len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return " or ".join(str(number) for number in players)


def _entry(name: str, path: Path, book: Rulebook) -> dict[str, object]:
    return {
        "name": name,
        "title": book.title,
        "players": list(book.players),
        "variants": list(book.variants),
        "options": list(book.options),
        "about": book.about.plain if book.about else "",
        "path": str(path),
    }


def _show_table(games: list[dict[str, object]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), show_edge=False)
    for heading in ("GAME", "PLAYERS", "VARIANTS", "WHAT IT IS"):
        table.add_column(heading, header_style="bold", no_wrap=heading == "GAME")
    for game in games:
        players, variants = game["players"], game["variants"]
        assert isinstance(players, list)
        assert isinstance(variants, list)
        table.add_row(
            str(game["name"]), player_counts(tuple(players)), ", ".join(variants) or "-", str(game["about"])
        )
    show(table)
    click.echo("\nrulewright rules GAME prints the rules, rulewright play GAME plays.", err=True)
