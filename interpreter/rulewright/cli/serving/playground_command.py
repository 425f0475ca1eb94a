"""The command `rulewright playground`: writes the page, and says how to open it."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.output import note
from rulewright.playground.building import write_page
from rulewright.playground.pyodide import NoPyodide, pyodide


def playground(folder: Path, given: Path | None) -> int:
    """The exit status. Raises UsageError for a Pyodide that is none, and ClickException if it cannot be fetched."""
    try:
        files = pyodide(given, note)
    except NoPyodide as error:
        raise click.ClickException(f"{error}.") from None
    written = write_page(folder, files, note)
    size = sum(path.stat().st_size for path in written) / 1e6
    click.echo(f"Written: {folder}, {len(written)} files, {size:.0f} MB.")
    note(f"To try it: python -m http.server --directory {folder}, and open http://localhost:8000/")
    return FINE
