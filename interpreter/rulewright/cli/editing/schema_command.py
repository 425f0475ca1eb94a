"""The command `rulewright schema`: prints a schema, or the settings with which an editor uses it."""

from __future__ import annotations

import click

from rulewright.author.starters.editors import hint, schema_path
from rulewright.cli.common.output import note


def show_schema(what: str, only_path: bool, editor: str | None) -> None:
    """Print a schema, its path, or the settings of an editor: the lines on stdout, the file that they belong in on stderr."""
    if editor is not None:
        lines = hint(editor)
        note(f"needs {lines.needs}\nput this into {lines.file}:\n")
        click.echo(lines.text, nl=False)
        return
    path = schema_path(what)
    click.echo(path if only_path else path.read_text(encoding="utf-8"), nl=only_path)
