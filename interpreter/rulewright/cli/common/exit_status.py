"""How a command ends: whatever goes wrong becomes a message on stderr and an exit status, never a traceback.

0    fine
1    the rulebook, an example or a promise falls short
2    wrong usage
3    internal error (RULEWRIGHT_DEBUG=1 shows the traceback)
130  Ctrl-C
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.streams import guarded, own
from rulewright.source.output import CannotWrite

if TYPE_CHECKING:
    from rulewright.problems.problem import Problem
    from rulewright.runtime.failures import RuleFailure

FINE, FALLS_SHORT, WRONG_USAGE, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 3, 130
LONGEST_NAME = 250
"""So much is told of the name of a file, as `document.library` does."""


class FallsShort(click.ClickException):
    """The command ran, and what it looked at is not in order. Shown without the usage line."""

    exit_code = FALLS_SHORT

    def show(self, file: object = None) -> None:
        click.echo(self.format_message(), err=True)


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
    except (
        BrokenPipeError,
        SystemExit,
    ):  # click leaves by the second, and no command of ours does, when nobody reads any more
        return FINE
    except click.Abort:  # click makes it of Ctrl-C, and ends the line
        click.echo("Stopped.", err=True)
        return INTERRUPTED
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as told:
        told.show()
        return told.exit_code
    except Exception as error:
        return _from_exception(error)
    return status if isinstance(status, int) else FINE


@contextmanager
def read_or_not() -> Iterator[None]:
    """Print, and go on where nobody reads any more (`| head`): files that were asked for besides are written all the same."""
    with suppress(BrokenPipeError):
        yield
        sys.stdout.flush()


def _from_exception(error: Exception) -> int:
    from rulewright.native.driver.machine import NoMachine
    from rulewright.problems.problem import RulebookError
    from rulewright.runtime.failures import RuleFailure

    if os.environ.get("RULEWRIGHT_DEBUG"):
        raise error
    match error:
        case RulebookError():
            from rulewright.cli.common.output import show_problems

            show_problems(error.problems, to_stderr=True)
            return WRONG_USAGE if all(was_typed(problem) for problem in error.problems) else FALLS_SHORT
        case RuleFailure():
            click.echo(failure_told(error), err=True)
            click.echo(f"  the rule that failed: {error.path or 'unknown'}", err=True)
            return FALLS_SHORT
        case NoMachine():
            click.echo(f"rulewright: {error}; --engine reference plays without", err=True)
            return WRONG_USAGE
        case CannotWrite():
            click.echo(f"rulewright: {error}", err=True)
            return WRONG_USAGE
        case OSError():
            click.echo(f"rulewright: {error.strerror or error}: {_name_of(error)}".rstrip(": "), err=True)
            return WRONG_USAGE
    click.echo(
        f"rulewright: internal error: {type(error).__name__}: {error}\n"
        "  This is a mistake in Rulewright, not in your rulebook. RULEWRIGHT_DEBUG=1 shows where.",
        err=True,
    )
    return INTERNAL_ERROR


def _name_of(error: OSError) -> str:
    """What it went wrong with, as far as that is worth telling: a name that is too long for a file may be a whole text."""
    from rulewright.problems.quoting import shortened

    return shortened(str(error.filename or ""), LONGEST_NAME)


def failure_told(failure: RuleFailure) -> str:
    """A rule that failed, with the line of the rulebook where that is at hand: a compiled game has only its place."""
    from rulewright.cli.common.output import edge_of, wants_colour
    from rulewright.problems.problem import Problem
    from rulewright.problems.rendering import render

    if not failure.span.source.text:
        helped = f"\n  help: {failure.help}" if failure.help else ""
        return f"{failure.span}: error[{failure.code}]: {failure.message}{helped}"
    problem = Problem(failure.code, failure.message, failure.span, help=failure.help, path=failure.path)
    return own(render(problem, wants_colour(sys.stderr), edge_of(sys.stderr)))


def was_typed(problem: Problem) -> bool:
    """Whether the command line caused a problem: it stands in no file, or asks for a table that there is not (and is no example,
    which asks for its table itself)."""
    asked = problem.code in ("wrong-players", "unknown-variant") and not problem.path
    return problem.span.source.is_typed or asked
