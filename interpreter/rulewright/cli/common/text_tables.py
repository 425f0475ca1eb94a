"""Rule sheets and tables on a terminal. If the rows of a table are too wide, each cell gets a line of its own.

SEAT     wins             95 %            seat 1
1      42.0 %   29.4 to 55.8 %              wins: 42.0 %
                                            95 %: 29.4 to 55.8 %

A number is never cut or broken: a pipe or a file gets lines as long as the columns need. Only the last columns may wrap.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, assert_never

import click
from rich.cells import cell_len

from rulewright.author.report.tree import Block, Drawing, Grid, Item, Sheet
from rulewright.cli.common.output import has_edge, in_lines, show, wants_colour, width
from rulewright.cli.common.streams import own, styled
from rulewright.problems.terminal import visible
from rulewright.source.later import later

if TYPE_CHECKING:
    from rich import padding as rich_padding
    from rich import table as rich_table
    from rich import text as rich_text
    from rich.console import RenderableType
else:  # plain tables need none of these
    rich_padding, rich_table, rich_text = (later(f"rich.{name}") for name in ("padding", "table", "text"))

NARROWEST = 20
"""The minimum width of a column that wraps."""
GAP = 3
INDENT = 2
"""The indent of cells that have lines of their own."""
TABLE_INDENT = 6
"""The indent of a table in a rule sheet."""


def show_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, right: bool = True, folds: int = 0
) -> None:
    """Print rows below headings, all columns but the first aligned `right` or left; the last `folds` columns wrap."""
    needed = _needed(headings, rows, folds)
    if has_edge() and needed > width():
        _show_stacked(headings, rows)
        return
    if not folds:
        _show_plain(headings, rows, right)
        return
    table = rich_table.Table(box=None, padding=(0, GAP, 0, 0), show_edge=False, pad_edge=False)
    for place, heading in enumerate(headings):
        wraps = place >= len(headings) - folds
        justify = "right" if right and place else "left"
        table.add_column(rich_text.Text(heading), header_style="bold", justify=justify, no_wrap=not wraps)  # type: ignore[arg-type]  # one of rich's words
    for row in rows:
        table.add_row(*(rich_text.Text(visible(cell)) for cell in row))
    show(table, at_least=needed)


def _show_plain(headings: Sequence[str], rows: Sequence[Sequence[str]], right: bool) -> None:
    """A table whose columns are as wide as their cells."""
    lines = [[visible(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(map(cell_len, column)) for column in zip_longest(*lines, fillvalue="")]
    bold = wants_colour(sys.stdout)
    for number, line in enumerate(lines):
        cells = []
        for place, cell in enumerate(line):
            space = " " * (widths[place] - cell_len(cell))
            cells.append(space + cell if right and place else cell + space)
        shown = (" " * GAP).join(cells).rstrip()
        click.echo(styled(shown, bold=True) if bold and not number else own(shown))


def show_line(text: str) -> None:
    """Print a text, in several lines if one is not enough for the terminal."""
    if cell_len(text) <= width():
        click.echo(own(text.rstrip()))
    else:
        show(rich_text.Text(text))


def _needed(headings: Sequence[str], rows: Sequence[Sequence[str]], folds: int) -> int:
    """The minimum width of a table in which nothing is cut."""
    widths = [
        max(cell_len(row[place]) for row in (headings, *rows) if place < len(row))
        for place in range(len(headings))
    ]
    first = len(widths) - folds
    widths[first:] = [min(width, NARROWEST) for width in widths[first:]]
    return sum(widths) + GAP * (len(widths) - 1)


def longest_word(cells: Sequence[str]) -> int:
    """The minimum width of a column that wraps, in which no word and no number is broken."""
    return max((cell_len(word) for cell in cells for word in cell.split()), default=0)


def _show_stacked(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    for row in rows:
        show(rich_text.Text(f"{headings[0].lower()} {row[0]}", style="bold"), at_least=longest_word([row[0]]))
        for heading, cell in zip(headings[1:], row[1:], strict=False):
            if cell:
                line = f"{heading.lower()}: {cell}"
                show(
                    rich_padding.Padding(rich_text.Text(line), (0, 0, 0, INDENT)),
                    at_least=INDENT + longest_word([line]),
                )


def show_sheet(sheet: Sheet) -> None:
    """The sheet on the terminal, headings in bold."""
    for needed, things in _parts(sheet):
        show(*things, at_least=needed)


def sheet_lines(sheet: Sheet, width: int) -> list[str]:
    """The sheet as lines of text; only tables that need it are wider."""
    lines: list[str] = []
    for needed, things in _parts(sheet):
        lines += in_lines(things, max(width, needed))
    return lines


def _parts(sheet: Sheet) -> Iterator[tuple[int, Sequence[RenderableType]]]:
    """What is printed of a sheet, each with the width that it needs."""
    yield 0, [rich_text.Text.assemble((sheet.title, "bold"), (f"  {sheet.players}", "dim"))]
    if sheet.about:
        yield 0, [rich_text.Text(sheet.about)]
    for section in sheet.sections:
        yield 0, ["", rich_text.Text(section.heading.upper(), style="bold")]
        for block in section.blocks:
            yield _needed_by(block), _shown(block)


def _needed_by(block: Block) -> int:
    """The minimum width of a block in which no figure is broken."""
    if isinstance(block, str | Item | Drawing):
        return 0
    return TABLE_INDENT + sum(longest_word(column) + GAP for column in _columns(block))


def _columns(block: Grid) -> list[tuple[str, ...]]:
    """The cells of each column of a table, its heading first."""
    return list(zip(*map(block.filled, (block.headings, *block.rows)), strict=True))


def _shown(block: Block) -> list[RenderableType]:
    match block:
        case str():
            return [rich_padding.Padding(rich_text.Text(block), (0, 0, 0, 2))]
        case Item(name=name, text=text, notes=notes):
            line = rich_text.Text.assemble((name, "bold"), f": {text}" if text else "")
            return [
                rich_padding.Padding(line, (0, 0, 0, 2)),
                *(rich_padding.Padding(rich_text.Text(f"- {said}"), (0, 0, 0, 6)) for said in notes),
            ]
        case Drawing(lines=lines):
            return [rich_padding.Padding(rich_text.Text("\n".join(lines), no_wrap=True), (0, 0, 0, 4))]
        case Grid():
            table = rich_table.Table(show_header=any(block.headings), box=None, padding=(0, GAP, 0, 0))
            for column in _columns(block):
                table.add_column(rich_text.Text(column[0]), min_width=longest_word(column))
            for row in block.rows:
                table.add_row(*(rich_text.Text(cell) for cell in row))
            return [
                rich_padding.Padding(rich_text.Text(block.title, style="italic"), (0, 0, 0, 4)),
                rich_padding.Padding(table, (0, 0, 0, TABLE_INDENT)),
            ]
        case _:
            assert_never(block)
