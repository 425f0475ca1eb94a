"""The games of a simulation one by one, each with its result, for figures that no summary has.

    one_by_one = OneByOne(game, seed=1, bots=("bold", "cautious"), rotated=True)
    for games in chunks(...): for each in one_by_one.of(games): each.number, each.winners, each.scores

They come in the order of their numbers, and none is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from operator import attrgetter
from typing import Literal, TypeAlias

from rulewright.game.game import Game
from rulewright.game.results.standing import keeps_score, returns_of
from rulewright.play.comparing.figures import players_named
from rulewright.play.figures.margins import Margins
from rulewright.play.running.games import Failed, Games
from rulewright.runtime.chance.random_words import seed_of
from rulewright.source.dataclass import dataclass

Outcome: TypeAlias = Literal["finished", "broken_off", "failed"]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its number, from 0, and its own seed. `bots` are the names of the players by seat, `winners` seats from 0; `scores` and
    `returns` (as `state.returns()`) are by seat, and `margin` is by how many points the winner is ahead of the second, partners counted
    as one.

    A field is None if a game does not have it: `ended_by` of a game that was broken off or in which a rule failed (of the latter nothing
    else is known either), `scores` of a game that keeps none, `margin` of a game that nobody won."""

    number: int
    seed: int
    outcome: Outcome
    bots: tuple[str, ...]
    decisions: int | None = None
    rounds: int | None = None
    ended_by: str | None = None
    winners: tuple[int, ...] = ()
    margin: int | None = None
    scores: tuple[int, ...] | None = None
    returns: tuple[float, ...] | None = None


class OneByOne:
    """Describes the games of one simulation one by one. `bots` are by seat, or by player if `rotated`: then players with the same name
    are numbered, as in the result."""

    def __init__(self, game: Game, seed: int, bots: Sequence[str], rotated: bool) -> None:
        self._game, self._seed, self._rotated = game, seed, rotated
        self._bots = tuple(players_named(bots) if rotated else bots)
        self._scored = keeps_score(game.program)
        self._margins = Margins(game)

    def of(self, games: Games) -> Iterator[PlayedGame]:
        """These games, in the order of their numbers."""
        failed = map(self._failed, games.failures)
        played = (self._played(games, at, number) for at, number in enumerate(games.numbers))
        yield from merge(failed, played, key=attrgetter("number"))

    # ------------------------------------------------------------------------------------------------- private

    def _played(self, games: Games, at: int, number: int) -> PlayedGame:
        program, seats = self._game.program, range(self._game.num_players)
        seed, bots = seed_of(self._seed, number), self._at(number)
        decisions, rounds = games.decisions[at], games.rounds[at]
        points = tuple(column[at] for column in games.scores)
        scores = points if self._scored else None
        if not games.ended[at]:
            return PlayedGame(number, seed, "broken_off", bots, decisions, rounds, scores=scores)
        end = program.ends[games.ended[at] - 1]
        winners = tuple(seat for seat in seats if games.winners[at] >> seat & 1)
        margin, returns = (
            self._margins.at(games, at),
            returns_of(program, end, winners, points, games.worth[at]),
        )
        return PlayedGame(
            number, seed, "finished", bots, decisions, rounds, end.id, winners, margin, scores, returns
        )

    def _failed(self, failed: Failed) -> PlayedGame:
        return PlayedGame(failed.number, failed.seed, "failed", self._at(failed.number))

    def _at(self, number: int) -> tuple[str, ...]:
        """The names of the players in a game, by seat."""
        by = -number % len(self._bots) if self._rotated else 0
        return (*self._bots[by:], *self._bots[:by])
