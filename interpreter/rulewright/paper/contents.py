"""What there is to print of a game: its boards, its pieces to cut out, and what has to come from elsewhere.

box = Box(program, ink, Paper.of("a4"), backs=False)
box.boards(), box.cards(), box.tokens()         pages
box.needed()                                    ["5 dice"]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reportlab.graphics.shapes import Group
from reportlab.lib.units import mm

from rulewright.ir import nodes as ir
from rulewright.paper import pieces
from rulewright.paper.boards import Measured, drawn, measured
from rulewright.paper.forms import FORMS, form_of, two_sides
from rulewright.paper.ink import Ink
from rulewright.paper.pages import Cut, Page, Paper, cut_pages, poster
from rulewright.paper.palette import LINE
from rulewright.paper.sizes import piece_size, space_size
from rulewright.problems.quoting import counted
from rulewright.runtime.coins import denomination_words
from rulewright.scene.boards import has_spaces
from rulewright.scene.components import Component, boards_without_pieces, components_of
from rulewright.scene.records import Board, Look
from rulewright.scene.signs import colour_of
from rulewright.source.dataclass import dataclass

COINS = 12
"""The counters of each denomination of money."""
_CAPTION = 8.0
"""The height of a line above the board of a player in millimetres."""
_GAP = 2.0
"""The distance of round counters in millimetres."""
ORDINARY = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box of a game at a table, drawn for a size of paper."""

    program: ir.Program
    ink: Ink
    paper: Paper
    backs: bool

    def boards(self) -> Iterator[Page]:
        """The pages of the boards: one for each owner, or for each player who marks spaces of an own one."""
        for _, group in groupby(self._boards(), lambda board: board.id.partition("[")[0]):
            yield from self._of_one_name(list(group))

    def cards(self) -> Iterator[Page]:
        """The pages of cards and tiles."""
        yield from self._cut_out(*FORMS["cards"])

    def tokens(self) -> Iterator[Page]:
        """The pages of counters, of money, and of dice that are not ordinary ones."""
        yield from self._cut_out(*FORMS["tokens"])
        for cut in self._money():
            yield from cut_pages(self.ink, self.paper, self.program.title, cut)

    def needed(self) -> list[str]:
        """What players need that is not printed: `5 dice`."""
        found: dict[str, int] = {}
        components = components_of(self.program)
        folded = {each.kind.id for each in components if self._is_net(each)}
        for component in components:
            if component.kind.form == "die" and component.kind.id not in folded:
                many = len(component.faces)
                sort = (
                    "die"
                    if [look.face for look in component.faces] == [*ORDINARY]
                    else f"die with {many} faces"
                )
                found[sort] = found.get(sort, 0) + component.piece.count
        return [counted(many, sort).replace("dies", "dice") for sort, many in found.items()]

    # --------------------------------------------------------------------------------------------- private

    def _of_one_name(self, same: Sequence[Board]) -> Iterator[Page]:
        """The pages of a board that is there once, or of all that players have."""
        board, copies = same[0], self._copies(same[0])
        of = measured(board, space_size(board, self.paper) * mm)
        if copies == len(same) == 1:
            drawing = drawn(self.ink, of)
            yield from poster(
                self.ink, self.paper, self.program.title, board.label, drawing, of.width, of.height
            )
            return
        blank = f"{board.label[:1].upper()}{board.label[1:]} of ____________________"
        several = [(each, each.label) for each in same] if len(same) > 1 else [(board, blank)] * copies
        drawings = [self._captioned(measured(each, of.space), caption) for each, caption in several]
        cut = Cut(
            board.id.partition("[")[0], of.width, of.height + _CAPTION * mm, drawings, gap=4 * mm, marks=False
        )
        yield from cut_pages(self.ink, self.paper, self.program.title, cut)

    def _captioned(self, of: Measured, caption: str) -> Group:
        drawing = drawn(self.ink, of)
        drawing.add(self.ink.text(caption, of.space * 0.3, of.height, 12, LINE, anchor="start"))
        return drawing

    def _boards(self) -> tuple[Board, ...]:
        hidden = self.program.view.hide
        return tuple(
            each
            for each in boards_without_pieces(self.program)
            if each.spaces and each.id.split("[")[0] not in hidden
        )

    def _copies(self, board: Board) -> int:
        """One, or the number of players or teams who all mark spaces of a board that is drawn once."""
        name = board.id.partition("[")[0]
        if board.owner is not None or self.program.layout.boards[name].kind:
            return 1
        marked = [group for group in self.program.layout.groups.values() if has_spaces(group, name)]
        return max((group.axes[0].size for group in marked if len(group.axes) > 1), default=1)

    def _spaces(self) -> dict[str, float]:
        return {board.id.partition("[")[0]: space_size(board, self.paper) for board in self._boards()}

    def _cut_out(self, *forms: str) -> Iterator[Page]:
        spaces = self._spaces()
        components = [each for each in components_of(self.program) if form_of(each, self.program) in forms]
        for _, kind in groupby(components, lambda each: each.kind.id):
            cut = self._cut(list(kind), spaces)
            if cut is not None:
                yield from cut_pages(self.ink, self.paper, self.program.title, cut)

    def _cut(self, kind: Sequence[Component], spaces: dict[str, float]) -> Cut | None:
        """All pieces of a kind; None for dice that everybody has."""
        first = kind[0]
        size = [side * mm for side in piece_size(first, self.program, spaces)]
        many = first.kind.many
        match form_of(first, self.program):
            case "card":
                back = pieces.back(self.ink, self.program.title, size[0], size[1]) if self.backs else None
                return Cut(many, size[0], size[1], self._copied(kind, pieces.card, size), back)
            case "tile":
                draw = pieces.tile if first.piece.look.sides else pieces.square
                back = pieces.back(self.ink, self.program.title, size[0], size[1]) if self.backs else None
                return Cut(many, size[0], size[1], self._copied(kind, draw, size), back)
            case "die":
                nets = kind if any(map(self._is_net, kind)) else ()
                wide, high = pieces.net_size(size[0])
                folded = [
                    pieces.net(self.ink, each.faces, size[0])
                    for each in nets
                    for _ in range(each.piece.count)
                ]
                return Cut(f"{many} to fold", wide, high, folded, gap=2 * mm, marks=False) if nets else None
            case _ if pairs := two_sides(kind):
                folded = [
                    pieces.two_sided(self.ink, sides, size[0]) for sides, count in pairs for _ in range(count)
                ]
                how = f"{many} with two sides (fold, glue, then cut out)"
                return Cut(how, size[0], 2 * size[0], folded, gap=_GAP * mm, marks=False)
            case _:
                looks = [look for each in kind for look in _shown(each) for _ in range(each.piece.count)]
                counters = [pieces.counter(self.ink, look, size[0]) for look in looks]
                return Cut(many, size[0], size[0], counters, gap=_GAP * mm, marks=False)

    def _copied(self, kind: Sequence[Component], draw: pieces.Draw, size: Sequence[float]) -> list[Group]:
        return [
            draw(self.ink, each.piece.look, size[0], size[1])
            for each in kind
            for _ in range(each.piece.count)
        ]

    def _is_net(self, component: Component) -> bool:
        """Whether a piece is a die of six faces other than those of an ordinary one."""
        faces = tuple(look.face for look in component.faces)
        return component.kind.form == "die" and len(faces) == len(ORDINARY) and faces != ORDINARY

    def _money(self) -> Iterator[Cut]:
        for worths in dict.fromkeys(self.program.labels.denominations.values()):
            size = 22 * mm
            coins = [
                pieces.counter(self.ink, Look(name, "", colour=colour_of(name)), size, str(worth))
                for name, worth in worths
                for _ in range(COINS)
            ]
            yield Cut(
                f"counters ({denomination_words(worths)})", size, size, coins, gap=_GAP * mm, marks=False
            )


def _shown(component: Component) -> tuple[Look, ...]:
    """What is printed for a counter: itself, or one for each of its faces."""
    return component.faces or (component.piece.look,)
