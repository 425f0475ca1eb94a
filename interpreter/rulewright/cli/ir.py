"""`rulewright ir GAME`: the compiled program of a game, for people who work on engines."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments
from rulewright.cli.common.later import kept

_show = kept("rulewright.cli.reading.ir_command", "show_program")


@click.command("ir")
@game_arguments(seed=False, engine=False)
@click.option("--llvm", is_flag=True, help="Print what the native engine hands to LLVM instead.")
def command(settings: Settings, llvm: bool) -> int:
    """Print a game as the engines read it: its cells, and every rule as a typed program.

    Names, options and the number of players have been resolved. With --llvm it is the text of two modules of
    the native engine, the one for single steps and the one for whole games, before LLVM optimises them.

    \b
    Examples:
      rulewright ir tic-tac-toe
      rulewright ir cinq-o --players 3 --set target=50
      rulewright ir tic-tac-toe --llvm
    """
    return _show(settings, llvm)
