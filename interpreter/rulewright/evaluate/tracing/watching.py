"""The reference executor with an eye on the rules: it plays as `Reference` does, and counts what was exercised.

    tally = Tally()
    game = Game(Watching(program, tally))

Questions that only explain or show (why a move is refused, what a seat sees) count as nothing in games, but in examples:
one that asks for a reason or a value has tried the rule (`WatchingAll`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from rulewright.evaluate.reference import Reference
from rulewright.evaluate.tracing.watched import Tally, entered, watched
from rulewright.ir import nodes as ir
from rulewright.ir.layout import PHASE
from rulewright.runtime.executor import Chance, Choice, Event, Impossible, Position, Refusal, Value
from rulewright.runtime.fast.coverage import Counts
from rulewright.runtime.fast.queries import Question


class WatchingAll(Reference):
    """`Reference`, counting in `tally`, questions too. `program` stays the one that was given."""

    def __init__(self, program: ir.Program, tally: Tally | None = None) -> None:
        tally = Tally() if tally is None else tally
        super().__init__(watched(program, tally))
        self.program = program
        self.tally = tally

    def begin(self, position: Position, chance: Chance) -> list[Event]:
        return self._entered(position, super().begin(position, chance))

    def apply(self, position: Position, choice: Choice, chance: Chance) -> list[Event]:
        return self._entered(position, super().apply(position, choice, chance))

    def settle(self, position: Position, chance: Chance) -> list[Event]:
        return self._entered(position, super().settle(position, chance))

    def hand_over(self) -> Counts:
        return self.tally.hand_over()

    def join(self, counts: Counts) -> None:
        self.tally.join(counts)

    def _entered(self, position: Position, events: list[Event]) -> list[Event]:
        self.tally.add(entered(self.program.phases[position.cells[PHASE]].path))
        return events


class Watching(WatchingAll):
    """Counts what is played. Questions that only explain or show count as nothing."""

    def __init__(self, program: ir.Program, tally: Tally | None = None) -> None:
        super().__init__(program, tally)
        self._plain = Reference(program)

    def is_legal(self, cells: array[int], choice: Choice) -> bool:
        return self._plain.is_legal(cells, choice)

    def refusals(self, cells: array[int], choice: Choice) -> list[Refusal] | Impossible:
        return self._plain.refusals(cells, choice)

    def value(self, cells: array[int], asked: ir.Asked, me: int, arguments: Sequence[Value] = ()) -> Value:
        return self._plain.value(cells, asked, me, arguments)

    def values(self, cells: array[int], me: int, questions: Iterable[Question]) -> Iterator[Value]:
        return self._plain.values(cells, me, questions)

    def elements(
        self, cells: array[int], domain: ir.Domain, me: int, arguments: Sequence[Value] = ()
    ) -> list[Value]:
        return self._plain.elements(cells, domain, me, arguments)

    def standings(self, cells: array[int]) -> list[tuple[tuple[int, ...], ...]]:
        return self._plain.standings(cells)
