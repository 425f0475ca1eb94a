"""How much results count, for the figures of games in which an end has a `worth`.

    worths = Worths(game)
    worths.exist                    False where every result counts once
    worths.columns(games)           the worth of each result, then by seat its return, `scale` times as large
    worths.summary(counts)          the summary of returns that were counted so

Returns of more than two players are fractions; times `scale` they are whole numbers, which are counted exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulewright.game.game import Game
from rulewright.game.results.standing import returns_of, whole_returns
from rulewright.play.figures.statistics import Summary, summary_of
from rulewright.play.running.games import Games
from rulewright.runtime.counted import Result


class Worths:
    """The worths and returns of games at one table. `exist`: whether an end has a `worth`."""

    def __init__(self, game: Game) -> None:
        self._program = program = game.program
        self.exist = program.layout.worth >= 0
        self.scale = whole_returns(program) if self.exist else 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return 1 + self._program.players if self.exist else 0

    def columns(self, games: Games) -> list[Sequence[int]]:
        """The columns of finished games; none where every result counts once."""
        if not self.exist:
            return []
        by_seat = [self.returns(games, seat) for seat in range(self._program.players)]
        return [games.worth, *by_seat]

    def counted(self, results: Mapping[Result, int]) -> list[Counter[int]]:
        """The columns of finished games of which only the results were counted."""
        found = [Counter[int]() for _ in range(self.width)]
        if self.exist:
            for result, many in results.items():
                found[0][result.worth] += many
                for seat in range(self._program.players):
                    found[1 + seat][self._return(result.ended, result.winners, result.worth, seat)] += many
        return found

    def returns(self, games: Games, seat: int) -> list[int]:
        """The return of a seat in each game, times `scale`; 0 in games that were broken off."""
        known: dict[tuple[int, int, int], int] = {}
        found = []
        for key in zip(games.ended, games.winners, games.worth, strict=True):
            if key not in known:
                known[key] = self._return(*key, seat)
            found.append(known[key])
        return found

    def summary(self, counts: Mapping[int, int]) -> Summary | None:
        """The summary of returns, from how often each came up, times `scale`."""
        found = summary_of(counts)
        if found is None or self.scale == 1:
            return found
        sd, low, high = (
            None if each is None else each / self.scale for each in (found.sd, found.low, found.high)
        )
        return replace(
            found, mean=found.mean / self.scale, sd=sd, low=low, high=high,
            minimum=found.minimum / self.scale, maximum=found.maximum / self.scale,
            quantiles={percent: value / self.scale for percent, value in found.quantiles.items()},
        )  # fmt: skip

    def decided(self, counts: Counter[int]) -> dict[int, int]:
        """How many results count how much, from the least; those that count nothing are draws, and left out."""
        return {worth: counts[worth] for worth in sorted(counts) if worth and counts[worth]}

    def _return(self, ended: int, winners: int, worth: int, seat: int) -> int:
        if not ended:
            return 0
        seats = [each for each in range(self._program.players) if winners >> each & 1]
        came_to = returns_of(self._program, self._program.ends[ended - 1], seats, (), worth)
        return round(came_to[seat] * self.scale) if came_to is not None else 0
