"""Exceptions that end a command: the message for each kind, and its exit status."""

from __future__ import annotations

import io
import os
import sys

import click

from rulewright.cli.common.exit_status import FALLS_SHORT, INTERNAL_ERROR, WRONG_USAGE, was_typed
from rulewright.cli.common.output import edge_of, show_problems, wants_colour
from rulewright.cli.common.streams import own
from rulewright.native.driver.machine import NoMachine
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.quoting import shortened
from rulewright.problems.rendering import render, wrapped
from rulewright.runtime.failures import RuleFailure
from rulewright.source.output import CannotWrite

LONGEST_NAME = 250
"""At most this many characters of a file's name are shown, as in `document.library`."""


def status_of(error: Exception) -> int:
    """Print what went wrong and return the exit status. With RULEWRIGHT_DEBUG the exception is raised again, unless it is
    click's own for a wrong usage."""
    if isinstance(error, click.ClickException):
        shown = io.StringIO()
        error.show(shown)
        click.echo(wrapped(shown.getvalue().rstrip("\n"), edge_of(sys.stderr), 2), err=True)
        return error.exit_code
    if os.environ.get("RULEWRIGHT_DEBUG"):
        raise error
    match error:
        case RulebookError():
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
    """The name of the file, shortened: a name that is too long for a file may be a whole text."""
    return shortened(str(error.filename or ""), LONGEST_NAME)


def failure_told(failure: RuleFailure) -> str:
    """The message of a rule that failed, with the line of the rulebook if its text is known; a compiled game knows only the
    place."""
    if not failure.span.source.text:
        helped = f"\n  help: {failure.help}" if failure.help else ""
        return f"{failure.span}: error[{failure.code}]: {failure.message}{helped}"
    problem = Problem(failure.code, failure.message, failure.span, help=failure.help, path=failure.path)
    return own(render(problem, wants_colour(sys.stderr), edge_of(sys.stderr)))
