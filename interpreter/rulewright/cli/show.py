"""`rulewright show GAME`: the rulebook's text; with a variant or house rules the merged rulebook."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments
from rulewright.cli.common.later import kept

_show = kept("rulewright.cli.reading.show_command", "show_rulebook")


@click.command("show")
@game_arguments(seed=False, engine=False)
def command(settings: Settings) -> int:
    """Print a rulebook.

    Without --with, --variant and --set this is the original file, including comments. With them it is the
    resulting rulebook, which can be played on its own; the values of --set are its defaults. --players is only
    checked, since a rulebook is for all numbers of players.

    \b
    Examples:
      rulewright show cinq-o
      rulewright show cinq-o --with six-dice.overlay.yaml > cinq-o-six.rulebook.yaml
      rulewright show cinq-o --variant solitaire
      rulewright show cinq-o --set target=50
    """
    return _show(settings)
