"""A page as text, for `print`: the words of the output of a cell, with aligned columns.

    to_text(Page("My game", "1,000 games, 2 players, seed 0", ["A game takes 91 decisions."], [Table(("SEAT", "wins"), rows)]))

What is drawn in a notebook is in words here, and what is opened by a click is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.notebook.page import Block, Glances, Literally, Page, Pictures, Places, Table

GAP: Final = "   "
"""Between columns."""


def to_text(page: Page) -> str:
    """The page in parts with empty lines between them."""
    parts = [
        "\n".join(filter(None, (page.title, page.about))),
        "\n".join(page.lead),
        *map(_block, page.blocks),
    ]
    return "\n\n".join(part for part in parts if part)


def _block(block: Block) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Literally):
        return block.text.rstrip()
    if isinstance(block, Glances):
        return _rows([(each.name, each.value, each.words) for each in block.all])
    if isinstance(block, Pictures):
        return "\n".join(f"{each.label}: {each.words}" if each.label else each.words for each in block.all)
    if isinstance(block, Places):
        return _rows([(each.label, each.contents()) for each in block.all])
    return "\n".join([block.heading.upper(), *filter(None, map(_block, block.blocks))])


def _table(table: Table) -> str:
    right = [at for at in range(max(map(len, table.rows), default=0)) if table.look(at)]
    headings = [table.headings] if any(table.headings) else []
    return _rows([*headings, *table.rows], right)


def _rows(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Rows with aligned columns, to the left but for some."""
    columns = max(map(len, rows), default=0)
    filled = [[*row, *[""] * (columns - len(row))] for row in rows]
    widths = [max(map(len, column)) for column in zip(*filled, strict=True)]
    to_right = set(right)
    return "\n".join(
        GAP.join(
            cell.rjust(width) if at in to_right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in filled
    )
