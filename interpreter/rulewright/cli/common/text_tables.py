"""Rule sheets and tables on a terminal. If the rows of a table are too wide, each cell gets a line of its own.

SEAT     wins             95 %            seat 1
1      42.0 %   29.4 to 55.8 %              wins: 42.0 %
                                            95 %: 29.4 to 55.8 %

A number is never cut or broken: a pipe or a file gets lines as long as the columns need. Only the last columns may wrap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.author.report.tree import Block, Drawing, Grid, Item, Sheet
from rulewright.cli.common.output import console, has_edge, in_lines, show
from rulewright.problems.terminal import visible

if TYPE_CHECKING:
    from rich.console import RenderableType

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
    if has_edge() and needed > console().width:
        _show_stacked(headings, rows)
        return
    table = Table(box=None, padding=(0, GAP, 0, 0), show_edge=False, pad_edge=False)
    for place, heading in enumerate(headings):
        wraps = place >= len(headings) - folds
        justify = "right" if right and place else "left"
        table.add_column(Text(heading), header_style="bold", justify=justify, no_wrap=not wraps)  # type: ignore[arg-type]  # one of rich's words
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    show(table, at_least=needed)


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
        show(Text(f"{headings[0].lower()} {row[0]}", style="bold"), at_least=longest_word([row[0]]))
        for heading, cell in zip(headings[1:], row[1:], strict=False):
            if cell:
                line = f"{heading.lower()}: {cell}"
                show(Padding(Text(line), (0, 0, 0, INDENT)), at_least=INDENT + longest_word([line]))


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
    yield 0, [Text.assemble((sheet.title, "bold"), (f"  {sheet.players}", "dim"))]
    if sheet.about:
        yield 0, [Text(sheet.about)]
    for section in sheet.sections:
        yield 0, ["", Text(section.heading.upper(), style="bold")]
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
            return [Padding(Text(block), (0, 0, 0, 2))]
        case Item(name=name, text=text, notes=notes):
            line = Text.assemble((name, "bold"), f": {text}" if text else "")
            return [
                Padding(line, (0, 0, 0, 2)),
                *(Padding(Text(f"- {said}"), (0, 0, 0, 6)) for said in notes),
            ]
        case Drawing(lines=lines):
            return [Padding(Text("\n".join(lines), no_wrap=True), (0, 0, 0, 4))]
        case Grid():
            table = Table(show_header=any(block.headings), box=None, padding=(0, GAP, 0, 0))
            for column in _columns(block):
                table.add_column(Text(column[0]), min_width=longest_word(column))
            for row in block.rows:
                table.add_row(*(Text(cell) for cell in row))
            return [
                Padding(Text(block.title, style="italic"), (0, 0, 0, 4)),
                Padding(table, (0, 0, 0, TABLE_INDENT)),
            ]
        case _:
            assert_never(block)
