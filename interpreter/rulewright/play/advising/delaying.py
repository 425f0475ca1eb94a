"""A move that only puts another one off: what it is at least worth, since the other can still be made after it.

    put_off(outlook, task, first=3, then=0, games=24, series=12)         by series, how much more "move 3, then move 0" pays than move 0 alone

Searches value moves that keep everything open too low, since they have to find out again what to do after each result of chance.  This is a plan that they
could have found.
"""

from __future__ import annotations

from array import array
from typing import Final

from rulewright.game.playouts.playout import play_on
from rulewright.game.playouts.searching import decision, judged
from rulewright.play.looking_ahead.lookahead import Outlook, luck_of
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Bulk, Seats
from rulewright.runtime.tree_search import Task

BEGIN: Final = 10_000
"""The number of the first seed."""


def put_off(
    outlook: Outlook, task: Task, first: int, then: int, games: int, series: int
) -> list[float] | None:
    """The difference between payoffs, on average over the games of each series, which have the same luck. None if it is not so in all games that
    the player is still to act after the first move, and may make the other one."""
    plan = _Plan(outlook, task, first, then)
    found = []
    for number in range(series):
        total = 0.0
        for place, seed in enumerate(luck_of(outlook.seed, BEGIN + number * games, games)):
            more = plan.more(number * games + place, seed)
            if more is None:
                return None
            total += more
        found.append(total / games)
    return found


class _Plan:
    """A move that is followed by another one, compared with that one alone."""

    def __init__(self, outlook: Outlook, task: Task, first: int, then: int) -> None:
        self._game, self._outlook, self._task = outlook.game, outlook, task
        self._first, self._then = first, then
        self._chance = Sampled(outlook.game.program.streams)

    def more(self, number: int, seed: int) -> float | None:
        """How much more it pays in a game."""
        view = self._task.views[number % len(self._task.views)]
        seats = self._task.seats[number % len(self._task.seats)]
        after = self._after(view, seed)
        if after is None:
            return None
        position, place = after
        later, now = self._pays(position, place, seed, seats), self._pays(view, self._then, seed, seats)
        return later - now

    def _after(self, view: Position, seed: int) -> tuple[Position, int] | None:
        """The position after the first move, and the place of the other one among the legal moves there."""
        executor, choices = self._game.executor, self._outlook.choices
        position = Position(view.cells[:], Luck(seed, view.luck.turns.copy()))
        try:
            if isinstance(executor, Bulk):
                executor.carry_out(position, choices[self._first])
            else:
                executor.apply(position, choices[self._first], self._chance)
            due = decision(self._game, position.cells)
            legal = (
                executor.legal(position.cells) if due is not None and due[0] == self._outlook.player else []
            )
        except RuleFailure:
            return None
        return (position, legal.index(choices[self._then])) if choices[self._then] in legal else None

    def _pays(self, position: Position, move: int, seed: int, seats: Seats) -> float:
        row = play_on(self._game, position, [move], array("Q", (seed,)), self._task.until, seats).numbers
        return judged(self._game, row, self._task.judging)[self._outlook.player]
