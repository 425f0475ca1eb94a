"""Hidden cells of each seat and of the spectator, as numbers that machine code can read.

    unseen = Unseen.of(layout, cells, places)
    unseen.cells[unseen.starts[1] : unseen.starts[2]]        the cells that seat 1 never sees

The spectator comes after the last seat.  Visibility is decided in `game.knowledge.visibility`, and never depends on the state.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from rulewright.ir.layout import KindLayout, Layout
from rulewright.source.dataclass import dataclass

UNSEEN = -2
"""The value of a masked cell; no cell of a piece holds it."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The hidden cells and places of all viewers, in 32-bit numbers.

    cells     offsets of cells that a seat never sees (variables, and the order of places), seat after seat
    starts    those of seat `i` are `starts[i]` up to `starts[i + 1]`
    places    for each seat and each place of each kind, in the order of the layout: 1 where the seat does not see which pieces
              lie there, otherwise 0
    """

    cells: array[int]
    starts: array[int]
    places: array[int]

    @staticmethod
    def of(
        layout: Layout,
        cells: Callable[[int], tuple[int, ...]],
        places: Callable[[KindLayout, int], frozenset[int]],
    ) -> Unseen:
        """From functions that give the hidden cells of variables, and the hidden places of a kind, for a seat."""
        found = Unseen(array("i"), array("i", (0,)), array("i"))
        for seat in range(layout.players + 1):
            found.cells.extend(cells(seat))
            for kind in layout.kinds.values():
                hidden = places(kind, seat)
                found.places.extend(int(code in hidden) for code in range(len(kind.places)))
                for code in sorted(hidden & kind.order.keys()):
                    first = kind.order[code]
                    found.cells.extend(range(first, first + kind.places[code].size))
            found.starts.append(len(found.cells))
        return found
