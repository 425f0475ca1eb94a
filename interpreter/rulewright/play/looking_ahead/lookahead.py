"""The common part of bots that look ahead: legal actions are tried in positions that are possible for all the player knows.

    views = views_of(state, player, seed, most=4)       positions that the player cannot tell from the real one
    rows = play_on(game, views[0], firsts, luck_of(seed, 0, 64), until)

Hidden cells are dealt again for every view, as `state.resample` does, and luck is never that of the game.  So the result depends
only on what the player sees and on the seeds.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Final

from rulewright.game.game import Game, State
from rulewright.game.knowledge.resample import dealt
from rulewright.game.knowledge.tracked_pieces import Known
from rulewright.game.moves.action import Action
from rulewright.game.playouts.playout import play_on, round_of
from rulewright.game.results.standing import keeps_score
from rulewright.play.running.arguments import check_turn
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.fast import DECISIONS, ROUND, Seats, Until
from rulewright.source.dataclass import dataclass

LONG: Final = 60
"""The approximate length of a game in decisions if score is kept: games go on for the number of rounds that this takes."""
TRIED: Final = 4
"""The number of games by which this number of rounds is estimated."""
ANY: Final = -1
"""Instead of the number of a first choice."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The start of looking ahead: the views of the player to act, of which there is at least one, the legal choices, and a seed for
    chance. The first seeds that are derived from it, as many as there may be views, were used for these."""

    game: Game
    player: int
    views: Sequence[Position]
    choices: Sequence[Choice]
    seed: int


class LookingAhead(ABC):
    """A bot that takes the most promising action, and of equal ones any with the same probability."""

    name: str
    most_views: int
    """The number of positions that are sampled if something is hidden from the player."""

    def __init__(self, seed: int = 0) -> None:
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = Random(f"{self.name} bot {seed}")

    def choose(self, state: State, player: int) -> Action:
        """Raises ValueError if the player is not to act."""
        check_turn(state, player)
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        seed = self._random.getrandbits(53)
        views = self.views(state, player, seed)
        choices = [action.choice for action in actions]
        outlook = Outlook(state.game, player, views, choices, seed)
        return actions[self._random.choice(self.best(outlook) if views else range(len(actions)))]

    def views(self, state: State, player: int, seed: int) -> list[Position]:
        """The positions from which to play on."""
        return views_of(state, player, seed, self.most_views)

    @abstractmethod
    def best(self, outlook: Outlook) -> Sequence[int]:
        """The numbers of the most promising choices."""
        ...


def views_of(state: State, player: int, seed: int, most: int, until: float = inf) -> list[Position]:
    """Positions that the player to act cannot tell from the real one, with the same legal choices in the same order: `most` of them, or
    a single one if nothing is hidden from the player. Fewer, or none, if dealing does not find enough, and fewer once it is `until`, by
    `time.perf_counter`."""
    game, tip = state.game, state.tip
    luck = Luck(0, list(tip.luck.turns))
    if game.sight.sees_all(player):
        return [Position(state.cells, luck)]
    known = tip.known[player] if tip.known else Known()
    legal = [action.choice for action in state.legal_actions()]
    views = []
    for number in range(most):
        cells, sound = dealt(
            game.executor, game.sight, tip.cells, known, player, seed_of(seed, number), legal
        )
        if sound or game.executor.legal(cells) == legal:
            views.append(Position(cells, luck))
        if views and time.perf_counter() > until:
            break
    return views


def luck_of(seed: int, first: int, count: int) -> array[int]:
    """The seeds of `count` games, from number `first` on."""
    return array("Q", (seed_of(seed, number) for number in range(first, first + count)))


def usual_players(game: Game) -> list[Seats]:
    """The players of games that are played on, one table after the other: a strategy of the rulebook in all seats, or all at random."""
    return [(name,) * game.num_players for name in game.program.strategies] or [()]


def long_enough(
    game: Game, view: Position, seats: Sequence[Seats], luck: Callable[[int], array[int]], long: int = LONG
) -> Until:
    """The condition on which games that keep score are broken off: a lead is a better measure before the end. `luck` gives that many seeds."""
    if not keeps_score(game.program):
        return Until()
    rounds, decisions = 0, 0
    begun = round_of(view)
    for players in seats:
        rows = play_on(game, view, [ANY], luck(TRIED), Until(most=10 * long), players)
        rounds += sum(last + 1 - begun for last in rows.column(ROUND))
        decisions += sum(rows.column(DECISIONS))
    return Until(rounds=begun + long * max(rounds, 1) // max(decisions, 1))
