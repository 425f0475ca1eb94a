"""The command `rulewright serve`: checks its arguments, starts the server, and prints the link to open."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.output import note
from rulewright.problems.quoting import counted
from rulewright.serve.database import CannotStore, connected
from rulewright.serve.doors import ORIGIN
from rulewright.serve.records import export as write_records
from rulewright.serve.server import CannotServe, address, run
from rulewright.serve.settings import LOOPBACK, Limits, Settings, Work
from rulewright.source.output import CannotWrite


def serve(
    games: tuple[str, ...], host: str, port: int, allowed_hosts: tuple[str, ...], framed_by: tuple[str, ...], database: Path, keep_days: int | None,
    max_tables: int, new_tables: int, no_uploads: bool, workers: int, export: Path | None,
) -> int:  # fmt: skip
    """The exit status."""
    if export is not None:
        return _export(database, export)
    for origin in framed_by:
        if not ORIGIN.fullmatch(origin):
            raise click.UsageError(
                f"--framed-by takes the origin of a page, as https://example.org, and not `{origin}`"
            )
    settings = Settings(
        database, games, host, port, allowed_hosts, not no_uploads, keep_days, Limits(tables=max_tables, new_tables_a_minute=new_tables),
        Work(workers=workers), framed_by,
    )  # fmt: skip
    try:
        run(settings, lambda link, host: _ready(link, host, settings))
    except CannotServe as error:
        raise click.ClickException(str(error)) from None
    note("The server has ended. All tables are kept.")
    return FINE


def _ready(link: str, host: str, settings: Settings) -> None:
    """Print the link to open, and that to the figures of all tables."""
    if settings.host in ("0.0.0.0", "::"):
        port = link.rstrip("/").rpartition(":")[2]
        click.echo(
            f"Open {address('127.0.0.1', int(port))} here, or {address(_own_address(), int(port))} on another device."
        )
    else:
        click.echo(f"Open {link}")
    here = (
        address("127.0.0.1", int(link.rstrip("/").rpartition(":")[2]))
        if settings.host in ("0.0.0.0", "::")
        else link
    )
    click.echo(f"For you alone, what people did at all tables: {here}tables#host={host}")
    if settings.host not in LOOPBACK:
        note("Everybody who reaches this address can open tables.")
    note("Ctrl-C ends the server; the tables are kept.")


def _own_address() -> str:
    """The address of this machine in its network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            return str(asking.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _export(database: Path, folder: Path) -> int:
    if not database.is_file():
        raise click.UsageError(f"there is no database {database}; --database names the file of a server")
    try:
        connection = connected(database)
        paths = list(write_records(connection, folder))
    except CannotStore as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise CannotWrite.because(folder, error) from None
    connection.close()
    click.echo(f"{counted(len(paths), 'record')} in {folder}")
    return FINE
