"""The command `rulewright explain`: shows what a problem means."""

from __future__ import annotations

import sys

import click

from rulewright.cli.common.output import show, show_json, wants_colour
from rulewright.cli.common.suggestions import did_you_mean
from rulewright.problems.pages import CODES


def explain(code: str | None, style: str) -> None:
    """Print a problem, or all codes."""
    if code is None:
        _list_codes(style)
        return
    wanted = code.strip().removeprefix("error[").removeprefix("warning[").rstrip("]")
    if wanted not in CODES:
        raise click.UsageError(
            f"there is no problem with the code `{wanted}`{did_you_mean(wanted, CODES)}\n"
            "  rulewright explain lists them all"
        )
    _show_code(wanted, style)


def _list_codes(style: str) -> None:
    if style == "json":
        show_json({"codes": [{"code": code, "title": entry.title} for code, entry in CODES.items()]})
        return
    width = max(len(code) for code in CODES)
    for code, entry in CODES.items():
        click.echo(f"{code:<{width}}  {entry.title}")


def _show_code(code: str, style: str) -> None:
    entry = CODES[code]
    if style == "json":
        show_json({"code": code, "title": entry.title, "text": entry.to_markdown()})
    elif wants_colour(sys.stdout):
        from rich.markdown import Markdown  # to start sooner: a pipe gets the text

        show(Markdown(entry.to_markdown()))
    else:
        click.echo(entry.to_markdown(), nl=False)
