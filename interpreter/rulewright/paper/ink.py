"""Text in drawings: placed by its middle or its ends, made smaller to fit, in two fonts where one lacks a sign."""

from __future__ import annotations

from typing import Literal

from reportlab.graphics.shapes import Group, Line, String
from reportlab.lib.colors import Color
from reportlab.pdfbase.pdfmetrics import stringWidth

from rulewright.paper.fonts import BOLD, SIGNS, TEXT, Letters
from rulewright.paper.palette import INK
from rulewright.source.dataclass import dataclass

_TURNED = frozenset("0689")
"""Digits that are digits upside down as well."""
Anchor = Literal["start", "middle", "end"]
CAPITAL = 0.66
"""The height of a capital letter, where the size of the font is 1."""
SMALLEST = 4.5
"""The smallest size of text that can be read on paper, in points."""


@dataclass(frozen=True, slots=True)
class Ink:
    """Writes text in drawings; all measures are points."""

    letters: Letters

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is."""
        return sum(
            float(stringWidth(run, SIGNS if signs else BOLD if bold else TEXT, size))
            for signs, run in self.letters.pieces(text)
        )

    def text(
        self, text: str, x: float, y: float, size: float, fill: Color = INK, bold: bool = False, anchor: Anchor = "middle"
    ) -> Group:  # fmt: skip
        """A line of text on the baseline `y`."""
        group = Group()
        at = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * self.width(text, size, bold)
        for signs, run in self.letters.pieces(text):
            font = SIGNS if signs else BOLD if bold else TEXT
            group.add(String(at, y, run, fontName=font, fontSize=size, fillColor=fill))
            at += float(stringWidth(run, font, size))
        return group

    def centred(
        self, text: str, x: float, y: float, size: float, room: float, fill: Color = INK, bold: bool = False
    ) -> Group:  # fmt: skip
        """A line of text with its middle at a point, made smaller until it is no wider than `room`."""
        wide = self.width(text, size, bold)
        fitting = size * min(1.0, room / wide) if wide else size
        return self.text(text, x, y - fitting * CAPITAL / 2, fitting, fill, bold)

    def either_way(self, text: str, x: float, y: float, size: float, room: float, fill: Color = INK) -> Group:
        """A bold text like `centred`, with a line below numbers that would be others upside down."""
        group = self.centred(text, x, y, size, room, fill, bold=True)
        if {*text} <= _TURNED and {*text} & {"6", "9"}:
            half, low = min(self.width(text, size, bold=True), room) / 2, y - size * (CAPITAL / 2 + 0.1)
            group.add(Line(x - half, low, x + half, low, strokeColor=fill, strokeWidth=size * 0.06))
        return group

    def block(
        self, text: str, x: float, y: float, size: float, room: float, fill: Color = INK, bold: bool = False
    ) -> Group:  # fmt: skip
        """A text in as many lines as it needs, with its middle at a point."""
        lines = self.lines(text, size, room, bold)
        group, leading = Group(), 1.15 * size
        for number, line in enumerate(lines):
            down = (number - (len(lines) - 1) / 2) * leading
            group.add(self.centred(line, x, y - down, size, room, fill, bold))
        return group

    def lines(self, text: str, size: float, room: float, bold: bool = False) -> list[str]:
        """A text broken at its spaces into lines that fit, unless a word alone is wider."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size, bold) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines
