"""Six levels of a player who looks ahead, for every game: `level:1`, who errs often, to `level:6`, who does not.

    bot = LevelBot(level=3)
    bot.begin(seed=7)
    bot.choose(state, player)

All levels search, and so see what a choice leads to: nobody overlooks a win at hand or plays without a plan.  The lower a level is, the shorter it
thinks and the more it errs in judgement: it takes a choice that is a little worse more often than one that is much worse.  What a level may lose by
this is a number of wins in a game, the same in all games, spread over the decisions that a game has for a player.  So a mistake weighs as much in a
game of ten decisions as ten smaller ones do in a game of a hundred, and levels are about as far apart in one game as in another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_on
from rulewright.game.results.standing import keeps_score
from rulewright.language.players import LEVEL, LEVELS
from rulewright.play.looking_ahead.lookahead import ANY, LONG, Outlook, luck_of, usual_players
from rulewright.play.looking_ahead.tree_bot import LONG_AT_RANDOM, TreeBot
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fast import DECISIONS, Until
from rulewright.source.dataclass import dataclass

GIVEN_AWAY: Final = (3.4, 2.0, 1.15, 0.65, 0.3, 0.0)
"""By level the wins that a player gives away in a game, by its own judgement."""
DECISIONS_AHEAD: Final = (70_000, 70_000, 70_000, 100_000, 140_000, 200_000)
"""By level the decisions of simulated games for a choice."""
FEWEST: Final = 20
"""The least number of simulations for a choice."""
MOST: Final = 10_000
"""The greatest number of simulations for a choice."""
MEASURED: Final = 8
"""The number of games by which their length is estimated."""
LONGEST: Final = 2_000
"""The number of decisions after which these games are broken off."""
STEPS: Final = 40
"""How often the range in which the size of mistakes lies is halved."""


@dataclass(frozen=True, slots=True)
class Length:
    """The approximate length of a game: the decisions of each player, and of all in a simulation."""

    of_a_player: float
    of_a_simulation: float


class LevelBot(TreeBot):
    """Takes the choice that seems best, or, at levels below the highest, sometimes one that seems not quite as good."""

    def __init__(self, level: int = len(LEVELS), seed: int = 0) -> None:
        self.name = f"{LEVEL}:{level}"
        self.level = level
        self._measured: tuple[Game, Length] | None = None
        super().__init__(seed)

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The number of the choice, or several if they are equal."""
        length = self._length(outlook.game)
        self.simulations = self.simulations_for(length)
        found = self.search(outlook)
        if not GIVEN_AWAY[self.level - 1]:
            return found.best()
        worth = [found.worth(number) for number in range(len(outlook.choices))]
        losses = [max(worth) - value for value in worth]
        weights = weights_for(losses, GIVEN_AWAY[self.level - 1] / length.of_a_player)
        return self._random.choices(range(len(losses)), weights)

    def simulations_for(self, length: Length) -> int:
        """The number of simulations for a choice in a game of this length."""
        wanted = int(DECISIONS_AHEAD[self.level - 1] / length.of_a_simulation)
        return min(max(wanted, FEWEST), MOST)

    def _length(self, game: Game) -> Length:
        """How long the game is, measured when it is played for the first time."""
        if self._measured is None or self._measured[0] is not game:
            self._measured = game, length_of(game)
        return self._measured[1]


def length_of(game: Game) -> Length:
    """The approximate length of a game, by a few games of its usual players."""
    state = game.new_initial_state(0)
    begin = Position(state.cells, Luck(0, list(state.tip.luck.turns)))
    players = usual_players(game)
    each, until = -(-MEASURED // len(players)), Until(most=LONGEST)
    decisions = [
        many
        for number, seats in enumerate(players)
        for many in play_on(game, begin, [ANY], luck_of(0, number * each, each), until, seats).column(
            DECISIONS
        )
    ]
    whole = max(sum(decisions) / len(decisions), 1.0)
    broken_off = LONG if any(players[0]) else LONG_AT_RANDOM
    simulated = min(whole, broken_off) if keeps_score(game.program) else whole
    return Length(max(whole / game.num_players, 1.0), simulated)


def weights_for(losses: Sequence[float], given_away: float) -> Sequence[float]:
    """By choice the weight with which it is taken, so that what is lost is `given_away` on average: at most what choosing at random loses.

    The better a choice, the greater its weight; those that lose many times as much as wanted have none."""
    if sum(losses) <= given_away * len(losses):
        return [1.0] * len(losses)
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        weights = _weights(losses, middle)
        lost = sum(loss * weight for loss, weight in zip(losses, weights, strict=True))
        if lost > given_away * sum(weights):
            high = middle
        else:
            low = middle
    return _weights(losses, low)


def _weights(losses: Sequence[float], share: float) -> Sequence[float]:
    """The weights for mistakes of a size, given as a share: 0 for none, 1 for choosing at random."""
    size = max(losses) * share / (1.0 - share)
    return [_weight(loss, size) for loss in losses]


def _weight(loss: float, size: float) -> float:
    """Nearly `exp(-loss / size)`, by operations that are rounded in the same way everywhere."""
    if size <= 0.0:
        return 0.0 if loss else 1.0
    near = max(1.0 - loss / (8 * size), 0.0)
    near *= near
    near *= near
    return near * near
