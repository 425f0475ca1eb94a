"""`rulewright rules GAME`: the rule sheet, in the terminal, as Markdown or as a page to print."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments
from rulewright.cli.common.later import kept
from rulewright.cli.common.options import format_option

_show = kept("rulewright.cli.reading.rules_command", "show_rules")


@click.command("rules")
@game_arguments(seed=False, engine=False)
@format_option("text", "markdown", "html", "json")
def command(settings: Settings, style: str) -> int:
    """Print a game's rule sheet, for the options, variant and house rules you play with.

    \b
    Examples:
      rulewright rules cinq-o
      rulewright rules cinq-o --set five_kind=choice
      rulewright rules cinq-o --variant solitaire --format markdown > solitaire.md
      rulewright rules red-hot-yott --with yott-straight --format html > tonight.html
    """
    return _show(settings, style)
