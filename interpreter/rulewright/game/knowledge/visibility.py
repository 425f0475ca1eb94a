"""Visibility: which players see which zones and variables. It is declared, and never depends on the state.

    sight.place("cards", hand_of_1, player=0)     False: `seen_by: owner`
    sight.masked(cells, player=0)                 the cells, with those that player 0 does not see masked

Of a hidden zone, players still see how many pieces lie there and how many of them show a face.  A spectator sees what
everybody sees, and has the number after the last seat.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import field
from typing import Literal, SupportsIndex, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group, KindLayout
from rulewright.runtime.hidden_cells import UNSEEN as UNSEEN
from rulewright.runtime.hidden_cells import Unseen
from rulewright.runtime.trace import View
from rulewright.source.dataclass import dataclass

Viewer: TypeAlias = SupportsIndex | Literal["spectator"]
"""A seat (from 0), or a spectator."""


@dataclass(frozen=True, slots=True)
class Sight:
    program: ir.Program
    _cells: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _places: dict[tuple[str, int], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _whole: dict[int, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    def place(self, kind: str, code: int, player: int) -> bool:
        """Whether a player sees which pieces lie at a place."""
        info = self.program.layout.kinds[kind].places[code]
        if info.seen_by in ("all", "nobody"):
            return info.seen_by == "all"
        return self._owns(info.owner, info.owner_is_team, info.seen_by == "team", player)

    def cell(self, group: Group, index: int, player: int) -> bool:
        """Whether a player sees one cell of a variable (index within the group)."""
        if group.seen_by in ("all", "nobody"):
            return group.seen_by == "all"
        size = group.size
        for axis in group.axes:
            size //= axis.size
            if axis.kind in ("players", "teams"):
                owner = index // size % axis.size
                return self._owns(owner, axis.kind == "teams", group.seen_by == "team", player)
        return False

    @property
    def spectator(self) -> int:
        """The number of a spectator: the one after the last seat."""
        return self.program.players

    def viewers(self, kind: str, code: int) -> int:
        """The viewers of a place as a bit set: players, then the spectator."""
        return sum(1 << viewer for viewer in range(self.spectator + 1) if self.place(kind, code, viewer))

    def everyone(self) -> int:
        """All players and the spectator, as a bit set."""
        return (2 << self.spectator) - 1

    def hides(self) -> bool:
        """Whether anything is hidden from anybody in this game."""
        return not all(self.sees_all(player) for player in range(self.program.players))

    def differs(self, seats: Sequence[int]) -> bool:
        """Whether one of these seats sees something that another of them does not; a stack that nobody sees makes no difference."""
        kinds = self.program.layout.kinds.values()
        return any(
            self.hidden_cells(seat) != self.hidden_cells(seats[0])
            or any(self.hidden_places(kind, seat) != self.hidden_places(kind, seats[0]) for kind in kinds)
            for seat in seats[1:]
        )

    def sees_all(self, player: int) -> bool:
        """Whether nothing at all is hidden from a player in this game."""
        if player not in self._whole:
            self._whole[player] = not self.hidden_cells(player) and not any(
                self.hidden_places(kind, player) for kind in self.program.layout.kinds.values()
            )
        return self._whole[player]

    def hidden_cells(self, player: int) -> tuple[int, ...]:
        """The cells of variables that a player does not see."""
        if player not in self._cells:
            self._cells[player] = tuple(
                group.offset + index
                for group in self.program.layout.groups.values()
                for index in range(group.size)
                if not self.cell(group, index, player)
            )
        return self._cells[player]

    def hidden_places(self, kind: KindLayout, player: int) -> frozenset[int]:
        """The places of a kind, by code, of which a player does not see which pieces lie there."""
        key = (kind.name, player)
        if key not in self._places:
            codes = range(len(kind.places))
            self._places[key] = frozenset(code for code in codes if not self.place(kind.name, code, player))
        return self._places[key]

    def unseen(self) -> Unseen:
        """The hidden cells and places of every seat and the spectator, in the form that machine code reads."""
        return Unseen.of(self.program.layout, self.hidden_cells, self.hidden_places)

    def masked(self, cells: Sequence[int], player: int) -> array[int]:
        """The cells as one player sees them, hidden ones masked: equal in states that look the same to this player."""
        shown = array("i", cells)
        if self.sees_all(player):
            return shown
        for index in self.hidden_cells(player):
            shown[index] = UNSEEN
        for kind in self.program.layout.kinds.values():
            mask = self._mask_identical if kind.identical else self._mask_distinct
            mask(shown, cells, kind, self.hidden_places(kind, player))
        return shown

    def view(self, cells: Sequence[int], player: int) -> View:
        """What one player sees, in the form that traces need."""
        shown = self.masked(cells, player)
        hidden = set(self.hidden_cells(player))
        for kind in self.program.layout.kinds.values():
            if not kind.identical:
                unseen = [piece for piece in range(kind.pieces) if shown[kind.where + piece] == UNSEEN]
                hidden.update(kind.where + piece for piece in unseen)
                if kind.face >= 0:
                    hidden.update(kind.face + piece for piece in unseen)
        return View(shown, frozenset(hidden), lambda kind, code: self.place(kind, code, player))

    def showing(self, cells: Sequence[int], kind: KindLayout, code: int) -> int:
        """The number of pieces at a place that show a face."""
        if not kind.faces:
            return 0
        if kind.identical:
            return sum(
                many for look, many in enumerate(kind.looks_at(cells, code)) if look % (kind.faces + 1)
            )
        return sum(
            1
            for piece in range(kind.pieces)
            if cells[kind.where + piece] == code and cells[kind.face + piece] > 0
        )

    # ------------------------------------------------------------------------------------------------- private

    def _owns(self, owner: int | None, owner_is_team: bool, team: bool, player: int) -> bool:
        if owner is None or player == self.spectator:
            return False
        teams = self.program.teams
        if owner_is_team:
            return teams[player] == owner
        return teams[owner] == teams[player] if team else owner == player

    def _mask_identical(
        self, shown: array[int], cells: Sequence[int], kind: KindLayout, hidden: frozenset[int]
    ) -> None:
        """Mask the counts of hidden places: the first look gets the number of pieces that show no face, the second look
        that of those that show one."""
        for code in hidden:
            base = kind.counts + code * kind.looks
            held, showing = kind.held_at(cells, code), self.showing(cells, kind, code)
            shown[base : base + kind.looks] = array("i", [0] * kind.looks)
            shown[base] = held - showing
            if kind.looks > 1:
                shown[base + 1] = showing

    def _mask_distinct(
        self, shown: array[int], cells: Sequence[int], kind: KindLayout, hidden: frozenset[int]
    ) -> None:
        for code in hidden:
            if code in kind.order:
                start = kind.order[code]
                size = kind.places[code].size
                shown[start : start + size] = array("i", [UNSEEN] * size)
        for piece in range(kind.pieces):
            if cells[kind.where + piece] in hidden or cells[kind.where + piece] == UNSEEN:
                shown[kind.where + piece] = UNSEEN
                if kind.face >= 0:
                    shown[kind.face + piece] = UNSEEN
