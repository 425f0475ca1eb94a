"""Games that make no progress: loops, and positions from which a game can never end.

    shortest(sameness, tried)                   Loop(start=0, end=2): after two moves all is as it was at the start
    is_stuck(game, sameness, cells)             True: no end can be reached from these cells
    stuck_from(game, sameness, tried)           12: the game is stuck after move 12, and not before

In a loop nothing but the number of the round may have changed, and that only if no rule reads it: while a score grows, a
game makes progress.  A repeated position alone proves nothing: in a game of dice all players can have bad luck for a
round.  So a position is stuck only if everything that can follow stays among a few positions without an end.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence

from rulewright.game.game import Game
from rulewright.game.playouts.branches import next_cells
from rulewright.game.playouts.equivalence import Sameness
from rulewright.game.playouts.trial import Tried
from rulewright.game.results.standing import ended_by
from rulewright.runtime.chance.enumerated import TooManyOutcomes
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass

MOST_POSITIONS = 400
"""The largest number of reachable positions that are searched; a game with more is not considered stuck."""


def is_stuck(game: Game, sameness: Sameness, cells: array[int]) -> bool:
    """Whether no end can be reached from a position; False if too many positions can be reached to find out."""
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
    """The number of moves after which a game is first stuck; None if it is not stuck after the last."""
    last = len(tried.cells) - 1
    if not is_stuck(game, sameness, tried.cells[last]):
        return None
    return bisect_left(range(last), True, key=lambda place: is_stuck(game, sameness, tried.cells[place]))


FAR = 5
"""The number of moves by which a loop has to close earlier for each move that it is longer, to be preferred."""


@dataclass(frozen=True, slots=True)
class Loop:
    """The positions after `start` and after `end` moves are the same."""

    start: int
    end: int


def shortest(sameness: Sameness, tried: Tried, since: int = 0) -> Loop | None:
    """A loop of a game that is short and early, but not before move `since`; None if there is none."""
    found = _shortest([sameness.exact(cells) for cells in tried.cells[since:]])
    return None if found is None else Loop(since + found[0], since + found[1])


def closed(sameness: Sameness, tried: Tried) -> Loop | None:
    """The loop that the last move of a game closes; None if it closes none."""
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
