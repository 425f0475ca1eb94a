"""The measure of a game: the unit of its results for people, and what a payoff is in it.

    measure_of(game)                         Measure(kind="wins", ...): a chance to win
    measure_of(game).of(0.5)                 0.75, in a game of two

Chances to win, where a game is won or lost: a draw, and a win that is shared, count as the part of it that each would get by lots.  Points, where the
players get points.  Else the payoff itself, as where a win can count two or three times.  More is better, also of points of which the fewest win:
these are negative here, and `shown` gives their true sign.
"""

from __future__ import annotations

from array import array
from typing import Literal

from rulewright.game.results.standing import returns
from rulewright.game.table import Table
from rulewright.ir.ranking import standing_of
from rulewright.ir.utility import payoffs, total, utility
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """`sides`: the number of sides that play for a win. `fewest`: the fewest points are best. `opposed`: there are two sides, and one gets what the other
    loses."""

    kind: Literal["wins", "points", "result"]
    sides: int = 2
    fewest: bool = False
    opposed: bool = False

    def of(self, payoff: float) -> float:
        """A payoff, or a mean of payoffs, in this measure."""
        return (payoff * (self.sides - 1) + 1) / self.sides if self.kind == "wins" else payoff

    def against(self, value: float) -> float:
        """What a value is to the other side, where two are opposed."""
        return 1 - value if self.kind == "wins" and self.sides == 2 else -value

    @property
    def width(self) -> float:
        """The difference between the best and the worst result where the measure has such; otherwise 0."""
        return 1.0 if self.kind == "wins" else 0.0

    def shown(self, value: float) -> float:
        """A value as people write it: chances in percent, points with the sign that they have in the game."""
        if self.kind == "wins":
            return 100 * value
        return -value if self.fewest else value


def measure_of(table: Table) -> Measure:
    """The measure of a game at its table."""
    program = table.program
    opposed = len(set(program.teams)) == 2 and total(program) == 0
    if standing_of(program) and utility(program) == "points":
        return Measure("points", fewest=not standing_of(program)[0].highest, opposed=opposed)
    if program.layout.worth >= 0 or utility(program) == "points":
        return Measure("result", opposed=opposed)
    sides = {len(payoffs(program, end).sides) for end in program.ends}
    if max(sides) <= 2:
        return Measure("wins", opposed=opposed)
    if len(sides) == 1 and total(program) == 0:
        return Measure("wins", sides.pop(), opposed=opposed)
    return Measure("result", opposed=opposed)


def result_of(table: Table, cells: array[int], player: int) -> float:
    """The result of a finished game for a player: more is better, also where the fewest points are. 0 before the end."""
    came_to = returns(table.executor, cells)[player]
    return -came_to if measure_of(table).fewest and not table.program.utility else came_to
