"""The most extreme games of a simulation by some measure, so that they can be looked at.

    worst = Worst(game, "decisions", 3)
    for games in chunks(...): worst.add(games)
    [(each.number, each.value) for each in worst.found()]        [(812, 240), (17, 236), (530, 236)]

Only the numbers of games are kept; `play.running.measured_games.state_of_game` plays one again, with its history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappush, heappushpop
from typing import TypeAlias

from rulewright.game.game import Game
from rulewright.play.figures.margins import Margins
from rulewright.play.running.games import Games
from rulewright.source.dataclass import dataclass

Value: TypeAlias = Callable[[Games, int, Margins], int | None]
"""The value of the game at an index of the columns, None if it has none."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of games. `about`: the games that it finds, in words; `value`: reads it from columns."""

    about: str
    value: Value
    least: bool = False
    """Whether the games with the least values are kept, and not those with the greatest."""


def _of_finished(read: Callable[[Games, int], int]) -> Value:
    return lambda games, at, margins: read(games, at) if games.ended[at] else None


def _margin(games: Games, at: int, margins: Margins) -> int | None:
    return margins.at(games, at)


MEASURES = {
    "decisions": Measure("most decisions", lambda games, at, _: games.decisions[at]),
    "rounds": Measure("most rounds", lambda games, at, _: games.rounds[at]),
    "score": Measure("highest score", _of_finished(lambda games, at: max(each[at] for each in games.scores))),
    "margin": Measure("largest margin of the winner over the second", _margin),
    "fewest-decisions": Measure(
        "fewest decisions", _of_finished(lambda games, at: games.decisions[at]), True
    ),
    "low-score": Measure(
        "lowest score", _of_finished(lambda games, at: min(each[at] for each in games.scores)), True
    ),
    "small-margin": Measure("smallest margin of the winner over the second", _margin, True),
}
"""Measures by name. Games that were broken off have values only for decisions and rounds, and games without a winner have no margin."""


@dataclass(frozen=True, slots=True)
class Extreme:
    """A game by its number, from 0, and its value."""

    number: int
    value: int


class Worst:
    """Keeps a number of games with the most extreme values; of equal ones those that were played first."""

    def __init__(self, game: Game, measure: str, many: int) -> None:
        self.measure = MEASURES[measure]
        self._margins = Margins(game)
        self._many = many
        self._heap: list[tuple[int, int]] = []

    def add(self, games: Games) -> None:
        for key in self._keys(games):
            if len(self._heap) < self._many:
                heappush(self._heap, key)
            elif self._heap and key > self._heap[0]:
                heappushpop(self._heap, key)

    def found(self) -> list[Extreme]:
        """The games, the most extreme first."""
        sign = -1 if self.measure.least else 1
        return [Extreme(-number, sign * value) for value, number in sorted(self._heap, reverse=True)]

    def _keys(self, games: Games) -> Iterator[tuple[int, int]]:
        for at, number in enumerate(games.numbers):
            value = self.measure.value(games, at, self._margins)
            if value is not None:
                yield (-value if self.measure.least else value), -number
