"""The command `rulewright playground`: writes the page, and says how to open it."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.output import note
from rulewright.playground.building import vendored, write_page
from rulewright.playground.fetching import NotThere


def playground(folder: Path, of_pyodide: Path | None, of_codemirror: Path | None) -> int:
    """The exit status. Raises ClickException if something that the page contains is not there, and cannot be fetched."""
    try:
        written = write_page(folder, vendored(of_pyodide, of_codemirror, note), note)
    except NotThere as error:
        raise click.ClickException(f"{error}.") from None
    size = sum(path.stat().st_size for path in written) / 1e6
    click.echo(f"Written: {folder}, {len(written)} files, {size:.0f} MB.")
    note(f"To try it: python -m http.server --directory {folder}, and open http://localhost:8000/")
    return FINE
