"""Text on a terminal: colours, widths of characters, and the escaping of characters that would control the terminal."""

from __future__ import annotations

import re
import unicodedata

from rulewright.source.dataclass import dataclass

TAB = "  "

_COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[36m",
    "place": "\x1b[2m",
    "margin": "\x1b[2m",
    "help": "\x1b[1;32m",
}
_PLAIN = "\x1b[0m"
STEERING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for line ends and tabs
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # turn the direction of writing
    "\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb"  # take no room, or end a line unseen
    "\ud800-\udfff"  # halves of characters
)
"""A class of a regular expression: characters that control a terminal, or make a text look different from what is read."""
_STEERS = re.compile(f"[{STEERING}]")


@dataclass(frozen=True, slots=True)
class Painter:
    """Colours text, or returns it unchanged if colours are off."""

    colour: bool

    def __call__(self, text: str, style: str) -> str:
        return f"{_COLOURS[style]}{text}{_PLAIN}" if self.colour else text


def visible(text: str) -> str:
    """The text on one line, with tabs as two spaces, and a picture for every character that would control a terminal."""
    if text.isprintable():
        return text
    return _STEERS.sub(
        lambda met: picture(met[0]), text.replace("\t", TAB).replace("\r", " ").replace("\n", " ")
    )


def first_steering(text: str) -> str:
    """The first character that would control a terminal; empty if there is none."""
    met = _STEERS.search(text)
    return met[0] if met else ""


def picture(character: str) -> str:
    """A visible character for a control character (`␛`), and `�` for any other character that controls a terminal."""
    if character < " ":
        return chr(0x2400 + ord(character))
    return "\u2421" if character == "\x7f" else "\ufffd"


def escaped(json: str) -> str:
    """A text in JSON with escapes (`\\u009b`) for characters that would control a terminal; its meaning is the same."""
    return _STEERS.sub(lambda met: f"\\u{ord(met[0]):04x}", json)


def cells(text: str) -> int:
    """The number of columns of a text after `visible`."""
    return sum(_width(c) for c in visible(text))


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
