"""`rulewright show GAME`: the rulebook's text; with a variant or house rules the whole that they result in."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments


@click.command("show")
@game_arguments(seed=False, engine=False)
def command(settings: Settings) -> None:
    """Print a rulebook.

    Without --with, --variant and --set this is the file as it was written, comments and all. With them it is the
    whole rulebook that results, which is itself a rulebook that can be played; what --set says is the default there.
    --players is only checked, since a rulebook is for all its tables.

    \b
    Examples:
      rulewright show cinq-o
      rulewright show cinq-o --with six-dice.overlay.yaml > cinq-o-six.rulebook.yaml
      rulewright show cinq-o --variant solitaire
      rulewright show cinq-o --set target=50
    """
    from rulewright.cli.reading.show_command import show_rulebook  # to start sooner: not for --help

    show_rulebook(settings)
