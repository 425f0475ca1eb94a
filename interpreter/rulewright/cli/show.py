"""`rulewright show GAME`: the rulebook's text; with a variant or house rules the merged rulebook."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments


@click.command("show")
@game_arguments(seed=False, engine=False)
def command(settings: Settings) -> None:
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
    from rulewright.cli.reading.show_command import show_rulebook  # to start sooner: not for --help

    show_rulebook(settings)
