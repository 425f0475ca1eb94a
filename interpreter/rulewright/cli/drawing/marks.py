"""How spots look on the screen: which can be touched now, which were touched, and where the cursor is.

    ‹6›      can be touched now
    [6]      was touched: part of the move that is being made
     6       neither

The signs say what the styles say too, so that nothing depends on colour; the spot at the cursor is in reverse video.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field

from rulewright.cli.drawing.spans import Span, Spot
from rulewright.problems.terminal import visible
from rulewright.scene.marks import KNOWN_COLOURS, owner_colours, owner_marks
from rulewright.scene.records import Look, Piece, Scene
from rulewright.source.dataclass import dataclass

PLAIN = "●"
"""A piece without a mark."""
UNROLLED = "?"
"""A die that shows nothing yet."""
NAMES = {**KNOWN_COLOURS, "orange": "dark_orange", "purple": "medium_purple", "violet": "medium_purple", "pink": "hot_pink",
         "brown": "orange4", "gold": "gold1", "silver": "grey70"}  # fmt: skip
"""Colours of rulebooks as Rich names them."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The spots that can be touched, those touched so far, and the one at the cursor. A piece that is touched twice counts
    twice, as two dice that show the same number do."""

    scene: Scene
    open: frozenset[Spot] = frozenset()
    touched: Counter[Spot] = field(default_factory=Counter)
    cursor: Spot | None = None
    chosen: tuple[Spot, ...] = ()
    """What is touched for the move that is chosen in the list, which is kept in sight."""

    def button(self, text: str, spot: Spot, colour: str = "", touched: bool | None = None) -> Span:
        """A text that can be touched, between two signs."""
        is_touched = self.touched[spot] > 0 if touched is None else touched
        left, right = ("[", "]") if is_touched else ("‹", "›") if spot in self.open else (" ", " ")
        return self.span(f"{left}{visible(text)}{right}", spot, colour, is_touched)

    def span(self, text: str, spot: Spot, colour: str = "", touched: bool = False) -> Span:
        """A text that can be touched, without signs."""
        style = [terminal_colour(colour)] if colour else []
        if spot == self.cursor:
            style.append("reverse")
        if touched or spot in self.open:
            style.append("bold")
        return Span(text, " ".join(style), spot if touched or spot in self.open else None)

    def mark(self, piece: Piece) -> str:
        """The shortest text for a piece; a die that shows nothing has a sign of its own."""
        rolled = any(kind.id == piece.kind and kind.form == "die" for kind in self.scene.kinds)
        return visible(piece.look.mark) or (UNROLLED if rolled else PLAIN)

    def pieces(self, pieces: Sequence[Piece], numbered: bool) -> tuple[str, str]:
        """The text of the pieces on a space, and its colour if all have the same. `numbered`: a single one has its number, too."""
        alone = len(pieces) == 1 and not numbered
        counted = ["" if alone and piece.count == 1 else str(piece.count) for piece in pieces]
        text = "".join(count + self.mark(piece) for count, piece in zip(counted, pieces, strict=True))
        colours = {self.colour(piece.look) for piece in pieces}
        return text, colours.pop() if len(colours) == 1 else ""

    def colour(self, look: Look) -> str:
        """The colour of a look: its own, or that of its owner."""
        if look.colour or look.owner is None:
            return look.colour
        names = [seat.name for seat in self.scene.seats]
        return owner_colours(names)[look.owner] if look.owner < len(names) else ""

    def owner(self, owner: int, of_team: bool) -> str:
        """The mark of an owner of a value."""
        seats = self.scene.seats
        names = [seat.name for seat in seats]
        if not of_team:
            return owner_marks(names)[owner]
        teams = sorted({seat.team for seat in seats})
        words = [[seat.name for seat in seats if seat.team == team] for team in teams]
        called = [word[0] if len(word) == 1 else f"team {team + 1}" for team, word in enumerate(words)]
        return owner_marks(called)[owner]


def terminal_colour(name: str) -> str:
    """The colour of a rulebook as a style of Rich; empty if there is none."""
    return NAMES.get(name.casefold(), name if name.casefold() in KNOWN_COLOURS.values() else "")
