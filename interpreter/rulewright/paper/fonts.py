"""The letters of everything on paper: one family with bold and italic, and a second one for signs that the first one lacks.

Source Sans is used for text; suits, stars and other signs come from DejaVu Sans.  A file of the user's own replaces the first, for
instance for Japanese.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

import matplotlib
from font_source_sans_pro import font_files_ttf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from rulewright.source.dataclass import dataclass

TEXT, BOLD, ITALIC, SIGNS = "rulewright", "rulewright-bold", "rulewright-italic", "rulewright-signs"
_FILES = {TEXT: "SourceSansPro", BOLD: "SourceSansProSemibold", ITALIC: "SourceSansProIt"}


class FontError(ValueError):
    """A file that is no usable font."""


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters that the registered fonts have, by the code of the character."""

    text: frozenset[int]
    signs: frozenset[int]

    def missing(self, text: str) -> str:
        """The characters of a text that no font has, each once."""
        known = self.text | self.signs
        return "".join(dict.fromkeys(each for each in text if ord(each) not in known and not each.isspace()))

    def pieces(self, text: str) -> Iterator[tuple[bool, str]]:
        """A text in runs of characters, each with whether it is set in the second font."""
        for signs, run in groupby(text, lambda each: ord(each) not in self.text and ord(each) in self.signs):
            yield signs, "".join(run)

    def markup(self, text: str) -> str:
        """A text for a paragraph: special characters escaped, and signs in their font."""
        return "".join(
            f'<font name="{SIGNS}">{escape(run)}</font>' if signs else escape(run)
            for signs, run in self.pieces(text)
        )


def registered(own: Path | None = None) -> Letters:
    """Register the fonts under the names of this module, with the user's own file in place of the first family. Raises FontError."""
    signs = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    fonts = {name: _font(name, Path(own or font_files_ttf[file])) for name, file in _FILES.items()}
    fonts[SIGNS] = _font(SIGNS, signs)
    for font in fonts.values():
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=ITALIC, boldItalic=BOLD)
    return Letters(frozenset(fonts[TEXT].face.charToGlyph), frozenset(fonts[SIGNS].face.charToGlyph))


def _font(name: str, file: Path) -> TTFont:
    try:
        return TTFont(name, str(file))
    except (TTFError, OSError) as error:
        raise FontError(
            f"{file} cannot be used as a font: {error}. A TrueType file (.ttf) is needed."
        ) from None
