"""`rulewright serve [GAME]...`: tables by a link, for people with browsers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from rulewright.cli.installing import names


@click.command("serve")
@click.argument("games", metavar="[GAME]...", nargs=-1, shell_complete=names.games)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at; 0.0.0.0 is every address of this machine.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option(
    "--allow-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="A name by which people reach the server (repeatable).",
)
@click.option(
    "--framed-by",
    "framed_by",
    multiple=True,
    metavar="ORIGIN",
    help="A site whose pages may show tables in a frame, as https://example.org (repeatable).",
)
@click.option(
    "--database", type=click.Path(dir_okay=False, path_type=Path), default=Path("rulewright-tables.sqlite3"),
    show_default=True, help="The file that keeps all tables.",
)  # fmt: skip
@click.option(
    "--keep",
    "keep_days",
    type=click.IntRange(min=1),
    metavar="DAYS",
    help="Delete tables that nobody has used for this many days.",
)
@click.option(
    "--max-tables",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="The most tables that are kept.",
)
@click.option(
    "--new-tables",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="The most new tables from one address in a minute.",
)
@click.option("--no-uploads", is_flag=True, help="Take no rulebooks and house rules from people.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Processes that run the rules of tables.",
)
@click.option(
    "--export",
    "export",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the records of all tables to a folder, and end.",
)
def command(**options: Any) -> int:  # as declared by the function that is called
    """Open tables that people join by a link, in a browser.

    Without GAME all bundled games are offered. The server prints the link to open. Everything is kept in one file, and a move is
    on disk before anybody sees it: the server can be ended and started again at any moment.

    \b
    Examples:
      rulewright serve
      rulewright serve cinq-o my-game.rulebook.yaml --port 9000
      rulewright serve --host 0.0.0.0
      rulewright serve --export records
    """
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        raise click.UsageError(
            "`serve` needs the packages of the extra `serve`: in a copy of Rulewright, pip install '.[serve]'"
        )
    from rulewright.cli.serving.serve_command import serve  # to start sooner: not for --help

    return serve(**options)
