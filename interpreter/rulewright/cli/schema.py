"""`rulewright schema`: the JSON Schema that editors complete and check rulebooks with, and how to tell an editor of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.output import note

if TYPE_CHECKING:
    from rulewright.author.starters.editors import Hint

EDITORS = ["vscode", "neovim", "helix"]
SETTINGS = Path(".vscode") / "settings.json"


@click.command("schema")
@click.argument("what", type=click.Choice(["rulebook", "overlay", "fragment"]), default="rulebook")
@click.option("--path", "only_path", is_flag=True, help="Print where the schema's file is instead.")
@click.option(
    "--install", "editor", type=click.Choice(EDITORS), help="Print what to put where in this editor."
)
@click.option(
    "--write", is_flag=True, help="With --install vscode: write it to .vscode/settings.json in this folder."
)
def command(what: str, only_path: bool, editor: str | None, write: bool) -> None:
    """Print the schema of a rulebook, an overlay or a fragment, or how an editor comes to use them.

    \b
    Examples:
      rulewright schema
      rulewright schema overlay --path
      rulewright schema --install helix
      rulewright schema --install vscode --write
    """
    if write and editor != "vscode":
        raise click.UsageError(
            "--write goes with --install vscode; for the others, paste what --install prints"
        )
    if editor is not None:
        from rulewright.author.starters.editors import hint

        if write:
            _write()
        else:
            _show(hint(editor))
        return
    from rulewright.author.starters.schemas import schema_path

    path = schema_path(what)
    click.echo(path if only_path else path.read_text(encoding="utf-8"), nl=only_path)


def _show(hint: Hint) -> None:
    """The lines on stdout, so that they can be sent to a file; where they go beside them."""
    note(f"needs {hint.needs}\nput this into {hint.file}:\n")
    click.echo(hint.text, nl=False)


def _write() -> None:
    """Our schemas into the settings of this folder, everything else in them as it is."""
    from rulewright.author.starters.editors import CannotMerge, merged
    from rulewright.cli.common import saving
    from rulewright.source import output

    before = SETTINGS.read_bytes().decode("utf-8-sig") if SETTINGS.exists() else ""
    try:
        after = merged(before)
        if after == before:
            note(f"{SETTINGS} says so already")
        elif SETTINGS.exists():
            saving.save(SETTINGS, before, after)
            note(f"added to {SETTINGS}")
        else:
            SETTINGS.parent.mkdir(exist_ok=True)
            output.put(SETTINGS, after)
            note(f"wrote {SETTINGS}")
    except (CannotMerge, saving.CannotSave, UnicodeDecodeError) as reason:
        raise click.UsageError(
            f"{SETTINGS} is left as it is: {reason}. Add by hand what `rulewright schema --install vscode` prints"
        ) from None
