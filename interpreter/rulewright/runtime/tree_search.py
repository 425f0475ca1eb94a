"""Tree search by an executor: many games from one position, the first choices of which are taken where they did well before.

    tree = executor.tree(2_000_000, game.sight.unseen())
    tree.simulate(task, seed=7, numbers=range(3))      three games
    tree.statistics()                                  Statistics(visits=[1, 1], sums=[1.0, -1.0])

A node of the tree is all that the player to act sees, so positions that this player cannot tell apart are one node, and so are positions
that are reached in different orders.  For each choice it has the number of simulations that took it and the sum of what they were worth to
that player.  A simulation begins at one of the `views` in turn, and at each node takes

    one that was never taken, while there is one: in order, from a place on that chance determines
    else the choice with the greatest  sum / visits + exploring * sqrt(log(visits of the node) / visits)

or, if it is `guided` by players who know something of the game, after the first choice

    what these players do, so that the game is played on by them at once, or a choice that is surely better: of these and all choices
    taken before the one with the greatest  sum / visits - exploring / sqrt(visits)
    and every fourth time one by curiosity: of the first  sqrt(visits of the node)  choices one that was never taken, or else as above;
    what comes of it is remembered at this node and after it, but not before: there one counts on what is best

until it meets a position that has no node, or a proven one.  That one gets a node, and the game is played on from there by plain players.  (The position at the
beginning gets its node and is gone on from.)  A simulation in which a rule fails is worth nothing to anybody.

With `proving`, in a game of two sides that is open and without chance, the tree also finds out which positions are won (Winands, Björnsson, Saito, "Monte-Carlo
tree search solver", 2008).  A choice that ends the game is won or lost, unless it is a draw; a position is won for its player's side by one choice that
is, and lost when all are.  The sum of a choice that is won is infinite, and of one that is lost minus infinite.  A simulation that meets a position
after its first choice that is won or lost ends there, and is worth 1 to that side and -1 to the other.

The meaning is defined by `play.looking_ahead.tree`, in Python; an executor may do the same faster.  All arithmetic is that of IEEE 754 doubles,
with operations that are rounded correctly, in a fixed order, and logarithms are read from a table: so both make the same choices.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache
from typing import Final, Protocol, runtime_checkable

from rulewright.ir import nodes as ir
from rulewright.ir.chance import is_determined
from rulewright.ir.reads import hides_anything
from rulewright.ir.utility import utility, zero_sum
from rulewright.runtime.executor import Position
from rulewright.runtime.fast import Seats, Until
from rulewright.runtime.hidden_cells import Unseen
from rulewright.source.dataclass import dataclass

DEEPEST: Final = 1_000
"""The largest number of choices of a simulation within the tree."""
ANY: Final = -1
"""Instead of the number of a choice: whichever the search takes."""
CURIOUS: Final = 4
"""At a node of guided players, one choice of this number is taken by curiosity."""
MOST_CHOICES: Final = 16_384
"""A position with more choices gets no node."""
LOGARITHMS: Final = 1 << 16
"""The number of logarithms in the table; beyond it the last one stands for all."""


@dataclass(frozen=True, slots=True)
class Judging:
    """What a game is worth to each player.

    `points`: in a game of points, the distance of a player's points from `mean` in units of `spread`.  In other games the payoff
    of the result, and the lead times `leading`; in a game that was broken off the lead alone.  The lead is divided by `spread`,
    and then x / (1 + |x|), which lies between -1 and 1."""

    points: bool
    mean: tuple[float, ...]
    spread: tuple[float, ...]
    exploring: float
    leading: float


@dataclass(frozen=True, slots=True)
class Task:
    """A search: `views` are positions that the player to act cannot tell apart, `seats` the players by whom games are played on, one
    after the other in turn; `guided`: the tree starts from what they do. `play_on` plays a game on in Python, from its position, seed and players, and gives its row (`fast.Played`). `proving`: the
    tree finds out what is won and lost, if the game is one where it can (`provable`)."""

    views: Sequence[Position]
    seats: Sequence[Seats]
    until: Until
    judging: Judging
    guided: bool
    play_on: Callable[[Position, int, Seats], Sequence[int]] = field(repr=False)
    proving: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    """By choice, in the order of the legal ones: the number of simulations, and the sum of what they were worth."""

    visits: list[int]
    sums: list[float]


class Tree(Protocol):
    """A tree that grows. It has room for a number of nodes and choices together, and then stays as it is."""

    def simulate(self, task: Task, seed: int, numbers: range, choice: int = ANY) -> bool:
        """Simulate games by number, which begin with a choice by its number, or any. Each has two seeds, those numbered 2 * number and 2 * number + 1 of `seed`: for chance within the tree,
        and for the rest of the game. False if this cannot be done here; the tree is then of no more use."""
        ...

    def statistics(self) -> Statistics | None:
        """Those of the position at which the last simulation began; None if it has no node."""
        ...

    def is_half_full(self) -> bool:
        """Whether a new tree should take its place before the next search."""
        ...


@runtime_checkable
class GrowsTrees(Protocol):
    """An executor that searches quickly."""

    def tree(self, room: int, unseen: Unseen) -> Tree | None:
        """An empty tree with room for that many nodes and choices together; `unseen` is what is hidden from each player. None for a game that
        it cannot search."""
        ...


def provable(program: ir.Program) -> bool:
    """Whether positions can be won or lost for sure: a game of two sides, of which one wins what the other loses, open and without chance."""
    duel = len(set(program.teams)) == 2 and utility(program) == "result" and zero_sum(program) is True
    return duel and is_open(program)


def is_open(program: ir.Program) -> bool:
    """Whether every choice leads to one position, which everybody sees."""
    return is_determined(program) and not hides_anything(program)


@cache
def logarithms() -> array[float]:
    """The natural logarithms of the numbers from 0 on, with 0 for 0."""
    return array("d", (0.0, *(math.log(number) for number in range(1, LOGARITHMS))))
