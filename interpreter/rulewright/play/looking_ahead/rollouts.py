"""A bot that plays many games on after every legal action, and takes the action with the best results.

    bot = RolloutsBot(games=500)
    bot.begin(seed=7)
    bot.choose(state, player)

The games are allocated by sequential halving (Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013): all
actions get some, the better half of them get the same number together, and so on, until one is left.  Games after different actions
have the same luck and the same random choices of players, so that they differ only by the effect of the action.

All players in these games follow a strategy of the rulebook, each strategy in an equal share of them; without strategies they play at
random.  This uses the author's knowledge of the game: games of purposeful players are more informative than random ones.

The value of a game is winning, plus the lead in units of its mean deviation between games: long before the end the lead is more
informative.  So games that keep score need not be played to their end, and long ones are not.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import product

from rulewright.game.playouts.playout import play_on, worth
from rulewright.language.players import ROLLOUTS
from rulewright.play.looking_ahead.lookahead import LookingAhead, Outlook, long_enough, luck_of, usual_players
from rulewright.runtime.executor import Position
from rulewright.runtime.fast import Seats, Until

GAMES = 400
"""The default number of games that are played for a choice."""
LEAST, A_GAME_MORE = 4, 100
"""The smallest number of games that are played after every action: `LEAST`, or one for each `A_GAME_MORE` in all if that is fewer."""


class RolloutsBot(LookingAhead):
    """Takes the action with the best results in `games` playouts in all."""

    name = ROLLOUTS
    most_views = 16

    def __init__(self, seed: int = 0, games: int = GAMES) -> None:
        super().__init__(seed)
        self.games = games

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The numbers of the choices with the best results: one, or several if they are equal."""
        return _Trial(outlook).best(self.games)


class _Trial:
    """Games after each choice, and their results for one player."""

    def __init__(self, outlook: Outlook) -> None:
        self._game, self._player, self._views = outlook.game, outlook.player, outlook.views
        self._seed, self._next = outlook.seed, RolloutsBot.most_views
        self._seats = usual_players(self._game)
        self._won, self._ahead = [0] * len(outlook.choices), [0] * len(outlook.choices)
        self._until = self._long_enough()

    def best(self, games: int) -> Sequence[int]:
        left: Sequence[int] = range(len(self._won))
        stages, least = (len(left) - 1).bit_length(), max(min(LEAST, games // A_GAME_MORE), 1)
        for _ in range(stages):
            worth_of = self._try(left, max(games // (stages * len(left)), least))
            ranked = sorted(left, key=worth_of, reverse=True)
            most = worth_of(ranked[0])
            left = sorted(ranked[: (len(left) + 1) // 2])
        return [first for first in ranked if worth_of(first) == most]

    def _try(self, firsts: Sequence[int], each: int) -> Callable[[int], int]:
        """Play a number of further games after each choice, and return a function from choices to their values."""
        leads: list[int] = []
        kinds = list(product(self._views, self._seats))
        begin = self._next % len(kinds)
        for number, (view, seats) in enumerate(kinds[begin:] + kinds[:begin]):
            many = len(range(number, each, len(kinds)))
            if many:
                leads += self._played(firsts, view, seats, self._luck(many))
        total, games = sum(leads), len(leads)
        spread = sum(abs(games * lead - total) for lead in leads)

        def worth_of(first: int) -> int:
            """Games won, and the lead in units of its mean difference from the mean, all times `spread`."""
            return self._won[first] * (spread or 1) + self._ahead[first] * games * games

        return worth_of

    def _played(self, firsts: Sequence[int], view: Position, seats: Seats, luck: array[int]) -> Sequence[int]:
        """Play games from one view and add their results; returns the lead in each."""
        rows = play_on(self._game, view, firsts, luck, self._until, seats)
        won, *ahead = worth(self._game, rows, self._player)
        for place, first in enumerate(firsts):
            mine = slice(place * len(luck), (place + 1) * len(luck))
            self._won[first] += sum(won[mine])
            self._ahead[first] += sum(ahead[0][mine]) if ahead else 0
        return ahead[0] if ahead else ()

    def _luck(self, many: int) -> array[int]:
        """Seeds that no game has used yet."""
        self._next += many
        return luck_of(self._seed, self._next - many, many)

    def _long_enough(self) -> Until:
        """The condition on which games are broken off."""
        return long_enough(self._game, self._views[0], self._seats, self._luck)
