"""A bot that plays on after every legal action, many times, and takes the one that turned out best.

    bot = RolloutsBot(games=500)
    bot.begin(seed=7)
    bot.choose(state, player)

The games are shared out by sequential halving (Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013): all
actions get some, the better half of them as many together, and so on, until one is left.  Games after different actions have the same
luck, and players who draw by the same words, so that what differs between them is what the action does.

Everybody in these games follows a strategy of the rulebook, each strategy in as many of them; without strategies they play at random.
That is where an author's knowledge of the game comes in: games of people who know what they want tell more than random ones.

What counts is winning, and beside it how far one is ahead, in units of how much that differs from game to game: long before the end
there is more to be learnt from it.  So games that keep score need not be played to their end, and long ones are not.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import product

from rulewright.game.playouts.playout import play_on, round_of, worth
from rulewright.game.results.standing import keeps_score
from rulewright.language.players import ROLLOUTS
from rulewright.play.looking_ahead.lookahead import LookingAhead, Outlook, luck_of
from rulewright.runtime.executor import Position
from rulewright.runtime.fast import DECISIONS, ROUND, Seats, Until

GAMES = 400
"""Games that are played on for a choice."""
LEAST, A_GAME_MORE = 4, 100
"""So many games at least are played on after every action, and one less for each hundred that there are less in all."""
LONG = 60
"""About so many decisions are enough where score is kept: games go on for as many rounds as that takes."""
TRIED = 4
"""Games by which it is found out how many rounds these are."""
ANY = -1


class RolloutsBot(LookingAhead):
    """Takes the action that turns out best when the game is played on, `games` times in all."""

    name = ROLLOUTS
    most_views = 16

    def __init__(self, seed: int = 0, games: int = GAMES) -> None:
        super().__init__(seed)
        self.games = games

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The choices that turn out best: one, unless nothing tells some apart."""
        return _Trial(outlook).best(self.games)


class _Trial:
    """Games after each choice, and what came of them for one player."""

    def __init__(self, outlook: Outlook) -> None:
        self._game, self._player, self._views = outlook.game, outlook.player, outlook.views
        self._seed, self._next = outlook.seed, RolloutsBot.most_views
        self._seats = [(name,) * self._game.num_players for name in self._game.program.strategies] or [()]
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
        """Play so many more games after each choice; what the choices are worth then."""
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
        """Play games from one view, and add what comes of them; the lead in each."""
        rows = play_on(self._game, view, firsts, luck, self._until, seats)
        won, *ahead = worth(self._game, rows, self._player)
        for place, first in enumerate(firsts):
            mine = slice(place * len(luck), (place + 1) * len(luck))
            self._won[first] += sum(won[mine])
            self._ahead[first] += sum(ahead[0][mine]) if ahead else 0
        return ahead[0] if ahead else ()

    def _luck(self, many: int) -> array[int]:
        """Seeds that no game has had yet."""
        self._next += many
        return luck_of(self._seed, self._next - many, many)

    def _long_enough(self) -> Until:
        """When games are broken off."""
        if not keeps_score(self._game.program):
            return Until()
        view, rounds, decisions = self._views[0], 0, 0
        begun = round_of(view)
        for seats in self._seats:
            rows = play_on(self._game, view, [ANY], self._luck(TRIED), Until(most=10 * LONG), seats)
            rounds += sum(last + 1 - begun for last in rows.column(ROUND))
            decisions += sum(rows.column(DECISIONS))
        return Until(rounds=begun + LONG * max(rounds, 1) // max(decisions, 1))
