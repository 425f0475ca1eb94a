"""`rulewright solve GAME`: what a game is worth with best play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.game_arguments import game_arguments
from rulewright.cli.common.options import file_callback, format_option
from rulewright.source.output import CHECKPOINT


@click.command("solve")
@game_arguments()
@click.option(
    "--from",
    "start",
    metavar="EXAMPLE|RECORD",
    help="Solve from the end of an example of the rulebook, or of a record, and not from the beginning.",
)
@click.option(
    "--step",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --from: from the position just before step N.",
)
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many positions are looked at before the game is taken to be too large.  [default: 3,000,000; 100,000,000 layer by layer]",
)
@click.option(
    "--every",
    is_flag=True,
    help="Look also at positions that a player could only reach by leaving out a sure win.",
)
@click.option(
    "--symmetry",
    is_flag=True,
    help="Count, too, how many positions there are if those that turns and reflections of the board make equal count once.",
)
@click.option(
    "--bots",
    metavar="NAME,NAME",
    help="Who plays, by seat: best, or a strategy of the rulebook, which is then played as it is.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Write the solution to a file. A bot plays by it: --bots solved:FILE of other commands.",
)
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=file_callback("a checkpoint", CHECKPOINT),
    help="Keep what was found in a file every few seconds, and go on from there if the file exists. Not for games that are solved layer by layer.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many threads of machine code work side by side.  [default: one for each processor]",
)
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Work out what a game is worth with best play of everybody, and the best moves.

    For one player or two. Every position that can follow is looked at and worked out from the ends backwards: a
    win, a loss or a draw, or with chance how often you win, as a fraction or with a bound on the error. Positions
    may repeat; play without an end counts as a draw. If something is hidden, it is an equilibrium, with a bound on
    how much it can be exploited. A game that is too large is refused, with an estimate of how large it is.

    A large game is solved in another way if its rules allow it: layer by layer where two players place a piece with each action,
    turn by turn where one player collects points in turns that are alike, and level by level where one player needs few rounds.

    With --bots it is the best play against strategies of the rulebook, or what these get from each other.

    \b
    Examples:
      rulewright solve tic-tac-toe
      rulewright solve pig --players 2 --set target=10
      rulewright solve pig --players 2 --set target=10 --bots best,hold_at_20
      rulewright solve yahtzee --players 1 --out alone.solution.json
      rulewright solve cinq-o --variant solitaire --checkpoint cinq-o.json
      rulewright solve kuhn-poker --players 2 --out kuhn.solution.json
    """
    from rulewright.cli.simulating.solve_command import answer  # to start sooner: not for --help

    return answer(**options)
