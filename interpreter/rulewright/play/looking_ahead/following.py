"""Which strategies of the rulebook are worth following where games are played on.

    seats = worth_following(game, usual_players(game), series, judging)

Where players have rivals, all in a game follow the same strategy, and its results do not show how good it is.  Somebody who plays alone, or a team of all,
does better with the better strategy: what a worse one would do with a position says little of what the position is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Final

from rulewright.game.game import Game
from rulewright.game.playouts.searching import judged
from rulewright.runtime.fast import Played, Seats
from rulewright.runtime.tree_search import Judging

SURELY: Final = 2.0
"""By how many standard errors a strategy has to be worse than the best to be left."""


def has_rivals(game: Game) -> bool:
    """Whether anybody plays against anybody."""
    return len(set(game.program.teams)) > 1


def worth_following(
    game: Game, seats: Sequence[Seats], series: Sequence[Played], judging: Judging
) -> Sequence[Seats]:
    """Of the players of these games, played with the same luck, those that are not surely worse than the best; all where anybody has rivals."""
    if has_rivals(game) or len(seats) < 2:
        return seats
    worths = [[judged(game, row, judging)[0] for row in played.rows()] for played in series]
    best = max(worths, key=fmean)
    return [players for players, own in zip(seats, worths, strict=True) if not _surely_worse(own, best)]


def _surely_worse(own: Sequence[float], best: Sequence[float]) -> bool:
    less = [other - mine for mine, other in zip(own, best, strict=True)]
    return len(less) > 1 and fmean(less) > SURELY * sqrt(variance(less) / len(less))
