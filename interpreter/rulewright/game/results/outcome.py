"""What a game that is over came to, told from the few figures that are kept of it when many are played.

    returns_of(program, end, winners, scores)     (1.0, -1.0)

`standing` reads the same off the cells of a position, which nobody keeps of a hundred thousand games.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.ir.utility import payoffs, points_of


def returns_of(
    program: ir.Program, end: ir.End, winners: Collection[int], scores: Sequence[int]
) -> tuple[float, ...] | None:
    """As `standing.returns`; None for points that are not the score that `standing` reads."""
    points = points_of(program, end)
    if points is None:
        return tuple(payoffs(program, end).of(program.players, sum(1 << seat for seat in winners)))
    best = standing_of(program)
    if not best or repr((best[0].value, best[0].per_team)) != repr(
        (points.value, points.per_team)
    ):  # without the places
        return None
    sign = -1 if program.utility and not points.highest else 1
    return tuple(float(sign * score) for score in scores)
