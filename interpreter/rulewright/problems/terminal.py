"""Text on a terminal: colours, how wide characters are, and nothing that steers the terminal itself."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

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
"""Characters, as a regular expression lists them, that steer a terminal, or show a text otherwise than it is read."""
_STEERS = re.compile(f"[{STEERING}]")


@dataclass(frozen=True, slots=True)
class Painter:
    """Puts text in colour, or leaves it as it is."""

    colour: bool

    def __call__(self, text: str, style: str) -> str:
        return f"{_COLOURS[style]}{text}{_PLAIN}" if self.colour else text


def visible(text: str) -> str:
    """The text on one line, tabs as two spaces, every character that would steer a terminal as a picture of it."""
    if text.isprintable():
        return text
    return _STEERS.sub(
        lambda met: picture(met[0]), text.replace("\t", TAB).replace("\r", " ").replace("\n", " ")
    )


def first_steering(text: str) -> str:
    """The first character that would steer a terminal; empty if there is none."""
    met = _STEERS.search(text)
    return met[0] if met else ""


def picture(character: str) -> str:
    """A control character as a character that shows it (`␛`); of other characters that steer, that there is one (`�`)."""
    if character < " ":
        return chr(0x2400 + ord(character))
    return "\u2421" if character == "\x7f" else "\ufffd"


def escaped(json: str) -> str:
    """A text in JSON with escapes (`\\u009b`) for what would steer a terminal: it means the same."""
    return _STEERS.sub(lambda met: f"\\u{ord(met[0]):04x}", json)


def cells(text: str) -> int:
    """How many columns a text takes once it is made visible."""
    return sum(_width(c) for c in visible(text))


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
