"""Holds compiled expressions and domains against the reference, at positions that random games reach.

    python -m tests.native.expressions.asked [GAME ...] [--positions N] [--seed S]

Every expression and domain of a rulebook that stands on its own (in the frame of its rule: parameters and `let` bound) becomes
a function from cells and arguments to numbers.  What the reference says has to be what the function writes; where the
reference fails the function has to fail, and where only the function fails that is told, since play is slower there.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, get_args

from rulewright.evaluate.machine import Machine, frame_size
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.language import types
from rulewright.native.driver.machine import load, object_code
from rulewright.native.expressions.domains import distinct
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import EACH, Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.values import Emitted, Number, Row, Shape, Truth
from rulewright.native.modules import writers  # noqa: F401  (what can be written is registered there)
from rulewright.native.modules.entry_points import Outside
from rulewright.problems.limits import MOST_WORK
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Value
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import NOWHERE, Span
from tests.native.seatings import seatings

EXPRESSIONS, DOMAINS = get_args(ir.Expression), get_args(ir.Domain)
ANSWER = 1 << 20
"""Numbers that an answer may have."""
NUMBER, TRUTH, ROW = range(3)
Frame: TypeAlias = tuple[types.Type, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Something to be worked out: the value of an expression, or the elements of a domain (`each`, or once each).

    `frame`: the types of what stands in the first slots; `lets`: what is worked out before, slot by slot; `filters`: what holds of all that
    is chosen, so that it may be relied on."""

    name: str
    node: Any  # an expression or a domain, whose unions hold no common class
    frame: Frame = ()
    lets: tuple[ir.ActionLet, ...] = ()
    how: str = "value"
    filters: tuple[ir.Condition, ...] = ()

    @property
    def span(self) -> Span:
        span: Span = self.node.span
        return span

    def __str__(self) -> str:
        return f"{self.name}: {self.how} of `{' '.join(self.span.text.split())}`"


# --------------------------------------------------------------------------------------------- what is asked


def questions(program: ir.Program) -> list[Question]:
    """Everything of a program that can be asked on its own."""
    found: list[Question] = []
    for name, action in program.actions.items():
        frame = tuple(parameter.type for parameter in action.parameters)
        for slot, parameter in enumerate(action.parameters):
            for how in ("each", "distinct"):
                found.append(Question(f"{name}.{parameter.name}", parameter.domain, frame[:slot], (), how))
        filters = tuple(action.filters.values())
        found += [replace(each, filters=filters) for each in _of_rule(name, action, frame, action.lets)]
    for name, definition in program.definitions.items():
        frame = tuple(type for _, type in definition.parameters)
        span = definition.span
        arguments = tuple(ir.Local(slot, name, span) for slot, (name, _) in enumerate(definition.parameters))
        found.append(Question(name, ir.Call(name, arguments, span), frame))
        found += _of_rule(name, definition, frame, ())
    for name, step in program.steps.items():
        found += _of_rule(name, step, tuple(type for _, type in step.parameters), ())
    for phase in program.phases:
        for trigger in phase.triggers:
            found += _after(program, f"{phase.name}.{trigger.id}", trigger.after, trigger)
        found += _of_rule(phase.name, phase.automatic, (), ())
    for end in program.ends:
        found += _after(program, f"end.{end.id}", end.after, (end.condition, *_without_best(end.result)))
        found += _standing(program, end.result)
    found += _standing(program, program.standing)
    for name, rule in (("turns", program.turns), ("setup", program.setup), ("always", program.invariants)):
        found += _of_rule(name, rule, (), ())
    return found


def _after(program: ir.Program, name: str, after: tuple[str, ...], rule: object) -> list[Question]:
    if len(after) != 1:
        return _of_rule(name, rule, (), ())
    action = program.actions[after[0]]
    return _of_rule(name, rule, tuple(parameter.type for parameter in action.parameters), action.lets)


def _standing(program: ir.Program, outcomes: tuple[ir.Outcome, ...]) -> list[Question]:
    teams = types.Team(max(program.teams, default=0) + 1)
    players = types.Player(program.players)
    return [
        Question(f"best {outcome.name}", outcome.value, (teams if outcome.per_team else players,))
        for outcome in outcomes
        if isinstance(outcome, ir.Best)
    ]


def _without_best(outcomes: tuple[ir.Outcome, ...]) -> list[ir.Outcome]:
    return [outcome for outcome in outcomes if not isinstance(outcome, ir.Best)]


def _of_rule(name: str, rule: object, frame: Frame, lets: tuple[ir.ActionLet, ...]) -> list[Question]:
    """The outermost expressions and domains inside that read nothing but the frame."""
    bound = {*range(len(frame)), *(let.slot for let in lets)}
    return [
        Question(name, node, frame, lets, "each" if isinstance(node, DOMAINS) else "value")
        for node in _outermost(rule, bound)
    ]


def _outermost(node: object, bound: set[int]) -> Iterator[Any]:
    if isinstance(node, (ir.Constant, ir.Local, ir.Me, Span)):
        return
    if (
        isinstance(node, (*EXPRESSIONS, *DOMAINS))
        and not isinstance(node, ir.Reached)
        and _free(node) <= bound
    ):
        yield node
        return
    for part in _parts(node):
        yield from _outermost(part, bound)


def everything(question: Question) -> Iterator[Question]:
    """A question and all inside it that can be asked in the same frame."""
    bound = {*range(len(question.frame)), *(let.slot for let in question.lets)}
    seen: set[int] = set()

    def inside(node: object) -> Iterator[Question]:
        if id(node) in seen or isinstance(node, Span):
            return
        seen.add(id(node))
        for part in _parts(node):
            plain = isinstance(part, (ir.Constant, ir.Local, ir.Me, ir.Reached))
            if isinstance(part, (*EXPRESSIONS, *DOMAINS)) and not plain and _free(part) <= bound:
                how = "each" if isinstance(part, DOMAINS) else "value"
                yield replace(question, node=part, how=how)
            yield from inside(part)

    yield question
    yield from inside(question.node)


def _parts(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif hasattr(node, "__dataclass_fields__") and not isinstance(node, Span):
        for name in node.__dataclass_fields__:
            yield getattr(node, name)


def _free(node: object) -> set[int]:
    """The slots that are read inside but bound outside."""
    if isinstance(node, ir.Local):
        return {node.slot}
    free: set[int] = set()
    for part in _parts(node):
        free |= _free(part)
    return free - {clause.slot for clause in _clauses(node)}


def _clauses(node: object) -> tuple[ir.Clause, ...]:
    return node.clauses if isinstance(node, ir.Aggregate | ir.Mapped) else ()


# ---------------------------------------------------------------------------------------------- compiled


class Compiled:
    """Questions as functions. `missing`: nodes that nothing writes, whose questions are left out."""

    def __init__(self, program: ir.Program, asked: Sequence[Question]) -> None:
        self.program = program
        self.missing: set[str] = set()
        self.questions: list[Question] = []
        self.text = ""
        self._counted: list[int] = []
        building = Building(program)
        names: list[str] = []
        for question in asked:
            try:
                self._write(building, question, f"asked.{len(names)}")
            except KeyError as error:
                if not isinstance(error.args[0], type):
                    raise
                self.missing.add(error.args[0].__name__)
                continue
            names.append(f"ask.{len(names)}")
            self.questions.append(question)
        self.text = building.text()
        signature = ctypes.CFUNCTYPE(
            ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p
        )
        self._library = load(object_code(self.text), dict.fromkeys(names, signature))
        self._answer = array("i", bytes(4 * ANSWER))
        self.failures = building.failures

    def ask(self, number: int, cells: array[int], me: int, arguments: Sequence[Value]) -> Any:
        """The value, or the list of elements; an int below 0 if it failed: minus the number of the failure."""
        question, own = self.questions[number], cells[:]
        given = array("i", _encoded(self.shapes(question.frame), arguments) or [0])
        function = self._library[f"ask.{number}"]
        failed = function(own.buffer_info()[0], me, given.buffer_info()[0], self._answer.buffer_info()[0])
        assert own == cells, f"{question} writes into the position"
        if failed:
            return Failed(self.failures[failed - 1].code)
        if question.how == "value":
            return _decoded(self._answer, 1)[0]
        values, at = [], 1
        for _ in range(self._answer[0]):
            value, at = _decoded(self._answer, at)
            values.append(value)
        return values

    def work(self, number: int) -> int:
        """How much work a question that was just asked counted, as it was done or when it was written."""
        return self._counted[number] + MOST_WORK - self._answer[-1]

    def shapes(self, frame: Frame) -> tuple[Shape, ...]:
        building = Building(self.program)
        return tuple(building.shape(type) for type in frame)

    def _write(self, building: Building, question: Question, name: str) -> None:
        e = Emitter(building, name, question.name)
        given, at = e.region("asked.given"), 0
        for slot, shape in enumerate(self.shapes(question.frame)):
            e.bind(slot, _argument(e, given, at, shape))
            at += _room(shape)
        for let in question.lets:
            e.bind(let.slot, e.value(let.value))
        answer = Answer(e)
        match question.how:
            case "value":
                answer.put(e.value(question.node))
            case "each":
                EACH[type(question.node)](e, question.node, answer.put)
            case "distinct":
                distinct(e, question.node, answer.put)
        answer.finish()
        function = e.finish()
        self._counted.append(function.work)
        _write_entry(building, name.replace("asked", "ask"), function)


@dataclass(frozen=True, slots=True)
class Failed:
    code: str


class Answer:
    """Writes values one after the other: sort, none, number or length, elements."""

    def __init__(self, e: Emitter) -> None:
        self._e = e
        code = e.code
        self._into = e.region("asked.into")
        self._at, self._count = code.allocate("i32"), code.allocate("i32")
        code.store(constant(1), self._at)
        code.store(constant(0), self._count)

    def put(self, value: Emitted) -> None:
        code = self._e.code
        none = code.widen(value.none, "i32") if value.none is not None else constant(0)
        match value:
            case Number():
                self._numbers(constant(NUMBER), none, value.bits)
            case Truth():
                self._numbers(constant(TRUTH), none, code.widen(value.bit, "i32"))
            case Row():
                count = value.length
                if value.none is not None:
                    count = code.select(value.none, constant(0), count)
                self._numbers(constant(ROW), none, count)
                self._e.loop(
                    count, min(value.most, 9_000), lambda index: self._element(value, index), NOWHERE
                )
        code.store(code.add(code.load("i32", self._count), constant(1)), self._count)

    def finish(self) -> None:
        self._e.code.store(self._e.code.load("i32", self._count), self._into)

    def _numbers(self, *numbers: Operand) -> None:
        code = self._e.code
        for number in numbers:
            at = code.load("i32", self._at)
            code.store(number, code.element(self._into, "i32", at))
            code.store(code.add(at, constant(1)), self._at)

    def _element(self, row: Row, index: Operand) -> None:
        code = self._e.code
        self._numbers(code.load("i32", code.element(row.address, "i32", index)))


def _argument(e: Emitter, given: Operand, at: int, shape: Shape) -> Emitted:
    """An argument, from where the caller put it: none, then the number or the length, then the elements."""
    code = e.code
    flag = code.load("i32", code.element(given, "i32", constant(at)))
    none = code.compare("ne", flag, constant(0)) if shape.optional else None
    bits = code.load("i32", code.element(given, "i32", constant(at + 1)))
    match shape.sort:
        case "row":
            address = code.element(given, "i32", constant(at + 2))
            return Row(address, bits, shape.most, shape.low, shape.high, none)
        case "truth":
            return Truth(code.compare("ne", bits, constant(0)), none)
        case _:
            return Number(bits, none, shape.low, shape.high)


def _room(shape: Shape) -> int:
    return 2 + (shape.most if shape.sort == "row" else 0)


def _encoded(shapes: Sequence[Shape], arguments: Sequence[Value]) -> list[int]:
    numbers: list[int] = []
    for shape, value in zip(shapes, arguments, strict=True):
        elements = list(value) if isinstance(value, tuple) else []
        bits = len(value) if isinstance(value, tuple) else int(value or 0)
        own = [int(value is None), bits, *elements]
        numbers += own + [0] * (_room(shape) - len(own))
    return numbers


def _decoded(answer: array[int], at: int) -> tuple[Value, int]:
    sort, none, bits = answer[at : at + 3]
    end = at + 3 + (bits if sort == ROW else 0)
    if none:
        return None, end
    if sort == ROW:
        return tuple(answer[at + 3 : end]), end
    return (bits == 1 if sort == TRUTH else bits), end


def _write_entry(building: Building, name: str, function: Function) -> None:
    """The function that is called from outside: it knows where in the cells each region lies."""
    parameters = ("ptr noalias %cells", "i32 %me", "ptr noalias %given", "ptr noalias %into")
    e = Outside(building, name, parameters)
    e.regions |= {"asked.given": Operand("ptr", "%given"), "asked.into": Operand("ptr", "%into")}
    e.code.store(constant(MOST_WORK), e.work_address())
    e.call(function, ())
    left = e.code.load("i32", e.work_address())
    e.code.store(left, e.code.element(Operand("ptr", "%into"), "i32", constant(ANSWER - 1)))
    e.close(constant(0))


# ---------------------------------------------------------------------------------------------- compared


def _beyond_proof(question: Question, said: object) -> bool:
    """Whether something is none that is proved not to be where the conditions of the action hold: choices here are any."""
    return bool(question.lets) and isinstance(said, Failed) and said.code == "undefined"


@dataclass(slots=True)
class Compared:
    """What came of comparing: how often both said the same, how often both failed, what failed in native code alone."""

    same: int = 0
    failed: int = 0
    left_out: int = 0
    alone: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    """Where the reference counts more work than native code: then that might go on where the reference stops."""


class Working(Reference):
    """The reference, which says how much work was counted since `work` was set."""

    work = 0

    def value(self, cells: array[int], asked: ir.Asked, me: int, arguments: Sequence[Value] = ()) -> Value:
        machine = Machine(self._prepared, cells)
        value = machine.ask(asked.value, max(asked.locals, len(arguments)), me, arguments)
        self.work += MOST_WORK - machine.work
        return value


def positions(program: ir.Program, count: int, seed: int, longest: int = 200) -> list[array[int]]:
    """Cells that random games reach, some from each game, and the last."""
    reference, chance, found = Reference(program), Sampled(program.streams), []
    draw = random.Random(seed)
    for game in range(max(count // 8, 1)):
        position, seen = new_position(program, seed + game), []
        try:
            reference.begin(position, chance)
            for _ in range(longest):
                seen.append(position.cells[:])
                legal = reference.legal(position.cells)
                if not legal:
                    break
                reference.apply(position, draw.choice(legal), chance)
        except RuleFailure:
            pass
        found += [*draw.sample(seen, min(7, len(seen))), *seen[-1:]]
    return found


def compare(
    program: ir.Program, compiled: Compiled, at: Sequence[array[int]], seed: int, times: int = 2
) -> Compared:
    """Ask everything at each of some positions, of a player drawn, with arguments drawn."""
    found, draw, reference = Compared(), random.Random(seed), Working(program)
    sizes = [_frame_size(question) for question in compiled.questions]
    for cells in at:
        for number, question in enumerate(compiled.questions):
            for _ in range(times if question.frame else 1):
                me = (
                    cells[CURRENT]
                    if cells[CURRENT] >= 0 and draw.random() < 0.7
                    else draw.randrange(program.players)
                )
                arguments = [_drawn(program, type, draw) for type in question.frame]
                reference.work = 0
                said = _said(reference, question, cells, me, arguments, sizes[number])
                relied_on = isinstance(said, Failed) and not _chosen(
                    reference, question, cells, me, arguments
                )
                if isinstance(said, Exception) or relied_on or _beyond_proof(question, said):
                    found.left_out += 1
                    continue
                answer = compiled.ask(number, cells, me, arguments)
                _note(found, question, arguments, me, said, answer)
                if said == answer and reference.work > compiled.work(number):
                    found.short.append(f"{question}: {reference.work}, natively {compiled.work(number)}")
    return found


def _note(
    found: Compared, question: Question, arguments: list[Value], me: int, said: Any, answer: Any
) -> None:
    if isinstance(said, Failed) and isinstance(answer, Failed):
        found.failed += 1
    elif isinstance(answer, Failed):
        found.alone[f"{answer.code}: {question}"] += 1
    elif said == answer:
        found.same += 1
    else:
        found.different.append(f"{question} with {arguments} for player {me}: {said}, natively {answer}")


def _said(
    reference: Reference, question: Question, cells: array[int], me: int, arguments: list[Value], size: int
) -> Any:
    """What the reference says; an exception if the arguments are no values of a game."""
    try:
        frame = [*arguments, *[None] * (size - len(arguments))]
        for let in question.lets:
            frame[let.slot] = reference.value(cells, ir.Asked("", let.value, size, question.span), me, frame)
        if question.how == "value":
            return reference.value(cells, ir.Asked("", question.node, size, question.span), me, frame)
        elements = reference.elements(cells, question.node, me, frame)
        return list(dict.fromkeys(elements)) if question.how == "distinct" else elements
    except RuleFailure as failure:
        return Failed(failure.code)
    except (LookupError, TypeError) as error:
        return error


def _chosen(
    reference: Reference, question: Question, cells: array[int], me: int, arguments: list[Value]
) -> bool:
    """Whether the filters of the choice, if it has any, let these arguments through."""
    try:
        return all(
            reference.value(cells, ir.Asked("", each.holds, frame_size(each.holds), each.span), me, arguments)
            for each in question.filters
        )
    except RuleFailure:
        return False


def _frame_size(question: Question) -> int:
    own = [frame_size(question.node), len(question.frame)]
    return max([*own, *(max(let.slot + 1, frame_size(let.value)) for let in question.lets)])


def _drawn(program: ir.Program, type: types.Type, draw: random.Random) -> Value:
    """A value of a type."""
    match type:
        case types.Optional(of=of):
            return None if draw.random() < 0.25 else _drawn(program, of, draw)
        case types.Several(of=of, most=most):
            many = draw.randint(0, min(most, 6))
            return tuple(sorted(_number(program, of, draw) for _ in range(many)))
        case types.Boolean():
            return draw.random() < 0.5
        case types.Nothing():
            return None
        case _:
            shape = Building(program).shape(type)
            low, high = shape.low, shape.high
            if high - low > 60 and draw.random() < 0.8:
                low, high = max(low, -12), min(high, 48)
            return draw.randint(low, high)


def _number(program: ir.Program, type: types.Type, draw: random.Random) -> int:
    value = _drawn(program, type, draw)
    return value if isinstance(value, int) else 0


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--players", type=int, nargs="*", default=(), help="only tables of so many")
    parser.add_argument("--options", action="store_true", help="all options, not only the default ones")
    parser.add_argument("--whole", action="store_true", help="only whole expressions, not their parts")
    asked, different = parser.parse_args(given), 0
    for table in seatings(asked.games, asked.options):
        if asked.players and table.players not in asked.players:
            continue
        program = table.program()
        whole = questions(program)
        compiled = Compiled(
            program, whole if asked.whole else [part for one in whole for part in everything(one)]
        )
        found = compare(program, compiled, positions(program, asked.positions, asked.seed), asked.seed)
        print(
            f"{table!s:<44} {len(compiled.questions):>5} asked {found.same:>7} same {found.failed:>6} failed"
            f" {found.left_out:>5} left out {sum(found.alone.values()):>5} failed alone"
        )
        for told in sorted(compiled.missing):
            print(f"    nothing writes {told}")
        for told, times in found.alone.most_common(5):
            print(f"    alone {times}: {told}")
        for told in found.different[:10]:
            print(f"    DIFFERENCE: {told}")
        different += bool(found.different)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
