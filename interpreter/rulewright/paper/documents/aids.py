"""Player aids: what a player looks up during a game, on a quarter of a page or an upright half, one for each player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, Paragraph, Table, TableStyle

from rulewright.author.report.tree import Sheet
from rulewright.paper.documents import styles
from rulewright.paper.documents.measure import height_of
from rulewright.paper.documents.rules import groups
from rulewright.paper.fonts import Letters
from rulewright.paper.pages import Paper

_INSIDE = 5 * mm


def aids(aid: Sheet, letters: Letters, paper: Paper, count: int) -> list[Flowable]:
    """Pages of aids: four on a page if the text fits on a quarter of it, else two, made smaller only if half a page is too little."""
    width, height = paper.room
    quarter, half = (width / 2, height / 2), (width / 2, height)
    inside = quarter[0] - 2 * _INSIDE
    size = quarter if height_of(_text(aid, letters, inside), inside) <= quarter[1] - 2 * _INSIDE else half
    across = 2
    boxes: list[KeepInFrame | str] = [
        _box(_text(aid, letters, size[0] - 2 * _INSIDE), size) for _ in range(count)
    ]
    boxes += [""] * (-count % across)
    rows = [boxes[number : number + across] for number in range(0, len(boxes), across)]
    table = Table(rows, colWidths=[size[0]] * across, rowHeights=[size[1]] * len(rows))
    table.setStyle(
        TableStyle([
            ("GRID", (0, 0), (-1, -1), 0.4, styles.FAINT, None, (3, 3)),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{side}PADDING", (0, 0), (-1, -1), _INSIDE) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ])
    )  # fmt: skip
    return [table]


def _text(aid: Sheet, letters: Letters, width: float) -> list[Flowable]:
    title = Paragraph(letters.markup(aid.title), styles.AID_TITLE)
    return [title, *chain.from_iterable(groups(aid, letters, width, lambda _name, _width: None))]


def _box(flowables: Sequence[Flowable], size: tuple[float, float]) -> KeepInFrame:
    return KeepInFrame(size[0] - 2 * _INSIDE, size[1] - 2 * _INSIDE, list(flowables), mode="shrink")
