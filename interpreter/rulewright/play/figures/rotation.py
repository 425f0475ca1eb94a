"""The strength of players who move one seat on with each game, independent of the seats.

    rotation = Rotation(game, ("mine", "theirs"))
    for games in play_measured(game, numbers, Plan(seed, 10_000, rotation.bots)): rotation.add(games)
    rotation.players()[0].win_rate          0.54
    rotation.duels()[0].words               "wins more often by 8 in 100 games, 95 % interval 5 to 11"

Two players of one game have the same luck, so they are compared game by game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import compress

from rulewright.game.game import Game
from rulewright.game.results.standing import keeps_score
from rulewright.play.comparing.figures import players_named
from rulewright.play.comparing.sums import matched
from rulewright.play.comparing.verdicts import around_zero, numbers
from rulewright.play.figures.margins import sides_of, wins_of
from rulewright.play.figures.statistics import Summary, summary_of
from rulewright.play.figures.worths import Worths
from rulewright.play.running.games import Games
from rulewright.source.dataclass import dataclass

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Player:
    """The results of one player in all seats. `bot` is the name of the bot, `player` the same with a number if several have it; `wins`
    includes shared ones; `low`..`high` is the 95 % interval of the win rate; `score` is None if the game keeps none, `returns` if every result counts
    once."""

    player: str
    bot: str
    wins: int
    shared: int
    win_rate: float
    low: float
    high: float
    score: Summary | None
    returns: Summary | None = None


@dataclass(frozen=True, slots=True)
class Duel:
    """Two players compared in the finished games: the `difference` of their win rates, its 95 % interval `low`..`high`, and both in
    `words`."""

    player: str
    other: str
    difference: float
    low: float
    high: float
    words: str


class Rotation:
    """Counts the results of each player in the games added so far. In game `number` the player `p` has the seat `p + number`, modulo
    the number of seats."""

    def __init__(self, game: Game, bots: Sequence[str]) -> None:
        self.bots = tuple(bots)
        self._scored = keeps_score(game.program)
        self._sides = sides_of(game.program.teams)
        self._worths = Worths(game)
        self.counts = [Counter[int]() for _ in range((3 if self._worths.exist else 2) * len(bots))]
        """By the rotation of the players: how often each bit set of seats won; and by player: how often each score came up, and each
        return, as `Worths` counts them."""

    @property
    def _winners(self) -> list[Counter[int]]:
        return self.counts[: len(self.bots)]

    @property
    def _scores(self) -> list[Counter[int]]:
        return self.counts[len(self.bots) : 2 * len(self.bots)]

    @property
    def _returns(self) -> list[Counter[int]]:
        return self.counts[2 * len(self.bots) :]

    def add(self, games: Games) -> None:
        """Add games, of which only finished ones count."""
        many = len(self.bots)
        for shift in range(many):
            counts = [
                bool(ended) and number % many == shift
                for number, ended in zip(games.numbers, games.ended, strict=True)
            ]
            self._winners[shift].update(compress(games.winners, counts))
            if self._scored:
                for player, scores in enumerate(self._scores):
                    scores.update(compress(games.scores[(player + shift) % many], counts))
            for player, returns in enumerate(self._returns):
                returns.update(compress(self._worths.returns(games, (player + shift) % many), counts))

    def add_counted(
        self,
        number: int,
        winners: Counter[int],
        scores: Sequence[Mapping[int, int]],
        returns: Sequence[Counter[int]],
    ) -> None:
        """Add finished games in which the players sit as in game `number`, of which figures were counted; scores and returns are by seat."""
        many = len(self.bots)
        self._winners[number % many].update(winners)
        for player in range(many):
            seat = (player + number) % many
            if self._scored:
                self._scores[player].update(scores[seat])
            if self._worths.exist:
                self._returns[player].update(returns[seat])

    def players(self) -> tuple[Player, ...]:
        """All players, in the order in which they were named."""
        return tuple(map(self._player, range(len(self.bots)), players_named(self.bots)))

    def duels(self) -> tuple[Duel, ...]:
        """The comparisons of the first player with each player of another name. Empty without a finished game."""
        names = players_named(self.bots)
        others = [player for player, bot in enumerate(self.bots) if bot != self.bots[0]]
        return tuple(self._duel(other, names) for other in others) if self._finished() else ()

    # ------------------------------------------------------------------------------------------------- private

    def _finished(self) -> int:
        return sum(winners.total() for winners in self._winners)

    def _player(self, player: int, name: str) -> Player:
        won = Counter[int]()
        for shift, counted in enumerate(self._winners):
            by_seats = {
                winners: many for winners, many in counted.items() if self._has_won(player, shift, winners)
            }
            won.update(by_seats)
        score = summary_of(self._scores[player]) if self._scored else None
        returns = self._worths.summary(self._returns[player]) if self._worths.exist else None
        wins = wins_of(won.items(), self._finished(), self._sides)
        return Player(name, self.bots[player], *wins, score, returns)

    def _duel(self, other: int, names: Sequence[str]) -> Duel:
        alone = [0, 0]
        for shift, counted in enumerate(self._winners):
            for winners, many in counted.items():
                first, second = (self._has_won(player, shift, winners) for player in (0, other))
                if first != second:
                    alone[0 if first else 1] += many
        finished = self._finished()
        low, high = matched(finished, alone[1], alone[0])
        difference = (alone[0] - alone[1]) / finished
        return Duel(names[0], names[other], difference, low, high, _words(difference, low, high))

    def _has_won(self, player: int, shift: int, winners: int) -> bool:
        return bool(winners >> (player + shift) % len(self.bots) & 1)


def _words(difference: float, low: float, high: float) -> str:
    """A difference of win rates as a phrase without a full stop."""
    ends = HUNDRED * low, HUNDRED * high
    if low <= 0 <= high:
        least, most = around_zero(*ends)
        return f"no difference found (between {least} and {most} in 100 games)"
    by, least, most = numbers(ends, HUNDRED * abs(difference), *sorted(map(abs, ends)))
    more = "more" if difference > 0 else "less"
    return f"wins {more} often by {by} in 100 games, 95 % interval {least} to {most}"
