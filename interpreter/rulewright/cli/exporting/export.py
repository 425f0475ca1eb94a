"""`rulewright export web GAME --out DIR`: a page that plays a game, and simulates it, without a server."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common.game_arguments import Settings, game_arguments
from rulewright.cli.common.later import later

_export = later("rulewright.cli.exporting.export_command", "export_web")


@click.command("export")
@click.argument("form", metavar="web", type=click.Choice(("web",)))
@game_arguments(seed=False, engine=False)
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the page: a new or empty one, or that of an earlier export.",
)
@click.option(
    "--house",
    "offered",
    multiple=True,
    metavar="FILE",
    help="A house rule that the page offers besides the rules as written (repeatable); --with is for those that always hold.",
)
@click.option(
    "--pyodide",
    "pyodide",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="A folder or an archive with Pyodide (an npm package, a wheel or a zip), so that it is not fetched.",
)
def command(
    form: str, settings: Settings, folder: Path, offered: tuple[str, ...], pyodide: Path | None
) -> int:
    """Write a page that plays GAME, and simulates it at the speed of machine code.

    The page is a folder of files for any web server, also a simple one, and needs no network. It has a table for people at one screen and
    bots, the rules, and figures of thousands of games: simulations, and comparisons with each variant and each house rule of --house. These
    are played by --players players. Machine code for the page is made now, for which the extra `native` is needed; without it the page
    has a table and no figures. Pyodide (6 MB) is fetched with npm the first time, and Node.js makes a snapshot, with which the page starts in a few seconds.

    \b
    Examples:
      rulewright export web cinq-o --out site
      rulewright export web cinco --players 3 --house longer.overlay.yaml --out site
      python -m http.server --directory site
    """
    return _export(settings, folder, offered, pyodide)
