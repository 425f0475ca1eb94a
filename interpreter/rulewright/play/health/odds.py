"""The chances of each side in a position: games that are played on from it, with the players' usual way of playing.

    odds_of(game, position, seed=7)         [0.61, 0.39]

These players follow the strategies of the rulebook, each in an equal share of the games, or play at random where there are none.  All cards are face up:
it is not what a player could know, but what is so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_on
from rulewright.play.figures.margins import scale_of, sides_of
from rulewright.play.health.shares import shares_of
from rulewright.play.looking_ahead.lookahead import ANY, luck_of, usual_players
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fast import ENDED, FAILED, WINNERS, Played, Until

GAMES: Final = 48
"""How many games are played on from a position."""
LONGEST: Final = 2_000
"""Games are broken off after this number of decisions; then nobody has won."""


def odds_of(game: Game, position: Position, seed: int, games: int = GAMES, first: int = ANY) -> list[float]:
    """The share of the wins of each side, after a first choice by its number, or any."""
    sides, players = sides_of(game.program.teams), usual_players(game)
    start = Position(position.cells, Luck(0, list(position.luck.turns)))
    each = -(-games // len(players))
    winners = Counter[int]()
    for number, seats in enumerate(players):
        rows = play_on(game, start, [first], luck_of(seed, number * each, each), Until(most=LONGEST), seats)
        winners.update(_winners(rows))
    return means(winners, sides)


def means(winners: Counter[int], sides: Sequence[int]) -> list[float]:
    """The mean share of each side, from how often each set of seats won."""
    of = scale_of(len(sides)) * winners.total()
    return [
        sum(value * many for value, many in counts.items()) / of if of else 1 / len(sides)
        for counts in shares_of(winners, sides)
    ]


def _winners(rows: Played) -> list[int]:
    """The sets of seats that won; nobody in games that were broken off."""
    columns = rows.column(FAILED), rows.column(ENDED), rows.column(WINNERS)
    return [won if ended else 0 for failed, ended, won in zip(*columns, strict=True) if not failed]
