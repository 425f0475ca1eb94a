"""What the emitter has at hand while it writes one function, and what it knows of the functions written before.

    Building      one module: functions by name, constant tables, the list of what can fail
    Emitter       one function: its text, the frame's slots, the memory it asked for
    EMIT[type(node)](emitter, node)            the value of an expression
    EACH[type(node)](emitter, node, body)      writes `body` for each element of a domain, in order; at most how many
    DO[type(node)](emitter, node)              an effect, carried out

As in `evaluate.machine` the tables are filled by the modules that know the nodes.  **Memory** has names (`regions`): a
variable (`score`), a group of a kind (`dice.counts`), a cell of the flow (`phase`).  A function gets the address of each
region that it or a function below it uses, as parameters; so a playout can hold every region where it likes.  Regions do not
overlap.

**Failures.**  A function that can fail gives back, last, the number of what failed (an index into `Building.failures`, 0
for none).  Native code says only that; whoever called plays the same action with the reference executor, which tells
what, where and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout, Layout
from rulewright.language import types
from rulewright.native.assembly import FALSE, UNLIKELY, Assembly, Operand, constant
from rulewright.native.guarded import MODULE_LINES, Guarded
from rulewright.native.regions import regions
from rulewright.native.values import Emitted, Number, Row, Shape, Truth, shape_of
from rulewright.problems.limits import A_CALL
from rulewright.source.text import Span

Body: TypeAlias = Callable[[Emitted], None]

# A table's functions each take their own node class, which no type can say of a mapping: hence Any.
EMIT: dict[type, Callable[[Emitter, Any], Emitted]] = {}
EACH: dict[type, Callable[[Emitter, Any, Body], int]] = {}
DO: dict[type, Callable[[Emitter, Any], None]] = {}

CHEAP = 100
"""What takes at most so many instructions and cannot fail is worked out rather than jumped over."""
SKIPPED = 20
"""The same for what comes after `and` and `or`, which is often not needed at all."""
COUNTED = 10_000
"""Loops that may go through more elements than that, those inside them included, count as they go."""
NOBODY = -1
FAILURE = Operand("ptr", "%failure")
"""Where a function keeps the number of what failed in it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What failed: the code of the problem, the path of the rule, the place."""

    code: str
    path: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    """A function that was written. `fails`, `work`, `steps` and `weight` count what it calls as well."""

    name: str
    regions: tuple[str, ...]
    parameters: tuple[Shape, ...]
    result: Shape | None
    returns: tuple[str, ...]
    fails: bool
    work: int
    steps: int
    weight: int
    counts: bool
    """Whether it counts its work, in the memory that is its parameter then."""


@dataclass(slots=True)
class Slot:
    """A slot of a frame: where its value is kept. `place` has two addresses where an identical piece's parts are kept."""

    shape: Shape
    address: Operand
    none: Operand | None
    length: Operand | None = None
    parts: tuple[Operand, Operand] | None = None
    lasting: bool = False


@dataclass(slots=True)
class Building:
    """A module being written."""

    program: ir.Program
    keeps_keys: bool = False
    """Whether the key of a turn is kept from a stream's first event on. It can be where whole turns are played in one call."""
    guarded: bool = False
    """Whether every access to memory is looked at (`guarded`), for tests."""
    functions: dict[str, Function] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    constants: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    declared: dict[str, str] = field(default_factory=dict)
    """Declarations of what LLVM offers, by name."""

    @property
    def layout(self) -> Layout:
        return self.program.layout

    def numbers_of(self, kind: KindLayout) -> int:
        """How many numbers the pieces of a kind have."""
        return len(kind.places) * kind.looks if kind.identical else kind.pieces

    def shape(self, type: types.Type) -> Shape:
        return shape_of(type, {name: self.numbers_of(kind) for name, kind in self.layout.kinds.items()})

    def constant_row(self, numbers: Sequence[int], type: str = "i32") -> Operand:
        """The address of numbers that never change; equal rows are kept once."""
        key = type, tuple(numbers)
        if key not in self.constants:
            self.constants[key] = f'@"row.{len(self.constants)}"'
        return Operand("ptr", self.constants[key])

    def failure(self, code: str, path: str, span: Span) -> int:
        self.failures.append(Failure(code, path, span))
        return len(self.failures)

    def declare(self, name: str, line: str) -> None:
        self.declared[name] = line

    def definition(self, name: str) -> Function:
        """The function of a definition, written when it is first asked for: `me`, then the arguments."""
        known = self.functions.get(f"define.{name}")
        if known is not None:
            return known
        definition = self.program.definitions[name]
        shapes = tuple(self.shape(type) for _, type in definition.parameters)
        emitter = Emitter(self, f"define.{name}", definition.path)
        for slot, argument in enumerate(emitter.take(shapes)):
            emitter.bind(slot, argument)
        return emitter.finish(emitter.value(definition.body))

    def text(self) -> str:
        """The whole module, as LLVM reads it."""
        lines = [f'source_filename = "{self.program.name}"']
        for (type, numbers), name in self.constants.items():
            listed = ", ".join(f"{type} {number}" for number in numbers) or f"{type} 0"
            lines.append(
                f"{name} = internal unnamed_addr constant [{max(len(numbers), 1)} x {type}] [{listed}], align 8"
            )
        lines += self.declared.values()
        lines += self.texts
        if self.guarded:
            lines += MODULE_LINES
        lines.append('!0 = !{!"branch_weights", i32 1, i32 100000}')
        lines.append('!1 = !{!"branch_weights", i32 100000, i32 1}')
        return "\n".join(lines) + "\n"


class Emitter:
    """One function being written."""

    def __init__(self, building: Building, name: str, path: str = "") -> None:
        self.building = building
        self.program = building.program
        self.layout = building.layout
        self.code = Guarded(self._size_of) if building.guarded else Assembly()
        self.name = name
        self.path = path
        self.me = Number(Operand("i32", "%me"), None, 0, max(building.program.players - 1, 0))
        self.slots: dict[int, Slot] = {}
        self.regions: dict[str, Operand] = {}
        self.parameters: list[str] = []
        self.shapes: tuple[Shape, ...] = ()
        self.failing = 0
        """How many places can fail so far."""
        self.work = 0
        """How many elements can be gone through so far, as `evaluate` counts them; loops that count themselves left out."""
        self.steps = 0
        """How many effects can be carried out so far."""
        self.counts = False
        self.moving: dict[int, str] = {}
        """Slots whose pieces may get another number, with their kind (see `following`)."""
        self.known: dict[str, Operand] = {}
        """Whether `me` has a legal choice, by action, where that was worked out already and nothing has changed since."""
        self._costly: set[int] = set()
        self.heavy: set[int] = set()
        """Nodes (by their `id`) whose elements cost too much to be worked out without branches."""

    def _size_of(self, address: str) -> int | None:
        """How many elements a region or a constant row has, by its address."""
        for name, operand in self.regions.items():
            if operand.text == address:
                region = regions(self.program).get(name)
                return None if region is None else max(region.size, 1)
        rows = {text: max(len(numbers), 1) for (_, numbers), text in self.building.constants.items()}
        return rows.get(address)

    # ---------------------------------------------------------------------------------------------- the outside

    def region(self, name: str) -> Operand:
        """The address of a piece of memory, a parameter of the function from now on."""
        if name not in self.regions:
            self.regions[name] = Operand("ptr", f'%"{name}"')
        return self.regions[name]

    def take(self, shapes: tuple[Shape, ...]) -> list[Emitted]:
        """The function's parameters beside the regions and `me`."""
        self.shapes = shapes
        taken: list[Emitted] = []
        for index, shape in enumerate(shapes):
            bits, none = f"%a{index}", None
            if shape.optional:
                none = Operand("i1", f"%n{index}")
            match shape.sort:
                case "row":
                    self.parameters += [f"ptr {bits}", f"i32 %l{index}"]
                    length = Operand("i32", f"%l{index}")
                    taken.append(Row(Operand("ptr", bits), length, shape.most, shape.low, shape.high, none))
                case "truth":
                    self.parameters.append(f"i1 {bits}")
                    taken.append(Truth(Operand("i1", bits), none))
                case _:
                    self.parameters.append(f"i32 {bits}")
                    taken.append(Number(Operand("i32", bits), none, shape.low, shape.high))
            if none is not None:
                self.parameters.append(str(none))
        return taken

    def finish(self, value: Emitted | None = None, external: bool = False) -> Function:
        """End the function, which gives back a value, and add it to the module. A row is copied to where the caller says."""
        code = self.code
        parts, result = self._parts_of(value)
        returns = [part.type for part in parts] + (["i32"] if self.failing else [])
        if code.open:
            self._give_back([*parts, constant(0)] if self.failing else parts, returns)
        if self.failing:
            code.at("failed")
            code.allocations.insert(0, "  %failure = alloca i32")
            failed = code.load("i32", FAILURE)
            self._give_back([*(Operand(part.type, "poison") for part in parts), failed], returns)
        regions = ["work", *sorted(self.regions)] if self.counts else sorted(self.regions)
        given = [f'ptr noalias nonnull %"{name}"' for name in regions]
        into = ["ptr %into"] if result is not None and result.sort == "row" else []
        kind = "" if external else "internal fastcc "
        head = f'define {kind}{_returned(returns)} @"{self.name}"({", ".join([*given, "i32 %me", *into, *self.parameters])}) nounwind {{'
        self.building.texts.append(f"{head}\n{code.text()}\n}}\n")
        function = Function(
            self.name, tuple(sorted(self.regions)), self.shapes, result, tuple(returns),
            self.failing > 0, self.work, self.steps, code.weight, self.counts,
        )  # fmt: skip
        self.building.functions[self.name] = function
        return function

    def call(
        self, function: Function, arguments: Sequence[Emitted], me: Number | None = None
    ) -> Emitted | None:
        """Call a function of this module with the regions it needs; what failed in it fails here."""
        code = self.code
        given: list[Operand] = []
        if function.counts:
            self.counts = True
            given.append(Operand("ptr", '%"work"'))
        given += [self.region(name) for name in function.regions]
        given.append((me or self.me).bits)
        into: Operand | None = None
        if function.result is not None and function.result.sort == "row":
            into = code.allocate("i32", max(function.result.most, 1))
            given.append(into)
        for shape, argument in zip(function.parameters, arguments, strict=True):
            given += self._passed(shape, argument)
        self.work += function.work
        self.steps += function.steps
        code.weight += function.weight
        listed = ", ".join(str(operand) for operand in given)
        call = f'call fastcc {_returned(function.returns)} @"{function.name}"({listed})'
        parts: list[Operand] = []
        if not function.returns:
            code.do(call)
        elif len(function.returns) == 1:
            parts = [code.result(function.returns[0], call)]
        else:
            whole = code.result(_returned(function.returns), call)
            parts = [
                code.result(type, f"extractvalue {whole}, {index}")
                for index, type in enumerate(function.returns)
            ]
        if function.fails:
            failed = parts.pop()
            self.failing += 1
            going, failing = code.block("going"), code.block("failing")
            code.branch(code.compare("ne", failed, constant(0)), failing, going, UNLIKELY)
            code.at(failing)
            code.store(failed, FAILURE)
            code.branch_to("failed")
            code.at(going)
        return _given_back(function.result, parts, into)

    # ---------------------------------------------------------------------------------------------- evaluation

    def value(self, node: ir.Expression) -> Emitted:
        return EMIT[type(node)](self, node)

    def number(self, node: ir.Expression) -> Number:
        """The value of an expression that must not be none."""
        value = self.value(node)
        self.demand(value, node.span)
        return as_number(self, value)

    def truth(self, node: ir.Expression) -> Operand:
        """Whether a condition holds; that it is none is a failure."""
        value = self.value(node)
        self.demand(value, node.span)
        return as_truth(self, value)

    def demand(self, value: Emitted, span: Span) -> None:
        """Fail if a value is none."""
        if value.none is not None:
            self.fail_if(value.none, "undefined", span)

    def attempt(self, node: object, emit: Callable[[], Emitted], most: int = CHEAP) -> Emitted | None:
        """A value worked out here and now if that is cheap and cannot fail; otherwise None, and nothing was written."""
        if id(node) in self._costly:
            return None
        mark, slots = self.code.mark(), dict(self.slots)
        before = self.failing, self.work, self.steps, self.counts
        value = emit()
        if self.failing == before[0] and self.counts == before[3] and self.code.weight - mark.weight <= most:
            return value
        self._costly.add(id(node))
        self.code.roll_back(mark)
        self.slots = slots
        self.failing, self.work, self.steps, self.counts = before
        return None

    # ------------------------------------------------------------------------------------------------ failures

    def fail_if(self, condition: Operand, code: str, span: Span) -> None:
        """Leave the function if the condition holds."""
        if condition.known == 0:
            return
        failing, going = self.code.block("failing"), self.code.block("going")
        self.code.branch(condition, failing, going, UNLIKELY)
        self.code.at(failing)
        self.fail(code, span)
        self.code.at(going)

    def fail(self, code: str, span: Span) -> None:
        """Leave the function: something failed."""
        self.failing += 1
        number = self.building.failure(code, self.path, span)
        self.code.store(constant(number), FAILURE)
        self.code.branch_to("failed")

    def leave_if(self, condition: Operand, label: str) -> None:
        """Go to a block if the condition holds, on otherwise."""
        going = self.code.block("going")
        self.code.branch(condition, label, going)
        self.code.at(going)

    def work_address(self) -> Operand:
        """Where the work that is left is counted; the function has that as a parameter from now on."""
        self.counts = True
        return Operand("ptr", '%"work"')

    # --------------------------------------------------------------------------------------------------- slots

    def bind(self, slot: int, value: Emitted) -> None:
        """Let a slot hold a value from here on."""
        code = self.code
        none = None if value.none is None else code.allocate("i1")
        match value:
            case Number():
                kept = Slot(
                    Shape("number", none is not None, value.low, value.high), code.allocate("i32"), none
                )
                if value.parts is not None:
                    kept.parts = code.allocate("i32"), code.allocate("i32")
            case Truth():
                kept = Slot(Shape("truth", none is not None, 0, 1), code.allocate("i1"), none)
            case Row():
                shape = Shape("row", none is not None, value.low, value.high, value.most)
                kept = Slot(shape, code.allocate("ptr"), none, code.allocate("i32"), lasting=value.lasting)
        self.slots[slot] = kept
        self._keep(kept, value)

    def rebind(self, slot: int, value: Emitted) -> None:
        """Let a slot that is bound hold another value of its sort: pieces that have another number now."""
        self._keep(self.slots[slot], value)

    def bound(self, slot: int) -> Emitted:
        """What a slot holds."""
        code, kept = self.code, self.slots[slot]
        none = None if kept.none is None else code.load("i1", kept.none)
        shape = kept.shape
        match shape.sort:
            case "truth":
                return Truth(code.load("i1", kept.address), none)
            case "row":
                assert kept.length is not None
                address, length = code.load("ptr", kept.address), code.load("i32", kept.length)
                return Row(address, length, shape.most, shape.low, shape.high, none, kept.lasting)
            case _:
                parts = None
                if kept.parts is not None:
                    parts = code.load("i32", kept.parts[0]), code.load("i32", kept.parts[1])
                return Number(code.load("i32", kept.address), none, shape.low, shape.high, parts)

    def _keep(self, kept: Slot, value: Emitted) -> None:
        code = self.code
        match value:
            case Number():
                code.store(value.bits, kept.address)
                if kept.parts is not None:
                    assert value.parts is not None, "a piece keeps its parts"
                    code.store(value.parts[0], kept.parts[0])
                    code.store(value.parts[1], kept.parts[1])
            case Truth():
                code.store(value.bit, kept.address)
            case Row():
                assert kept.length is not None
                code.store(value.address, kept.address)
                code.store(value.length, kept.length)
        if kept.none is not None:
            code.store(value.none or FALSE, kept.none)

    @contextmanager
    def frame(self) -> Iterator[None]:
        """A frame of its own for what is written inside."""
        outer = self.slots
        self.slots = {}
        try:
            yield
        finally:
            self.slots = outer

    # --------------------------------------------------------------------------------------------------- loops

    def loop(self, count: Operand, most: int, body: Callable[[Operand], None], span: Span) -> None:
        """Write `body` once, to be run with 0, 1, ... below a count, which is at most `most`.

        The body may jump elsewhere.  The elements count as gone through."""
        code = self.code
        if most <= 0 or count.known == 0:
            return
        work, steps, weight = self.work, self.steps, code.weight
        if count.known == 1:
            body(constant(0))
            self.work += 1
            return
        index_address = code.allocate("i32")
        code.store(constant(0), index_address)
        head, inside, next_, after = (code.block(hint) for hint in ("head", "inside", "next", "after"))
        code.at(head)
        index = code.load("i32", index_address)
        code.branch(code.compare("slt", index, count), inside, after)
        code.at(inside)
        begun = len(code.lines)
        body(index)
        code.at(next_)
        code.store(code.result("i32", f"add nuw nsw {index}, 1"), index_address)
        code.branch_to(head)
        code.at(after)
        each = 1 + self.work - work
        if most * each > COUNTED:
            self.count_work(begun, each, span)
            self.work = work
        else:
            self.work = work + most * each
        self.steps = steps + most * (self.steps - steps)
        code.weight = weight + most * (code.weight - weight)

    def count_work(self, place: int, each: int, span: Span) -> None:
        """Put in, at a place of the text, that work is counted there."""
        self.counts = True
        inner, self.code.lines = self.code.lines, []
        label, open_ = self.code.label, self.code.open
        self.code.open = True
        address = Operand("ptr", '%"work"')
        left = self.code.subtract(self.code.load("i32", address), constant(each))
        self.code.store(left, address)
        self.fail_if(self.code.compare("slt", left, constant(0)), "endless", span)
        inner[place:place] = self.code.lines
        self.code.lines, self.code.label, self.code.open = inner, label, open_

    # --------------------------------------------------------------------------------------------------- parts

    def _parts_of(self, value: Emitted | None) -> tuple[list[Operand], Shape | None]:
        """A value as operands to give back, and its shape."""
        code = self.code
        if value is None:
            return [], None
        match value:
            case Number():
                parts, shape = [value.bits], Shape("number", value.none is not None, value.low, value.high)
            case Truth():
                parts, shape = [value.bit], Shape("truth", value.none is not None, 0, 1)
            case Row():
                size = code.multiply(code.widen(value.length, "i64"), constant(4, "i64"))
                self.building.declare(
                    "memcpy", "declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias, i64, i1)"
                )
                code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %into, {value.address}, {size}, i1 false)")
                parts = [value.length]
                shape = Shape("row", value.none is not None, value.low, value.high, value.most)
        if value.none is not None:
            parts.append(value.none)
        return parts, shape

    def _give_back(self, parts: Sequence[Operand], returns: Sequence[str]) -> None:
        code = self.code
        if len(parts) < 2:
            code.give_back(parts[0] if parts else None)
            return
        whole = Operand(_returned(returns), "poison")
        for index, part in enumerate(parts):
            whole = code.result(whole.type, f"insertvalue {whole}, {part}, {index}")
        code.give_back(whole)

    def _passed(self, shape: Shape, argument: Emitted) -> list[Operand]:
        """An argument as operands for a parameter of a shape."""
        match shape.sort:
            case "row":
                assert isinstance(argument, Row)
                passed = [argument.address, argument.length]
            case "truth":
                passed = [as_truth(self, argument)]
            case _:
                passed = [as_number(self, argument).bits]
        if shape.optional:
            passed.append(argument.none or FALSE)
        return passed


def as_number(e: Emitter, value: Emitted) -> Number:
    """A value as a number: false 0, true 1."""
    if isinstance(value, Truth):
        return Number(e.code.widen(value.bit, "i32"), value.none, 0, 1)
    assert isinstance(value, Number), "a row is no number"
    return value


def as_truth(e: Emitter, value: Emitted) -> Operand:
    """A value as a condition."""
    if isinstance(value, Truth):
        return value.bit
    assert isinstance(value, Number), "a row is no condition"
    return e.code.compare("ne", value.bits, constant(0))


def call_definition(e: Emitter, node: ir.Call, arguments: Sequence[Emitted]) -> Emitted:
    """A definition, called. It counts as some work beside what is inside."""
    e.work += A_CALL
    value = e.call(e.building.definition(node.definition), arguments)
    assert value is not None
    return value


def _returned(returns: Sequence[str]) -> str:
    if not returns:
        return "void"
    return returns[0] if len(returns) == 1 else f"{{ {', '.join(returns)} }}"


def _given_back(shape: Shape | None, parts: list[Operand], into: Operand | None) -> Emitted | None:
    if shape is None:
        return None
    none = parts.pop() if shape.optional else None
    match shape.sort:
        case "truth":
            return Truth(parts[0], none)
        case "row":
            assert into is not None
            return Row(into, parts[0], shape.most, shape.low, shape.high, none)
        case _:
            return Number(parts[0], none, shape.low, shape.high)
