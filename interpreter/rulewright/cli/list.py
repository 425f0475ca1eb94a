"""`rulewright list`: the bundled games with their numbers of players and variants, the house rules, and the fragments."""

from __future__ import annotations

import click

from rulewright.cli.common.later import kept
from rulewright.cli.common.options import format_option

_list = kept("rulewright.cli.reading.list_command", "list_bundled")


@click.command("list")
@format_option("text", "json")
def command(style: str) -> int:
    """List the bundled games, their house rules, and the fragments that your rulebooks can `use`.

    \b
    Examples:
      rulewright list
      rulewright list --format json
    """
    return _list(style)
