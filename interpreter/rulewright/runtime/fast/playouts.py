"""What an executor may do beside telling every step: play whole games of random players, and single steps, untold.

    if isinstance(executor, Bulk):
        played = executor.play_many(array("Q", [7, 8, 9]), max_actions=10_000)
        played.column(ENDED)            array("i", [1, 1, 2])

Where it is so, simulations take this way; what comes of it is the same as by single steps.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rulewright.runtime.executor import Choice, Position

FAILED, DECISIONS, ROUND, ENDED, WINNERS, SCORES = range(6)
"""Where what stands in the row of a game. FAILED: 0, or something else if it has to be played in single steps (then
nothing else is to be read); ENDED and WINNERS as in the cells; from SCORES on the first line of the standings, by player, if
the game keeps score."""


@dataclass(frozen=True, slots=True)
class Played:
    """So many games, each a row of `width` numbers, one after the other."""

    numbers: array[int]
    games: int
    width: int

    def column(self, place: int) -> array[int]:
        """What stands at a place of each row, by game."""
        return self.numbers[place : self.games * self.width : self.width]

    def score(self, player: int) -> array[int]:
        """A player's score by game; 0 in games that keep none."""
        if self.width == SCORES:
            return array("i", (0,)) * self.games
        return self.column(SCORES + player)


@runtime_checkable
class Bulk(Protocol):
    """An executor that can play many games quickly."""

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None = None) -> Played:
        """The games of these seeds (an array of 64-bit numbers without sign), each played by random players as
        `game.playouts.playout` has it. Other threads run meanwhile."""
        ...

    def seeds_of(self, seed: int, numbers: range) -> array[int]:
        """The seeds of games (`words.seed_of`), numbered one after the other, as `play_many` takes them."""
        ...

    def carry_out(self, position: Position, choice: Choice) -> None:
        """`apply` with chance from the seed, untold. Raises RuleFailure as `apply` does."""
        ...
