"""Chance one event at a time: results that are given by their ids, and then a stop at the first event without one.

    Stepwise([3]).roll(luck, 0, 0, "dice", (), (6, 6), True)      ->      (0, 3)
    Stepwise([]).roll(luck, 0, 0, "dice", (), (6, 6), True)       raises Undecided; its `node` has 21 results

Results have ids from 0, and equal ones are merged as in `enumerated`.  An event with more than `MOST_RESULTS` of them is decided
one die, card or element at a time (an element of more than that many: first the part of the list in which it is).  An event
with a single possible result does not stop.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, perm

from rulewright.runtime.chance.enumerated import Outcomes, count_draws, count_rolls, draws, rolls
from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Luck
from rulewright.source.dataclass import dataclass

MOST_RESULTS = 1_000
"""The most results that an event can have if it is decided at once."""


@dataclass(frozen=True, slots=True)
class Node:
    """An event of chance to be decided: a roll, or else a draw from a pool.

    `results` has for each id its probability, and the face indices or the elements drawn; with `parts`, the first and the last
    element of each part of the list from which one is drawn. `pieces` are the numbers of the dice if they can be told apart.
    """

    rolled: bool
    kind: str
    stream: int
    results: Outcomes
    pieces: tuple[int, ...] = ()
    parts: bool = False


class Undecided(Exception):
    """Chance has to decide the event of `node` before the rules can go on."""

    def __init__(self, node: Node) -> None:
        super().__init__("chance has to decide first")
        self.node = node


class NoSuchResult(ValueError):
    """A given id is no id of the event where it is used."""


class Stepwise:
    """Results by their ids, in order; then Undecided."""

    def __init__(self, ids: Iterable[int]) -> None:
        self._left = deque(ids)

    @property
    def left(self) -> int:
        """The number of ids that have not been used."""
        return len(self._left)

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        if count_rolls(sides, alike) <= MOST_RESULTS:
            outcomes = rolls(sides, alike)
            return outcomes[self._id(len(outcomes), lambda: Node(True, kind, stream, outcomes, pieces))][1]
        faces: list[int] = []
        for die, many in enumerate(sides):
            node = _Single(True, kind, stream, pieces[die : die + 1])
            faces.append(self._element(range(many), [1] * many, node))
        return tuple(faces)

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        order = sorted(range(len(pool)), key=pool.__getitem__)
        ascending = tuple([pool[index] for index in order])
        if count and _is_small(ascending, count, ordered):
            outcomes = draws(ascending, count, ordered)

            def node() -> Node:
                named = tuple((weight, tuple([ascending[at] for at in drawn])) for weight, drawn in outcomes)
                return Node(False, kind, stream, named)

            return tuple([order[at] for at in outcomes[self._id(len(outcomes), node)][1]])
        found: list[int] = []
        single = _Single(False, kind, stream)
        for _ in range(count):
            left = Counter([pool[index] for index in order])
            element = list(left)[self._element(list(left), list(left.values()), single)]
            found.append(next(index for index in order if pool[index] == element))
            order.remove(found[-1])
        return tuple(found)

    def _element(self, elements: Sequence[int], times: Sequence[int], single: _Single) -> int:
        """The index of one of these different elements, with how often each occurs."""
        first, after = 0, len(elements)
        while after - first > MOST_RESULTS:
            size = -(-(after - first) // MOST_RESULTS)
            starts = range(first, after, size)
            bounds = [(start, min(start + size, after)) for start in starts]
            first, after = bounds[self._id(len(bounds), lambda: single.node(elements, times, bounds, True))]  # noqa: B023
        each = [(at, at + 1) for at in range(first, after)]
        return first + self._id(len(each), lambda: single.node(elements, times, each, False))

    def _id(self, many: int, node: Callable[[], Node]) -> int:
        """The next id, which is one of `many`; 0 if there is no other."""
        if many == 1:
            return 0
        if not self._left:
            raise Undecided(node())
        number = self._left.popleft()
        if not 0 <= number < many:
            raise NoSuchResult(f"there is no result {number} here: ids run from 0 to {many - 1}")
        return number


@dataclass(frozen=True, slots=True)
class _Single:
    """One die or card of an event that is too large to be decided at once."""

    rolled: bool
    kind: str
    stream: int
    pieces: tuple[int, ...] = ()

    def node(
        self, elements: Sequence[int], times: Sequence[int], bounds: Sequence[tuple[int, int]], parts: bool
    ) -> Node:
        """The choice among these runs of elements."""
        before = [0, *accumulate(times)]
        total = before[bounds[-1][1]] - before[bounds[0][0]]
        results = tuple(
            (
                Fraction(before[after] - before[first], total),
                (elements[first], elements[after - 1]) if parts else (elements[first],),
            )
            for first, after in bounds
        )
        return Node(self.rolled, self.kind, self.stream, results, self.pieces, parts)


def _is_small(ascending: Sequence[int], count: int, ordered: bool) -> bool:
    """Whether a draw can be decided at once. Draws of different elements alone are counted first, which is quicker."""
    different = len(set(ascending))
    few = min(count, different)
    if (perm if ordered else comb)(different, few) > MOST_RESULTS:
        return False
    return count_draws(ascending, count, ordered) <= MOST_RESULTS
