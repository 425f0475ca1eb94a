"""Calls, with buffers, of the function for games that continue from a position.

    continuing = Continuing(program, library(program, "continued", kept, ("bold",)), ("bold",))
    continuing.play_on(position, [0, 1, 2], seeds, Until(most=10_000), ("bold", None))

`Native` holds one for players at random, and one for all strategies; `runtime.fast` defines what it does.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.native.driver.boundary import Boundary
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.driver.machine import Library, address, zeros
from rulewright.native.driver.reasons import reason
from rulewright.runtime.executor import Position
from rulewright.runtime.fast import SCORES, Played, Seats, Until


class Continuing:
    """Games that continue from positions, played into our buffers."""

    def __init__(self, program: ir.Program, functions: Library, who: Seats) -> None:
        self.functions = functions
        self._play_on = functions["rulewright.play_on"]
        self._reason = partial(reason, functions)
        self._boundary = Boundary(program)
        self._room = ROOM * row_layout(program).width
        self._players = program.players
        self._number: dict[str | None, int] = {None: -1}
        self._number |= {name: place for place, name in enumerate(who)}
        self._wide = SCORES + len(standing_lines(program)) * program.players

    def play_on(
        self, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats
    ) -> Played | None:
        """See `runtime.fast.PlaysOn`."""
        if not self._boundary.admits(position.cells):
            return None
        games = len(firsts) * len(seeds)
        out, turns = zeros(games * self._wide), array("i", position.luck.turns)
        rounds = -1 if until.rounds is None else until.rounds
        to, step = address(out), out.itemsize * self._wide * len(seeds)
        given = address(seeds), len(seeds)
        rows = zeros(self._room)
        sitting = array("i", (self._number[name] for name in seats or (None,) * self._players))
        from_ = address(position.cells), address(turns), address(sitting), address(rows)
        for place, first in enumerate(firsts):
            self._play_on(*given, first, until.most, rounds, until.turn, *from_, to + place * step)
        return Played(out, games, self._wide, reason=self._reason)
