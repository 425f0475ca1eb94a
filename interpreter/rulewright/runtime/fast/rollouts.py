"""What an executor may do beside playing whole games: play on from a position, many times, for players who look ahead.

    if isinstance(executor, PlaysOn):
        rows = executor.play_on(position, firsts=[0, 1], seeds=array("Q", [7, 8, 9]), until=Until(turn=True))

What comes of it is the same as by single steps, which `game.playouts.rollouts` takes.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rulewright.runtime.executor import Position
from rulewright.runtime.fast.measured_games import Seats
from rulewright.runtime.fast.playouts import Played


@dataclass(frozen=True, slots=True)
class Until:
    """When games that go on are broken off: after so many decisions, when more than `rounds` rounds have begun (none: never), and with
    `turn` when the turn is over in which they went on."""

    most: int = 10_000
    rounds: int | None = None
    turn: bool = False


@runtime_checkable
class PlaysOn(Protocol):
    """An executor that can play on from a position quickly."""

    def play_on(
        self, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats = ()
    ) -> Played | None:
        """For each of `firsts` (which of the legal choices is taken first, by number; -1 for any) one game for each seed (64-bit numbers
        without sign), in this order. Its luck is that of the seed; `seats` says who plays, nobody given all at random. A row
        in which FAILED is not 0 has to be played in single steps; None if all have to."""
        ...
