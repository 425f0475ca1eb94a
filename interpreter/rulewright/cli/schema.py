"""`rulewright schema`: the JSON Schema that editors complete and check rulebooks with."""

from __future__ import annotations

import click


@click.command("schema")
@click.argument("what", type=click.Choice(["rulebook", "overlay", "fragment"]), default="rulebook")
@click.option("--path", "only_path", is_flag=True, help="Print where the schema's file is instead.")
def command(what: str, only_path: bool) -> None:
    """Print the schema of a rulebook, an overlay or a fragment.

    \b
    Examples:
      rulewright schema
      rulewright schema overlay --path
    """
    from rulewright.author.schemas import schema_path

    path = schema_path(what)
    click.echo(path if only_path else path.read_text(encoding="utf-8"), nl=only_path)
