"""`rulewright lsp --install`: prints the settings with which an editor starts the language server."""

from __future__ import annotations

import click

from rulewright.author.starters.editors import server
from rulewright.cli.common.output import note


def show_settings(editor: str) -> None:
    """Print the lines on stdout, and the file that they belong in on stderr."""
    lines = server(editor)
    note(f"needs {lines.needs}\nput this into {lines.file}:\n")
    click.echo(lines.text, nl=False)
