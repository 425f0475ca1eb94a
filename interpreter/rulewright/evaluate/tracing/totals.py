"""The totals with named lines (`sum_of`) that a step adds to variables, or sets them to, line by line.

    Totals(program).of(position, choice, chance)      [Total(group="score", index=0, ...)]      for `add: p.hand_score, to: p.score`
    lines(program, total, looks)                      [("the cards", 18), ("pair", 20)]         None if they rest on what is hidden

The lines are evaluated on the position just before the effect, which the reference executor reaches by replaying the step; for
a player or a spectator, on the part of it that they see. Lines also reveal why this total was computed and not another one, so the
conditions and loops around the effect, and everything its arguments rest on, have to be visible as well.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from rulewright.evaluate import aggregates
from rulewright.evaluate.effects import do_add_cell, do_let, do_pay, do_set_cell
from rulewright.evaluate.expressions import cell_index
from rulewright.evaluate.machine import DO, ELEMENTS, EVAL, Machine, Prepared, Tables
from rulewright.evaluate.reference import Reference, prepared
from rulewright.evaluate.tracing.recorder import RECORDING, Recorder, Unseen
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import footprint
from rulewright.ir.reads import deciding, hides, hides_anything
from rulewright.ir.walking import everything
from rulewright.problems.limits import MOST_WORK
from rulewright.runtime.chance.fixed import ChanceMismatch
from rulewright.runtime.executor import Chance, Choice, Position, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.trace import View
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """An evaluation of a total: its definition, arguments, `me` and position."""

    definition: str
    arguments: tuple[Value, ...]
    me: int
    cells: array[int]
    decided: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """Expressions and domains that decided which total was computed, with the frame and position of their evaluation. `secret`: if
    they name a secret choice, the player who made it."""

    nodes: tuple[Any, ...]  # Any: expressions and clauses
    locals: tuple[Value, ...]
    me: int
    cells: array[int]
    secret: int | None


@dataclass(frozen=True, slots=True)
class Looks:
    """A viewer, and a function from the cells of a position to their view of it."""

    viewer: int
    of: Callable[[Sequence[int]], View]


@dataclass(frozen=True, slots=True)
class Total:
    """A total that was written to a cell of a variable (`index` within the group)."""

    group: str
    index: int
    reading: Reading
    decided: tuple[Decision, ...] = ()


class _Scoring(Machine):
    """A machine that collects the totals that effects write."""

    __slots__ = ("actor", "around", "lets", "named", "secret", "totals")

    def __init__(self, prepared: Prepared, cells: array[int], secret: frozenset[str]) -> None:
        super().__init__(prepared, cells)
        self.actor = self.me
        self.secret = secret
        """The paths of rules in which names mean what was chosen in secret."""
        self.totals: list[Total] = []
        self.around: list[Decision] = []
        """The conditions and loops around the effect that is being carried out."""
        self.named: list[tuple[list[Value], Decision]] = []
        """The names that rest on hidden information, as (frame, decision)."""
        self.lets: list[tuple[list[Value], int, Reading]] = []
        """The totals that have a name, as (frame, slot, reading)."""

    def note(self, to: tuple[str, tuple[ir.Expression, ...]], amount: ir.Expression) -> None:
        found = None if self.aside else self.reading(amount)
        if found is not None:
            group, indices = to
            index = cell_index(self, group, indices)
            self.totals.append(Total(group, index, found, tuple(self.around)))

    def decision(self, nodes: tuple[object, ...]) -> Decision:
        secret = self.actor if self.path in self.secret and _names(nodes) else None
        return Decision(nodes, tuple(self.locals), self.me, self.cells[:], secret)

    def named_here(self, nodes: tuple[object, ...]) -> list[Decision]:
        """The decisions on which names of this frame rest, if the nodes use any name."""
        return [decision for frame, decision in self.named if frame is self.locals] if _names(nodes) else []

    def name(self, slot: int, value: ir.Expression) -> None:
        """Record a `let`: it replaces an earlier binding of its slot."""
        if hides(self.program, value):
            self.named.append((self.locals, self.decision((value,))))
        self.lets = [each for each in self.lets if each[0] is not self.locals or each[1] != slot]
        found = self.reading(value)
        if found is not None:
            self.lets.append((self.locals, slot, found))

    def reading(self, node: ir.Expression) -> Reading | None:
        """The reading of a total, if the node is a total or the name of one."""
        if isinstance(node, ir.Local):
            named = (found for frame, slot, found in self.lets if frame is self.locals and slot == node.slot)
            return next(named, None)
        if not isinstance(node, ir.Call) or not _is_total(self.program, node):
            return None
        outer, around = (self.locals, self.work), len(self.around)
        try:
            return self._opened(node)
        finally:
            self.locals, self.work = outer
            del self.around[around:]

    def _opened(self, node: ir.Expression) -> Reading:
        assert isinstance(node, ir.Call)
        self.around += [*self.named_here(node.arguments), self.decision(node.arguments)]
        definition = self.definitions[node.definition]
        arguments = [self.evaluate(each) for each in node.arguments]
        if isinstance(definition.body, ir.SumLines):
            return Reading(node.definition, tuple(arguments), self.me, self.cells[:], tuple(self.around))
        self.locals = [*arguments, *[None] * (definition.locals - len(arguments))]
        return self._opened(definition.body)


class Totals(Reference):
    """Replays single steps of one program."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program, _SCORING)

    def of(self, position: Position, choice: Choice, chance: Chance) -> list[Total]:
        """The totals that a step wrote. `position` is changed. Of a step that has two parts, the end of a hand and the next
        deal, only those before the chance of the second."""
        self._secret = _secret_paths(self.program, self._plans[choice.action].action)
        with suppress(ChanceMismatch):
            self.apply(position, choice, chance)
        return self._last.totals

    def machine(self, cells: array[int]) -> Machine:
        self._last = _Scoring(self._prepared, cells, self._secret)
        return self._last


@lru_cache(maxsize=8)
def totals(program: ir.Program) -> Totals:
    return Totals(program)


@lru_cache(maxsize=32)
def variables(program: ir.Program) -> frozenset[str]:
    """The variables to which some effect may write a total, directly or by a name."""
    named = {
        id(each)
        for each in everything(program)
        if isinstance(each, ir.Let) and _is_total(program, each.value)
    }
    found: set[str] = set()
    for each in everything(program):
        match each:
            case ir.AddCell(group=group, amount=value) | ir.SetCell(group=group, value=value):
                pass
            case ir.Pay(to=(group, _), amount=value):
                pass
            case _:
                continue
        if _is_total(program, value) or (named and isinstance(value, ir.Local)):
            found.add(group)
    return frozenset(found)


def lines(program: ir.Program, total: Total, looks: Looks | None) -> list[tuple[str, int]] | None:
    """The lines of a total that are not 0, as (label, number); None if they rest on information that is hidden from the viewer, or
    would reveal it."""
    ready = _recording(program)
    reading = total.reading
    if looks is not None and not all(
        _sees(ready, each, looks) for each in (*total.decided, *reading.decided)
    ):
        return None
    definition = program.definitions[reading.definition]
    recorder = Recorder(ready, reading.cells, None if looks is None else looks.of(reading.cells))
    recorder.path, recorder.work = definition.path, MOST_WORK
    found = []
    assert isinstance(definition.body, ir.SumLines)
    for id_, label, value in definition.body.lines:
        try:
            worth = recorder.ask(value, definition.locals, reading.me, reading.arguments)
        except (Unseen, RuleFailure):
            return None
        if worth:
            found.append((label or id_.replace("_", " "), int(worth)))  # type: ignore[arg-type]  # a line is a number
    return found


def _sees(ready: Prepared, decision: Decision, looks: Looks) -> bool:
    """Whether everything that a decision rests on is visible to the viewer."""
    if decision.secret not in (None, looks.viewer):
        return False
    recorder = Recorder(ready, decision.cells, looks.of(decision.cells))
    recorder.locals, recorder.me, recorder.work = list(decision.locals), decision.me, MOST_WORK
    try:
        for node in decision.nodes:
            if isinstance(node, ir.Clause):
                aggregates.each(recorder, node)
            else:
                recorder.evaluate(node)
    except (Unseen, RuleFailure):
        return False
    return True


def _secret_paths(program: ir.Program, action: ir.Action) -> frozenset[str]:
    """The paths of the rules whose frames begin with the arguments of a secret action; none if the action is not secret."""
    if not action.secret:
        return frozenset()
    triggers = (trigger for phase in program.phases for trigger in phase.triggers)
    return frozenset([action.path, *(each.path for each in triggers if action.name in each.after)])


def _names(nodes: tuple[object, ...]) -> bool:
    return any(isinstance(each, ir.Local) for each in everything(nodes))


@lru_cache(maxsize=8)
def _recording(program: ir.Program) -> Prepared:
    return prepared(program, RECORDING)


def _is_total(program: ir.Program, node: object) -> bool:
    """Whether a node calls a definition with named lines, or one that only calls such a definition."""
    seen: set[str] = set()
    while isinstance(node, ir.Call) and node.definition not in seen:
        seen.add(node.definition)
        node = program.definitions[node.definition].body
    return bool(seen) and isinstance(node, ir.SumLines)


# ------------------------------------------------------------------------------------- effects that are recorded


def _add(machine: _Scoring, effect: ir.AddCell) -> None:
    machine.note((effect.group, effect.indices), effect.amount)
    do_add_cell(machine, effect)


def _set(machine: _Scoring, effect: ir.SetCell) -> None:
    machine.note((effect.group, effect.indices), effect.value)
    do_set_cell(machine, effect)


def _pay(machine: _Scoring, effect: ir.Pay) -> None:
    machine.note(effect.to, effect.amount)
    do_pay(machine, effect)


def _let(machine: _Scoring, effect: ir.Let) -> None:
    machine.name(effect.slot, effect.value)
    do_let(machine, effect)


def _deciding(carry_out: Callable[[Machine, Any], None]) -> Callable[[Any, Any], None]:
    """A function of the table of effects that also records the expressions by which its effect controls those inside it or in a
    step."""

    def decided(machine: _Scoring, effect: ir.Effect) -> None:
        around = machine.around
        before, mark, nodes = len(around), footprint(effect), deciding(effect)
        if (mark.inside or mark.step is not None) and hides_anything(machine.program):
            around += [*machine.named_here(nodes), machine.decision(nodes)]
        try:
            carry_out(machine, effect)
        finally:
            del around[before:]

    return decided


_NOTED: dict[type, Callable[[Any, Any], None]] = {
    ir.AddCell: _add,
    ir.SetCell: _set,
    ir.Pay: _pay,
    ir.Let: _let,
}
_SCORING = Tables(EVAL, ELEMENTS, {kind: _deciding(carry_out) for kind, carry_out in DO.items()} | _NOTED)
