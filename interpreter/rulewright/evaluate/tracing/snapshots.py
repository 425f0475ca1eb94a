"""Snapshots of the positions within a step: before each effect that moves, rolls or shuffles pieces, and before each change
of a variable.

    events, moments = Moments(program).of(position, choice, chance)
    moments[0]                Moment(events=2, cells=...)        after the first two events, before the effect that made the third

A step may show cards and put them away again, or pay out a pot that is refilled at once; these positions in between are not
recorded anywhere else.
"""

from __future__ import annotations

from array import array

from rulewright.evaluate.machine import Machine, Prepared
from rulewright.evaluate.reference import Reference
from rulewright.runtime.executor import Chance, Choice, Event, Position
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

MOST_WRITTEN = 4000
"""The number of changes of variables in one step after which no further snapshots of them are taken."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position within a step, and the number of events before it."""

    events: int
    cells: array[int]


class _Keeping(Machine):
    """A machine that saves the position before pieces are handled, and before variables change."""

    __slots__ = ("moments", "variables", "written")

    def __init__(self, prepared: Prepared, cells: array[int]) -> None:
        super().__init__(prepared, cells)
        groups = prepared.program.layout.groups.values()
        self.variables = {cell for group in groups for cell in range(group.offset, group.offset + group.size)}
        self.moments: list[Moment] = []
        self.written = 0

    def handle(self, pieces: int, span: Span) -> None:
        super().handle(pieces, span)
        self._keep()

    def write(self, offset: int, cell: int) -> None:
        if offset in self.variables and self.cells[offset] != cell and self.written < MOST_WRITTEN:
            self.written += 1
            self._keep()
        super().write(offset, cell)

    def _keep(self) -> None:
        self.moments.append(Moment(len(self.events), self.cells[:]))


class Moments(Reference):
    """Replays single steps of one program."""

    def of(self, position: Position, choice: Choice, chance: Chance) -> tuple[list[Event], list[Moment]]:
        """The events of a step and the snapshots taken during it. `position` is changed."""
        events = self.apply(position, choice, chance)
        return events, self._last.moments

    def machine(self, cells: array[int]) -> Machine:
        self._last = _Keeping(self._prepared, cells)
        return self._last
