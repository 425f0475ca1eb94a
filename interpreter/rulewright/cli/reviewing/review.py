"""`rulewright review RECORD`: a recorded game again, with what each decision gave away and what luck gave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.options import PAGE, format_option, page_callback, with_option


@click.command("review")
@click.argument("record", metavar="RECORD", type=click.Path(path_type=Path))
@click.option(
    "--by",
    metavar="mcts:N|solved:FILE",
    help="Who judges: a tree search with N games for each decision, or a file that `solve --out` wrote.  [default: mcts, fewer if games are long]",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, metavar="N", help="Seed of the search.")
@click.option(
    "--seat",
    metavar="SEAT",
    help="Judge only the decisions of this seat, by its number or the name of its player.",
)
@click.option("--game", metavar="GAME", help="The rulebook, if it is somewhere else now.")
@with_option("A house rule, if it is somewhere else now.")
@click.option(
    "--html",
    "page",
    type=PAGE,
    metavar="FILE",
    callback=page_callback,
    help="Write a page with a curve of the game.",
)
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Go through a recorded game and find its turning points.

    For each decision: what the position was worth to the player (chances to win, or expected points), and what the
    move gave away, the value of the best move less that of the move made. Luck is kept apart: the value after a roll
    or a draw, less its average over what could have come. Players are judged by what they could know. A difference
    counts only if it is clearly more than the search may be wrong.

    \b
    Examples:
      rulewright review connect-four.record.json
      rulewright review yahtzee.record.json --by mcts:5000 --html yahtzee.html
      rulewright review backgammon.record.json --seat 1 --by mcts:400
      rulewright review tic-tac-toe.record.json --by solved:toe.solution.json
    """
    from rulewright.cli.reviewing.review_command import review_record  # to start sooner: not for --help

    return review_record(**options)
