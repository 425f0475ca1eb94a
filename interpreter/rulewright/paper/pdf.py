"""One PDF of pages that are drawn and pages of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
)

from rulewright.paper.documents import styles
from rulewright.paper.fonts import TEXT
from rulewright.paper.pages import FOOT, MARGIN, Page, Paper
from rulewright.source.dataclass import dataclass

_GUTTER = 8 * mm
_TEXT_MARGIN = 14 * mm


@dataclass(frozen=True, slots=True)
class Columns:
    """Text in two columns, with a head over both of them on its first page."""

    head: Sequence[Flowable]
    text: Sequence[Flowable]
    title: str


@dataclass(frozen=True, slots=True)
class Whole:
    """Text as wide as the page, such as a pad."""

    text: Sequence[Flowable]
    title: str


Part = Page | Columns | Whole


def column_width(paper: Paper) -> float:
    """The width of a column in points."""
    return (paper.width - 2 * _TEXT_MARGIN - _GUTTER) / 2


def write_pdf(paper: Paper, title: str, parts: Iterable[Part]) -> bytes:
    """The PDF of these parts in their order."""
    file = BytesIO()
    document = BaseDocTemplate(
        file, pagesize=(paper.width, paper.height), title=title, author="", creator="Rulewright",
        leftMargin=0, rightMargin=0, topMargin=0, bottomMargin=0, invariant=1,
    )  # fmt: skip
    story: list[Flowable] = []
    templates: list[PageTemplate] = []
    for number, part in enumerate(parts):
        name = f"part{number}"
        made, flow = _part(paper, name, part)
        templates += made
        story += [*([NextPageTemplate(name), PageBreak()] if story else []), *flow]
    document.addPageTemplates(templates)
    document.build(story)
    return file.getvalue()


# ----------------------------------------------------------------------------------------------- private


class _Drawn(Flowable):
    """A whole page that is drawn."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return 0.0, 0.0

    def draw(self) -> None:
        x, y = self.canv.absolutePosition(0, 0)
        renderPDF.draw(self.page.drawing, self.canv, -x, -y)


def _part(paper: Paper, name: str, part: Part) -> tuple[list[PageTemplate], list[Flowable]]:
    match part:
        case Page(drawing=drawing):
            size = drawing.width, drawing.height
            frame = Frame(0, 0, *size, 0, 0, 0, 0)
            return [PageTemplate(name, [frame], pagesize=size)], [_Drawn(part)]
        case Whole(text=text):
            frame = Frame(MARGIN, MARGIN + FOOT, *paper.room, 0, 0, 0, 0)
            return [PageTemplate(name, [frame], pagesize=(paper.width, paper.height))], [*text]
        case Columns():
            return _columns(paper, name, part)


def _columns(paper: Paper, name: str, part: Columns) -> tuple[list[PageTemplate], list[Flowable]]:
    wide = paper.width - 2 * _TEXT_MARGIN
    high = paper.height - 2 * _TEXT_MARGIN
    head = sum(each.wrap(wide, high)[1] + each.getSpaceAfter() for each in part.head) + 4
    top = Frame(_TEXT_MARGIN, paper.height - _TEXT_MARGIN - head, wide, head, 0, 0, 0, 0)

    def pair(height: float) -> list[Frame]:
        width = column_width(paper)
        lefts = (_TEXT_MARGIN, _TEXT_MARGIN + width + _GUTTER)
        return [Frame(left, _TEXT_MARGIN, width, height, 0, 0, 0, 0) for left in lefts]

    def foot(canvas: Canvas, document: Any) -> None:
        canvas.setFont(TEXT, 8)
        canvas.setFillColor(styles.FAINT)
        canvas.drawRightString(paper.width - _TEXT_MARGIN, 8 * mm, part.title)

    size = (paper.width, paper.height)
    first = PageTemplate(name, [top, *pair(high - head)], onPage=foot, pagesize=size)
    later = PageTemplate(f"{name} later", pair(high), onPage=foot, pagesize=size)
    return [first, later], [*part.head, NextPageTemplate(f"{name} later"), FrameBreak(), *part.text]
