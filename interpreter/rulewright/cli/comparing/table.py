"""A comparison on a screen: a line for each figure, with both sides and the verdict in words.

LENGTH                  A       B
turns                71.3    64.1   shorter by 7.2 turns, 95 % interval 6.6 to 7.8
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rulewright.cli.common.output import console, has_edge, show
from rulewright.play.comparing.result import cautions, heading, how_to_read, sections, values
from rulewright.problems.terminal import visible

if TYPE_CHECKING:
    from rulewright.author.comparison.change import OwnWords
    from rulewright.author.comparison.text import Names
    from rulewright.play.comparing.result import Comparison, Line

    Row = tuple[Line, str, str]

GAP = 2
NARROWEST = 28
"""A verdict gets at least so many columns, or a line of its own."""


def show_comparison(found: Comparison, names: Names, words: OwnWords) -> None:
    """Print all of it, with what has to be known to read it. `words` are those of the change."""
    for letter, name, said in zip("AB", names, words, strict=True):
        click.echo(f"{letter}  {name}")
        show(*(Padding(Text(visible(line)), (0, 0, 0, 3)) for line in said))
    for sentence in (heading(found), *cautions(found)):
        show(Text(sentence))
    if not found.games:
        return
    rows = [(section, [(line, *values(line)) for line in lines]) for section, lines in sections(found)]
    widths = _widths(rows)
    for section, lines in rows:
        click.echo()
        _show_section(section, lines, widths)
    click.echo()
    for sentence in how_to_read(found):
        show(Text(sentence))


def _widths(rows: Sequence[tuple[str, Sequence[Row]]]) -> tuple[int, int, int]:
    """Of the columns but the last, the same in all sections."""
    lines = [line for _, some in rows for line in some]
    names = [section for section, _ in rows] + [line.name for line, _, _ in lines]
    return _widest(names), _widest([a for _, a, _ in lines]), _widest([b for _, _, b in lines])


def _widest(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts))


def _show_section(section: str, rows: Sequence[Row], widths: tuple[int, int, int]) -> None:
    needed = sum(widths) + 3 * GAP + NARROWEST
    if has_edge() and needed > console().width:
        _show_stacked(section, rows)
        return
    table = Table(box=None, padding=(0, GAP, 0, 0), show_edge=False, pad_edge=False)
    table.add_column(section.upper(), header_style="bold", width=widths[0])
    table.add_column("A", header_style="bold", justify="right", no_wrap=True, width=widths[1])
    table.add_column("B", header_style="bold", justify="right", no_wrap=True, width=widths[2])
    table.add_column("")
    for line, a, b in rows:
        table.add_row(Text(line.name), a, b, Text(line.words, style=_style(line)))
    show(table, at_least=needed)


def _show_stacked(section: str, rows: Sequence[Row]) -> None:
    show(Text(section.upper(), style="bold"))
    for line, a, b in rows:
        show(Text(line.name), Padding(Text(f"A {a}, B {b}"), (0, 0, 0, 2)))
        show(Padding(Text(line.words, style=_style(line)), (0, 0, 0, 2)))


def _style(line: Line) -> str:
    """Effects stand out where there is colour; what is not there steps back."""
    return {"effect": "bold", "none": "dim", "same": "dim", "never": "dim", "withheld": "dim"}.get(
        line.verdict, ""
    )
