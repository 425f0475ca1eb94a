"""The whole table in the space that there is: boards, zones and values one below another or side by side.

    drawn(scene, marks, 80, 17)      the arrangement that fits, or the one that is least too high

A board without an edge gets what the others leave, and shows the part around the cursor, or around the space that a value names.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.cli.drawing.boards import Ghost, board
from rulewright.cli.drawing.legend import legend
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.pads import pads, shared
from rulewright.cli.drawing.spans import Drawing, above, cropped, extent, found, side_by_side, text_line
from rulewright.cli.drawing.zones import zones
from rulewright.scene.records import Scene
from rulewright.source.dataclass import dataclass

MOST_COLUMNS = 4
"""Into how many columns the lines of a pad are divided at most."""
LEAST = 7
"""The fewest lines of a board without an edge."""
NARROWEST = 26
"""The least width of zones next to a board."""


@dataclass(frozen=True, slots=True)
class Space:
    """The size of a part of the screen."""

    width: int
    height: int

    def holds(self, drawing: Drawing) -> bool:
        return extent(drawing) <= self.width and len(drawing) <= self.height


def drawn(
    scene: Scene, marks: Marks, width: int, height: int, ghost: dict[str, Ghost] | None = None
) -> Drawing:
    """The table of a scene. `ghost` is what would lie on spaces after the chosen move, by board and space."""
    space, shown = Space(width, height), ghost or {}
    said = "   ".join(legend(marks))
    legends = [[text_line(said, "dim")]] if said and len(said) <= width else []
    arranged: list[Drawing] = []
    for told in [*legends, []]:
        for drawing in _arranged(scene, marks, space, shown, told):
            if space.holds(drawing):
                return drawing
            arranged.append(drawing)
    narrow = [drawing for drawing in arranged if extent(drawing) <= width] or arranged
    return min(narrow, key=len)


def _arranged(
    scene: Scene, marks: Marks, space: Space, ghost: dict[str, Ghost], told: Drawing
) -> Iterator[Drawing]:
    """Arrangements, the roomiest first, with a legend."""
    values = shared(scene, space.width)
    lying = above([zones(scene.zones, marks, space.width), told])
    for columns in range(1, MOST_COLUMNS + 1):
        pad = pads(scene, marks, space.width, columns)
        below = above([lying, values, pad])
        boards = _boards(scene, marks, ghost, space.width, space.height - len(below))
        if columns == 1:
            yield above([boards, lying, values, pad], 1)
        yield above([boards, below])
        if not boards:
            left = above([zones(scene.zones, marks, space.width // 2), shared(scene, space.width // 2)])
            yield above([side_by_side([left, pad]), told])
            continue
        under = above([lying, values])
        yield above(
            [side_by_side([_boards(scene, marks, ghost, space.width, space.height - len(under)), pad]), under]
        )
        room = space.width - extent(boards) - 3
        if room >= NARROWEST:
            beside = above([zones(scene.zones, marks, room), shared(scene, room), pad])
            yield above([side_by_side([boards, beside]), told])


def _boards(scene: Scene, marks: Marks, ghost: dict[str, Ghost], width: int, height: int) -> Drawing:
    """All boards, side by side where they fit."""
    drawings: list[Drawing] = []
    for each in scene.boards:
        drawing = board(each, marks, ghost.get(each.id, {}), width)
        if each.unbounded:
            drawing = cropped(drawing, width, max(height, LEAST), _middle(scene, marks, each.id, drawing))
        drawings.append(drawing)
    if not drawings:
        return []
    row = side_by_side(drawings)
    return row if extent(row) <= width else above(drawings)


def _middle(scene: Scene, marks: Marks, board_id: str, drawing: Drawing) -> tuple[int, int] | None:
    """The place in a drawing that is kept in sight: the cursor on it, else what was touched, else the last piece."""
    wanted = [marks.cursor] if marks.cursor is not None else []
    for spot in [*wanted, *marks.chosen, *marks.touched]:
        at = found(drawing, spot) if spot[1] == board_id else None
        if at is not None:
            return at
    texts = {value.text for value in scene.values if value.text}
    for each in scene.boards:
        if each.id == board_id:
            for space in each.spaces:
                if space.label in texts or space.id in texts:
                    return found(drawing, ("space", board_id, space.id, ""))
    return None
