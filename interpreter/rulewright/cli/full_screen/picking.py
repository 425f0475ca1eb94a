"""Making a move by touching: each thing that is touched leaves only the moves for which it is touched.

    picked = Picked(scene.moves)
    picked.open()                  what can be touched next
    picked = picked.with_(spot)    after a touch
    picked.fitting()               the moves that are left, those that need nothing more first
    picked.only()                  the one move that is left, if nothing more can be touched for it

Things can be touched in any order: first the card and then the space, or the other way round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field, replace

from rulewright.cli.drawing.spans import Spot, spot_of
from rulewright.scene.records import Move
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Picked:
    """The moves that are legal, and what was touched of them."""

    moves: tuple[Move, ...]
    touched: tuple[Spot, ...] = ()
    _needed: dict[int, Counter[Spot]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self._needed:
            self._needed.update((move.id, Counter(map(spot_of, move.touches))) for move in self.moves)

    def with_(self, spot: Spot) -> Picked:
        """After a touch; a thing that was touched and cannot be touched again is put back."""
        if spot in self.open():
            return replace(self, touched=(*self.touched, spot))
        if spot in self.touched:
            kept = list(self.touched)
            kept.remove(spot)
            return replace(self, touched=tuple(kept))
        return self

    def back(self) -> Picked:
        """Without the last touch."""
        return replace(self, touched=self.touched[:-1])

    def left(self, move: Move) -> Counter[Spot]:
        """What has still to be touched for a move."""
        return self._needed[move.id] - Counter(self.touched)

    def fitting(self) -> Sequence[Move]:
        """The moves for which everything that was touched is touched; those that need nothing more come first."""
        so_far = Counter(self.touched)
        fitting = [move for move in self.moves if so_far <= self._needed[move.id]]
        if not self.touched:
            return fitting
        return sorted(fitting, key=lambda move: self.left(move).total() > 0)

    def open(self) -> frozenset[Spot]:
        """What can be touched next."""
        return frozenset(spot for move in self.fitting() for spot in self.left(move))

    def only(self) -> Move | None:
        """The move that was touched completely, if no other is left."""
        fitting = self.fitting()
        return fitting[0] if self.touched and len(fitting) == 1 and not self.left(fitting[0]) else None

    def complete(self) -> Sequence[Move]:
        """The moves for which nothing more is touched."""
        return [move for move in self.fitting() if not self.left(move)] if self.touched else []
