"""`rulewright explain CODE`: what a problem means, with a wrong and a right example; without a code, all codes."""

from __future__ import annotations

import click

from rulewright.cli.common.options import format_option
from rulewright.cli.installing.names import codes


@click.command("explain")
@click.argument("code", required=False, shell_complete=codes)
@format_option("text", "json")
def command(code: str | None, style: str) -> None:
    """Explain a problem by its code, or list all codes.

    \b
    Examples:
      rulewright explain
      rulewright explain unknown-name
    """
    from rulewright.cli.reading.explain_command import explain  # to start sooner: not for --help

    explain(code, style)
