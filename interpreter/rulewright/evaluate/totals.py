"""The totals with named lines (`sum_of`) that a step adds to variables, or sets them to, line by line.

    Totals(program).of(position, choice, chance)      [Total(group="score", index=0, ...)]      for `add: p.hand_score, to: p.score`
    lines(program, total, view)                       [("the cards", 18), ("pair", 20)]         None if the view hides what they read

The lines are worked out on the position just before the effect, as the reference executor sees it when it goes through the step
again; for a player or a spectator, on what they see of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from rulewright.evaluate.effects import do_add_cell, do_let, do_pay, do_set_cell
from rulewright.evaluate.expressions import cell_index
from rulewright.evaluate.machine import DO, Machine, Prepared
from rulewright.evaluate.recorded import Recorder, Unseen, copied, recorded
from rulewright.evaluate.reference import Reference, prepared
from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.problems.limits import MOST_WORK
from rulewright.runtime.executor import Chance, Choice, Position, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.trace import View


@dataclass(frozen=True, slots=True)
class Reading:
    """A total that was worked out: of which definition, for whom, and on which position."""

    definition: str
    arguments: tuple[Value, ...]
    me: int
    cells: array[int]


@dataclass(frozen=True, slots=True)
class Total:
    """A total that went into a cell of a variable (`index` within the group)."""

    group: str
    index: int
    reading: Reading


class _Scoring(Machine):
    """A machine that keeps the totals that effects write."""

    __slots__ = ("lets", "totals")

    def __init__(self, prepared: Prepared, cells: array[int]) -> None:
        super().__init__(prepared, cells)
        self.totals: list[Total] = []
        self.lets: list[tuple[list[Value], int, Reading]] = []
        """Totals that were given a name: the frame and the slot that hold them."""

    def note(self, to: tuple[str, tuple[ir.Expression, ...]], amount: ir.Expression) -> None:
        found = self.reading(amount)
        if found is not None:
            group, indices = to
            self.totals.append(Total(group, cell_index(self, group, indices), found))

    def name(self, slot: int, value: ir.Expression) -> None:
        """A name that is given again holds what it holds now."""
        self.lets = [each for each in self.lets if each[0] is not self.locals or each[1] != slot]
        found = self.reading(value)
        if found is not None:
            self.lets.append((self.locals, slot, found))

    def reading(self, node: ir.Expression) -> Reading | None:
        """What a value was totalled of, if it is a total or the name of one."""
        if isinstance(node, ir.Local):
            named = (found for frame, slot, found in self.lets if frame is self.locals and slot == node.slot)
            return next(named, None)
        if not _is_total(self.program, node):
            return None
        outer = self.locals, self.work
        try:
            return self._opened(node)
        finally:
            self.locals, self.work = outer

    def _opened(self, node: ir.Expression) -> Reading:
        assert isinstance(node, ir.Call)
        definition = self.definitions[node.definition]
        arguments = [self.evaluate(each) for each in node.arguments]
        if isinstance(definition.body, ir.SumLines):
            return Reading(node.definition, tuple(arguments), self.me, self.cells[:])
        self.locals = [*arguments, *[None] * (definition.locals - len(arguments))]
        return self._opened(definition.body)


class Totals(Reference):
    """Goes through steps of one program again."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(copied(program, _SCORING))

    def of(self, position: Position, choice: Choice, chance: Chance) -> list[Total]:
        """The totals that a step wrote. The position is changed."""
        self._machines: list[_Scoring] = []
        self.apply(position, choice, chance)
        return self._machines[0].totals

    def _player(self, position: Position, chance: Chance) -> Machine:
        machine = _Scoring(self._prepared, position.cells)
        machine.luck, machine.chance = position.luck, chance
        self._machines.append(machine)
        return machine


@lru_cache(maxsize=8)
def totals(program: ir.Program) -> Totals:
    return Totals(program)


@lru_cache(maxsize=32)
def variables(program: ir.Program) -> frozenset[str]:
    """The variables that any effect may write a total to, by itself or by a name."""
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


def lines(program: ir.Program, reading: Reading, view: View | None) -> list[tuple[str, int]] | None:
    """The lines of a total that are not 0, by their labels; None if they rest on anything that the view hides."""
    program, ready = _recording(program)
    definition = program.definitions[reading.definition]
    recorder = Recorder(ready, reading.cells, view)
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


@lru_cache(maxsize=8)
def _recording(program: ir.Program) -> tuple[ir.Program, Prepared]:
    made = recorded(program)
    return made, prepared(made)


def _is_total(program: ir.Program, node: object) -> bool:
    """Whether a value is that of a definition with named lines, or of one that is nothing but another one's."""
    seen: set[str] = set()
    while isinstance(node, ir.Call) and node.definition not in seen:
        seen.add(node.definition)
        node = program.definitions[node.definition].body
    return bool(seen) and isinstance(node, ir.SumLines)


# ------------------------------------------------------------------------------------- effects that are watched


class _AddCell(ir.AddCell):
    __slots__ = ()


class _SetCell(ir.SetCell):
    __slots__ = ()


class _Pay(ir.Pay):
    __slots__ = ()


class _Let(ir.Let):
    __slots__ = ()


_SCORING: dict[type, type] = {ir.AddCell: _AddCell, ir.SetCell: _SetCell, ir.Pay: _Pay, ir.Let: _Let}


def _scoring(machine: Machine) -> _Scoring:
    """These effects stand only in programs that such machines carry out."""
    assert isinstance(machine, _Scoring)
    return machine


def _add(machine: Machine, effect: _AddCell) -> None:
    _scoring(machine).note((effect.group, effect.indices), effect.amount)
    do_add_cell(machine, effect)


def _set(machine: Machine, effect: _SetCell) -> None:
    _scoring(machine).note((effect.group, effect.indices), effect.value)
    do_set_cell(machine, effect)


def _pay(machine: Machine, effect: _Pay) -> None:
    _scoring(machine).note(effect.to, effect.amount)
    do_pay(machine, effect)


def _let(machine: Machine, effect: _Let) -> None:
    _scoring(machine).name(effect.slot, effect.value)
    do_let(machine, effect)


DO[_AddCell] = _add
DO[_SetCell] = _set
DO[_Pay] = _pay
DO[_Let] = _let
