"""The games of a simulation that are furthest out by some measure, so that they can be looked at.

    worst = Worst("decisions", 3)
    for games in chunks(...): worst.add(games)
    [(each.number, each.value) for each in worst.found()]        [(812, 240), (17, 236), (530, 236)]

Only numbers are kept of games that are played fast; `play.measured.state_of_game` plays one again, with its history.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappush, heappushpop

from rulewright.play.games import Games


@dataclass(frozen=True, slots=True)
class Measure:
    """What games are compared by. `about`: the games that it finds, in words; `of`: the value of the game at a place of the
    columns, None if it has none."""

    about: str
    of: Callable[[Games, int], int | None]
    least: bool = False
    """Whether the games with the least values are wanted, and not those with the most."""


def _finished(games: Games, at: int) -> list[int] | None:
    """The scores of a game that came to its end, the highest first."""
    return sorted((scores[at] for scores in games.scores), reverse=True) if games.ended[at] else None


def _score(games: Games, at: int) -> int | None:
    scores = _finished(games, at)
    return scores[0] if scores else None


def _low_score(games: Games, at: int) -> int | None:
    scores = _finished(games, at)
    return scores[-1] if scores else None


def _margin(games: Games, at: int) -> int | None:
    scores = _finished(games, at)
    return scores[0] - scores[1] if scores and len(scores) > 1 else None


MEASURES = {
    "decisions": Measure("most decisions", lambda games, at: games.decisions[at]),
    "rounds": Measure("most rounds", lambda games, at: games.rounds[at]),
    "score": Measure("highest score", _score),
    "margin": Measure("largest difference between the two highest scores", _margin),
    "fewest-decisions": Measure(
        "fewest decisions", lambda games, at: games.decisions[at] if games.ended[at] else None, least=True
    ),
    "low-score": Measure("lowest score", _low_score, least=True),
    "small-margin": Measure("smallest difference between the two highest scores", _margin, least=True),
}
"""By name. Games that were broken off count only by decisions and rounds."""


@dataclass(frozen=True, slots=True)
class Extreme:
    """A game by its number, and its value."""

    number: int
    value: int


class Worst:
    """Keeps so many games that are furthest out; of equal ones those that were played first."""

    def __init__(self, measure: str, many: int) -> None:
        self.measure = MEASURES[measure]
        self._many = many
        self._heap: list[tuple[int, int]] = []

    def add(self, games: Games) -> None:
        for key in self._keys(games):
            if len(self._heap) < self._many:
                heappush(self._heap, key)
            elif self._heap and key > self._heap[0]:
                heappushpop(self._heap, key)

    def found(self) -> list[Extreme]:
        """The games, the furthest out first."""
        sign = -1 if self.measure.least else 1
        return [Extreme(-number, sign * value) for value, number in sorted(self._heap, reverse=True)]

    def _keys(self, games: Games) -> Iterator[tuple[int, int]]:
        for at, number in enumerate(games.numbers):
            value = self.measure.of(games, at)
            if value is not None:
                yield (-value if self.measure.least else value), -number
