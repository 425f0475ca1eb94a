"""A bot that looks one step ahead: it takes what makes it stand best, on average over chance.

    bot = GreedyBot()
    bot.begin(seed=7)
    bot.choose(state, player)

For every legal action it looks at the positions after it, up to the next decision.  A game that is over counts by who has won, and before
anything else; otherwise what counts is the lead in the standings.  Some results of chance are sampled, with the same luck for every action;
where they make a difference and are few, all of them are weighed instead.

Actions that come to the same are told apart by how the player stands at the end of the turn if the rest of it is played at random: in many
games nothing is scored before.  Those that still come to the same are drawn by lot.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from rulewright.game.playouts.playout import play_on, row_of, width, worth
from rulewright.language.players import GREEDY
from rulewright.play.looking_ahead.lookahead import LookingAhead, Outlook, luck_of
from rulewright.runtime.chance.enumerated import Enumerated, TooManyOutcomes, enumerate_outcomes
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Played, Until

Worth: TypeAlias = tuple[int | Fraction, ...]
"""What an action is worth, summed over all samples: results of games, then each line of the standings."""

SAMPLES = 64
"""Results of chance that are sampled for each action, over all views."""
FEW = 36
"""So many results of chance are all looked at: as many as two dice have."""
STEP = Until(most=1)
REST_OF_TURN = Until(most=200, turn=True)


class GreedyBot(LookingAhead):
    """Takes the action after which the player stands best."""

    name = GREEDY
    most_views = 4

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The choices that nothing tells apart, and none is better."""
        return _Look(outlook).best()


class _Look:
    """What may come of choices, as one player sees it."""

    def __init__(self, outlook: Outlook) -> None:
        self._game, self._player, self._choices = outlook.game, outlook.player, outlook.choices
        self._views = outlook.views
        self._each = SAMPLES // len(self._views)
        first = GreedyBot.most_views
        self._luck = [
            luck_of(outlook.seed, first + number * self._each, self._each)
            for number in range(len(self._views))
        ]

    def best(self) -> Sequence[int]:
        best = self._best(range(len(self._choices)), STEP)
        return best if len(best) == 1 else self._best(best, REST_OF_TURN)

    def _best(self, firsts: Sequence[int], until: Until) -> Sequence[int]:
        by_view = [
            self._sums(view, luck, firsts, until) for view, luck in zip(self._views, self._luck, strict=True)
        ]
        totals = [tuple(map(sum, zip(*sums, strict=True))) for sums in zip(*by_view, strict=True)]
        most = max(totals)
        return [first for first, total in zip(firsts, totals, strict=True) if total == most]

    def _sums(self, view: Position, luck: array[int], firsts: Sequence[int], until: Until) -> list[Worth]:
        """What each choice is worth in one view, summed over its samples."""
        columns = worth(self._game, play_on(self._game, view, firsts, luck, until), self._player)
        found: list[Worth] = []
        for place, first in enumerate(firsts):
            begin, end = place * self._each, (place + 1) * self._each
            parts = [column[begin:end] for column in columns]
            differs = until is STEP and any(min(part) != max(part) for part in parts)
            weighed = self._weighed(view, self._choices[first]) if differs else None
            found.append(weighed or tuple(map(sum, parts)))
        return found

    def _weighed(self, view: Position, choice: Choice) -> Worth | None:
        """The same from all results of chance; None if they are not few, or a rule fails."""
        executor = self._game.executor

        def run(chance: Enumerated) -> list[int]:
            position = Position(view.cells[:], Luck(0, view.luck.turns.copy()))
            executor.apply(position, choice, chance)
            return row_of(self._game, position.cells)

        try:
            found = enumerate_outcomes(run, FEW)
        except (TooManyOutcomes, RuleFailure):
            return None
        numbers = array("i", (number for _, row in found for number in row))
        columns = worth(self._game, Played(numbers, len(found), width(self._game)), self._player)
        weights = [self._each * weight for weight, _ in found]
        return tuple(
            sum((weight * value for weight, value in zip(weights, column, strict=True)), Fraction())
            for column in columns
        )
