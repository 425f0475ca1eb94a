"""Which cells a game of a program can have, and what is wrong with those that none has.

    possible = Possible(program)
    possible.fault(state.cells)             None
    possible.fault([7, *cells[1:]])         "the player to act is 7, and can be 0 to 1"

Whatever comes from outside is looked at here before it is played on: saved games, records, `game.state_at`, what enters native
code.  Looked at are the range of each cell, and that all cells tell the same about where the pieces are.  Whether play can
come to such a position nobody can say; that rules can be asked about it is what counts.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from operator import le

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, FLOW_CELLS, ROUND, WINNERS, Group, KindLayout
from rulewright.language.types import HIGHEST
from rulewright.runtime.wording import Wording

FLOW = (
    "the player to act", "the phase", "the round", "the player who began the round", "the number of the end",
    "the set of winners",
)  # fmt: skip
NOBODY = -1


class Possible:
    """The cells that a program's games can have: at a decision, or when the game is over."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._wording = Wording(program)
        self._kinds = [(kind, _owned(program, kind)) for kind in program.layout.kinds.values()]
        self._low, self._high = _ranges(program)
        self._gaps = [group for group in program.layout.groups.values() if group.optional and group.low > group.none + 1]

    def fault(self, cells: Sequence[int]) -> str | None:
        """What is wrong, in the author's words; None if a game can have these cells."""
        if len(cells) != len(self._low):
            return f"{len(self._low)} cells are needed, {len(cells)} are given"
        if not (all(map(le, self._low, cells)) and all(map(le, cells, self._high))):
            return self._out_of_range(cells)
        fault = _flow(cells) or self._in_a_gap(cells)
        for kind, owned in self._kinds:
            fault = fault or (
                self._counts(kind, owned, cells) if kind.identical else self._places(kind, cells)
            )
        return fault

    # ------------------------------------------------------------------------------------------------ ranges

    def _out_of_range(self, cells: Sequence[int]) -> str:
        bounds = zip(cells, self._low, self._high, strict=True)
        at, cell, low, high = next(
            (at, cell, low, high) for at, (cell, low, high) in enumerate(bounds) if not low <= cell <= high
        )
        return f"{self.name(at)} is {cell}, and can be {low} to {high}"

    def _in_a_gap(self, cells: Sequence[int]) -> str | None:
        """Variables whose `none` lies apart from their values."""
        for group in self._gaps:
            for at in range(group.offset, group.offset + group.size):
                if group.none < cells[at] < group.low:
                    return f"{self.name(at)} is {cells[at]}, and can be {group.none} (none) or {group.low} to {group.high}"
        return None

    # ------------------------------------------------------------------------------------------------ pieces

    def _counts(self, kind: KindLayout, owned: Sequence[int], cells: Sequence[int]) -> str | None:
        """Identical pieces: no place holds too many, and none is missing or too many."""
        looks, zones = kind.looks, _zones(kind)
        counts = cells[kind.counts : kind.counts + zones * looks]
        for code in range(zones):
            held = sum(counts[code * looks : (code + 1) * looks])
            if held > kind.places[code].size:
                return self._too_full(kind, code, held)
        spots = cells[kind.spots : kind.spots + len(kind.places) - zones]
        wide = kind.faces + 1
        for owner in range(kind.owners if owned or kind.unlimited else 0):
            loose = sum(sum(counts[owner * wide + face :: looks]) for face in range(wide))
            standing = len(spots) - spots.count(0) if kind.owners == 1 else sum(owner * wide < s <= (owner + 1) * wide for s in spots)  # fmt: skip
            if owned and loose + standing != owned[owner]:
                whose = f" of {owner + 1}" if kind.owners > 1 else ""
                return f"there are {loose + standing} {kind.name}{whose} in all, and there must be {owned[owner]}"
        return None
