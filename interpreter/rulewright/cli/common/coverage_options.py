"""The options of `test` and `simulate` for coverage: what was never exercised.

@click.command("simulate")
@coverage_options
def command(..., wanted: Wanted) -> int: ...
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.options import PAGE, page_callback, with_options
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.author.coverage.report import Coverage

Command = Callable[..., Any]  # what click decorates has any arguments


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which reports of coverage are wanted: none, unless one of the options is given."""

    report: bool = False
    marked: bool = False
    page: Path | None = None
    fail_under: float | None = None

    def __bool__(self) -> bool:
        return self.report or self.marked or self.page is not None or self.fail_under is not None

    def start(self) -> Coverage | None:
        """A new count of coverage if any report is wanted, else None."""
        if not self:
            return None
        from rulewright.author.coverage.report import Coverage  # to start sooner: not for --help

        return Coverage()

    def refuse_marks_among(self, style: str, text: str) -> None:
        """Raise UsageError if `--coverage-marked` is given with a `style` of output other than `text`."""
        if self.marked and style != text:
            raise click.UsageError(f"--coverage-marked prints the rulebook, which is no {style.upper()}")


def coverage_options(command: Command) -> Command:
    """Add `--coverage` and its companions to a command, which gets them as one argument, `wanted`."""

    @wraps(command)
    def with_wanted(
        coverage: bool, coverage_marked: bool, coverage_html: Path | None, fail_under: float | None, **others: Any
    ) -> Any:  # fmt: skip
        return command(wanted=Wanted(coverage, coverage_marked, coverage_html, fail_under), **others)

    return with_options(with_wanted, [
            click.option("--coverage", is_flag=True, help="Report which rules were never exercised, and why."),
            click.option(
                "--coverage-marked", is_flag=True, help="The same, as the rulebook with a mark at each line."
            ),
            click.option(
                "--coverage-html", type=PAGE, metavar="FILE", callback=page_callback,
                help="The same, as an HTML page with the rulebook in colours.",
            ),
            click.option(
                "--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT",
                help="Exit with 1 if less of the rulebook was exercised.",
            ),
        ])  # fmt: skip
