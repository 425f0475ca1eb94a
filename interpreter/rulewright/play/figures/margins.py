"""Margins: by how many points winners are ahead, for the summary, single games and the worst games.

    margins = Margins(game)
    margins.exist                   False where no score is kept, and for one player
    margins.at(games, 3)            12, or None
    margins.counts(games)           Counter({12: 3, 5: 1})

The margin of a game is the number of points by which the winner is ahead of the second; it is negative for a player who won with
the worse score. Partners count as one, with the best score among them. Where the lowest score is the best, fewer points are ahead.

sides_of((0, 1, 0, 1))            [0b0101, 0b1010]: the seats of each side as a bit set
shared([0b0101, 0b1010], 0b0101)  False: seats 1 and 3 are partners
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from math import lcm
from operator import sub

from rulewright.game.game import Game
from rulewright.game.results.standing import fewest_are_best, keeps_score
from rulewright.play.figures.statistics import wilson
from rulewright.play.running.games import Games


class Margins:
    """The margins of games at one table. `exist`: whether games have margins, which needs scores and more than one side."""

    def __init__(self, game: Game) -> None:
        program = game.program
        self._best, self._sign = (min, -1) if fewest_are_best(program) else (max, 1)
        self._bits = sides_of(program.teams)
        self._sides = [[seat for seat in range(program.players) if bits >> seat & 1] for bits in self._bits]
        self.exist = keeps_score(program) and len(self._sides) > 1

    def at(self, games: Games, place: int) -> int | None:
        """The margin of the game at an index of the columns. None for a game that was broken off or that nobody won, and if games have
        no margins."""
        if not (self.exist and games.ended[place] and games.winners[place]):
            return None
        points = [self._best(games.scores[seat][place] for seat in side) for side in self._sides]
        return self._of(games.winners[place], points)

    def counts(self, games: Games) -> Counter[int]:
        """How often each margin came up. Points are taken as differences from the last side, so that many games are equal and each
        distinct one is computed once, which is much faster."""
        found = Counter[int]()
        if self.exist:
            *others, last = (self._column(games, side) for side in self._sides)
            differences = [map(sub, points, last) for points in others]
            alike = Counter(compress(zip(games.winners, *differences, strict=True), games.ended))
            for (winners, *ahead), many in alike.items():
                if winners:
                    found[self._of(winners, [*ahead, 0])] += many
        return found

    # ------------------------------------------------------------------------------------------------- private

    def _column(self, games: Games, side: Sequence[int]) -> Sequence[int]:
        """The points of a side by game."""
        if len(side) == 1:
            return games.scores[side[0]]
        return list(map(self._best, *(games.scores[seat] for seat in side)))

    def _of(self, winners: int, points: Sequence[int]) -> int:
        """The margin of a game, from the bit set of the seats that won and the points by side."""
        standing = [
            (winners & bits > 0, self._sign * each) for bits, each in zip(self._bits, points, strict=True)
        ]
        second, first = sorted(standing)[-2:]
        return first[1] - second[1]


def sides_of(teams: Sequence[int]) -> list[int]:
    """The seats of each team as a bit set, from the team of each seat."""
    return [
        sum(1 << seat for seat, other in enumerate(teams) if other == team) for team in sorted(set(teams))
    ]


def wins_of(
    won: Iterable[tuple[int, int]], finished: int, sides: Sequence[int]
) -> tuple[int, int, float, float, float]:
    """Wins, shared ones among them, their share of the finished games, and its 95 % interval; `won` are the bit sets of winners in the
    games that were won, each with its number of games."""
    counts = Counter(dict(won))
    wins = counts.total()
    ties = sum(many for winners, many in counts.items() if shared(sides, winners))
    return wins, ties, wins / finished if finished else 0.0, *wilson(wins, finished)


def scale_of(sides: int) -> int:
    """The number by which all shares of a win are whole numbers."""
    return lcm(*range(1, sides + 1))


def winning(sides: Sequence[int], winners: int) -> Sequence[int]:
    """The numbers of the sides that share a win; all sides if nobody wins. `winners` and sides are bit sets of seats."""
    return [place for place, side in enumerate(sides) if winners & side] or range(len(sides))


def shared(sides: Sequence[int], winners: int) -> bool:
    """Whether the winners, a bit set of seats, belong to more than one side."""
    return sum(1 for side in sides if winners & side) > 1
