"""What `rulewright diff` does: tell what differs between two games."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rulewright.author.changes.markdown import to_markdown
from rulewright.author.diff import diff
from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note, show_json, show_problems
from rulewright.cli.comparing.diff_text import show_diff
from rulewright.cli.comparing.two_games import open_both, shown
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted

if TYPE_CHECKING:
    from rulewright.author.changes.model import Diff

DIFFERENT, IN_TROUBLE = 1, 2


def show_difference(
    first: Settings, second: Settings, style: str, no_examples: bool, everything: bool, exit_code: bool
) -> int:
    """The exit status."""
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
            click.echo(f"# {shown(first)} → {shown(second)}\n")
            click.echo(to_markdown(found, everything), nl=False)
        case _:
            show_diff(found, shown(first), shown(second), everything)
    return DIFFERENT if exit_code and found.rules else FINE


def _diff(first: Settings, second: Settings, examples: bool) -> Diff:
    first, second = replace(first, engine="reference"), replace(second, engine="reference")
    one, other = open_both(first, second)
    if examples and sys.stderr.isatty() and len(one.rulebook.examples) > MANY_EXAMPLES:
        note(
            f"running {counted(len(one.rulebook.examples), 'example')} of A by the rules of B (--no-examples leaves them out)"
        )
    return diff(one, other, first.players, examples)


MANY_EXAMPLES = 30
