"""`rulewright new [NAME]`: a commented rulebook or house rule to start from, which works without changes.

On a terminal without flags it asks (`editing.questions`); otherwise flags that are not given have their defaults.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.game_arguments import set_option
from rulewright.cli.common.options import read_players


@click.command("new")
@click.argument("name", required=False)
@click.option("--dice", is_flag=True, help="Start a dice game (the default).")
@click.option("--cards", is_flag=True, help="Start a card game.")
@click.option("--board", is_flag=True, help="Start a board game.")
@click.option("--tiles", is_flag=True, help="Start a game with tiles on a table without an edge.")
@click.option("--overlay", "game", metavar="GAME", help="Start a house rule for this game.")
@click.option("--title", metavar="TEXT", help="Its title, as players read it.  [default: made from NAME]")
@click.option(
    "--players",
    callback=lambda ctx, parameter, text: text and read_players(text),
    metavar="N..N",
    help="How many can play, as in 2..6 or 4.",
)
@click.option("--count", type=int, metavar="N", help="Dice: how many.  [default: 2]")
@click.option("--faces", type=int, metavar="N", help="Dice: how many faces each has.  [default: 6]")
@click.option(
    "--hand", type=int, metavar="N", help="Cards and tiles: how many each player is dealt.  [default: 5]"
)
@click.option(
    "--deck", metavar="DECK", help="Cards: standard-52, or numbers (1 to 60).  [default: standard-52]"
)
@click.option("--rows", type=int, metavar="N", help="Board: how many rows.  [default: 3]")
@click.option("--columns", type=int, metavar="N", help="Board: how many columns.  [default: 3]")
@click.option("--line", type=int, metavar="N", help="Board: how many in a straight line win.  [default: 3]")
@click.option("--highest", type=int, metavar="N", help="Tiles: the highest number on a side.  [default: 6]")
@set_option("House rule: an option of the game and its new value (repeatable).")
@click.option(
    "--kind",
    type=click.Choice(["dice", "cards", "board", "tiles", "overlay"]),
    help="The same as --dice, --cards, --board, --tiles, --overlay.",
)
@click.option("--of", "parent", metavar="GAME", help="The same as --overlay GAME.")
@click.option(
    "--in",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    metavar="FOLDER",
    help="Where to write it.  [default: here]",
)
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:  # as declared by the function that is called
    """Write a small rulebook or house rule that works, to change into your own.

    Without options, on a terminal, it asks what you want. It never overwrites a file.

    \b
    Examples:
      rulewright new
      rulewright new my-game --count 3 --faces 8 --players 2..4
      rulewright new my-card-game --cards --hand 7
      rulewright new four-in-a-row --board --rows 6 --columns 7 --line 4
      rulewright new pairs --tiles --highest 4 --hand 3
      rulewright new short-evening --overlay cinq-o --set target=50
    """
    from rulewright.cli.editing.new_command import new  # to start sooner: not for --help

    new(ctx, **options)
