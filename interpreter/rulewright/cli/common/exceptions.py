"""What is said of an exception that ends a command: of a rulebook, a rule, a file, or of a mistake of ours."""

from __future__ import annotations

import os
import sys

import click

from rulewright.cli.common.exit_status import (
    FALLS_SHORT,
    INTERNAL_ERROR,
    WRONG_USAGE,
    was_typed,
)
from rulewright.cli.common.output import edge_of, show_problems, wants_colour
from rulewright.cli.common.streams import own
from rulewright.native.driver.machine import NoMachine
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.quoting import shortened
from rulewright.problems.rendering import render, wrapped
from rulewright.runtime.failures import RuleFailure
from rulewright.source.output import CannotWrite

LONGEST_NAME = 250
"""So much is told of the name of a file, as `document.library` does."""


def wrapped_at_edge(text: str) -> str:
    """A text in lines that end between words where the screen has an edge."""
    return wrapped(text, edge_of(sys.stderr), 2)


def status_of(error: Exception) -> int:
    """Say what went wrong; the exit status. Raises it again for who debugs Rulewright."""
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
    """What it went wrong with, as far as that is worth telling: a name that is too long for a file may be a whole text."""
    return shortened(str(error.filename or ""), LONGEST_NAME)


def failure_told(failure: RuleFailure) -> str:
    """A rule that failed, with the line of the rulebook where that is at hand: a compiled game has only its place."""
    if not failure.span.source.text:
        helped = f"\n  help: {failure.help}" if failure.help else ""
        return f"{failure.span}: error[{failure.code}]: {failure.message}{helped}"
    problem = Problem(failure.code, failure.message, failure.span, help=failure.help, path=failure.path)
    return own(render(problem, wants_colour(sys.stderr), edge_of(sys.stderr)))
