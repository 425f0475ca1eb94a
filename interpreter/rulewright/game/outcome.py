"""What a game that is over came to, told from the few figures that are kept of it when many are played.

    returns_of(program, end, winners, scores)     (1.0, -1.0)

`standing` reads the same off the cells of a position, which nobody keeps of a hundred thousand games.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.ir import nodes as ir
from rulewright.ir.standing import standing_of


def returns_of(
    program: ir.Program, end: ir.End, winners: Collection[int], scores: Sequence[int]
) -> tuple[float, ...] | None:
    """As `standing.returns`: 1 for each winner, -1 for the others, 0 for a draw; with one player and a result in points the points, or
    None where those are not the score that `standing` reads."""
    if any(isinstance(outcome, ir.Drawn) for outcome in end.result):
        return (0.0,) * program.players
    points = next((outcome for outcome in end.result if isinstance(outcome, ir.Best)), None)
    if program.players == 1 and points is not None:
        best = standing_of(program)[0]
        return (float(scores[0]),) if repr(best.value) == repr(points.value) else None  # without the places
    return tuple(1.0 if player in winners else -1.0 for player in range(program.players))
