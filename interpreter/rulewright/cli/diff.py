"""`rulewright diff A B`: what is different between two games, by meaning and not by layout."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note, show_json, show_problems
from rulewright.cli.comparing.two_games import open_both, shown, two_game_arguments
from rulewright.problems.quoting import counted

if TYPE_CHECKING:
    from rulewright.author.changes.model import Diff

DIFFERENT, IN_TROUBLE = 1, 2


@click.command("diff")
@two_game_arguments(seed=False, engine=False)
@click.option(
    "--format", "style", type=click.Choice(["text", "markdown", "json"]), default="text", show_default=True
)
@click.option("--no-examples", is_flag=True, help="Do not run A's examples by the rules of B.")
@click.option("--all", "everything", is_flag=True, help="Show everything, however much it is.")
@click.option(
    "--exit-code",
    is_flag=True,
    help="End with 1 if rules are different, and with 2 if a game cannot be played.",
)
def command(
    first: Settings, second: Settings, style: str, no_examples: bool, everything: bool, exit_code: bool
) -> int:
    """Tell what is different between two games, by meaning.

    A and B are rulebooks or house rules. Without B, A is held against itself, with what `--set-b`, `--with-b` and
    `--variant-b` make of it (or `--set`, `--with` and `--variant`, if nothing else is said); a house rule alone is
    held against its parent. Each change comes with the lines that set it, what it can affect, the nearest first, and
    all examples of A that come out differently in B. Comments, layout and the order of declarations are no difference.

    \b
    Examples:
      rulewright diff cinq-o house-rule.overlay.yaml
      rulewright diff house-rule.overlay.yaml
      rulewright diff cinq-o --set-b target=50
      rulewright diff cinq-o --variant solitaire --format markdown
      rulewright diff old.rulebook.yaml new.rulebook.yaml --exit-code
    """
    from rulewright.problems.problem import RulebookError

    try:
        found = _diff(first, second, not no_examples)
    except RulebookError as error:
        if not exit_code:
            raise
        show_problems(error.problems, to_stderr=True)
        return IN_TROUBLE
    match style:
        case "json":
            show_json(found.to_json())
        case "markdown":
            from rulewright.author.changes.markdown import to_markdown

            click.echo(f"# {shown(first)} → {shown(second)}\n")
            click.echo(to_markdown(found, everything), nl=False)
        case _:
            from rulewright.cli.comparing.diff_text import show_diff

            show_diff(found, shown(first), shown(second), everything)
    return DIFFERENT if exit_code and found.rules else FINE


def _diff(first: Settings, second: Settings, examples: bool) -> Diff:
    from rulewright.author.diff import diff

    first, second = replace(first, engine="reference"), replace(second, engine="reference")
    one, other = open_both(first, second)
    if examples and sys.stderr.isatty() and len(one.rulebook.examples) > MANY_EXAMPLES:
        note(
            f"running {counted(len(one.rulebook.examples), 'example')} of A by the rules of B (--no-examples leaves them out)"
        )
    return diff(one, other, first.players, examples)


MANY_EXAMPLES = 30
