"""The choices of a decision that deserve a search, where the strategies of the rulebook know something of the game.

    found = candidates_of(outlook, range(len(outlook.choices)), most=16)
    found.numbers                       those that the strategies rank highest, in order of their numbers
    found.usual                         those that a strategy would take

With many choices a search has few games for each, and the one that did best was mostly lucky. A strategy has an opinion of all of them: what
it prefers little is seldom good.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.playouts.players import ranked
from rulewright.play.looking_ahead.lookahead import Outlook
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Candidates:
    """Choices by their numbers: those that are searched, and those of them that a strategy takes."""

    numbers: Sequence[int]
    usual: frozenset[int] = frozenset()


def candidates_of(outlook: Outlook, among: Sequence[int], most: int) -> Candidates:
    """At most that many of these choices, unless the strategies take more: in turn what each of them ranks highest. All of them where a preference cannot be evaluated."""
    game = outlook.game
    cells = outlook.views[0].cells
    choices = [outlook.choices[number] for number in among]
    orders, usual = list[list[int]](), set[int]()
    try:
        for strategy in game.program.strategies.values():
            order, taken = ranked(game.executor, strategy, cells, choices)
            orders.append([among[place] for place in order])
            usual.update(among[place] for place in taken)
    except RuleFailure:
        return Candidates(among)
    in_turn = dict.fromkeys(number for numbers in zip(*orders, strict=True) for number in numbers)
    numbers = sorted(usual | set(list(in_turn)[:most])) if orders else among
    return Candidates(numbers, frozenset(usual))
