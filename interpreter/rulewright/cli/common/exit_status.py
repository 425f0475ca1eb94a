"""Exit statuses: an error becomes a message on stderr and an exit status, never a traceback.

0    fine
1    the rulebook, an example or a promise falls short
2    wrong usage
3    internal error (RULEWRIGHT_DEBUG=1 shows the traceback)
130  Ctrl-C
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rulewright.problems.problem import Problem

FINE, FALLS_SHORT, WRONG_USAGE, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 3, 130


class FallsShort(click.ClickException):
    """The command ran, and found a fault in its input. Shown without the usage line."""

    exit_code = FALLS_SHORT

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.format_message(), file=file, err=True)


@contextmanager
def read_or_not() -> Iterator[None]:
    """Print, and continue if the reader of a pipe is gone (`| head`), so that other output files are still written."""
    with suppress(BrokenPipeError):
        yield
        sys.stdout.flush()


def was_typed(problem: Problem) -> bool:
    """Whether the command line caused a problem: it is in no file, or the rulebook lacks the number of players or variant
    that was given (other than by an example, which names its own)."""
    asked = problem.code in ("wrong-players", "unknown-variant") and not problem.path
    return problem.span.source.is_typed or asked
