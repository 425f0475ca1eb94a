"""The cursor: which spot is next in a direction, or in an order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulewright.cli.drawing.spans import Drawing, Spot
from rulewright.problems.terminal import cells

BELOW = 1000
"""How far the list of moves is below the table."""
TALL = 2
"""How much higher than wide a character is."""


def nearest(
    table: Drawing, moves: Drawing, open_: Collection[Spot], cursor: Spot | None, right: int, down: int
) -> Spot | None:
    """The spot that is nearest to the cursor in a direction; the first one if there is no cursor, the same one at the edge."""
    places = [*_places(table, 0, open_), *_places(moves, BELOW, None)]
    here = next((at for spot, at in places if spot == cursor), None)
    if here is None:
        return places[0][0] if places else None
    best, cost = cursor, float("inf")
    for spot, (x, y) in places:
        across, along = x - here[0], TALL * (y - here[1])
        ahead, aside = (across * right, abs(along)) if right else (along * down, abs(across))
        if ahead > 0 and ahead + 2 * aside < cost:
            best, cost = spot, ahead + 2 * aside
    return best


def after_in_order(spots: Sequence[Spot], cursor: Spot | None, by: int) -> Spot | None:
    """The spot after (or, by -1, before) the cursor, round and round."""
    if not spots:
        return None
    if cursor not in spots:
        return spots[0 if by > 0 else -1]
    return spots[(spots.index(cursor) + by) % len(spots)]


def _places(
    drawing: Drawing, below: int, open_: Collection[Spot] | None
) -> Iterator[tuple[Spot, tuple[int, int]]]:
    """Each spot with the middle of its text; of a tile, which has several, the middle one."""
    found: dict[Spot, list[tuple[int, int]]] = {}
    for row, line in enumerate(drawing):
        column = 0
        for span in line:
            if span.spot is not None and (open_ is None or span.spot in open_):
                found.setdefault(span.spot, []).append((column + cells(span.text) // 2, row + below))
            column += cells(span.text)
    for spot, places in found.items():
        yield spot, places[len(places) // 2]
