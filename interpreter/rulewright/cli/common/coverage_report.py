"""The coverage reports of `test` and `simulate`: printed, written as a page, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.author.coverage import text as coverage_text
from rulewright.author.coverage.html import to_html
from rulewright.author.coverage.text import to_json
from rulewright.cli.common.coverage_options import Wanted
from rulewright.cli.common.exit_status import read_or_not
from rulewright.cli.common.output import note
from rulewright.source import output

if TYPE_CHECKING:
    from rulewright.author.coverage.report import Report


def tell(wanted: Wanted, report: Report, title: str, as_text: bool = True) -> bool:
    """Print and write the reports that are wanted; whether coverage is below `--fail-under`. Without `as_text` stdout
    holds data in another form, so only the page is written."""
    if as_text:
        with read_or_not():
            click.echo()
            if wanted.marked:
                click.echo(coverage_text.to_marked(report))
            click.echo(coverage_text.to_text(report), nl=False)
    if wanted.page is not None:
        output.write(wanted.page, to_html(report, title))
        note(f"The coloured rulebook is in {wanted.page}")
    short = wanted.fail_under is not None and report.percent < wanted.fail_under
    if short:
        note(
            f"{coverage_text.share(report)} of the places were exercised, less than {wanted.fail_under:g} % (--fail-under)"
        )
    return short


def as_json(report: Report) -> dict[str, object]:
    """The report under its key in the JSON of a command."""
    return {"coverage": to_json(report)}
