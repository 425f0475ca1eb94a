"""Games that come back to where they were: what to show of a game that stands still.

    shortest(sameness, tried)        Loop(start=0, end=2)         after two moves all is as it was at the start

Nothing but the number of the round may have changed, and that only where no rule looks at it: while a score grows, a
game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.game.playouts.equivalence import Sameness
from rulewright.game.playouts.trial import Tried

FAR = 5
"""A loop that takes a move more has to close so many moves earlier to be shown instead."""


@dataclass(frozen=True, slots=True)
class Loop:
    """The positions after `start` and after `end` moves are the same."""

    start: int
    end: int


def shortest(sameness: Sameness, tried: Tried, since: int = 0) -> Loop | None:
    """A loop of a game that takes few moves and comes early, but not before so many moves."""
    found = _shortest([sameness.exact(cells) for cells in tried.cells[since:]])
    return None if found is None else Loop(since + found[0], since + found[1])


def closed(sameness: Sameness, tried: Tried) -> Loop | None:
    """The loop that the last move of a game closes."""
    last, end = sameness.exact(tried.cells[-1]), len(tried.cells) - 1
    for start in range(end - 1, -1, -1):
        if sameness.exact(tried.cells[start]) == last:
            return Loop(start, end)
    return None


def _shortest(keys: Sequence[bytes]) -> tuple[int, int] | None:
    """Start and end of a loop that is short and closes early."""
    latest: dict[bytes, int] = {}
    best: tuple[int, int] | None = None
    cost = 0
    for place, key in enumerate(keys):
        start = latest.get(key)
        if start is not None and (best is None or place + FAR * (place - start) < cost):
            best, cost = (start, place), place + FAR * (place - start)
        latest[key] = place
    return best
