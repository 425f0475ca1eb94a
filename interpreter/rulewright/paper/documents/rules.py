"""The rule sheet as flowables: text that fills columns and pages, with breaks where a person would put them.

A heading stays with what follows it, an item with its first notes, and a small table or an example is never split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, assert_never

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, KeepTogether, Paragraph, Preformatted, Spacer, Table, TableStyle

from rulewright.author.report.tree import Block, Drawing, Grid, Item, Section, Sheet
from rulewright.paper.documents import styles
from rulewright.paper.fonts import Letters

Pictured: TypeAlias = Callable[[str, float], Flowable | None]
"""Gives the picture of a board by its name, no wider than a given number of points; None if there is none."""

_SMALL_TABLE = 14
"""Tables with more rows than this may be split between columns."""


def title(sheet: Sheet, letters: Letters) -> list[Flowable]:
    """The head of the first page."""
    lines = [(sheet.title, styles.TITLE), (sheet.players, styles.PLAYERS), (sheet.about, styles.ABOUT)]
    return [Paragraph(letters.markup(text), style) for text, style in lines if text]


def columns(sheet: Sheet, letters: Letters, width: float, pictured: Pictured) -> list[Flowable]:
    """The sections, for columns of a width, where what belongs together is kept together."""
    return [KeepTogether(group) for group in groups(sheet, letters, width, pictured)]


def groups(sheet: Sheet, letters: Letters, width: float, pictured: Pictured) -> Iterator[list[Flowable]]:
    """The sections in groups that belong together."""
    typesetter = _Typesetter(letters, width, pictured)
    for section in sheet.sections:
        yield from typesetter.section(section)


class _Typesetter:
    def __init__(self, letters: Letters, width: float, pictured: Pictured) -> None:
        self.letters, self.width, self.pictured = letters, width, pictured

    def section(self, section: Section) -> Iterator[list[Flowable]]:
        """The groups of a section, its heading in the first of them."""
        found = [group for block in section.blocks for group in self._block(block)]
        if section.role == "examples":
            found = [[self._boxed(group)] for group in found]
        heading = Paragraph(self.letters.markup(section.heading), styles.HEADING)
        yield [heading, *found[0]]
        yield from found[1:]

    def _block(self, block: Block) -> Iterator[list[Flowable]]:
        match block:
            case str():
                yield [Paragraph(self.letters.markup(block), styles.BODY)]
            case Item():
                yield from self._item(block)
            case Grid():
                yield from self._grid(block)
            case Drawing():
                picture = self.pictured(block.title, self.width)
                yield [picture or Preformatted("\n".join(block.lines), styles.CELL), Spacer(0, 2 * mm)]
            case _:
                assert_never(block)

    def _item(self, item: Item) -> Iterator[list[Flowable]]:
        markup = self.letters.markup
        said = f"<b>{markup(item.name)}</b>" + (f": {markup(item.text)}" if item.text else "")
        notes = [Paragraph(markup(note), styles.NOTE, bulletText="–") for note in item.notes]
        yield [Paragraph(said, styles.ITEM), *notes[:2]]
        for note in notes[2:]:
            yield [note]

    def _boxed(self, group: list[Flowable]) -> Flowable:
        return Table(
            [[group]],
            colWidths=[self.width],
            style=TableStyle([
                ("BACKGROUND", (0, 0), (-1, -1), styles.SHADE),
                ("LINEBEFORE", (0, 0), (0, -1), 2, styles.ACCENT),
                ("TOPPADDING", (0, 0), (-1, -1), 3),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]),
            spaceAfter=3,
        )  # fmt: skip

    def _grid(self, grid: Grid) -> Iterator[list[Flowable]]:
        markup = self.letters.markup
        caption = Paragraph(markup(grid.title), styles.CAPTION)
        headed = any(grid.headings)
        texts = [grid.filled(row) for row in grid.rows]
        rows = [[Paragraph(markup(cell), styles.CELL) for cell in row] for row in texts]
        if headed:
            headings = grid.filled(grid.headings)
            texts = [headings, *texts]
            rows = [[Paragraph(markup(cell), styles.HEAD) for cell in headings], *rows]
        table = Table(
            rows, colWidths=_widths(texts, self.width), repeatRows=int(headed), hAlign="LEFT", spaceAfter=4
        )
        table.setStyle(_GRID)
        if len(rows) <= _SMALL_TABLE:
            yield [caption, table]
        else:
            yield [caption]
            yield [table]


_GRID = TableStyle([
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("TOPPADDING", (0, 0), (-1, -1), 1.2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
    ("LEFTPADDING", (0, 0), (-1, -1), 3),
    ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ("LINEBELOW", (0, 0), (-1, -1), 0.3, styles.FAINT),
])  # fmt: skip


def _widths(rows: Sequence[Sequence[str]], room: float) -> list[float]:
    """The widths of columns in points: as wide as their texts if there is room, otherwise the widest ones share what is left."""
    style = styles.HEAD
    wanted = [
        max(stringWidth(row[column], style.fontName, style.fontSize) for row in rows) + 8
        for column in range(len(rows[0]))
    ]
    if sum(wanted) <= room:
        return wanted
    fair, narrow = room / len(wanted), 0.0
    while True:  # columns that need less than an equal share leave the rest to the others
        small = [each for each in wanted if each <= fair]
        share = (room - sum(small)) / (len(wanted) - len(small))
        if share <= fair or narrow == sum(small):
            return [min(each, share) for each in wanted]
        narrow, fair = sum(small), share
