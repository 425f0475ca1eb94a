"""The two ways in which a batch is stepped: game by game, or all at once where the executor can (`runtime.fast.vectorised`).

    way = stepping(table, shown, anew=False)
    way.begin({0: 7, 1: 8})
    way.apply(array("q", [RANDOM, 3]))
    way.legal_ids(0)

Both give the same games.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Protocol

from rulewright.game.batches.scalar import OneByOne
from rulewright.game.batches.single_games import NOBODY as NOBODY
from rulewright.game.batches.single_games import RANDOM as RANDOM
from rulewright.game.batches.single_games import Shown as Shown
from rulewright.game.batches.vectorised import AtOnce
from rulewright.game.table import Table
from rulewright.runtime.executor import Position
from rulewright.runtime.fast.measured_games import Seats
from rulewright.runtime.fast.vectorised import Together


class Stepping(Protocol):
    """Games side by side."""

    def begin(self, seeds: Mapping[int, int]) -> None:
        """Begin the games at some places, at first all. BatchFailure if any of them cannot begin, and then nothing has changed."""
        ...

    def stand(self, positions: Mapping[int, Position]) -> None:
        """Let the games at some places go on from positions, with the luck that stands there."""
        ...

    def apply(self, given: array[int]) -> None:
        """Do what the ids say. IllegalAction, and then nothing has changed; or BatchFailure for the games in which a rule fails,
        which stay as they were or begin anew, after all others have moved on."""
        ...

    def legal_ids(self, place: int) -> list[int]: ...

    def fill(self, mask: memoryview, actions: int) -> None:
        """Write a row of `actions` bytes for each game."""
        ...

    def observe(self, seen: memoryview, viewer: int | None) -> None:
        """Write a row of cells for each game, bytes of 32-bit numbers, as somebody sees it. None: whoever is to act."""
        ...

    def prefer(self, strategies: Seats) -> array[int]:
        """Ids (64 bits) of what whoever is to act takes who follows the strategy of the seat; RANDOM where the seat has none, and
        where the game is over. BatchFailure for the games in which a preference fails."""
        ...

    def position(self, place: int) -> Position:
        """Where a game stands."""
        ...


def stepping(table: Table, shown: Shown, anew: bool) -> Stepping:
    """The quickest way there is. `anew`: games that are over begin with the next seed."""
    executor = table.executor
    states = executor.states(len(shown.current)) if isinstance(executor, Together) else None
    if states is None or not isinstance(executor, Together):
        return OneByOne(table, shown, anew)
    return AtOnce(table, executor, states, shown, anew)
