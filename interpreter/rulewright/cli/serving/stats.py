"""`rulewright stats RECORD...`: what people did at tables, next to a simulation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.options import format_option


@click.command("stats")
@click.argument("records", metavar="RECORD...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Simulate this many games to compare with; 0 for none.",
)
@click.option(
    "--bots", default="random", show_default=True, metavar="NAMES", help="Who plays in the simulation."
)
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Say what people did in recorded games: length and minutes, wins, scores, actions, refused moves, moves taken back,
    and where people thought long, side by side with a simulation.

    RECORD is a file of `rulewright play` or of a server, or a folder of records, as `rulewright serve --export` writes it.
    Records of different games and numbers of players are told apart.

    \b
    Examples:
      rulewright stats records/
      rulewright stats tonight.record.json --games 0
    """
    from rulewright.cli.serving.stats_command import stats  # to start sooner: not for --help

    return stats(**options)
