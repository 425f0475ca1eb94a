"""Pages: paper sizes, pieces placed on them with cut marks, and boards that are larger than a page.

    Paper.of("a4")                              210 × 297 mm with a margin of 8 mm, which home printers can print on
    cut_pages(paper, pieces, width, height)     pages full of pieces of one size, with marks where to cut
    poster(paper, drawing)                      the pages of a drawing that may be larger than one

All measures are points, from the lower left corner; sizes that users read and write are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from reportlab.graphics.shapes import Drawing, Group, Line
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from rulewright.paper.ink import Ink
from rulewright.paper.palette import FAINT, INK, PAPER, box
from rulewright.source.dataclass import dataclass

MARGIN = 8 * mm
FOOT = 7 * mm
"""The height of the line at the foot of a page."""
_OVERLAP = 8 * mm
"""How much of a board neighbouring pages both show, so that they can be glued."""
_TICK = 3.5 * mm
_CLOSE = 0.1
"""Differences of lengths below this, in points, are errors of rounding."""
SIZES = {"a4": A4, "letter": LETTER}


class TooLarge(ValueError):
    """A piece that is larger than a page."""


@dataclass(frozen=True, slots=True)
class Paper:
    """Paper of a size, upright or turned."""

    name: str
    width: float
    height: float

    @classmethod
    def of(cls, name: str) -> Paper:
        return cls(name, *SIZES[name])

    def turned(self) -> Paper:
        """The same paper with its long side at the foot."""
        return Paper(self.name, self.height, self.width)

    @property
    def room(self) -> tuple[float, float]:
        """The width and height that can be printed on, above the line at the foot."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper: a drawing as large as the paper, and what is on it, in words."""

    drawing: Drawing
    what: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Pieces of one size that are cut out, each with its copies, and the drawing of their backs if they have any."""

    what: str
    width: float
    height: float
    pieces: Sequence[Group]
    back: Group | None = None
    gap: float = 0.0
    """The distance of neighbours: none for pieces whose cuts are shared."""
    marks: bool = True


def cut_pages(ink: Ink, paper: Paper, title: str, cut: Cut) -> Iterator[Page]:
    """The pages of pieces, each page of fronts followed by one of backs. Raises TooLarge."""
    paper, columns, rows = _best(paper, cut)
    left, bottom = _corner(paper, cut, columns, rows)
    many = columns * rows
    pages = ceil(len(cut.pieces) / many)
    for number in range(pages):
        here = cut.pieces[number * many : (number + 1) * many]
        places = [
            _place(cut, left, bottom, each % columns, rows - 1 - each // columns) for each in range(len(here))
        ]
        what = f"{cut.what}, page {number + 1} of {pages}" if pages > 1 else cut.what
        yield Page(_sheet(ink, paper, title, cut, list(zip(here, places, strict=True)), what), what)
        if cut.back is not None:
            mirrored = [_behind(paper, cut, *place) for place in places]
            backs = [(cut.back, place) for place in mirrored]
            yield Page(_sheet(ink, paper, title, cut, backs, f"{what}: backs"), f"{what}: backs")


def poster(
    ink: Ink, paper: Paper, title: str, what: str, drawing: Group, width: float, height: float
) -> Iterator[Page]:
    """The pages of a drawing of a size: one if it fits, else several that overlap, from the upper left."""
    paper = min((paper, paper.turned()), key=lambda each: (_count(each, width, height), each.width))
    across, down = _steps(paper.room[0], width), _steps(paper.room[1], height)
    for row, column in ((r, c) for r in range(down) for c in range(across)):
        several = across * down > 1
        said = f"{what}, part {column + 1} of {across} in row {row + 1} of {down}" if several else what
        yield Page(
            _part(ink, paper, title, drawing, width, height, (across, down), (column, row), said), said
        )


# ----------------------------------------------------------------------------------------------- private


def _fitting(room: float, size: float, gap: float) -> int:
    return int((room + gap + _CLOSE) // (size + gap))


def _best(paper: Paper, cut: Cut) -> tuple[Paper, int, int]:
    """The paper upright or turned, whichever takes more pieces, with their numbers across and down."""
    found = []
    for each in (paper, paper.turned()):
        across, down = (
            _fitting(room, size, cut.gap)
            for room, size in zip(each.room, (cut.width, cut.height), strict=True)
        )
        found.append((across * down, each, across, down))
    most, best, columns, rows = max(found, key=lambda each: each[0])
    if not most:
        wide, high = (round(room / mm) for room in paper.room)
        raise TooLarge(
            f"{cut.what} are {cut.width / mm:g} × {cut.height / mm:g} mm, but a page has room for {wide} × {high} mm. "
            "Give them a smaller `size` under `view`."
        )
    return best, columns, rows


def _corner(paper: Paper, cut: Cut, columns: int, rows: int) -> tuple[float, float]:
    """The lower left corner of the pieces, which lie in the middle of the page."""
    wide, high = (
        many * size + (many - 1) * cut.gap for many, size in ((columns, cut.width), (rows, cut.height))
    )
    return (paper.width - wide) / 2, MARGIN + FOOT + (paper.room[1] - high) / 2


def _place(cut: Cut, left: float, bottom: float, column: int, row: int) -> tuple[float, float]:
    return left + column * (cut.width + cut.gap), bottom + row * (cut.height + cut.gap)


def _behind(paper: Paper, cut: Cut, x: float, y: float) -> tuple[float, float]:
    """The place of a back when the paper is turned over at its long side, which is the lower one of a page that is wider than high."""
    if paper.width > paper.height:
        return x, paper.height - y - cut.height
    return paper.width - x - cut.width, y


def _sheet(
    ink: Ink,
    paper: Paper,
    title: str,
    cut: Cut,
    placed: Sequence[tuple[Group, tuple[float, float]]],
    what: str,
) -> Drawing:
    page = _page(ink, paper, title, what)
    for piece, (x, y) in placed:
        page.add(Group(piece, transform=(1, 0, 0, 1, x, y)))
    if cut.marks:
        _marks(page, {x for _, (x, _) in placed}, {y for _, (_, y) in placed}, cut)
    return page


def _marks(page: Drawing, lefts: set[float], bottoms: set[float], cut: Cut) -> None:
    """Short lines at the edges of all pieces, outside of them, along which they are cut."""
    xs = sorted({x + side for x in lefts for side in (0.0, cut.width)})
    ys = sorted({y + side for y in bottoms for side in (0.0, cut.height)})
    for x in xs:
        page.add(Line(x, ys[-1] + 2, x, ys[-1] + 2 + _TICK, strokeWidth=0.4, strokeColor=INK))
        page.add(Line(x, ys[0] - 2, x, ys[0] - 2 - _TICK, strokeWidth=0.4, strokeColor=INK))
    for y in ys:
        page.add(Line(xs[0] - 2, y, xs[0] - 2 - _TICK, y, strokeWidth=0.4, strokeColor=INK))
        page.add(Line(xs[-1] + 2, y, xs[-1] + 2 + _TICK, y, strokeWidth=0.4, strokeColor=INK))


def _page(ink: Ink, paper: Paper, title: str, what: str) -> Drawing:
    """An empty page with the line at its foot: what it is, and a bar to check that the printer did not scale it."""
    page = Drawing(paper.width, paper.height)
    page.add(ink.text(f"{title} · {what}", MARGIN, MARGIN, 8, FAINT, anchor="start"))
    right, bar = paper.width - MARGIN, 50 * mm
    page.add(Line(right - bar, MARGIN - 1, right, MARGIN - 1, strokeColor=FAINT, strokeWidth=0.7))
    for end in (right - bar, right):
        page.add(Line(end, MARGIN - 3, end, MARGIN + 1, strokeColor=FAINT, strokeWidth=0.7))
    page.add(ink.text("50 mm, if it is printed at 100 %", right - bar / 2, MARGIN + 1.5, 7, FAINT))
    return page


def _steps(room: float, size: float) -> int:
    return 1 if size <= room + _CLOSE else ceil((size - _OVERLAP - _CLOSE) / (room - _OVERLAP))


def _count(paper: Paper, width: float, height: float) -> int:
    return _steps(paper.room[0], width) * _steps(paper.room[1], height)


def _part(
    ink: Ink, paper: Paper, title: str, drawing: Group, width: float, height: float, many: tuple[int, int],
    at: tuple[int, int], what: str,
) -> Drawing:  # fmt: skip
    """One page of a poster. White strips cover the parts of the drawing that belong to other pages."""
    page = Drawing(paper.width, paper.height)
    room, (across, down), (column, row) = paper.room, many, at
    x = MARGIN + (room[0] - width) / 2 if across == 1 else MARGIN - column * (room[0] - _OVERLAP)
    top = MARGIN + FOOT + room[1]
    y = top - (room[1] - height) / 2 - height if down == 1 else top + row * (room[1] - _OVERLAP) - height
    page.add(Group(drawing, transform=(1, 0, 0, 1, x, y)))
    if across * down > 1:
        _frame(page, paper, room)
    for shape in _page(ink, paper, title, what).contents:
        page.add(shape)
    return page


def _frame(page: Drawing, paper: Paper, room: tuple[float, float]) -> None:
    """White over the margins, and marks at the corners of what is printed, along which pages are glued."""
    bottom = MARGIN + FOOT
    for x, y, width, height in (
        (0, 0, paper.width, bottom),
        (0, bottom + room[1], paper.width, paper.height),
        (0, 0, MARGIN, paper.height),
        (MARGIN + room[0], 0, MARGIN, paper.height),
    ):
        page.add(box(x, y, width, height, PAPER))
    for x in (MARGIN, MARGIN + room[0]):
        page.add(Line(x, bottom - _TICK, x, bottom, strokeWidth=0.4, strokeColor=INK))
        page.add(Line(x, bottom + room[1], x, bottom + room[1] + _TICK, strokeWidth=0.4, strokeColor=INK))
    for y in (bottom, bottom + room[1]):
        page.add(Line(MARGIN - _TICK, y, MARGIN, y, strokeWidth=0.4, strokeColor=INK))
        page.add(Line(MARGIN + room[0], y, MARGIN + room[0] + _TICK, y, strokeWidth=0.4, strokeColor=INK))
