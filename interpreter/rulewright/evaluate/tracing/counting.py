"""Counting: a reference executor that also counts how often conditions, branches, rules and table entries were exercised.

    tally = Tally()
    game = Game(Counting(program, tally))
    tally.of(truth(condition.span))             [times it was false, times it was true]

The expressions to count are identified by `id`, and the functions of their classes count them (`Tables`).  Lists of effects
begin with a `Passed`, which only counts.  Counts are kept by place in the rulebook's text or by the path of a rule, so that
they can be added up over tables with different numbers of players.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import chain
from typing import Any, TypeVar

from rulewright.evaluate.machine import DO, ELEMENTS, EVAL, Machine, Tables
from rulewright.evaluate.reference import Reference, prepared
from rulewright.ir import nodes as ir
from rulewright.ir.layout import PHASE
from rulewright.ir.strategies_only import only_for_strategies
from rulewright.ir.walking import everything
from rulewright.problems.limits import AN_EFFECT
from rulewright.runtime.executor import Chance, Choice, Event, Position
from rulewright.runtime.fast import Counts, Mark
from rulewright.source.dataclass import dataclass
from rulewright.source.text import NOWHERE, Span


class Tally:
    """Counts by mark: how often it was false (or 0, or none), and how often it was true or was passed."""

    def __init__(self) -> None:
        self.counts: Counts = {}

    def of(self, mark: Mark) -> list[int]:
        """The counts of a mark, `[no, yes]`: the list itself, which later counts change."""
        return self.counts.setdefault(mark, [0, 0])

    def add(self, mark: Mark) -> None:
        self.of(mark)[1] += 1

    def join(self, counts: Counts) -> None:
        """Add the counts of another tally."""
        for mark, (no, yes) in counts.items():
            own = self.of(mark)
            own[0] += no
            own[1] += yes

    def hand_over(self) -> Counts:
        """The counts since the last call."""
        counted = {mark: [no, yes] for mark, (no, yes) in self.counts.items() if no or yes}
        for own in self.counts.values():  # the executor keeps references to these lists
            own[:] = (0, 0)
        return counted


def truth(span: Span) -> Mark:
    """The value of the expression at this place."""
    return ("truth", span.file, span.start, span.end)


def branch(span: Span, number: int) -> Mark:
    """A list of effects inside the effect at this place: `do` is 0, `else` is 1; cases count from 0."""
    return (f"branch {number}", span.file, span.start, span.end)


def done(path: str) -> Mark:
    """The effects of a rule."""
    return ("done", path, 0, 0)


def entered(path: str) -> Mark:
    """A phase, by its path."""
    return ("entered", path, 0, 0)


def entry(table: str, position: int) -> Mark:
    """A value of a table."""
    return ("entry", table, position, 0)


# ------------------------------------------------------------------------------------------------ executors


class CountingAll(Reference):
    """A `Reference` that counts in `tally`, questions too. `program` is the original one."""

    def __init__(self, program: ir.Program, tally: Tally | None = None) -> None:
        self.tally = Tally() if tally is None else tally
        idle = only_for_strategies(program)
        marked = _marked(program, idle, self.tally)
        seen = {id(node): self.tally.of(truth(node.span)) for node in _counted(marked, idle)}
        super().__init__(marked, _tables(seen, {type(node) for node in _counted(marked, idle)}))
        self.program = program

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


class Counting(CountingAll):
    """Counts play alone: questions that only explain or show do not count."""

    def __init__(self, program: ir.Program, tally: Tally | None = None) -> None:
        super().__init__(program, tally)
        self._plain = prepared(program)

    def for_questions(self, cells: array[int]) -> Machine:
        return Machine(self._plain, cells)


# ------------------------------------------------------------------------------------------ counted expressions


def _tables(seen: Mapping[int, list[int]], kinds: Collection[type]) -> Tables:
    """The tables of the reference executor, which also count the expressions in `seen` by `id`; `kinds` are their classes."""

    def counting(work_out: Callable[[Machine, Any], Any]) -> Callable[[Machine, Any], Any]:
        def counted(machine: Machine, node: Any) -> Any:  # Any: a node of any class, and its value
            value = work_out(machine, node)
            if id(node) in seen and not machine.aside:
                seen[id(node)][1 if value else 0] += 1
            return value

        return counted

    evaluate = {kind: counting(work_out) if kind in kinds else work_out for kind, work_out in EVAL.items()}
    return Tables(evaluate, ELEMENTS, DO | {Passed: _do_passed})


def _counted(program: ir.Program, idle: Collection[str]) -> Iterator[ir.Expression]:
    """The expressions to count. Not invariants and `standing`, which are evaluated all the time and have to be true; nor
    definitions that only strategies use (`idle`), nor expressions without text."""
    bodies = tuple(each.body for name, each in program.definitions.items() if name not in idle)
    conditions = tuple(each.holds for action in program.actions.values() for each in action.conditions)
    conditions += tuple(each.forget for each in program.positions.values() if each.forget is not None)
    actions = tuple((each.parameters, each.lets, each.do) for each in program.actions.values())
    flow = (program.phases, program.turns, program.setup, program.ends)
    nodes = everything((bodies, conditions, actions, program.steps, flow))
    found = chain(bodies, conditions, *map(_branching, nodes))
    return (each for each in found if each.span.start < each.span.end)


def _branching(node: object) -> Iterable[ir.Expression]:
    """The parts of a node that decide between its branches, and those that coverage lists one by one."""
    match node:
        case ir.And() | ir.Or():
            return (item for item in node.items if item.span != node.span)
        case ir.IfElse() | ir.Chosen() | ir.If() | ir.Clause() | ir.Trigger() | ir.End():
            return () if node.condition is None else (node.condition,)
        case ir.Cases(subject=subject, cases=cases, otherwise=otherwise):
            found = [each.test if subject is None else each.value for each in cases]
            return found if otherwise is None else [*found, otherwise]
        case ir.SumLines(lines=lines):
            return (value for _, _, value in lines)
        case _:
            return ()


# ------------------------------------------------------------------------------------------ marks in the program


@dataclass(frozen=True, slots=True, eq=False)
class Passed:
    """An effect that only counts: the head of a list of effects."""

    seen: list[int]
    span: Span = field(repr=False)


def _do_passed(machine: Machine, effect: Passed) -> None:
    machine.work += AN_EFFECT  # it costs nothing, as no effect of the rulebook
    effect.seen[1] += not machine.aside


class Entries(tuple[Any, ...]):  # Any: a table's values are of any sort
    """The values of a table, with counts of how often each is read."""

    seen: list[list[int]]

    def __getitem__(self, index: Any) -> Any:  # Any: as `tuple` has it
        self.seen[index][1] += 1
        return super().__getitem__(index)


def _marked(program: ir.Program, idle: Collection[str], tally: Tally) -> ir.Program:
    """The same program with a `Passed` at the head of each list of effects, and with tables that count."""
    marks = _Marks(tally)
    turns = program.turns
    return replace(
        program,
        tables={name: each if name in idle else marks.table(each) for name, each in program.tables.items()},
        steps={name: marks.rule(each) for name, each in program.steps.items()},
        actions={name: marks.rule(each) for name, each in program.actions.items()},
        phases=tuple(map(marks.phase, program.phases)),
        turns=replace(
            turns,
            begin=marks.rule_of_flow(turns.begin),
            end=marks.rule_of_flow(turns.end),
            round_end=marks.rule_of_flow(turns.round_end),
        ),
        setup=marks.rule_of_flow(program.setup),
        ends=tuple(map(_with_condition, program.ends)),
    )


_Rule = TypeVar("_Rule", ir.Action, ir.Step, ir.Trigger, ir.Rule)
_Conditional = TypeVar("_Conditional", ir.Trigger, ir.End)


def _with_condition(rule: _Conditional) -> _Conditional:
    """A rule without a condition counts as one whose condition is true."""
    return rule if rule.condition is not None else replace(rule, condition=ir.And((), rule.span))


@dataclass(frozen=True, slots=True)
class _Marks:
    tally: Tally

    def rule(self, rule: _Rule) -> _Rule:
        return replace(rule, do=self._effects(done(rule.path), rule.do))

    def rule_of_flow(self, rule: ir.Rule) -> ir.Rule:
        """Without effects a rule of the flow is no event, and this must stay so."""
        return self.rule(rule) if rule.do else rule

    def phase(self, phase: ir.Phase) -> ir.Phase:
        automatic = None if phase.automatic is None else self.rule_of_flow(phase.automatic)
        triggers = tuple(_with_condition(self.rule(each)) for each in phase.triggers)
        return replace(phase, triggers=triggers, automatic=automatic)

    def table(self, table: ir.Table) -> ir.Table:
        values = Entries(table.values)
        values.seen = [self.tally.of(entry(table.name, index)) for index in range(len(values))]
        return replace(table, values=values)

    def _effects(self, mark: Mark | None, effects: ir.Effects) -> ir.Effects:
        inside = tuple(map(self._effect, effects))
        if mark is None:
            return inside
        passed: Any = Passed(self.tally.of(mark), effects[0].span if effects else NOWHERE)
        return (passed, *inside)

    def _effect(self, effect: ir.Effect) -> ir.Effect:
        match effect:
            case ir.If(do=do, otherwise=other):  # whose condition is counted
                return replace(effect, do=self._effects(None, do), otherwise=self._effects(None, other))
            case ir.For(do=do, span=span):
                return replace(effect, do=self._effects(branch(span, 0), do))
            case ir.Pick(do=do, otherwise=other, span=span):
                do, other = self._effects(branch(span, 0), do), self._effects(branch(span, 1), other)
                return replace(effect, do=do, otherwise=other)
            case ir.Switch(cases=cases, span=span):
                marked = ((value, self._effects(branch(span, i), do)) for i, (value, do) in enumerate(cases))
                return replace(effect, cases=tuple(marked))
            case _:
                return effect
