"""The colours of what is printed: those that words name, those of owners, and ink that can be read on them."""

from __future__ import annotations

from reportlab.graphics.shapes import Rect
from reportlab.lib.colors import Color, HexColor, toColor

from rulewright.scene.records import Look

INK, FAINT, LINE, PAPER, BLANK = (
    HexColor(0x1F2328), HexColor(0x8C959F), HexColor(0x57606A), HexColor(0xFFFFFF), HexColor(0xF6F1E4),
)  # fmt: skip
OWNERS = tuple(
    map(HexColor, (0x2F6FB2, 0xD98A1F, 0x2C8A5F, 0xB3567F, 0x6AA9C9, 0xB4552D, 0x7D6BB0, 0x70757C))
)
_NAMED = {
    "red": 0xC8342E, "green": 0x2F8F4E, "blue": 0x2F6FC4, "yellow": 0xE8BF2C, "white": 0xFBFAF5, "black": 0x23262B,
    "orange": 0xE07B23, "purple": 0x7B4FA6, "violet": 0x7B4FA6, "pink": 0xDD7BA8, "brown": 0x80583A, "grey": 0x8A8F96,
    "gray": 0x8A8F96, "cyan": 0x35A3B5, "magenta": 0xB8479B, "gold": 0xC9A227, "silver": 0xB9BEC5,
}  # fmt: skip


def named(colour: str, otherwise: Color = BLANK) -> Color:
    """A colour by its name or as #rrggbb; another one if there is none of that name."""
    if colour in _NAMED:
        return HexColor(_NAMED[colour])
    try:
        return toColor(colour) if colour else otherwise
    except ValueError:
        return otherwise


def fill_of(look: Look) -> Color:
    """The colour of a piece: its own, or else that of its owner."""
    if not look.colour and look.owner is not None:
        return OWNERS[look.owner % len(OWNERS)]
    return named(look.colour)


def ink_on(fill: Color) -> Color:
    """Black or white, whichever is easier to read on a colour."""
    return INK if 0.299 * fill.red + 0.587 * fill.green + 0.114 * fill.blue > 0.6 else PAPER


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: Color,
    stroke: Color | None = None,
    line: float = 0.5,
) -> Rect:
    """A rectangle of a colour."""
    rect = Rect(x, y, width, height)
    rect.fillColor, rect.strokeColor, rect.strokeWidth = fill, stroke, line
    return rect
