"""Runs a command: every way it can end becomes an exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from rulewright.cli.common.exit_status import FINE, INTERRUPTED, WRONG_USAGE
from rulewright.cli.common.streams import guarded
from rulewright.source.output import CannotWrite


def run(build: Callable[[], click.Command], arguments: Sequence[str]) -> int:
    """Build the command and run it; every way it can end becomes an exit status."""
    try:
        with guarded():
            return _run(build, arguments)
    except CannotWrite as closed:
        click.echo(f"rulewright: {closed}", err=True)
        return WRONG_USAGE


def _run(build: Callable[[], click.Command], arguments: Sequence[str]) -> int:
    try:
        status = build().main(args=list(arguments), prog_name="rulewright", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # nobody reads any more; click then leaves by the second
        return FINE
    except click.Abort:  # click makes it of Ctrl-C, and ends the line
        click.echo("Stopped.", err=True)
        return INTERRUPTED
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except Exception as error:
        from rulewright.cli.common.exceptions import status_of  # to start sooner: nothing has gone wrong yet

        return status_of(error)
    return status if isinstance(status, int) else FINE
