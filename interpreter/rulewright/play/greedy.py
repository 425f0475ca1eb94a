"""A bot that looks one step ahead: it takes what makes it stand best, on average over chance.

    bot = GreedyBot()
    bot.begin(seed=7)
    bot.choose(state, player)

For every legal action it looks at the positions after it, up to the next decision.  Where chance has few results all of them are
weighed, otherwise some are sampled, with the same luck for every action.  A game that is over counts by who has won, and before anything
else; otherwise what counts is the lead in the standings.  Actions that come to the same are told apart by how the player stands at the
end of the turn if the rest of it is played at random, and those that still come to the same by lot.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

from rulewright.game.action import Action
from rulewright.game.continued import play_on, row_of, width
from rulewright.game.game import Game
from rulewright.game.state import State
from rulewright.play.lookahead import luck_of, values, views_of
from rulewright.runtime.bulk import Played
from rulewright.runtime.continued import Until
from rulewright.runtime.enumerated import Enumerated, TooManyOutcomes, enumerate_outcomes
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.words import seed_of

Worth: TypeAlias = tuple[Fraction, ...]
"""What an action is worth on average: by results of games, then by each line of the standings."""

VIEWS = 4
"""Positions that are looked at where something is hidden."""
SAMPLES = 64
"""Results of chance that are sampled for each action, over all views."""
FEW = 36
"""So many results of chance are all looked at: as many as two dice have."""
STEP = Until(most=1)
REST_OF_TURN = Until(most=200, turn=True)


class GreedyBot:
    """Takes the action after which the player stands best."""

    def __init__(self, seed: int = 0) -> None:
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = Random(f"greedy bot {seed}")

    def choose(self, state: State, player: int) -> Action:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        seed = self._random.getrandbits(53)
        views = views_of(state, player, (seed_of(seed, number) for number in range(VIEWS)))
        every = range(len(actions))
        best: Sequence[int] = every
        if views:
            look = _Look(state.game, player, views, seed, [action.choice for action in actions])
            best = _best(every, look.step(every))
            if len(best) > 1:
                best = _best(best, look.rest_of_turn(best))
        return actions[self._random.choice(best)]


def _best(firsts: Sequence[int], worths: Sequence[Worth]) -> list[int]:
    most = max(worths)
    return [first for first, worth in zip(firsts, worths, strict=True) if worth == most]


class _Look:
    """What may come of choices, as one player sees it."""

    def __init__(
        self, game: Game, player: int, views: Sequence[Position], seed: int, choices: Sequence[Choice]
    ) -> None:
        self._game, self._player, self._views, self._choices = game, player, views, choices
        self._each = SAMPLES // len(views)
        self._luck = [luck_of(seed, VIEWS + number * self._each, self._each) for number in range(len(views))]

    def step(self, firsts: Sequence[int]) -> list[Worth]:
        """What each choice is worth up to the next decision."""
        return self._averages(firsts, STEP, exact=True)

    def rest_of_turn(self, firsts: Sequence[int]) -> list[Worth]:
        """What each choice is worth at the end of the turn."""
        return self._averages(firsts, REST_OF_TURN, exact=False)

    def _averages(self, firsts: Sequence[int], until: Until, exact: bool) -> list[Worth]:
        totals: list[list[Worth]] = [[] for _ in firsts]
        for view, luck in zip(self._views, self._luck, strict=True):
            games = values(self._game, play_on(self._game, view, firsts, luck, until), self._player)
            for place, first in enumerate(firsts):
                sampled = games[place * self._each : (place + 1) * self._each]
                whole = exact and any(value != sampled[0] for value in sampled)
                weighed = self._outcomes(view, self._choices[first]) if whole else None
                totals[place].append(weighed or _mean([(Fraction(1, self._each), value) for value in sampled]))
        return [_mean([(Fraction(1, len(worths)), worth) for worth in worths]) for worths in totals]

    def _outcomes(self, view: Position, choice: Choice) -> Worth | None:
        """What a choice is worth over all results of chance; None if they are not few, or a rule fails."""
        executor = self._game.executor

        def run(chance: Enumerated) -> list[int]:
            position = Position(view.cells[:], Luck(0, view.luck.turns.copy()))
            executor.apply(position, choice, chance)
            return row_of(self._game, position.cells)

        try:
            found = enumerate_outcomes(run, FEW)
        except (TooManyOutcomes, RuleFailure):
            return None
        rows = Played(array("i", (number for _, row in found for number in row)), len(found), width(self._game))
        games = values(self._game, rows, self._player)
        return _mean([(weight, value) for (weight, _), value in zip(found, games, strict=True)])


def _mean(weighed: Sequence[tuple[Fraction, Sequence[int | Fraction]]]) -> Worth:
    """The average of figures, each with its weight."""
    weights = [weight for weight, _ in weighed]
    columns = zip(*(figures for _, figures in weighed), strict=True)
    return tuple(sum((w * f for w, f in zip(weights, column, strict=True)), Fraction()) for column in columns)
