"""The look of text on paper: sizes, colours and distances, in points."""

from __future__ import annotations

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle

from rulewright.paper.fonts import BOLD, ITALIC, TEXT

INK, ACCENT, FAINT, SHADE = HexColor(0x1F2328), HexColor(0x8A3B12), HexColor(0x8C959F), HexColor(0xF3EEE6)

BODY = ParagraphStyle("body", fontName=TEXT, fontSize=9.4, leading=12, textColor=INK, spaceAfter=3)
TITLE = ParagraphStyle("title", parent=BODY, fontName=BOLD, fontSize=26, leading=29, spaceAfter=2)
PLAYERS = ParagraphStyle("players", parent=BODY, fontSize=11, leading=14, textColor=ACCENT, spaceAfter=2)
ABOUT = ParagraphStyle("about", parent=BODY, fontName=ITALIC, fontSize=11.5, leading=15, spaceAfter=6)
HEADING = ParagraphStyle(
    "heading", parent=BODY, fontName=BOLD, fontSize=11.5, leading=14, textColor=ACCENT, spaceBefore=8, spaceAfter=3,
    keepWithNext=1,
)  # fmt: skip
ITEM = ParagraphStyle("item", parent=BODY, leftIndent=8, firstLineIndent=-8)
NOTE = ParagraphStyle("note", parent=BODY, leftIndent=18, bulletIndent=9, spaceAfter=2)
CAPTION = ParagraphStyle("caption", parent=BODY, fontName=BOLD, spaceBefore=3, keepWithNext=1)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=8.8, leading=10.6, spaceAfter=0)
HEAD = ParagraphStyle("head", parent=CELL, fontName=BOLD)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=7.6, leading=9, textColor=FAINT, spaceAfter=0)
CENTRED = ParagraphStyle("centred", parent=CELL, alignment=TA_CENTER)
AID_TITLE = ParagraphStyle("aid title", parent=BODY, fontName=BOLD, fontSize=14, leading=17, textColor=ACCENT)
PAD_TITLE = ParagraphStyle("pad title", parent=AID_TITLE, textColor=INK, spaceAfter=3)
