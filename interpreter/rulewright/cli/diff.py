"""`rulewright diff A B`: the differences between two games, by meaning and not by layout."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.later import kept
from rulewright.cli.common.options import format_option
from rulewright.cli.comparing.arguments import two_game_arguments

_show = kept("rulewright.cli.comparing.diff_command", "show_difference")


@click.command("diff")
@two_game_arguments(seed=False, engine=False)
@format_option("text", "markdown", "json")
@click.option("--no-examples", is_flag=True, help="Do not run A's examples by the rules of B.")
@click.option("--all", "everything", is_flag=True, help="Show everything, however much it is.")
@click.option(
    "--exit-code",
    is_flag=True,
    help="Exit with 1 if rules are different, and with 2 if a game cannot be played.",
)
def command(**options: Any) -> int:  # as declared by the function that is called
    """Show the differences between two games, by meaning.

    A and B are rulebooks or house rules. Without B, A is compared with itself as changed by `--set-b`,
    `--with-b` and `--variant-b` (or by `--set`, `--with` and `--variant` if there are none of these); a house
    rule alone is compared with its parent. Each change is shown with the lines that set it and everything that
    it can affect, the nearest first, followed by all examples of A that come out differently in B. Comments,
    layout and the order of declarations make no difference.

    \b
    Examples:
      rulewright diff cinq-o house-rule.overlay.yaml
      rulewright diff house-rule.overlay.yaml
      rulewright diff cinq-o --set-b target=50
      rulewright diff cinq-o --variant solitaire --format markdown
      rulewright diff old.rulebook.yaml new.rulebook.yaml --exit-code
    """
    return _show(**options)
