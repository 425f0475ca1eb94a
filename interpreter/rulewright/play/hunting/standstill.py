"""Positions from which a game can never end: whatever is done and however chance falls, play stays among a few of them.

    is_stuck(game, sameness, cells)             True: nothing that anybody does leads out
    stuck_from(game, sameness, tried)           12: after move 12 of a game that is so, and not before

That a position comes again proves nothing by itself: in a game of dice everybody can have bad luck for a round.  So
all that can follow is gone through, as far as it is little.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left

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
