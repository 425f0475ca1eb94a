"""`rulewright format FILE...`: files in their canonical form, with the same meaning and all comments."""

from __future__ import annotations

import click

from rulewright.cli.common.later import kept, later
from rulewright.cli.installing.names import files

STDIN = "-"
_format = later("rulewright.cli.editing.format_command", "format_files")
_check = kept("rulewright.cli.editing.format_command", "format_files")


@click.command("format")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=files)
@click.option(
    "--check", is_flag=True, help="Change nothing; the exit status is 1 if a file is not formatted."
)
@click.option(
    "--diff",
    is_flag=True,
    help="Change nothing, and show what would change; the exit status is that of --check.",
)
def command(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Format rulebooks, house rules and fragments.

    Keys come in the order of the reference, expressions have canonical spaces, and lines fit into 120 columns.
    Comments stay with what they are about, and the game stays the same. Options, actions, cases, choices and
    everything else that the author named stay in the author's order, in which people see them. `-` is standard input,
    which is printed formatted.

    \b
    Examples:
      rulewright format my-game.rulebook.yaml
      rulewright format *.rulebook.yaml *.overlay.yaml
      rulewright format my-game.rulebook.yaml --diff
      rulewright format --check *.yaml
      rulewright format - < my-game.rulebook.yaml
    """
    if check and not diff and STDIN not in files:
        return _check(files, check, diff)
    return _format(files, check, diff)
