"""What is kept between turns: the situations that the rules can tell apart, and by which ways of a turn one leads to the next.

    found = situations(kept, payoff, turn, turns)
    found.ways[0]               for each leaf of the turn a Way, or None where it is not there
    found.last_first            the situations, each after all that can follow it
    found.sizes[0]              (1,): the sum of the upper boxes is 0 at the start

A situation is what the slow cells hold as far as rules ask; of the sums on which the result depends only their range is worked out here.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from itertools import product
from operator import itemgetter
from typing import Final, NamedTuple

from rulewright.game.turns.payoff import Payoff
from rulewright.game.turns.slow_cells import Kept
from rulewright.game.turns.turn import OVER, Leaf, Question, Tree, Turn
from rulewright.runtime.by_turns import ByTurns, EndTest, NotByTurns, Write
from rulewright.source.dataclass import dataclass

MOST_CASES = 1_000_000
MOST_SITUATIONS = 2_000_000
END = -1
"""The number of what is not a situation: the end of the game."""

Report = Callable[[int, int], None]
Held = tuple[int, ...]
"""What each slow cell holds, or what stands for it, in the order of the cells."""


class Way(NamedTuple):
    """A turn that is left: for which situation and start of the next, what the result gains, and what is added to the sums."""

    situation: int
    start: int
    gain: int
    adds: tuple[int, ...]


Rewriting = tuple[tuple[int, int], ...]
"""The places of cells, each with what is written there."""
UNKNOWN: Final = object()
"""What was not looked at yet."""


class _Led(NamedTuple):
    """Where a turn is left, with the number of a rewriting."""

    start: int
    gain: int
    adds: tuple[int, ...]
    rewriting: int


@dataclass(slots=True)
class _Asked:
    """What depends on an end: whether it holds after a rewriting. `branches`: what is left of the `trees` if not, and if so."""

    end: int
    rewriting: int
    trees: tuple[Tree, Tree]
    branches: list[object]


@dataclass(slots=True)
class _Known:
    """What is known of a leaf: its ways by what is held in the cells that it reads."""

    reads: Callable[[Held], object]
    ways: dict[object, object]
    tree: Tree


@dataclass(slots=True)
class _Here:
    """A situation, and by rewriting what is held after it, and the number of that."""

    held: Held
    afters: dict[int, Held]
    numbers: dict[int, int]


@dataclass(slots=True)
class Between:
    """See the page of the module. `sizes`: by situation the number of values of each sum, from 0 on; `ends`: the same where the game is over,
    as far as it makes a difference. `beyond`: what is added to the result there."""

    numbers: dict[Held, int] = field(default_factory=dict)
    ways: list[list[Way | None]] = field(default_factory=list)
    last_first: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """By situation the most turns after which it is reached, with its own: those with the same number do not follow each other."""
    deepest_first: list[int] = field(default_factory=list)
    """The situations by these numbers, the greatest first."""
    sizes: list[tuple[int, ...]] = field(default_factory=list)
    ends: tuple[int, ...] = ()
    beyond: dict[tuple[int, ...], int] = field(default_factory=dict)
    longest: int = 0
    """The most turns of a game."""
    cells: tuple[int, ...] = ()

    def reached(self, start: int) -> int:
        """How many cases there are, of situations with the sums that can be reached; with several sums an upper bound."""
        if len(self.ends) != 1:
            total = 0
            for size in self.sizes:
                cases = 1
                for many in size:
                    cases *= many
                total += cases
            return total
        (cap,) = self.ends
        masks = [0] * len(self.sizes)
        masks[start] = 1
        whole = (1 << cap) - 1
        for number in reversed(self.last_first):
            mask = masks[number]
            for target, add in {(way.situation, way.adds[0]) for way in self.ways[number] if way is not None}:
                if target == END:
                    continue
                moved = mask << add
                if moved > whole:
                    moved = (moved & whole) | 1 << cap - 1
                masks[target] |= moved
        return sum(mask.bit_count() for mask in masks)


class Finder:
    """Finds the situations that follow the start of a game."""

    def __init__(self, kept: Kept, payoff: Payoff, turn: Turn, turns: ByTurns) -> None:
        self._kept, self._payoff, self._turn, self._turns = kept, payoff, turn, turns
        self._cells = tuple(sorted(kept.start))
        self._places = {cell: place for place, cell in enumerate(self._cells)}
        self._holds: dict[tuple[int, Held], bool] = {}
        self._rewritings: dict[Rewriting, int] = {}
        self._listed: list[Rewriting] = []
        self._found = Between(cells=self._cells)
        self._rows: list[Held] = []

    def situations(self, report: Report | None = None) -> Between:
        """All situations. Raises NotByTurns."""
        found = self._found
        first = tuple(self._kept.start[cell] for cell in self._cells)
        if any(self._turns.holds(end, self._kept.start) for end in self._kept.slow.ends):
            raise NotByTurns("the game may be over before it begins")
        self._number(first)
        trees = [_Known(self._reads(tree), {}, tree) for tree in self._turn.leaves]
        done = 0
        while done < len(self._rows):
            here = _Here(self._rows[done], {}, {})
            found.ways.append([self._way(tree, here) for tree in trees])
            done += 1
            if report is not None and done % 100 == 0:
                report(done, len(self._rows))
            if done > MOST_SITUATIONS:
                raise NotByTurns(f"there are more than {MOST_SITUATIONS:,} situations")
        self._put_in_order()
        self._measure()
        return found

    # --------------------------------------------------------------------------------------------- private

    def _number(self, held: Held) -> int:
        number = self._found.numbers.setdefault(held, len(self._rows))
        if number == len(self._rows):
            self._rows.append(held)
        return number

    def _reads(self, tree: Tree) -> Callable[[Held], object]:
        """What a situation holds in the cells that a tree tests before anything is written, or writes to."""
        places = sorted({self._places[cell] for cell in _cells(tree)})
        return itemgetter(*places) if places else lambda held: None

    def _way(self, known: _Known, here: _Here) -> Way | None:
        """The way of a leaf. It depends on few cells, so each combination is looked at once."""
        held, key = here.held, known.reads(here.held)
        found = known.ways.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = known.ways[key] = self._resolved(known.tree, held)
        while isinstance(found, _Asked):
            answer = self._ends_after(found, here)
            following = found.branches[answer]
            if following is UNKNOWN:
                following = found.branches[answer] = self._resolved(found.trees[answer], held)
            found = following
        if found is None:
            return None
        assert isinstance(found, _Led)
        start, gain, adds, rewriting = found
        if start == OVER:
            return Way(END, OVER, gain, adds)
        number = here.numbers.get(rewriting)
        if number is None:
            number = here.numbers[rewriting] = self._number(self._after(rewriting, here))
        return Way(number, start, gain, adds)

    def _resolved(self, tree: Tree, held: Held) -> _Asked | _Led | None:
        """What is left of a tree where the cells that it reads hold this: what follows, or a question about an end."""
        while isinstance(tree, Question):
            test = tree.test
            if isinstance(test, EndTest):
                return _Asked(test.end, self._rewriting(test.writes), (tree.no, tree.yes), [UNKNOWN, UNKNOWN])
            tree = tree.yes if held[self._places[test.cell]] == test.value else tree.no
        if tree is None:
            return None
        before = tuple(held[self._places[write.cell]] for write in tree.writes)
        return _Led(tree.start, *self._counted(tree.writes, before), self._rewriting(tree.writes))

    def _ends_after(self, asked: _Asked, here: _Here) -> bool:
        after = self._after(asked.rewriting, here)
        key = asked.end, after
        if key not in self._holds:
            self._holds[key] = self._turns.holds(asked.end, dict(zip(self._cells, after, strict=True)))
        return self._holds[key]

    def _rewriting(self, writes: Sequence[Write]) -> int:
        """The number of what writes make of what is held, apart from additions."""
        values = {
            self._places[cell]: self._kept.stands_for(cell, value) for cell, value, adds in writes if not adds
        }
        rewriting = tuple(values.items())
        number = self._rewritings.setdefault(rewriting, len(self._listed))
        if number == len(self._listed):
            self._listed.append(rewriting)
        return number

    def _after(self, rewriting: int, here: _Here) -> Held:
        after = here.afters.get(rewriting)
        if after is None:
            row = list(here.held)
            for place, value in self._listed[rewriting]:
                row[place] = value
            after = here.afters[rewriting] = tuple(row)
        return after

    def _counted(self, writes: Sequence[Write], before: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        sums = (self._payoff.gain, *self._payoff.sums)
        totals = [0] * len(sums)
        written: dict[int, int] = {}
        for (cell, value, adds), there in zip(writes, before, strict=True):
            for number, each in enumerate(sums):
                if cell not in each.terms:
                    continue
                if adds:
                    totals[number] += each.terms[cell][0] * value
                    continue
                if cell not in written and not self._kept.is_sure(cell, there):
                    raise NotByTurns("a value is written over another that adds to the result")
                totals[number] += each.of(cell, value) - each.of(cell, written.get(cell, there))
            if not adds:
                written[cell] = value
        if any(total < 0 for total in totals[1:]):
            raise NotByTurns("a sum on which the result depends can become less")
        return totals[0], tuple(totals[1:])

    def _put_in_order(self) -> None:
        """Find an order in which each situation comes after all that can follow it."""
        found = self._found
        follows = [
            sorted({way.situation for way in ways if way is not None and way.situation != END})
            for ways in found.ways
        ]
        before = [0] * len(follows)
        for targets in follows:
            for target in targets:
                before[target] += 1
        turns, ready, order = [1] * len(follows), [0], list[int]()
        if before[0]:
            raise NotByTurns("what is kept between turns can be as it was before")
        while ready:
            number = ready.pop()
            order.append(number)
            for target in follows[number]:
                turns[target] = max(turns[target], turns[number] + 1)
                before[target] -= 1
                if before[target] == 0:
                    ready.append(target)
        if len(order) < len(follows):
            raise NotByTurns("what is kept between turns can be as it was before")
        found.last_first = order[::-1]
        found.deepest_first = sorted(found.last_first, key=turns.__getitem__, reverse=True)
        found.turns = turns
        found.longest = max(turns)
        self._hold_ranges()

    def _hold_ranges(self) -> None:
        """Refuse a game in which a variable that rules do not read might leave its range."""
        kept, most = self._kept, dict[int, int]()
        least = dict[int, int]()
        for leaf in self._turn.leaves:
            for write in _writes(leaf):
                if write.adds:
                    most[write.cell] = max(most.get(write.cell, 0), write.value)
                    least[write.cell] = min(least.get(write.cell, 0), write.value)
        for cell in most:
            high = kept.start[cell] + self._found.longest * most[cell]
            low = kept.start[cell] + self._found.longest * least[cell]
            if high > kept.most[cell] or low < kept.least[cell]:
                raise NotByTurns("what is added to a variable might lead out of its range")

    def _measure(self) -> None:
        """Work out which values the sums can have."""
        found, sums = self._found, self._payoff.sums
        start = tuple(each.total(self._kept.start) for each in sums)
        if any(value < 0 for value in start):
            raise NotByTurns("a sum on which the result depends is below 0 at the start")
        most: list[list[int]] = [
            list(start) if number == 0 else [0] * len(sums) for number in range(len(found.ways))
        ]
        over = [0] * len(sums)
        for number in reversed(found.last_first):
            here = most[number]
            for target, adds in {(way.situation, way.adds) for way in found.ways[number] if way is not None}:
                there = over if target == END else most[target]
                for place, add in enumerate(adds):
                    there[place] = max(there[place], here[place] + add)
        self._cap(tuple(value + 1 for value in over))
        found.sizes = [
            tuple(min(value + 1, cap) for value, cap in zip(values, found.ends, strict=True))
            for values in most
        ]

    def _cap(self, sizes: tuple[int, ...]) -> None:
        """Leave out the sums beyond which nothing changes: those that are greater count as the last that is kept."""
        cases = 1
        for size in sizes:
            cases *= size
        if cases > MOST_CASES:
            raise NotByTurns("the result depends on sums with too many values")
        values = {case: self._payoff.beyond(case) for case in product(*map(range, sizes))}
        caps = list(sizes)
        for place in range(len(sizes)):
            while caps[place] > 1 and all(
                values[case] == values[(*case[:place], case[place] - 1, *case[place + 1 :])]
                for case in values
                if case[place] == caps[place] - 1
            ):
                caps[place] -= 1
        self._found.ends = tuple(caps)
        self._found.beyond = {
            case: value
            for case, value in values.items()
            if all(at < cap for at, cap in zip(case, caps, strict=True))
        }


def _writes(tree: Tree) -> Sequence[Write]:
    if isinstance(tree, Question):
        return (*_writes(tree.yes), *_writes(tree.no))
    return tree.writes if isinstance(tree, Leaf) else ()


def _cells(tree: Tree) -> Iterator[int]:
    """The cells that a tree tests before anything is written, and those that its leaves write to."""
    if isinstance(tree, Question):
        if not isinstance(tree.test, EndTest):
            yield tree.test.cell
        yield from _cells(tree.yes)
        yield from _cells(tree.no)
    elif isinstance(tree, Leaf):
        yield from (write.cell for write in tree.writes)


def cases_of(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The values of all sums, in the order of rows."""
    return list(product(*map(range, sizes)))


def places(sizes: tuple[int, ...], adds: tuple[int, ...], to: tuple[int, ...], wide: int) -> array[int]:
    """For each case the place of the one that it becomes, where a sum beyond the last counts as the last."""
    found = array("i")
    for case in cases_of(sizes):
        at = 0
        for value, add, size in zip(case, adds, to, strict=True):
            at = at * size + min(value + add, size - 1)
        found.append(at)
    found.extend([0] * (wide - len(found)))
    return found
