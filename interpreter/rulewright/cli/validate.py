"""`rulewright validate FILE...`: every mistake in a rulebook, each with its place and what to do about it."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.later import later
from rulewright.cli.common.options import format_option, with_option
from rulewright.cli.installing.names import games

_validate = later("rulewright.cli.editing.validating", "validate")
STYLES = ["text", "json", "github", "sarif"]


@click.command("validate")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=games)
@click.option("--variant", metavar="V", help="Check this variant.")
@with_option("A house rule to apply (repeatable).")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved; Ctrl-C ends it.")
@click.option(
    "--fix",
    is_flag=True,
    help="Make the corrections that are certain, show them, and report the remaining problems.",
)
@click.option("--diff", is_flag=True, help="Only show the change that --fix would make.")
@format_option(*STYLES)
def command(**options: Any) -> int:  # as declared by the function that is called
    """Find the mistakes in rulebooks, house rules and tuning files.

    A house rule is checked together with the game that it changes, a tuning file with its `game`. Bundled games can be named like files; `-`
    is standard input.

    \b
    Examples:
      rulewright validate my-game.rulebook.yaml
      rulewright validate short-evening.overlay.yaml
      rulewright validate my-game.rulebook.yaml --with short-evening.overlay.yaml
      rulewright validate longer.tuning.yaml
      rulewright validate *.yaml --format github
      git show HEAD:my-game.rulebook.yaml | rulewright validate -
      rulewright validate my-game.rulebook.yaml --diff
      rulewright validate my-game.rulebook.yaml --fix
      rulewright validate my-game.rulebook.yaml --watch
    """
    return _validate(**options)
