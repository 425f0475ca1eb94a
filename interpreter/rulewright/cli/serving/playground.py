"""`rulewright playground DIR`: a page in which people edit, check and play rulebooks, without a server."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common.later import later

_playground = later("rulewright.cli.serving.playground_command", "playground")


@click.command("playground")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--pyodide",
    "pyodide",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="A folder or an archive with Pyodide (an npm package, a wheel or a zip), so that it is not fetched.",
)
@click.option(
    "--codemirror",
    "codemirror",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="PATH",
    help="The folder `codemirror` of a page that was written before, so that it is not fetched.",
)
def command(folder: Path, pyodide: Path | None, codemirror: Path | None) -> int:
    """Write a page in which people edit, check and play rulebooks.

    The page is a folder of files for any web server, also a simple one. It runs this version of Rulewright in the browser, by
    Pyodide, and needs no network. Pyodide (6 MB) and the editor CodeMirror (1 MB) are fetched with npm the first time, compared with
    their checksums, and kept in the cache folder of the user. Node.js makes a snapshot, with which the page starts in a few seconds.

    \b
    Examples:
      rulewright playground site
      rulewright playground other --pyodide site/pyodide --codemirror site/codemirror
      python -m http.server --directory site
    """
    return _playground(folder, pyodide, codemirror)
