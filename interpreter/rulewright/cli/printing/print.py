"""`rulewright print GAME`: a game on paper, as PDF, SVG or CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments
from rulewright.paper.parts import PARTS

FORMATS = ("pdf", "svg", "csv")


def read_parts(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """`("boards,cards", "pads")` -> ("boards", "cards", "pads")."""
    parts = tuple(part.strip() for text in texts for part in text.split(","))
    for part in parts:
        if part not in PARTS:
            raise click.BadParameter(f"`{part}` is none of {', '.join(PARTS)}")
    return parts


@click.command("print")
@game_arguments(seed=False, engine=False)
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The PDF; for svg and csv the folder of the files, or the file of a single table.  [default: named after the game]",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    help="One PDF with everything, the drawn pages as SVG, or tables of the components as CSV.  [default: by the ending of PATH, or pdf]",
)
@click.option(
    "--what",
    multiple=True,
    callback=read_parts,
    metavar="PARTS",
    help=f"Print only these of {', '.join(PARTS)} (repeatable, or with commas).  [default: all]",
)
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True)
@click.option(
    "--backs",
    is_flag=True,
    help="Follow each page of cards by one of their backs, for printing on both sides.",
)
@click.option(
    "--font",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    metavar="FILE",
    help="A TrueType font, for languages whose letters are missing.",
)
def command(
    settings: Settings, style: str | None, target: Path | None, **options: Any
) -> int:  # as declared by the function that is called
    """Print a game: boards to scale, cards and tiles with cut marks, counters, score pads, player aids, and the rule sheet.

    There is enough of everything for the most players, or for --players. Print at 100 %: a line at the foot of each page says how long
    it has to be.

    \b
    Examples:
      rulewright print crib-ino
      rulewright print cinco --what boards,cards --paper letter -o cinco-board.pdf
      rulewright print my-game.rulebook.yaml --what cards --format csv -o cards/
    """  # fmt: skip
    from rulewright.cli.printing.print_command import print_game  # to start sooner: not for --help

    ending = target.suffix.lower()[1:] if target else ""
    return print_game(settings, target, style or (ending if ending in FORMATS else "pdf"), **options)
