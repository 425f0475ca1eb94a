"""`rulewright schema`: the JSON Schema by which editors complete and check rulebooks, and the settings for an editor."""

from __future__ import annotations

from typing import Any

import click

EDITORS = ["vscode", "neovim", "helix"]


@click.command("schema")
@click.argument("what", type=click.Choice(["rulebook", "overlay", "fragment", "tuning"]), default="rulebook")
@click.option("--path", "only_path", is_flag=True, help="Print the path of the schema's file instead.")
@click.option(
    "--install", "editor", type=click.Choice(EDITORS), help="Print what to put where in this editor."
)
def command(**options: Any) -> None:  # as declared by the function that is called
    """Print the schema of a rulebook, an overlay, a fragment or a tuning file, or the settings with which an editor uses them.

    \b
    Examples:
      rulewright schema
      rulewright schema overlay --path
      rulewright schema --install helix
    """
    from rulewright.cli.editing.schema_command import show_schema  # to start sooner: not for --help

    show_schema(**options)
