"""Turns that are alike: what follows in one, with the answers to questions about slow cells supposed (`runtime.by_turns`).

    turns = ByTurns(program, slow)
    turns.after(cells, choice)            one path for each way in which slow cells can matter

It is the reference executor with other `Tables`: a comparison of a slow cell with a constant is a test, and so is the condition of an end that reads
slow cells alone; any other use of them is refused.  An end that is asked after every action did not hold before the last one, so that
it does not hold as long as no slow cell was written.  Play stops where a turn begins, by its event.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from rulewright.evaluate import flow, moves, refusals
from rulewright.evaluate.expressions import cell_index
from rulewright.evaluate.machine import DO, ELEMENTS, EVAL, PLAIN, Machine, Plan, Prepared, Tables
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, effects_below, footprint
from rulewright.ir.layout import ENDED
from rulewright.ir.reads import deciding
from rulewright.ir.reads import reached as reads_through
from rulewright.ir.walking import everything
from rulewright.runtime.by_turns import CellTest, EndTest, NotByTurns, Path, Reached, Slow, Test, Write
from rulewright.runtime.chance.enumerated import Enumerated, TooManyOutcomes, enumerate_outcomes
from rulewright.runtime.chance.sampled import new_luck, new_position
from rulewright.runtime.executor import Choice, Event, Position, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import NOWHERE

MOST_RESULTS = 100_000
MOST_PATHS = 10_000
Handler: TypeAlias = Callable[[Any, Any], Any]  # a machine of ours and a node of any class
Results: TypeAlias = Sequence[tuple[Fraction, Reached]]
_ALWAYS = ir.Action("", "", "", (), (), (), (), None, None, False, 0, NOWHERE)
"""An action that is always legal: whether anything is legal at the next decision is not asked here, but where all positions are known."""


class ByTurns:
    """See `runtime.by_turns.ByTurns`."""

    def __init__(
        self, program: ir.Program, slow: Slow, prepare: Callable[[ir.Program, Tables], Prepared]
    ) -> None:
        self._program = program
        self._slow = slow
        self._plain = prepare(program, PLAIN)
        self._listing = prepare(_without_slow_conditions(program, slow), PLAIN)
        playing = prepare(replace(program, invariants=()), _tables(program, slow))
        always = moves.plan(0, _ALWAYS.name, _ALWAYS)
        self._prepared = replace(playing, by_phase=tuple((always,) for _ in program.phases))
        self._plans: list[Plan] = list(playing.plans.values())
        self._alike = {
            name: _rolls_alike(program, action.do, name) for name, action in program.actions.items()
        }
        self._alike[""] = _rolls_alike(program, program.turns.begin.do, "")
        self._known: dict[object, Results] = {}
        self._unread = {name: _unread(program, action) for name, action in program.actions.items()}
        self._left: dict[tuple[Choice, bytes], list[Path]] = {}
        """What follows choices that surely end the turn."""

    def choices(self, cells: array[int]) -> list[Choice]:
        try:
            return moves.choices(Machine(self._listing, cells))
        except RuleFailure as error:
            raise NotByTurns(f"a rule may fail: {error}") from error

    def after(self, cells: array[int], choice: Choice) -> list[Path]:
        kept = cells[:]
        for cell, value in self._unread[self._plans[choice.action].name]:
            kept[cell] = value
        key = choice, kept.tobytes()
        if key not in self._left:
            found = self._after(cells, choice)
            if any(reached.what == "decision" for path in found for _, reached in path.results):
                return found
            self._left[key] = found
        return self._left[key]

    def _after(self, cells: array[int], choice: Choice) -> list[Path]:
        plan = self._plans[choice.action]

        def act(machine: _Supposing) -> None:
            flow.act(machine, plan, choice.arguments)

        def results(script: _Script) -> Results:
            if self._is_legal(cells, choice, script):
                return self._results(cells, script, act, plan.name)
            return ()

        found: list[Path] = []
        script = _Script([])
        while True:
            results_now = results(script)
            found.append(Path(tuple(script.told), results_now))
            if len(found) > MOST_PATHS:
                raise NotByTurns("slow cells matter in too many ways")
            supposed = [answer for _, answer in script.told]
            while supposed and not supposed[-1]:
                supposed.pop()
            if not supposed:
                return found
            supposed[-1] = False
            script = _Script(supposed)

    def first(self) -> array[int]:
        position = new_position(self._program, 0)
        found = self._results(position.cells, _Script([]), flow.begin, "")
        if len(found) > 1 or found[0][1].what != "turn":
            raise NotByTurns("chance decides how the game begins")
        return found[0][1].cells

    def begun(self, cells: array[int]) -> Results:
        script = _Script([])

        def begin(machine: _Supposing) -> None:
            machine.who = machine.where = None
            flow.open_turn(machine)
            flow.play_on(machine, None)

        found = self._results(cells, script, begin, "")
        if script.told:
            raise NotByTurns("how a turn begins depends on what happened in other turns")
        return found

    def holds(self, end: int, slow: Mapping[int, int]) -> bool:
        cells = array("i", self._program.layout.initial())
        for cell, value in slow.items():
            cells[cell] = value
        asked = self._program.ends[end]
        assert asked.condition is not None
        return bool(Machine(self._plain, cells).ask(asked.condition, asked.locals, flow.NOBODY))

    # ------------------------------------------------------------------------------------------------ private

    def _results(
        self, cells: array[int], script: _Script, carry_out: Callable[[_Supposing], None], action: str
    ) -> Results:
        keys: list[object] = []

        def run(chance: Enumerated) -> Reached:
            position = Position(cells[:], new_luck(0, self._program.players))
            machine = _Supposing(self._prepared, position.cells, script)
            machine.luck, machine.chance = position.luck, chance
            machine.events = _UntilTurn()
            machine.alike, machine.action, machine.keys = self._alike[action], action, keys
            machine.known = self._known
            try:
                carry_out(machine)
            except _TurnBegan:
                self._refuse_unasked(machine)
                return Reached("turn", machine.cells, tuple(machine.written))
            except _Over:
                return Reached("over", machine.cells, tuple(machine.written))
            if machine.cells[ENDED]:
                raise NotByTurns("an end of the game depends on more than what is kept between turns")
            return Reached("decision", machine.cells, tuple(machine.written))

        try:
            found = enumerate_outcomes(run, MOST_RESULTS)
        except _Rolled as roll:
            return self._known[roll.key]
        except (RuleFailure, TooManyOutcomes) as error:  # perhaps with answers that are never given together
            raise NotByTurns(f"a rule may fail: {error}") from error
        if keys and not script.told:
            self._known[keys[0]] = found
        return found

    def _refuse_unasked(self, machine: _Supposing) -> None:
        """Refuse a game in which something is written after its ends were asked: the next turn supposes that they do not hold."""
        for end in self._slow.ends:
            if self._program.ends[end].at == "action" and machine.asked.get(end, 0) != len(machine.written):
                raise NotByTurns("something is written between the end of a turn and the next")

    def _is_legal(self, cells: array[int], choice: Choice, script: _Script) -> bool:
        machine = _Supposing(self._prepared, cells, script)
        plan = self._plans[choice.action]
        machine.path = plan.action.path
        try:
            impossible = moves.impossible(machine, plan, choice.arguments)
            return impossible is None and not refusals.failed_conditions(machine, plan, False)
        except RuleFailure as error:
            raise NotByTurns(f"a rule may fail: {error}") from error


class _TurnBegan(Exception):
    """A turn has begun."""


class _Over(Exception):
    """The game is over."""


class _Rolled(Exception):
    """Dice are about to be rolled as they were before, so that the same follows."""

    def __init__(self, key: object) -> None:
        super().__init__()
        self.key = key


class _UntilTurn(list[Event]):
    """Events of a rule, up to the next turn."""

    def append(self, event: Event) -> None:
        if event.what == "turn":
            raise _TurnBegan
        super().append(event)


class _Script:
    """Answers to tests: those that are given, then true ones. The same test has the same answer, and a cell holds one value."""

    def __init__(self, supposed: list[bool]) -> None:
        self._supposed = supposed
        self.told: list[tuple[Test, bool]] = []
        self._known: dict[Test, bool] = {}
        self._held: dict[int, int] = {}

    def answer(self, test: Test) -> bool:
        """The answer to a test."""
        known = self._known.get(test)
        if known is not None:
            return known
        if isinstance(test, CellTest) and test.cell in self._held:
            return self._held[test.cell] == test.value
        at = len(self.told)
        answer = self._supposed[at] if at < len(self._supposed) else True
        self._known[test] = answer
        self.told.append((test, answer))
        if isinstance(test, CellTest) and answer:
            self._held[test.cell] = test.value
        return answer


class _Supposing(Machine):
    """A machine that supposes what slow cells hold."""

    __slots__ = ("action", "alike", "asked", "changed", "keys", "known", "script", "written")

    def __init__(self, ready: Prepared, cells: array[int], script: _Script) -> None:
        super().__init__(ready, cells)
        self.script = script
        self.written: list[Write] = []
        self.changed: set[int] = set()
        """Slow cells whose value is known, since it was written."""
        self.asked: dict[int, int] = {}
        """How many writes there were when an end was asked last."""
        self.action = ""
        self.alike: frozenset[int] = frozenset()
        """The `id` of each roll after which the names that are bound make no difference."""
        self.keys: list[object] = []
        """What the first roll was, if it is one of these."""
        self.known: Mapping[object, Results] = {}


# ------------------------------------------------------------------------------------------------------ tables


def _tables(program: ir.Program, slow: Slow) -> Tables:
    """The tables of the reference executor, in which slow cells are not read."""
    groups = {name for name, group in program.layout.groups.items() if group.offset in slow.cells}
    evaluate: dict[type, Handler] = EVAL | {ir.Compare: _compare(program, groups), ir.Cell: _cell(groups)}
    conditions: dict[int, int] = {}
    for number in slow.ends:
        condition = program.ends[number].condition
        assert condition is not None
        conditions[id(condition)] = number
        evaluate[type(condition)] = _asking(program, conditions, evaluate[type(condition)])
    carry_out: dict[type, Handler] = {
        ir.SetCell: _set(groups, DO[ir.SetCell]),
        ir.AddCell: _add(groups, slow, DO[ir.AddCell]),
        ir.Roll: _roll(DO[ir.Roll]),
    }
    return Tables(evaluate, ELEMENTS, DO | carry_out)


def _compare(program: ir.Program, groups: set[str]) -> Callable[[_Supposing, ir.Compare], Value]:
    plain: Callable[[Machine, ir.Compare], Value] = EVAL[ir.Compare]

    def evaluate(machine: _Supposing, node: ir.Compare) -> Value:
        cell, constant = node.left, node.right
        if isinstance(constant, ir.Cell):
            cell, constant = constant, cell
        if not (isinstance(cell, ir.Cell) and cell.group in groups and isinstance(constant, ir.Constant)):
            return plain(machine, node)
        offset = _offset(machine, cell)
        if offset in machine.changed:
            return plain(machine, node)
        if node.sign not in ("==", "!="):
            raise NotByTurns(f"`{cell.group}` is compared by {node.sign}")
        group = program.layout.groups[cell.group]
        value = group.none if constant.value is None else constant.value
        assert isinstance(value, int)
        return machine.script.answer(CellTest(offset, int(value))) == (node.sign == "==")

    return evaluate


def _cell(groups: set[str]) -> Callable[[_Supposing, ir.Cell], Value]:
    plain: Callable[[Machine, ir.Cell], Value] = EVAL[ir.Cell]

    def evaluate(machine: _Supposing, node: ir.Cell) -> Value:
        if node.group in groups and _offset(machine, node) not in machine.changed:
            raise NotByTurns(f"`{node.group}` is read, and not only compared with values")
        return plain(machine, node)

    return evaluate


def _asking(
    program: ir.Program, conditions: Mapping[int, int], plain: Handler
) -> Callable[[_Supposing, ir.Expression], Value]:
    def evaluate(machine: _Supposing, node: ir.Expression) -> Value:
        number = conditions.get(id(node))
        if number is None:
            value: Value = plain(machine, node)
            return value
        machine.asked[number] = len(machine.written)
        if not machine.written and program.ends[number].at == "action":
            return False
        if machine.script.answer(EndTest(number, tuple(machine.written))):
            raise _Over
        return False

    return evaluate


def _set(groups: set[str], plain: Handler) -> Callable[[_Supposing, ir.SetCell], None]:
    def carry_out(machine: _Supposing, effect: ir.SetCell) -> None:
        offset = _offset(machine, effect)
        plain(machine, effect)
        if effect.group in groups:
            machine.changed.add(offset)
            machine.written.append(Write(offset, machine.cells[offset], False))

    return carry_out


def _add(groups: set[str], slow: Slow, plain: Handler) -> Callable[[_Supposing, ir.AddCell], None]:
    def carry_out(machine: _Supposing, effect: ir.AddCell) -> None:
        if effect.group not in groups:
            plain(machine, effect)
            return
        offset, amount = _offset(machine, effect), machine.evaluate(effect.amount)
        if offset in slow.kept or not isinstance(amount, int):
            raise NotByTurns(f"something is added to `{effect.group}`, which rules read")
        machine.written.append(Write(offset, amount, True))

    return carry_out


def _roll(plain: Handler) -> Callable[[_Supposing, ir.Roll], None]:
    """Roll dice, unless it is known what follows: it depends on the cells with these dice showing nothing, where `_rolls_alike`."""

    def carry_out(machine: _Supposing, effect: ir.Roll) -> None:
        first = all(event.what == "rule" for event in machine.events)
        if id(effect) in machine.alike and first and not machine.written and not machine.script.told:
            key = _without_faces(machine, effect)
            if key is not None:
                if key in machine.known:
                    raise _Rolled(key)
                machine.keys.append(key)
        plain(machine, effect)

    return carry_out


def _without_faces(machine: _Supposing, effect: ir.Roll) -> object | None:
    """What the rest of the action depends on: the cells once these dice show nothing; None for dice that can be told apart."""
    kind = machine.kinds[effect.kind]
    if not kind.identical:
        return None
    cells, pieces = machine.copied(), machine.elements[type(effect.pieces)](machine, effect.pieces)
    owned = set()
    for piece in pieces:
        place, look = divmod(piece, kind.looks)
        owner = look // (kind.faces + 1)
        owned.add((place, owner))
        if place >= kind.first_spot:
            return None
        cells[kind.counts + piece] -= 1
        cells[kind.counts + place * kind.looks + owner * (kind.faces + 1)] += 1
    if len(owned) != 1:
        return None
    return machine.action, id(effect), len(pieces), machine.me, machine.who, machine.where, cells.tobytes()


def _rolls_alike(program: ir.Program, do: ir.Effects, action: str) -> frozenset[int]:
    """The rolls in effects after which no name is read any more, so that it makes no difference which dice were rolled: what comes later in
    the order in which effects are written, in rules without loops, each of whose steps is run once."""
    effects = list(effects_below(do, program))
    marks = [footprint(each) for each in effects]
    steps = [mark.step for mark in marks if mark.step is not None]
    after = {name for end in program.ends for name in end.after}
    after |= {name for phase in program.phases for rule in phase.triggers for name in rule.after}
    loops = any(mark.inside and mark.slot is not None for mark in marks)
    if loops or len(set(steps)) < len(steps) or action in after:
        return frozenset()
    found: set[int] = set()
    for effect in reversed(effects):
        if isinstance(effect, ir.Roll):
            found.add(id(effect))
        if any(isinstance(node, ir.Local) for node in everything(deciding(effect))):
            break
    return frozenset(found)


def _offset(machine: Machine, node: ir.Cell | ir.SetCell | ir.AddCell) -> int:
    return machine.access[node.group].offset + cell_index(machine, node.group, node.indices)


# --------------------------------------------------------------------------------------------------- programs


def _without_slow_conditions(program: ir.Program, slow: Slow) -> ir.Program:
    """The program without the conditions of actions that read slow cells, so that more is legal. Raises NotByTurns if a choice ranges over
    something that depends on them."""
    actions: dict[str, ir.Action] = {}
    for name, action in program.actions.items():
        for part in (*action.parameters, *action.lets):
            if reads_slow(program, slow, part):
                raise NotByTurns(f"what there is to choose from in `{name}` depends on other turns")
        kept = [each for each in action.conditions if not reads_slow(program, slow, each.holds)]
        actions[name] = replace(action, conditions=tuple(kept))
    return replace(program, actions=actions)


def _unread(program: ir.Program, action: ir.Action) -> list[tuple[int, int]]:
    """The variables that last a turn and that nothing reads if this action ends the turn, as cells with the values at the beginning."""
    turns = program.turns
    rules = (
        action.parameters, action.lets, tuple(each.holds for each in action.conditions), action.do, turns.end.do, turns.round_end.do,
        turns.first.value, turns.next.value, *(() if turns.round_first is None else (turns.round_first.value,)),
        tuple(end.condition for end in program.ends if end.condition is not None),
        *(tuple(each for each in (rule.condition, rule.do) if each is not None) for phase in program.phases for rule in phase.triggers),
        *(phase.automatic.do for phase in program.phases if phase.automatic is not None),
    )  # fmt: skip
    read: set[str] = set()
    for node in reads_through(program, rules):
        if isinstance(node, ir.Can):
            return []
        if isinstance(node, ir.Cell):
            read.add(node.group)
        elif isinstance(node, EFFECTS):
            read.update(group for group, _ in footprint(node).cells)
    return [
        (cell, group.start)
        for name, group in program.layout.groups.items()
        if group.lasts == "turn" and name not in read
        for cell in range(group.offset, group.offset + group.size)
    ]


def reads_slow(program: ir.Program, slow: Slow, node: object) -> bool:
    """Whether an expression may read a slow cell, itself or through a definition."""
    groups = program.layout.groups
    return any(
        (isinstance(each, ir.Cell) and groups[each.group].offset in slow.cells) or isinstance(each, ir.Can)
        for each in reads_through(program, node)
    )
