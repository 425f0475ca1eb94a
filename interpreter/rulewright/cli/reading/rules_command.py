"""The command `rulewright rules`: prints a rule sheet."""

from __future__ import annotations

from dataclasses import asdict

import click

from rulewright.author.report.html import to_html
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet, sheet_for_all
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import show_json
from rulewright.cli.common.text_tables import show_sheet


def show_rules(settings: Settings, style: str) -> None:
    """Print the sheet in a style."""
    book = settings.open_book()
    sheet = make_sheet(book) if settings.players else sheet_for_all(book)
    match style:
        case "markdown":
            click.echo(to_markdown(sheet), nl=False)
        case "html":
            click.echo(to_html(sheet), nl=False)
        case "json":
            show_json(asdict(sheet))
        case _:
            show_sheet(sheet)
