"""Payoffs of a game for each player: results, or points where the rulebook declares them.

    payoffs(program, end).of(players=3, winners=0b001)      [1.0, -0.5, -0.5]        three players, of whom the first has won

A shared win is worth its expected value if lots were drawn for it: the only winner gets 1, and all others pay for that in
equal parts.  So the sum is always 0, and a win that all share is worth 0.  Partners are one side if all teams have the same
size.  A result that a rulebook gives to everybody by name (`wins: players`, `lost`) is 1 or -1 for all.  Where ends have a
`worth`, all of this is multiplied by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias, assert_never

from rulewright.ir import nodes as ir
from rulewright.language.types import HIGHEST, LOWEST, Integer
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The payoffs of an end, by the number of sides that have won. `sides`: the first seat of each."""

    sides: tuple[int, ...]
    won: tuple[float, ...]
    lost: tuple[float, ...]

    def of(self, players: int, winners: int, worth: int = 1) -> list[float]:
        """The payoffs by seat; `winners` is a bit set of players, `worth` that of the result."""
        many = sum(winners >> seat & 1 for seat in self.sides)
        won, lost = (worth * each[many] + 0.0 for each in (self.won, self.lost))  # 0 and not -0
        return [won if winners >> seat & 1 else lost for seat in range(players)]


def payoffs(program: ir.Program, end: ir.End) -> Payoffs:
    """The payoffs of an end, without points."""
    sides = _sides(program, end)
    count = len(sides)
    pairs = [_pair(end, many, count) for many in range(count + 1)]
    return Payoffs(sides, tuple(won for won, _ in pairs), tuple(lost for _, lost in pairs))


def points_of(program: ir.Program, end: ir.End) -> ir.Best | None:
    """The points that players get at an end: those that the rulebook declares, or the result of a game for one."""
    if program.utility:
        return program.utility[0]
    return _best(end) if program.players == 1 else None


def utility(program: ir.Program) -> Literal["result", "points"]:
    """The meaning of `returns`: the result for each player, or points."""
    points = any(points_of(program, end) is not None for end in program.ends)
    return "points" if points else "result"


Range: TypeAlias = tuple[int, int]
"""The least and the greatest value of an expression."""


def bounds(program: ir.Program, range_of: Callable[[ir.Best | ir.Worth], Range]) -> tuple[float, float]:
    """The least and the greatest payoff of any player; `range_of` gives the range of points, or of what a result is worth."""
    values = [value for end in program.ends for value in _possible(program, end, range_of)]
    return min(values), max(values)


def declared_range(points: ir.Best | ir.Worth) -> Range:
    """The range of points, or of what a result is worth, by the declared ranges of its parts."""
    return (points.type.low, points.type.high) if isinstance(points.type, Integer) else (LOWEST, HIGHEST)


def total(program: ir.Program) -> float | None:
    """The sum of all players' payoffs, if it is the same however the game ends; None if that is not known.
    For points it is the declared sum, which is checked whenever a game ends."""
    if program.utility_sum is not None:
        return float(program.utility_sum.value)
    return 0.0 if all(_surely_nothing(program, end) for end in program.ends) else None


def zero_sum(program: ir.Program) -> bool | None:
    """Whether the sum of payoffs is 0 however the game ends; None for points whose sum is not declared."""
    if program.utility_sum is None and utility(program) == "points":
        return None
    return total(program) == 0


def _sides(program: ir.Program, end: ir.End) -> tuple[int, ...]:
    teams = program.teams
    alike = len({teams.count(team) for team in teams}) == 1
    named = [outcome.per_team for outcome in end.result if isinstance(outcome, ir.Best | ir.Wins)]
    if alike and named and all(named):
        return tuple(teams.index(team) for team in dict.fromkeys(teams))
    return tuple(range(program.players))


def _pair(end: ir.End, many: int, sides: int) -> tuple[float, float]:
    """The payoffs of winners and losers if that many of the sides have won."""
    if any(isinstance(outcome, ir.Drawn) for outcome in end.result):
        return 0.0, 0.0
    if many == 0:
        return -1.0, -1.0
    if many == sides:
        return (0.0, 0.0) if _best(end) is not None else (1.0, 1.0)
    return (sides - many) / (many * (sides - 1)), -1 / (sides - 1)


def _best(end: ir.End) -> ir.Best | None:
    return next((outcome for outcome in end.result if isinstance(outcome, ir.Best)), None)


def _possible(
    program: ir.Program, end: ir.End, range_of: Callable[[ir.Best | ir.Worth], Range]
) -> Iterator[float]:
    """The payoffs that a player may get at an end."""
    points = points_of(program, end)
    if points is not None:
        low, high = range_of(points)
        negated = program.utility and not points.highest
        yield from (float(-high), float(-low)) if negated else (float(low), float(high))
        return
    found = payoffs(program, end)
    for worth in range_of(end.worth) if end.worth is not None else (1,):
        for many in _winning(end, len(found.sides)):
            if many:
                yield worth * found.won[many]
            if many < len(found.sides):
                yield worth * found.lost[many]


def _winning(end: ir.End, sides: int) -> range:
    """The numbers of sides that may win at an end."""
    least, most = 0, 0
    for outcome in end.result:
        match outcome:
            case ir.Best():
                return range(1, sides + 1)
            case ir.Wins(who=who):
                one = isinstance(who, ir.Elements) and who.single
                least, most = max(least, int(one)), min(most + 1, sides) if one else sides
            case ir.Drawn() | ir.Lost():
                pass
            case _ as never:
                assert_never(never)
    return range(least, most + 1)


def _surely_nothing(program: ir.Program, end: ir.End) -> bool:
    """Whether the sum of payoffs at an end is 0 in every result."""
    if points_of(program, end) is not None:
        return False
    found = payoffs(program, end)
    count, size = len(found.sides), program.players // len(found.sides)
    sums = (
        size * (many * found.won[many] + (count - many) * found.lost[many]) for many in _winning(end, count)
    )
    return all(abs(each) < 1e-9 for each in sums)
