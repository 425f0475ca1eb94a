"""Text on a terminal: colours, how wide characters are, and nothing that steers the terminal itself."""

from __future__ import annotations

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
_STEERING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of writing, and could show a line in another order than it is read."""


@dataclass(frozen=True, slots=True)
class Painter:
    """Puts text in colour, or leaves it as it is."""

    colour: bool

    def __call__(self, text: str, style: str) -> str:
        return f"{_COLOURS[style]}{text}{_PLAIN}" if self.colour else text


def visible(text: str) -> str:
    """The text on one line, tabs as two spaces, every character that would steer a terminal as `�`."""
    return "".join(_visible(c) for c in text)


def cells(text: str) -> int:
    """How many columns a text takes once it is made visible."""
    return sum(_width(c) for c in visible(text))


def _visible(character: str) -> str:
    if character == "\t":
        return TAB
    if character in "\r\n":
        return " "
    is_control = unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
    return "\ufffd" if is_control or character in _STEERING else character


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
