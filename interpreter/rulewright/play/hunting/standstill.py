"""Games that make no progress: loops, and positions from which a game can never end.

    shortest(sameness, tried)                   Loop(start=0, end=2): after two moves all is as it was at the start
    is_stuck(game, sameness, cells)             True: nothing that anybody does leads out
    stuck_from(game, sameness, tried)           12: after move 12 of a game that is so, and not before

In a loop nothing but the number of the round may have changed, and that only where no rule reads it: while a score grows, a
game goes on.  That a position comes again proves nothing by itself: in a game of dice everybody can have bad luck for a
round.  So a position is stuck only if all that can follow, as far as it is little, stays among a few positions.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.game.game import Game
from rulewright.game.playouts.branches import next_cells
from rulewright.game.playouts.equivalence import Sameness
from rulewright.game.playouts.trial import Tried
from rulewright.game.results.standing import ended_by
from rulewright.runtime.chance.enumerated import TooManyOutcomes
from rulewright.runtime.failures import RuleFailure

MOST_POSITIONS = 400
"""A game that has more positions left than this is taken to be going somewhere."""


def is_stuck(game: Game, sameness: Sameness, cells: array[int]) -> bool:
    """Whether no end can be reached from a position, which is only told where few positions can be."""
    if ended_by(game.program, cells) is not None:
        return False
    seen = {sameness.exact(cells)}
    waiting = [cells]
    while waiting:
        try:
            for after in next_cells(game, waiting.pop()):
                if ended_by(game.program, after) is not None:
                    return False
                key = sameness.exact(after)
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
                if len(seen) > MOST_POSITIONS:
                    return False
        except (RuleFailure, TooManyOutcomes):
            return False
    return True


def stuck_from(game: Game, sameness: Sameness, tried: Tried) -> int | None:
    """After how many moves of a game it is stuck first; None if it is not even after the last."""
    last = len(tried.cells) - 1
    if not is_stuck(game, sameness, tried.cells[last]):
        return None
    return bisect_left(range(last), True, key=lambda place: is_stuck(game, sameness, tried.cells[place]))


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
