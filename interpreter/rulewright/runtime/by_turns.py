"""Games whose turns are alike: what an executor reports of one, so that a turn is looked at once and not in every position.

    turns = executor.by_turns(slow)
    turns.after(cells, choice)
        [Path(tests=((CellTest(20, 49), True),), results=[(Fraction(1), Reached("turn", cells, (Write(20, 17, False),)))])]

Some variables are **slow**: they change only where a turn ends (`Slow`).  Whatever a rule asks about them is noted as a test, whose answer is not
read but supposed: first as true, then as false.  So one path of tests and answers stands for all positions that give these answers, and what
follows is the same in all of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from rulewright.runtime.executor import Choice
from rulewright.source.dataclass import dataclass


class Write(NamedTuple):
    """A slow cell that was written, or to which something was added."""

    cell: int
    value: int
    adds: bool


class CellTest(NamedTuple):
    """Whether a slow cell holds this value, before anything was written."""

    cell: int
    value: int


class EndTest(NamedTuple):
    """Whether an end of the game, which depends on slow cells alone, holds after these were written."""

    end: int
    writes: tuple[Write, ...]


Test: TypeAlias = CellTest | EndTest


@dataclass(frozen=True, slots=True)
class Slow:
    """The slow cells. `kept`: those that rules read; what is added to the others is only noted. `ends`: the numbers of the ends whose condition
    reads nothing else."""

    cells: frozenset[int]
    kept: frozenset[int]
    ends: frozenset[int]


@dataclass(frozen=True, slots=True)
class Reached:
    """Where an action leads for one result of chance: to the next decision of the same turn, to the point where the next turn begins, or to the
    end of the game."""

    what: Literal["decision", "turn", "over"]
    cells: array[int]
    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """What follows in all positions that give these answers: each result with its probability, none if the choice is not legal there."""

    tests: tuple[tuple[Test, bool], ...]
    results: Sequence[tuple[Fraction, Reached]]


class NotByTurns(ValueError):
    """The turns of a game are not alike, or not in a way that is known here; the message says why."""


class ByTurns(Protocol):
    """Reports what follows in a turn, whatever the slow cells hold. All raise NotByTurns."""

    def first(self) -> array[int]:
        """The cells where the first turn has begun."""
        ...

    def choices(self, cells: array[int]) -> list[Choice]:
        """Whatever may be legal at a decision: all choices that meet the conditions which read no slow cells."""
        ...

    def after(self, cells: array[int], choice: Choice) -> list[Path]:
        """What follows a choice, up to the next decision or turn."""
        ...

    def begun(self, cells: array[int]) -> Sequence[tuple[Fraction, Reached]]:
        """What follows where a turn has just begun. Nothing of it may depend on slow cells."""
        ...

    def holds(self, end: int, slow: Mapping[int, int]) -> bool:
        """Whether an end that reads slow cells alone holds, with these values in them."""
        ...


@runtime_checkable
class ExplainsTurns(Protocol):
    """An executor that can explain turns."""

    def by_turns(self, slow: Slow) -> ByTurns: ...
