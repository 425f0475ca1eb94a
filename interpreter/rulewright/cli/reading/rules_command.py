"""What `rulewright rules` does: print a rule sheet."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.author.sheet.blocks import Drawing, Item
from rulewright.author.sheet.html import to_html
from rulewright.author.sheet.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import show, show_json
from rulewright.cli.common.text_tables import GAP, longest_word

if TYPE_CHECKING:
    from rich.console import RenderableType

    from rulewright.author.sheet.blocks import Block, Grid, Sheet

INDENT = 6
"""Of a table."""


def show_rules(settings: Settings, style: str) -> None:
    """Print the sheet in a style."""
    sheet = make_sheet(settings.open_book())
    if style == "markdown":
        click.echo(to_markdown(sheet), nl=False)
    elif style == "html":
        click.echo(to_html(sheet), nl=False)
    elif style == "json":
        show_json(asdict(sheet))
    else:
        print_sheet(sheet)


def print_sheet(sheet: Sheet) -> None:
    """The sheet on the terminal, headings in bold."""
    show(Text.assemble((sheet.title, "bold"), (f"  {sheet.players}", "dim")))
    if sheet.about:
        show(Text(sheet.about))
    for section in sheet.sections:
        show("", Text(section.heading.upper(), style="bold"))
        for block in section.blocks:
            show(*_shown(block), at_least=_needed(block))


def _needed(block: Block) -> int:
    """The columns without which a figure of a table would be broken."""
    if isinstance(block, str | Item | Drawing):
        return 0
    return INDENT + sum(longest_word(column) + GAP for column in _columns(block))


def _columns(block: Grid) -> list[list[str]]:
    """The cells of each column of a table, the heading among them."""
    rows = [block.headings, *block.rows]
    return [
        [row[place] for row in rows if place < len(row)] for place in range(max(map(len, rows), default=1))
    ]


def _shown(block: Block) -> list[RenderableType]:
    match block:
        case str():
            return [Padding(Text(block), (0, 0, 0, 2))]
        case Item(name=name, text=text, notes=notes):
            line = Text.assemble((name, "bold"), f": {text}" if text else "")
            return [
                Padding(line, (0, 0, 0, 2)),
                *(Padding(Text(f"- {said}"), (0, 0, 0, 6)) for said in notes),
            ]
        case Drawing(lines=lines):
            return [Padding(Text("\n".join(lines), no_wrap=True), (0, 0, 0, 4))]
        case _:
            table = Table(show_header=any(block.headings), box=None, padding=(0, GAP, 0, 0))
            for place, column in enumerate(_columns(block)):
                heading = block.headings[place] if place < len(block.headings) else ""
                table.add_column(Text(heading), min_width=longest_word(column))
            for row in block.rows:
                table.add_row(*(Text(cell) for cell in row))
            return [
                Padding(Text(block.title, style="italic"), (0, 0, 0, 4)),
                Padding(table, (0, 0, 0, INDENT)),
            ]
