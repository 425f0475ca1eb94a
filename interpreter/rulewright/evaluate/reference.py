"""The reference executor: plays a program as the language defines it.

    reference = Reference(program)
    position = new_position(program, seed=7)
    reference.begin(position, Sampled(program.streams))
    reference.apply(position, reference.legal(position.cells)[0], chance)

It keeps nothing between calls except the program; each call works on the position it is given.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

# The modules that fill the tables of `machine` are imported for that alone.
from rulewright.evaluate import (  # noqa: F401
    afterwards,
    aggregates,
    domains,
    effects,
    expressions,
    flow,
    moves,
    open_tables,
    pieces,
    positions,
    refusals,
)
from rulewright.evaluate.by_turns import ByTurns
from rulewright.evaluate.machine import PLAIN, Access, Machine, Plan, Prepared, Tables, frame_size
from rulewright.evaluate.positions import note_anew
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE
from rulewright.ir.ranking import standing_of
from rulewright.ir.reads import steered
from rulewright.runtime.by_turns import Slow
from rulewright.runtime.executor import Chance, Choice, Event, Impossible, Position, Refusal, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Question
from rulewright.runtime.labels import Wording


class Reference:
    """A `runtime.executor.Executor` that walks the nodes of the program."""

    engine = "reference"

    def __init__(self, program: ir.Program, tables: Tables = PLAIN) -> None:
        self.program = program
        self._prepared = prepared(program, tables)
        self._plans = list(self._prepared.plans.values())

    @property
    def remake(self) -> Callable[[ir.Program], Reference]:
        return type(self)

    def begin(self, position: Position, chance: Chance) -> list[Event]:
        machine = self._player(position, chance)
        flow.begin(machine)
        return machine.events

    def apply(self, position: Position, choice: Choice, chance: Chance) -> list[Event]:
        machine = self._player(position, chance)
        flow.act(machine, self._plans[choice.action], choice.arguments)
        return machine.events

    def settle(self, position: Position, chance: Chance) -> list[Event]:
        machine = self._player(position, chance)
        flow.play_on(machine, None)
        return machine.events

    def note_anew(self, position: Position) -> None:
        """Note the present position as the first of a game: used after `given`."""
        note_anew(self.machine(position.cells))

    def legal(self, cells: array[int]) -> list[Choice]:
        return [] if cells[ENDED] else moves.choices(self.machine(cells))

    def is_legal(self, cells: array[int], choice: Choice) -> bool:
        failed = self._objections(self.for_questions(cells), choice, False)
        return not isinstance(failed, Impossible) and not failed

    def refusals(self, cells: array[int], choice: Choice) -> list[Refusal] | Impossible:
        machine = self.for_questions(cells)
        failed = self._objections(machine, choice, True)
        ready = self._plans[choice.action]
        return (
            failed
            if isinstance(failed, Impossible)
            else [refusals.refusal(machine, ready, each) for each in failed]
        )

    def value(self, cells: array[int], asked: ir.Asked, me: int, arguments: Sequence[Value] = ()) -> Value:
        return next(self.values(cells, me, ((asked, arguments),)))

    def values(self, cells: array[int], me: int, questions: Iterable[Question]) -> Iterator[Value]:
        """See `runtime.fast.AnswersSeveral`."""
        machine = self.for_questions(cells)  # whose work is that of all questions together
        for asked, arguments in questions:
            machine.path = asked.path
            yield machine.ask(asked.value, max(asked.locals, len(arguments)), me, arguments)

    def elements(
        self, cells: array[int], domain: ir.Domain, me: int, arguments: Sequence[Value] = ()
    ) -> list[Value]:
        machine = self.for_questions(cells)
        machine.me = me
        machine.locals = [*arguments, *[None] * (frame_size(domain) - len(arguments))]
        return list(machine.elements[type(domain)](machine, domain))

    def standings(self, cells: array[int]) -> list[tuple[tuple[int, ...], ...]]:
        machine = self.for_questions(cells)
        machine.me = flow.NOBODY
        lines = standing_of(self.program)
        return [tuple((value,) for value in flow.values(machine, best)) for best in lines]

    def by_turns(self, slow: Slow) -> ByTurns:
        """See `runtime.by_turns.ExplainsTurns`."""
        return ByTurns(self.program, slow, prepared)

    def machine(self, cells: array[int]) -> Machine:
        """A machine that carries out one action, or lists the legal choices, on a position."""
        return Machine(self._prepared, cells)

    def for_questions(self, cells: array[int]) -> Machine:
        """A machine that answers a question without being part of play; coverage does not count it."""
        return self.machine(cells)

    def _player(self, position: Position, chance: Chance) -> Machine:
        machine = self.machine(position.cells)
        machine.luck = position.luck
        machine.chance = chance
        return machine

    def _objections(
        self, machine: Machine, choice: Choice, all_of_them: bool
    ) -> Impossible | list[ir.Condition]:
        cells = machine.cells
        if cells[ENDED] or cells[CURRENT] < 0:
            return Impossible("the game is over" if cells[ENDED] else "the game has not begun")
        ready = self._plans[choice.action]
        phase = self.program.phases[cells[PHASE]]
        if ready.name not in phase.actions:
            return Impossible(refusals.out_of_phase(self.program, ready, phase))
        machine.path = ready.action.path
        try:
            impossible = moves.impossible(machine, ready, choice.arguments)
        except RuleFailure:  # a domain may rely on a condition that is false
            machine.locals[: len(choice.arguments)] = choice.arguments
            failed = refusals.failed_conditions(machine, ready, all_of_them)
            if not failed:
                raise
            return failed
        if impossible is None:
            return refusals.failed_conditions(machine, ready, all_of_them)
        if len(choice.arguments) != len(ready.action.parameters):
            return impossible
        return refusals.failed_whatever_is_chosen(machine, ready) or impossible


def prepared(program: ir.Program, tables: Tables = PLAIN) -> Prepared:
    """Whatever is looked up repeatedly while a program is played, computed once."""
    access = {
        name: Access(
            group.offset,
            tuple((axis.low, axis.size, axis.without) for axis in group.axes),
            group.none,
            group.sort == "bool",
            group,
        )
        for name, group in program.layout.groups.items()
    }
    plans = {
        name: moves.plan(index, name, action) for index, (name, action) in enumerate(program.actions.items())
    }
    by_phase: list[tuple[Plan, ...]] = [
        tuple(plans[name] for name in phase.actions) for phase in program.phases
    ]
    return Prepared(program, access, plans, tuple(by_phase), Wording(program), steered(program), tables)
