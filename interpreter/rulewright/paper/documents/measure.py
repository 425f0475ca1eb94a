"""The height of text before it is on a page."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

_ENDLESS = 1e6


def height_of(flowables: Iterable[Flowable], width: float) -> float:
    """How high these are in points, one below the other, at a width; more than they need by the distances at their ends."""
    canvas = Canvas(BytesIO())
    return sum(
        each.wrapOn(canvas, width, _ENDLESS)[1] + each.getSpaceBefore() + each.getSpaceAfter()
        for each in flowables
    )
