"""Games that come back to where they were: what to show of a game that does not end.

    shortest(game, tried)        Loop(start=0, end=2, but=())         after two moves all is as it was at the start

A loop is *exact* if nothing but the number of the round has changed, which no rule of that game looks at; otherwise
`but` names the counting variables that differ, such as a score that grows while the game stands still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.game.sameness import Sameness
from rulewright.game.trial import Tried

FAR = 5
"""A loop that takes a move more has to close so many moves earlier to be shown instead."""


@dataclass(frozen=True, slots=True)
class Loop:
    """The positions after `start` and after `end` moves are the same, but for the variables named in `but`."""

    start: int
    end: int
    but: tuple[str, ...]

    @property
    def exact(self) -> bool:
        return not self.but


def shortest(sameness: Sameness, tried: Tried) -> Loop | None:
    """A loop of a game that takes few moves and comes early; an exact one if there is any."""
    for key in (sameness.exact, sameness.loose):
        found = _shortest([key(cells) for cells in tried.cells])
        if found is not None:
            start, end = found
            return Loop(start, end, sameness.differing(tried.cells[start], tried.cells[end]))
    return None


def closed(sameness: Sameness, tried: Tried, exactly: bool) -> Loop | None:
    """The loop that the last move of a game closes."""
    key = sameness.exact if exactly else sameness.loose
    last, end = key(tried.cells[-1]), len(tried.cells) - 1
    for start in range(end - 1, -1, -1):
        if key(tried.cells[start]) == last:
            return Loop(start, end, sameness.differing(tried.cells[start], tried.cells[end]))
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
