"""What a tree search asks of a game: what decision is due, and what a game is worth to each player.

decision(game, cells)                                                    the player to act, and what that player sees
judging = judging_of(game, play_on(game, view, [-1], seeds, until))      from a few games at random
judged(game, row, judging)                                               by player, for the row of one game
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from rulewright.game.game import Game
from rulewright.ir.layout import CURRENT
from rulewright.ir.layout import ENDED as OVER
from rulewright.ir.ranking import standing_of
from rulewright.ir.utility import payoffs, utility
from rulewright.runtime.fast import ENDED, SCORES, WINNERS, WORTH, Played
from rulewright.runtime.tree_search import Judging

EXPLORING: Final = 1.0
"""How much a search explores, in units of a win, or of `spread` in a game of points."""

LITTLE_BESIDE_RESULT: Final = 0.1
"""How much the lead counts where games are played to their end: it tells results apart that are the same. Where they are broken off, it counts
as much as the result."""


def decision(game: Game, cells: array[int]) -> tuple[int, bytes] | None:
    """The player to act, and all that this player sees; None when the game is over."""
    if cells[OVER]:
        return None
    return cells[CURRENT], game.sight.masked(cells, cells[CURRENT]).tobytes()


def judging_of(game: Game, series: Sequence[Played], exploring: float = EXPLORING) -> Judging:
    """The measure for a search: the mean of points, and twice the mean deviation of points or leads, in some games."""
    program = game.program
    best = standing_of(program)
    points = bool(best) and utility(program) == "points"
    players = range(game.num_players)
    if not best:
        return Judging(False, (0.0,) * len(players), (1.0,) * len(players), exploring, 0.0)
    rows = [row for played in series for row in played.rows()]
    columns = list(zip(*(_points(game, row, points) for row in rows), strict=True))
    means = [sum(column) / len(column) for column in columns]
    spreads = [
        2 * sum(abs(value - mean) for value in column) / len(column)
        for column, mean in zip(columns, means, strict=True)
    ]
    mean = tuple(means) if points else (0.0,) * len(players)
    leading = LITTLE_BESIDE_RESULT if all(row[ENDED] for row in rows) else 1.0
    return Judging(points, mean, tuple(spread or 1.0 for spread in spreads), exploring, leading)


def judged(game: Game, row: Sequence[int], judging: Judging) -> list[float]:
    """What a game is worth to each player."""
    program = game.program
    counted = _points(game, row, judging.points) if standing_of(program) else [0] * game.num_players
    if judging.points:
        return [
            (value - mean) / spread
            for value, mean, spread in zip(counted, judging.mean, judging.spread, strict=True)
        ]
    leads = [_within(lead / spread) for lead, spread in zip(counted, judging.spread, strict=True)]
    if not row[ENDED]:
        return leads
    return [result + judging.leading * lead for result, lead in zip(result_of(game, row), leads, strict=True)]


def result_of(game: Game, row: Sequence[int]) -> list[float]:
    """The payoffs of a game that is over, without points."""
    came_to = payoffs(game.program, game.program.ends[row[ENDED] - 1]).of(game.num_players, row[WINNERS])
    return [result * row[WORTH] for result in came_to]


def _within(x: float) -> float:
    """Between -1 and 1."""
    return x / (1.0 + abs(x))


def _points(game: Game, row: Sequence[int], points: bool) -> list[int]:
    """By player the points, or the lead over the best of the rivals; fewer are better where they are negative."""
    program = game.program
    sign = 1 if standing_of(program)[0].highest else -1
    mine = [sign * score for score in row[SCORES : SCORES + game.num_players]]
    if points:
        return mine
    found = []
    for player, team in enumerate(program.teams):
        rivals = [score for score, other in zip(mine, program.teams, strict=True) if other != team]
        found.append(mine[player] - max(rivals) if rivals else mine[player])
    return found
