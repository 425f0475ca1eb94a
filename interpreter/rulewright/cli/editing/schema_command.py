"""What `rulewright schema` does: print a schema, or tell an editor of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.author.starters.editors import CannotMerge, hint, merged
from rulewright.author.starters.schemas import schema_path
from rulewright.cli.common import saving
from rulewright.cli.common.output import note
from rulewright.source import output

if TYPE_CHECKING:
    from rulewright.author.starters.editors import Hint

SETTINGS = Path(".vscode") / "settings.json"


def show_schema(what: str, only_path: bool, editor: str | None, write: bool) -> None:
    """Print a schema or what an editor needs, or write it to the settings of this folder."""
    if write and editor != "vscode":
        raise click.UsageError(
            "--write goes with --install vscode; for the others, paste what --install prints"
        )
    if editor is not None:
        if write:
            _write()
        else:
            _show(hint(editor))
        return
    path = schema_path(what)
    click.echo(path if only_path else path.read_text(encoding="utf-8"), nl=only_path)


def _show(hint: Hint) -> None:
    """The lines on stdout, so that they can be sent to a file; where they go beside them."""
    note(f"needs {hint.needs}\nput this into {hint.file}:\n")
    click.echo(hint.text, nl=False)


def _write() -> None:
    """Our schemas into the settings of this folder, everything else in them as it is."""
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
