"""A scene as lines of text, for a terminal that prints and for files.

lines(scene, 88)                   headline, boards, zones and values, with empty lines between them
lines(scene, 80, height=15)        the arrangement that needs at most 15 lines, or the lowest one

On boards without an edge, free spaces that moves name show these names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.color import ColorSystem
from rich.style import Style

from rulewright.author.story.hand_end import final_position
from rulewright.cli.common.streams import own
from rulewright.cli.drawing.layout import drawn
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.spans import Drawing, Line, Spot, spot_of, text_line
from rulewright.cli.drawing.texts import folded
from rulewright.cli.drawing.tiles import in_a_line, laid
from rulewright.game.game import Game
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.visibility import Viewer
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Board, Scene, Space, Value, Zone
from rulewright.scene.table import position_of

WIDTH = 88
LEFT_OUT = "(only what {name} has is shown: `look` shows the whole table)"
NOT_ALL = "(a part of the board is shown: `look` shows all of it)"
ENDLESS = 1_000_000
"""A height that everything fits."""


def lines(
    scene: Scene, width: int = WIDTH, height: int | None = None, colour: bool = False, heading: str = ""
) -> list[str]:
    """The table of a scene under its headline, in at most `height` lines if it can be arranged so."""
    marks = Marks(scene, frozenset(_named(scene)))
    room = ENDLESS if height is None else height - 1
    table = drawn(scene, marks, width, room)
    left_out = []
    if len(table) > room and scene.viewer is not None:
        table = drawn(_own(scene, scene.viewer), marks, width, room - 1)
        left_out = folded([LEFT_OUT.format(name=scene.seats[scene.viewer].name)], width)
    hidden = [
        each for board in scene.boards if board.unbounded for each in _out_of_sight(board, table, marks)
    ]
    said = [_text(line, colour) for line in [*table, *_further(hidden, width, height is None)]]
    between = [""] if height is None or len(said) + 3 <= height else []
    return [*between, visible(heading or headline(scene)), *between, *said, *left_out]


def at_hand_end(
    game: Game, step: Step, viewer: Viewer | None, names: Sequence[str], width: int = WIDTH, height: int | None = None,
    colour: bool = False,
) -> list[str]:  # fmt: skip
    """The table at the end of a hand, if a step ended one (else []), as a viewer sees it; everything for None."""
    cells = final_position(game, step)
    if cells is None:
        return []
    return lines(position_of(game, cells, viewer, names), width, height, colour, "How the hand ended")


def headline(scene: Scene) -> str:
    """`Round 3 · Bidding · Ann to move`."""
    words = [f"Round {scene.round}"] if scene.round else []
    words += [scene.phase] if scene.phase else []
    words += ["the game is over"] if scene.over else []
    words += [f"{seat.name} to move" for seat in scene.seats if seat.to_move]
    return " · ".join(words)


def _named(scene: Scene) -> Iterable[Spot]:
    """The free spaces of boards without an edge that a move names."""
    unbounded = {board.id for board in scene.boards if board.unbounded}
    return (
        spot_of(touch)
        for move in scene.moves
        for touch in move.touches
        if touch.sort == "space" and touch.where in unbounded
    )


def _own(scene: Scene, viewer: int) -> Scene:
    """A scene without what other players, or teams, have."""
    team = scene.seats[viewer].team

    def mine(each: Value | Zone) -> bool:
        return each.owner in (None, team if each.of_team else viewer)

    return replace(scene, values=tuple(filter(mine, scene.values)), zones=tuple(filter(mine, scene.zones)))


def _out_of_sight(board: Board, table: Drawing, marks: Marks) -> list[Space]:
    """The spaces of a board without an edge that are not, or not whole, in a drawing."""
    whole, shown = _columns(laid(board, marks, {}, ENDLESS)), _columns(table)
    return [space for space in board.spaces if shown[board.id, space.id] < whole[board.id, space.id]]


def _columns(drawing: Drawing) -> Counter[tuple[str, str]]:
    """How many columns belong to each space, by board and space."""
    found: Counter[tuple[str, str]] = Counter()
    for line in drawing:
        for span in line:
            if span.spot is not None:
                found[span.spot[1], span.spot[3] or span.spot[2]] += cells(span.text)
    return found


def _further(hidden: Sequence[Space], width: int, whole: bool) -> Drawing:
    """What is said of spaces for which a drawing had no room."""
    if not hidden:
        return []
    if not whole:
        return [text_line(NOT_ALL, "dim")]
    taken = ", ".join(f"{space.label}: {in_a_line(space.pieces[-1])}" for space in hidden if space.pieces)
    free = " ".join(space.label for space in hidden if not space.pieces)
    said = "; ".join([*([taken] if taken else []), *([f"free: {free}"] if free else [])])
    return [text_line(line) for line in folded([f"further away: {said}"], width)]


def _text(line: Line, colour: bool) -> str:
    if not colour:
        return "".join(span.text for span in line).rstrip()
    painted = (
        Style.parse(span.style).render(span.text, color_system=ColorSystem.EIGHT_BIT)
        if span.style and span.text.strip()
        else span.text
        for span in line
    )
    return own("".join(painted)).rstrip()
