"""The values that cells have in games, and how many positions these allow at most, if each goes with each.

seen = Seen(game)
seen.look(state)
seen.positions()             3e11
"""

from __future__ import annotations

from math import comb

from rulewright.game.game import Game, State
from rulewright.game.playouts.forgotten import forgotten
from rulewright.ir.layout import KindLayout

ENOUGH = 1e260
MOST_SEEN = 5_000
"""The most positions of random games whose values are noted."""


class Seen:
    """The values that cells had in random games."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._forgotten = {cell for cell, _ in forgotten(game.program)}
        self._values: list[set[int]] = [set() for _ in range(game.program.layout.size)]
        self._left = MOST_SEEN

    def look(self, state: State) -> None:
        """Note the values of a position."""
        if self._left:
            self._left -= 1
            for values, value in zip(self._values, state.cells, strict=True):
                values.add(value)

    def positions(self) -> float:
        """How many positions there are if each value of a cell goes with each of the others. Dice that look alike are counted as they lie."""
        kinds = self._game.program.layout.kinds.values()
        apart = {cell for kind in kinds for cell in (*_counts(kind), *_held(kind))}
        apart |= self._forgotten
        total = 1.0
        for cell, values in enumerate(self._values):
            if cell not in apart:
                total = min(total * max(len(values), 1), ENOUGH)
        for kind in kinds:
            looks = sum(1 for cell in _counts(kind) if self._values[cell] - {0})
            if looks:
                many = max(
                    sum(max(self._values[cell]) for cell in _counts(kind)) if kind.unlimited else kind.pieces,
                    1,
                )
                total = min(total * comb(looks + many, many), ENOUGH)
        return total


def _counts(kind: KindLayout) -> range:
    """The cells that count the pieces of a kind that look alike."""
    return (
        range(kind.counts, kind.counts + min(len(kind.places), kind.first_spot) * kind.looks)
        if kind.counts >= 0
        else range(0)
    )


def _held(kind: KindLayout) -> range:
    """The cells that only say how many pieces are at a place."""
    return (
        range(kind.held, kind.held + min(len(kind.places), kind.first_spot)) if kind.held >= 0 else range(0)
    )
