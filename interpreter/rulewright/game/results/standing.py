"""Results: winners, returns, scores and the ranking, at the end and before it."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import lcm

from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED, WINNERS
from rulewright.ir.ranking import standing_of
from rulewright.ir.utility import payoffs, points_of
from rulewright.runtime.executor import Executor


def ended_by(program: ir.Program, cells: Sequence[int]) -> ir.End | None:
    """The `end` that ended the game, None while it goes on."""
    return program.ends[cells[ENDED] - 1] if cells[ENDED] else None


def winners(program: ir.Program, cells: Sequence[int]) -> list[int]:
    """The players who won, in seat order; empty while the game goes on, and after a draw."""
    return [player for player in range(program.players) if cells[WINNERS] >> player & 1]


def worth(program: ir.Program, cells: Sequence[int]) -> int:
    """How much the result of a finished game counts: 1 unless an end has a `worth`; 0 before the end, and in a draw, of a game in
    which one has."""
    return cells[program.layout.worth] if program.layout.worth >= 0 else 1


def returns(executor: Executor, cells: array[int]) -> list[float]:
    """The returns by seat (`ir.utility`): 1 for a sole winner, or points; 0 before the end."""
    program = executor.program
    end = ended_by(program, cells)
    if end is None:
        return [0.0] * program.players
    points = points_of(program, end)
    if points is None:
        return payoffs(program, end).of(program.players, cells[WINNERS], worth(program, cells))
    return [float(value) for value in _points(executor, cells, points)]


def former_returns(executor: Executor, cells: array[int]) -> list[float]:
    """The returns as in records that are older than `ir.utility`: 1 for each winner, -1 for the others."""
    program = executor.program
    end = ended_by(program, cells)
    if (
        end is None
        or points_of(program, end) is not None
        or any(isinstance(each, ir.Drawn) for each in end.result)
    ):
        return returns(executor, cells)
    return [1.0 if cells[WINNERS] >> player & 1 else -1.0 for player in range(program.players)]


def _points(executor: Executor, cells: array[int], best: ir.Best) -> Iterator[int]:
    """The points by seat, negated if the rulebook declares that the fewest are best."""
    asked = ir.Asked("utility", best.value, best.locals, best.span)
    sign = -1 if executor.program.utility and not best.highest else 1
    for player, team in enumerate(executor.program.teams):
        value = executor.value(cells, asked, player, (team if best.per_team else player,))
        assert isinstance(value, int)
        yield sign * value


def keeps_score(program: ir.Program) -> bool:
    """Whether the game has a score: a `standing`, or an end that the most or the fewest points win."""
    return bool(standing_of(program))


def fewest_are_best(program: ir.Program) -> bool:
    """Whether the lowest of `scores` is the best one."""
    return not all(best.highest for best in standing_of(program)[:1])


def counts_rounds(program: ir.Program) -> bool:
    """Whether the result of a game for one is the number of rounds that it took, the fewer the better."""
    return (
        program.players == 1
        and not program.utility
        and fewest_are_best(program)
        and all(
            isinstance(best.value, ir.Flow) and best.value.what == "round" for best in standing_of(program)
        )
    )


def scores(executor: Executor, cells: array[int]) -> list[int]:
    """The scores by seat: the first line of `standing`; 0 for all in a game without a score."""
    values = executor.standings(cells)
    return [value for (value,) in values[0]] if values else [0] * executor.program.players


def all_win_together(program: ir.Program) -> bool:
    """Whether each end is a win, a draw or a loss for everybody."""
    everybody = tuple(range(program.players))
    return not program.utility and all(
        isinstance(result, ir.Lost | ir.Drawn)
        or (
            isinstance(result, ir.Wins)
            and isinstance(result.who, ir.Members)
            and result.who.values == everybody
        )
        for end in program.ends
        for result in end.result
    )


def ranking(executor: Executor, cells: array[int]) -> list[list[int]]:
    """The seats from best to worst, in lists of those that share a place. Winners come first at the end."""
    program = executor.program
    won = winners(program, cells)
    lines = zip(standing_of(program), executor.standings(cells), strict=True)
    columns = [[-value if best.highest else value for (value,) in values] for best, values in lines]
    keys = [(player not in won, *(column[player] for column in columns)) for player in range(program.players)]
    return [[player for player in range(program.players) if keys[player] == key] for key in sorted(set(keys))]


MOST_PARTS = 1_000
"""More than the least common denominator of returns at any table has."""


def whole_returns(program: ir.Program) -> int:
    """The least number by which the returns of finished games are whole numbers, where none are points."""
    found = [payoffs(program, end) for end in program.ends if points_of(program, end) is None]
    shares = {share for each in found for share in (*each.won, *each.lost)}
    return lcm(*(Fraction(share).limit_denominator(MOST_PARTS).denominator for share in shares))


def returns_of(
    program: ir.Program, end: ir.End, winners: Collection[int], scores: Sequence[int], worth: int = 1
) -> tuple[float, ...] | None:
    """The returns of a finished game, from its winners, scores and worth; None if the utility is points that are not the score."""
    points = points_of(program, end)
    if points is None:
        return tuple(payoffs(program, end).of(program.players, sum(1 << seat for seat in winners), worth))
    best = standing_of(program)
    if not best or repr((best[0].value, best[0].per_team)) != repr(
        (points.value, points.per_team)
    ):  # compared without their places in the file
        return None
    sign = -1 if program.utility and not points.highest else 1
    return tuple(float(sign * score) for score in scores)
