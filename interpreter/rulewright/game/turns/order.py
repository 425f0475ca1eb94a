"""Levels: what has been counted so far, as far as the ends of a game ask for it, and which follow which.

    found = Levels(game, counters, inside)
    found.order()                      [(99,), (98,), ..., (0,)]: each level after those that can follow it
    found.after((90,), leaf)           None: the game is over

A level is what the cells that ends read hold, and last the number of the round, if they ask for it.
"""

from __future__ import annotations

from array import array
from itertools import product
from math import prod

from rulewright.game.game import Game
from rulewright.game.turns.counters import Counters
from rulewright.game.turns.levels import Inside, Leaf
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ROUND
from rulewright.runtime.by_turns import NotByTurns

Level = tuple[int, ...]
MOST_LEVELS = 20_000
MOST_ASKED = 200_000
"""The most levels for which it is asked whether an end holds."""


class Levels:
    """See the page of the module."""

    def __init__(self, game: Game, counted: Counters, inside: Inside) -> None:
        self._game, self._counters, self._inside = game, counted, inside
        self._holds: dict[tuple[int, Level], bool] = {}
        self.start: Level = (
            *(counted.start[cell] for cell in counted.level),
            *((1,) if counted.rounds else ()),
        )
        self.first = 1 if counted.gain is None else counted.gain.total(counted.start)
        """What the result is at the beginning."""

    def before(self, cells: array[int]) -> int:
        """What the result is so far."""
        counted = self._counters
        if counted.gain is None:
            return cells[ROUND]
        return counted.gain.total({cell: cells[cell] for cell in counted.start})

    def of(self, cells: array[int]) -> Level:
        """The level of a position."""
        counted = self._counters
        return (*(cells[cell] for cell in counted.level), *((cells[ROUND],) if counted.rounds else ()))

    def after(self, level: Level, leaf: Leaf) -> Level | None:
        """The level after a leaf; None if the game is over there."""
        counted, many = self._counters, len(self._counters.level)
        points = tuple(value + add for value, add in zip(level[:many], leaf.adds, strict=True))
        now = (*points, *level[many:])
        following = (*points, *(value + leaf.rounds for value in level[many:]))
        for number, end in enumerate(counted.ends):
            asked = end.at == "action" or (leaf.turned if end.at == "turn" else leaf.rounds > 0)
            if asked and self._is_over(number, following if end.at == "action" else now):
                return None
        return following

    def _is_over(self, number: int, level: Level) -> bool:
        key = number, level
        known = self._holds.get(key)
        if known is None:
            end, counted = self._counters.ends[number], self._counters
            cells = array("i", self._game.program.layout.initial())
            for cell, value in zip(counted.level, level, strict=False):
                cells[cell] = value
            if counted.rounds:
                cells[ROUND] = level[-1]
            assert end.condition is not None
            asked = ir.Asked(end.path, end.condition, end.locals, end.span)
            known = self._holds[key] = bool(self._game.executor.value(cells, asked, 0))
        return known

    def order(self) -> list[Level]:
        """All levels, each after those that can follow it. Raises NotByTurns if an end that held could hold no more on a higher level: then it
        might have ended the game while an action was carried out."""
        if any(
            self._is_over(number, self.start)
            for number, end in enumerate(self._counters.ends)
            if end.at == "action"
        ):
            raise NotByTurns("the game may be over before it begins")
        found, waiting = {self.start}, [self.start]
        changes = set(self._inside.leaves)
        while waiting:
            level = waiting.pop()
            for leaf in changes:
                following = self.after(level, leaf)
                if following is not None and following not in found:
                    found.add(following)
                    waiting.append(following)
                    if len(found) > MOST_LEVELS:
                        raise NotByTurns(f"there are more than {MOST_LEVELS:,} levels")
        order = sorted(found, key=sum, reverse=True)
        self._refuse_falling(order)
        self._refuse_ranges(order)
        return order

    def _refuse_falling(self, order: list[Level]) -> None:
        """Refuse ends that hold no more for a greater number: they might have held while an action was carried out."""
        adds = [
            max(leaf.adds[place] for leaf in self._inside.leaves)
            for place in range(len(self._counters.level))
        ]
        adds += [1] * self._counters.rounds
        ranges = [
            range(min(row), max(row) + add + 1)
            for row, add in zip(zip(*order, strict=True), adds, strict=True)
        ]
        if prod(map(len, ranges)) > MOST_ASKED:
            raise NotByTurns("there are too many numbers of which an end of the game might ask")
        for number in [number for number, end in enumerate(self._counters.ends) if end.at == "action"]:
            for level in product(*ranges):
                if self._is_over(number, level) and any(
                    level[place] + 1 in each
                    and not self._is_over(number, (*level[:place], level[place] + 1, *level[place + 1 :]))
                    for place, each in enumerate(ranges)
                ):
                    raise NotByTurns("an end of the game holds no more for a greater number")

    def _refuse_ranges(self, order: list[Level]) -> None:
        counted = self._counters
        for place, cell in enumerate(counted.level):
            most = max((leaf.adds[place] for leaf in self._inside.leaves), default=0)
            if max(level[place] for level in order) + most > counted.most[cell]:
                raise NotByTurns("a counter might leave its range")
