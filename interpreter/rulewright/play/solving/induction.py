"""What each position is worth with best play, worked backwards from the ends of the game.

    exact(graph, sides)          fractions; NotExact if they get too long, or if positions can repeat by chance
    bounded(graph, sides)        a lower and an upper bound of each, as floats: both are proved

Values are those of the first player, who wants much; the second wants little.  Bounds are rounded outwards at every step, so they hold
whatever floats lose.  Positions that can repeat are worked out together: without chance by `endless`, with chance by going through them again
and again, from the worst and from the best that can be.  Both sequences of values bound what can be forced, after any number of rounds. Where they do
not meet, since somebody can go on for ever, bounds are proved by what each player does (`repeating.policies`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction

from rulewright.game.playouts.position_graph import NOBODY, PositionGraph
from rulewright.play.solving.repeating.components import components, repeats
from rulewright.play.solving.repeating.endless import Retrograde
from rulewright.play.solving.repeating.policies import settled
from rulewright.runtime.sweeps import Choosing, Improves
from rulewright.source.dataclass import dataclass

LONGEST = 2_000
"""The most binary digits of the denominator of an exact value."""
LAST_DIGIT = 2.0**-52
MOST_ROUNDS = 100_000
"""The most times that positions which can repeat are gone through."""
LITTLE = 1e-3
"""If bounds come no closer than by this part in `PATIENCE` rounds, they stay as they are."""
PATIENCE = 20
MET = 1e6
"""Bounds that stay apart by more than this many roundings do so since somebody can go on for ever; those that are nearer have met but for roundings."""
NEAR = 1e-9
"""A position whose worth may be so near to that of play without an end is one in which this may be best."""

Report = Callable[[int, int], None]


class NotExact(ValueError):
    """Values are not worked out as fractions."""


@dataclass(frozen=True, slots=True)
class Sides:
    """What the players want. `raises[seat]`: whether a seat wants the value high. `payoff`: the value of the returns at an end.
    `endless`: what play without an end is worth."""

    raises: tuple[bool, ...]
    payoff: Callable[[Sequence[float]], Fraction]
    endless: Fraction


@dataclass(slots=True)
class Exact:
    """The value of each position, and the choice that makes it so (-1 at an end). `endless`: whether play without an end is best somewhere."""

    values: list[Fraction]
    best: list[int]
    endless: bool = False


@dataclass(slots=True)
class Bounded:
    """Bounds of the value of each position, and the choice that makes it so (-1 at an end)."""

    low: array[float]
    high: array[float]
    best: array[int]
    endless: bool = False
    """Whether play without an end may be best somewhere."""


def exact(graph: PositionGraph, sides: Sides, report: Report | None = None) -> Exact:
    """The values as fractions. Raises NotExact."""
    values, best = [Fraction(0)] * graph.size, [-1] * graph.size
    payoffs = {number: sides.payoff(found) for number, found in graph.payoffs.items()}
    done, endless = 0, False

    def worth(choice: int) -> Fraction:
        first, last = graph.edges[choice], graph.edges[choice + 1]
        if last == first + 1:
            return values[graph.after[first]]
        return sum(
            (graph.fractions[graph.shares[edge]] * values[graph.after[edge]] for edge in range(first, last)),
            Fraction(0),
        )

    for together in components(graph):
        done += len(together)
        if report is not None and done % BETWEEN < len(together):
            report(done, graph.size)
        if repeats(graph, together):
            if _by_chance(graph, together):
                raise NotExact("positions can repeat by chance")
            of = Retrograde(graph, together, values, best, lambda number: sides.raises[graph.players[number]])
            endless = of.work_out(sides.endless) or endless
            continue
        (number,) = together
        if graph.players[number] == NOBODY:
            values[number] = payoffs[number]
            continue
        pick = max if sides.raises[graph.players[number]] else min
        choice = pick(range(graph.choices[number], graph.choices[number + 1]), key=worth)
        best[number], values[number] = choice, worth(choice)
        if values[number].denominator.bit_length() > LONGEST:
            raise NotExact("the fractions get too long")
    return Exact(values, best, endless)


BETWEEN = 1_000


def bounded(
    graph: PositionGraph, sides: Sides, report: Report | None = None, executor: object = None
) -> Bounded:
    """Bounds of the values. An executor that `sweeps.Improves` bounds does so where positions can repeat."""
    low, high = array("d", (0.0,)) * graph.size, array("d", (0.0,)) * graph.size
    found = Bounded(low, high, array("q", (-1,)) * graph.size)
    work = _Bounds(graph, sides, found, executor)
    done = 0
    for together in components(graph):
        done += len(together)
        if report is not None and done % BETWEEN < len(together):
            report(done, graph.size)
        if repeats(graph, together):
            work.repeat(together)
        else:
            work.once(together[0])
    return found


class _Bounds:
    def __init__(self, graph: PositionGraph, sides: Sides, found: Bounded, executor: object) -> None:
        self._graph, self._sides, self._found = graph, sides, found
        self._shares = array("d", map(float, graph.fractions))
        self._payoffs = {number: sides.payoff(returns) for number, returns in graph.payoffs.items()}
        every: set[Fraction] = {*self._payoffs.values(), sides.endless}
        self._least, self._most = float(min(every)), float(max(every))
        self._slack = max(abs(self._least), abs(self._most), 1.0) * LAST_DIGIT
        self._round: Callable[[array[int]], float] = self._plain_round
        if isinstance(executor, Improves):
            self._round = executor.improving(self._choosing())

    def _choosing(self) -> Choosing:
        graph, found = self._graph, self._found
        raises = array("b", (player != NOBODY and self._sides.raises[player] for player in graph.players))
        return Choosing(
            raises,
            graph.choices,
            graph.edges,
            graph.after,
            graph.shares,
            self._shares,
            found.low,
            found.high,
            found.best,
            self._slack,
        )

    def once(self, number: int) -> None:
        graph, found = self._graph, self._found
        if graph.players[number] == NOBODY:
            payoff = self._payoffs[number]
            lost = 0.0 if Fraction(float(payoff)) == payoff else self._slack
            found.low[number], found.high[number] = float(payoff) - lost, float(payoff) + lost
            return
        low, by_low = self._of(number, found.low, -1)
        high, by_high = self._of(number, found.high, 1)
        found.low[number], found.high[number] = low, high
        found.best[number] = by_low if self._sides.raises[graph.players[number]] else by_high

    def repeat(self, together: list[int]) -> None:
        """Positions that can repeat: by chance, or without."""
        graph, found = self._graph, self._found
        if not _by_chance(graph, together):
            self._without_chance(together)
            return
        inside = array("q", (number for number in together if graph.players[number] != NOBODY))
        for number in inside:
            found.low[number], found.high[number] = self._least - self._slack, self._most + self._slack
            found.best[number] = graph.choices[number]
        gap, since = float("inf"), 0
        for _ in range(MOST_ROUNDS):
            widest = self._round(inside)
            if widest <= len(inside) * self._slack:
                break
            if widest < gap * (1 - LITTLE):
                gap, since = widest, 0
            else:
                since += 1
                if since == PATIENCE:
                    if gap > MET * self._slack:
                        self._settle(inside)
                    break

    def _settle(self, inside: Sequence[int]) -> None:
        """Narrow the bounds of positions where somebody can go on for ever."""
        found = self._found
        endless = float(self._sides.endless)
        by = settled(self._graph, inside, self._raises, endless, found.low, found.high)
        for number in inside:
            raises = self._raises(number)
            if by.low[number] >= found.low[number]:
                found.low[number] = by.low[number]
                if raises:
                    found.best[number] = by.choices[number]
            if by.high[number] <= found.high[number]:
                found.high[number] = by.high[number]
                if not raises:
                    found.best[number] = by.choices[number]
            if found.low[number] - NEAR <= endless <= found.high[number] + NEAR:
                found.endless = True

    def _plain_round(self, inside: array[int]) -> float:
        """Improve the bounds of all positions once; the widest that is left. The choice that is kept is the last that improved the
        bound which its player relies on, so that it makes progress."""
        found, widest = self._found, 0.0
        for number in inside:
            raises = self._sides.raises[self._graph.players[number]]
            low, by_low = self._of(number, found.low, -1)
            high, by_high = self._of(number, found.high, 1)
            if low > found.low[number]:
                found.low[number] = low
                if raises:
                    found.best[number] = by_low
            if high < found.high[number]:
                found.high[number] = high
                if not raises:
                    found.best[number] = by_high
            widest = max(widest, found.high[number] - found.low[number])
        return widest

    def _without_chance(self, together: list[int]) -> None:
        found = self._found
        for bounds, wants in ((found.low, True), (found.high, False)):
            values, best = list(bounds), list(found.best)
            of = Retrograde(self._graph, together, values, best, self._raises)
            found.endless = of.work_out(float(self._sides.endless)) or found.endless
            for number in together:
                bounds[number] = values[number]
                if self._raises(number) == wants:
                    found.best[number] = best[number]

    def _raises(self, number: int) -> bool:
        return self._sides.raises[self._graph.players[number]]

    def _of(self, number: int, bounds: array[float], outwards: int) -> tuple[float, int]:
        """The bound of a position, and the choice that gives it."""
        graph, shares = self._graph, self._shares
        edges, after, places = graph.edges, graph.after, graph.shares
        raises = self._sides.raises[graph.players[number]]
        best, which = (float("-inf") if raises else float("inf")), -1
        for choice in range(graph.choices[number], graph.choices[number + 1]):
            first, last = edges[choice], edges[choice + 1]
            if last == first + 1:
                worth = bounds[after[first]]
            else:
                worth = outwards * (last - first + 3) * self._slack
                for edge in range(first, last):
                    worth += shares[places[edge]] * bounds[after[edge]]
            if (worth > best) if raises else (worth < best):
                best, which = worth, choice
        return best, which


def _by_chance(graph: PositionGraph, together: Sequence[int]) -> bool:
    """Whether a choice of one of these positions has several results."""
    return any(
        graph.edges[graph.choices[number + 1]] - graph.edges[graph.choices[number]]
        > graph.choices[number + 1] - graph.choices[number]
        for number in together
    )
