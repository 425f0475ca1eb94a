"""`rulewright play GAME`: a game in the terminal, against people at the same screen or against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.game_arguments import game_arguments


@click.command("play")
@game_arguments(required=False)
@click.option("--names", metavar="A,B,...", help="The players' names, in the order of the seats.")
@click.option(
    "--seat", "seats", multiple=True, metavar="N=WHO", help="Who plays seat N: human or a bot (repeatable)."
)
@click.option(
    "--bots", is_flag=False, flag_value="random", metavar="[NAMES]",
    help="Bots in every seat but the first: one name, or one for each. Without a name, they play at random.",
)  # fmt: skip
@click.option(
    "--dice", type=click.Choice(["rolled", "typed"]), show_default="rolled, or as the resumed game was",
    help="Roll here, or type in what real dice and cards show.",
)  # fmt: skip
@click.option(
    "--plain", is_flag=True,
    help="Print the table line by line, for screen readers, also on a terminal that can show a full screen.",
)  # fmt: skip
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Continue a saved game.",
)
def command(**options: Any) -> int:  # as declared by the function that is called
    """Play a game in this terminal.

    All seats are people unless --bots or --seat say otherwise. Type the number of a move or the move itself;
    `help` lists other commands. With the extra `terminal` the table fills the screen, and moves can also be made
    with the mouse or the arrow keys. In games with hidden information the screen is cleared before the next player
    looks. The game is saved in this folder after every move, so nothing is lost if the terminal is closed.
    --resume continues it at the same table, with the same names, bots and dice, and saves to the same file.

    Bots are random, greedy (looks one step ahead), rollouts (tries out each move in many games), mcts (looks
    several moves ahead in many games; mcts:2000 says in how many, mcts:2s how long it may think), level:1 to
    level:6 (from a beginner to the strongest player there is) and the strategies of the rulebook.

    \b
    Examples:
      rulewright play cinq-o --names Ann,Bob
      rulewright play red-hot-yott --players 3 --bots
      rulewright play red-hot-yott --players 3 --bots cautious,bold
      rulewright play cinq-o --seat 2=level:3
      rulewright play cinq-o --set target=50 --with short-evening.overlay.yaml
      rulewright play cinq-o --dice typed
      rulewright play --resume cinq-o.record.json
    """
    from rulewright.cli.table.play_command import play  # to start sooner: not for --help

    return play(**options)
