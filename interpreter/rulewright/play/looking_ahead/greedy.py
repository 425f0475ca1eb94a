"""A bot that looks one step ahead: it takes the action with the best expected position.

    bot = GreedyBot()
    bot.begin(seed=7)
    bot.choose(state, player)

For every legal action it evaluates the positions at the next decision.  The result of a game that is over counts before
anything else; otherwise the lead in the standings counts.  Some results of chance are sampled, with the same luck for every action;
where they make a difference and are few, all of them are weighed instead.

Ties are broken by the standings at the end of the turn if the rest of it is played at random: in many games nothing is scored
before.  Remaining ties are broken at random.
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
"""The value of an action, summed over all samples: results of games, then each line of the standings."""

SAMPLES = 64
"""The number of results of chance that are sampled for each action, over all views."""
FEW = 36
"""The largest number of results of chance that are enumerated: as many as two dice have."""
STEP = Until(most=1)
REST_OF_TURN = Until(most=200, turn=True)


class GreedyBot(LookingAhead):
    """Takes the action with the best expected position after it."""

    name = GREEDY
    most_views = 4

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The choices with the greatest value, by number."""
        return _Look(outlook).best()


class _Look:
    """The evaluation of choices from the views of one player."""

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
        """The value of each choice in one view, summed over its samples."""
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
        """The exact value over all results of chance; None if there are too many, or a rule fails."""
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
