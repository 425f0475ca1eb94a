"""Games that are played to be measured: who plays them, what is counted, and how that stands in rows of numbers.

    counted_rules(program)                      ("rack", "bank", ..., "phases.turn.as_soon_as.caught", ...)
    if isinstance(executor, Measuring):
        rows = executor.play_measured(seeds, max_actions=10_000, seats=((None, "bold"), ("bold", None)))

Players are *plain* here: at random (None), or by a strategy of the rulebook, by its id.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from rulewright.ir import nodes as ir
from rulewright.ir.walking import automatic_rules
from rulewright.runtime.fast.playouts import SCORES, Played

Seats: TypeAlias = tuple[str | None, ...]
"""Who plays in each seat."""

ROUNDS_KEPT = 100
"""How many rounds of a game the scores are kept of."""
TURNS, CHOICES, LEAD_CHANGES, FIRED = range(4)
"""What stands in the row of a measured game behind what `runtime.fast.playouts` says: turns begun; how many legal choices there were at
all decisions together; how often another player led alone than the last who did; then how often each rule of `counted_rules` was
carried out."""


@dataclass(frozen=True, slots=True)
class MeasuredRows(Played):
    """Rows that begin as in `runtime.fast.playouts`, with `lines` lines of standings by player, and go on as said here. `curve`: for each round
    up to ROUNDS_KEPT 1 + 2 * players numbers: in how many finished games it was played, and of the score at its end the sum and
    the sum of squares, by player."""

    players: int
    lines: int
    curve: array[int]

    def score(self, player: int) -> array[int]:
        """A player's score by game; 0 in games that keep none."""
        return self.column(SCORES + player) if self.lines else array("i", (0,)) * self.games

    def measure(self, place: int) -> array[int]:
        """What stands at a place of the second part of each row."""
        return self.column(SCORES + self.lines * self.players + place)


@runtime_checkable
class Measuring(Protocol):
    """An executor that can play and measure many games quickly."""

    def play_measured(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        """The games of these seeds (64-bit numbers without sign); the first with the players of `seats[0]`, the next with
        those of `seats[1]`, and round again. As `game.playouts.measured_game` has it. A row whose FAILED is not 0 says nothing else."""
        ...


def counted_rules(program: ir.Program) -> tuple[str, ...]:
    """What is counted, in order: the actions by name, then by path the automatic rules that do something: those of the phases, then those
    of turns and rounds."""
    return (*program.actions, *(rule.path for rule in automatic_rules(program)))


def curve_width(players: int) -> int:
    """How many numbers the curve has for each round."""
    return 1 + 2 * players
