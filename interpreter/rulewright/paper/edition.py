"""All that is printed of a game, as one PDF or as SVG pages.

edition = Edition(book, book.at(4, None, {}), PARTS, Paper.of("a4"), backs=False, letters=registered())
edition.pdf()           the bytes of a file
edition.svg()           ("01 board.svg", "<svg ...>"), ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Sheet
from rulewright.author.sheet.aid import make_aid
from rulewright.author.sheet.pads import make_pads
from rulewright.paper import boards
from rulewright.paper.contents import Box
from rulewright.paper.documents.aids import aids
from rulewright.paper.documents.pads import pads
from rulewright.paper.documents.rules import columns, title
from rulewright.paper.fonts import BOLD, SIGNS, TEXT, Letters
from rulewright.paper.ink import Ink
from rulewright.paper.pages import Page, Paper
from rulewright.paper.parts import DRAWN, PARTS
from rulewright.paper.pdf import Columns, Part, Whole, column_width, write_pdf
from rulewright.pipeline import Book
from rulewright.scene.components import boards_without_pieces
from rulewright.source.dataclass import dataclass

_PICTURE = 75 * mm
"""The greatest height of the picture of a board on a rule sheet."""
_SANS = "'Source Sans 3','Source Sans Pro',sans-serif"
_FAMILIES = {BOLD: f"{_SANS}; font-weight: 600", TEXT: _SANS, SIGNS: "'DejaVu Sans',sans-serif"}
"""The names of fonts in SVG, which are those that other programs know."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A game on paper. `sheet` is its rule sheet, and `box` the book at the table for which there are enough pieces."""

    sheet: Sheet
    box: Book
    parts: tuple[str, ...]
    paper: Paper
    backs: bool
    letters: Letters

    def pdf(self) -> bytes:
        """All parts as one PDF."""
        return self.as_pdf(self.made())

    def made(self) -> dict[str, list[Part]]:
        """The pages of each part, which go into one PDF."""
        return {name: self.part(name) for name in PARTS if name in self.parts}

    def as_pdf(self, made: Mapping[str, Sequence[Part]]) -> bytes:
        """The PDF of parts that were made."""
        return write_pdf(self.paper, self.sheet.title, [part for parts in made.values() for part in parts])

    def svg(self) -> Iterator[tuple[str, str]]:
        """The drawn pages, each with the name of its file."""
        pages = [page for name in DRAWN if name in self.parts for page in self._drawn(name)]
        for number, page in enumerate(pages, 1):
            text = str(renderSVG.drawToString(page.drawing))
            for ours, family in _FAMILIES.items():
                text = text.replace(f"font-family: {ours};", f"font-family: {family};")
            yield f"{number:02} {page.what.replace(':', ',')}.svg", text

    def part(self, name: str) -> list[Part]:
        """The pages of a part; none if the game has nothing of the sort."""
        match name:
            case "rules":
                return [self._rules()]
            case "pads":
                made = make_pads(self.box, self.sheet)
                return [Whole(pads(pad, self.letters, self.paper), "score pad") for pad in made]
            case "aids":
                aid = make_aid(self.sheet)
                found = aids(aid, self.letters, self.paper, self.box.program.players) if aid.sections else []
                return [Whole(found, "player aids")] if found else []
            case _:
                return [*self._drawn(name)]

    def missing(self) -> str:
        """The characters of the game's words that no font has."""
        return self.letters.missing(to_markdown(self.sheet))

    def needed(self) -> list[str]:
        """What players need that is not printed."""
        return self._box().needed()

    def _box(self) -> Box:
        return Box(self.box.program, Ink(self.letters), self.paper, self.backs)

    def _drawn(self, name: str) -> Iterator[Page]:
        box = self._box()
        return {"boards": box.boards, "cards": box.cards, "tokens": box.tokens}[name]()

    def _rules(self) -> Columns:
        sheet = self.sheet
        text = columns(sheet, self.letters, column_width(self.paper), self._picture)
        return Columns(title(sheet, self.letters), text, f"{sheet.title}, rules")

    def _picture(self, name: str, width: float) -> Flowable | None:
        """The board of a name as a small picture."""
        found = (each for each in boards_without_pieces(self.box.program) if each.spaces)
        board = next((each for each in found if each.id.partition("[")[0].replace("_", " ") == name), None)
        if board is None:
            return None
        whole = boards.measured(board, 1.0)
        of = boards.measured(board, min(9 * mm, width / whole.width, _PICTURE / whole.height))
        drawing = Drawing(of.width, of.height, hAlign="CENTER")
        drawing.add(boards.drawn(Ink(self.letters), of))
        return drawing
