"""`rulewright perft GAME --depth N`: how many games and positions there are to a depth."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.game_arguments import game_arguments
from rulewright.cli.common.options import format_option


@click.command("perft")
@game_arguments()
@click.option("--depth", type=click.IntRange(min=1), default=3, show_default=True, help="How many plies.")
@click.option(
    "--by",
    type=click.Choice(["decision", "turn"]),
    default="decision",
    show_default=True,
    help="What a ply is: a decision, or all that a player does until somebody else is to act.",
)
@click.option(
    "--from",
    "start",
    metavar="EXAMPLE|RECORD",
    help="Count from the end of an example of the rulebook, or of a record, and not from the beginning.",
)
@click.option(
    "--step",
    type=click.IntRange(min=1),
    metavar="N",
    help="With --from: from the position just before step N.",
)
@click.option("--unique", is_flag=True, help="Show how many different positions there are, too.")
@format_option("table", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Count the sequences of actions to a depth, to verify a rulebook or an engine.

    Each line is one decision deeper, or one turn. Each result of chance counts separately. Sequences that lead to the
    same position are several sequences, and with --unique one position. Equal positions are expanded only once where
    there are many, so games with many transpositions are counted quickly; in others machine code goes through millions
    of positions a second. Ctrl-C reports the results so far. If a rule fails, the moves that lead there are named, and
    the exit status is 1.

    \b
    Examples:
      rulewright perft tic-tac-toe --depth 9 --unique
      rulewright perft connect-four --depth 5
      rulewright perft reversi --from a_forced_pass --by turn
    """
    from rulewright.cli.simulating.perft_command import count  # to start sooner: not for --help

    return count(**options)
