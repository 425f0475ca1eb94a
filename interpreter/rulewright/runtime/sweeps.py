"""Sweeps: many means and maxima of numbers, worked out at once for many cases side by side.

    sweep = Sweep(leaves=2, steps=(0, 2, 0, 1), weights=())       the greater of two leaves
    values = sweep_plainly(sweep, [Row(source, places, 17.0), None], 3)

A case is a place in each row of numbers. The rows of the **leaves** come first: each is picked from a source, at the places given, and a gain is added;
where there is none it is minus infinity. Then comes a row for each **step**: the greatest of rows before it, or their mean with weights.  All
arithmetic is that of IEEE 754 doubles, in the order of writing, so that every executor finds the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from rulewright.source.dataclass import dataclass

GREATEST: Final = 0
MEAN: Final = 1
NEVER: Final = float("-inf")
SIDE_BY_SIDE: Final = 8
"""Rows are padded to a multiple of this number."""


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """`steps`: for each step what it is (GREATEST or MEAN), of how many rows, and their numbers; `weights`: those of all means, in order."""

    leaves: int
    steps: array[int]
    weights: array[float]
    many: int
    """The number of steps."""


class Row(NamedTuple):
    """Where the numbers of a leaf come from: `source` from `first` on, at `places`, each with `gain` added."""

    source: array[float]
    first: int
    places: array[int]
    gain: float


class Sweeping(Protocol):
    """Works out the rows of a sweep again and again."""

    def work_out(self, rows: Sequence[Row | None], cases: int) -> array[float]:
        """All rows, one after the other, each padded (`padded`). The array is used again by the next call."""
        ...


@runtime_checkable
class Sweeps(Protocol):
    """An executor that works out sweeps."""

    def sweeping(self, sweep: Sweep) -> Sweeping: ...


class Choosing(NamedTuple):
    """Positions whose bounds are improved: by number whether the player there wants much; choices, edges, the positions that follow, and places of probabilities, as
    `game.playouts.position_graph` has them; bounds, and the choices that they come from. `slack`: how much is lost in an operation at most."""

    raises: array[int]
    choices: array[int]
    edges: array[int]
    after: array[int]
    places: array[int]
    weights: array[float]
    low: array[float]
    high: array[float]
    best: array[int]
    slack: float


@runtime_checkable
class Improves(Protocol):
    """An executor that improves bounds of positions."""

    def improving(self, choosing: Choosing) -> Callable[[array[int]], float]:
        """A function that improves the bounds of some positions once, in order, and returns the widest distance of two bounds that is left."""
        ...


def padded(cases: int) -> int:
    """The length of a row."""
    return -(-cases // SIDE_BY_SIDE) * SIDE_BY_SIDE


class Plain:
    """`Sweeping` in Python, which defines what is meant."""

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep

    def work_out(self, rows: Sequence[Row | None], cases: int) -> array[float]:
        sweep, wide = self._sweep, padded(cases)
        found: list[list[float]] = []
        for row in rows:
            if row is None:
                found.append([NEVER] * wide)
            else:
                source, first, places, gain = row
                found.append([source[first + place] + gain for place in places])
        at = weight = 0
        steps, weights = sweep.steps, sweep.weights
        for _ in range(sweep.many):
            what, many = steps[at], steps[at + 1]
            values = [found[number] for number in steps[at + 2 : at + 2 + many]]
            at += 2 + many
            if what == GREATEST:
                found.append([max(column) for column in zip(*values, strict=True)])
                continue
            total = [weights[weight] * value for value in values[0]]
            for other in values[1:]:
                weight += 1
                share = weights[weight]
                total = [so_far + share * value for so_far, value in zip(total, other, strict=True)]
            weight += 1
            found.append(total)
        return array("d", (value for row in found for value in row))
