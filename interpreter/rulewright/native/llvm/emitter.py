"""The state of the emitter while it writes one function.

    Emitter       one function: its text, the frame's slots, the regions it uses
    EMIT[type(node)](emitter, node)            the value of an expression
    EACH[type(node)](emitter, node, body)      writes `body` for each element of a domain, in order; returns an upper bound of their number
    DO[type(node)](emitter, node)              an effect, carried out

As in `evaluate.machine`, the tables are filled by the modules that handle the nodes; importing `writers` imports all of them.
**Memory** has names (`regions`): a variable (`score`), a group of a kind (`dice.counts`), a cell of the flow (`phase`).  A
function gets the address of each region that it or a function it calls uses, as parameters; so a playout can keep each
region where it likes.  Regions do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.native.llvm.assembly import FALSE, UNLIKELY, Assembly, Operand, constant
from rulewright.native.llvm.calls import (
    INTO,
    called,
    declared,
    give_back,
    given_back,
    parameter,
    parts_of,
    passed,
    returned,
)
from rulewright.native.llvm.metering import (
    LITTLE,
    LITTLE_AT_ONCE,
    is_little,
    is_marked,
    mark,
    metered,
    repeated,
    without_marks,
)
from rulewright.native.llvm.module import Building, Function, in_text
from rulewright.native.llvm.slots import Slot, held, keep, slot_for
from rulewright.native.llvm.values import Emitted, Number, Row, Shape, number_of, truth_of
from rulewright.problems.limits import A_CALL
from rulewright.source.dataclass import dataclass
from rulewright.source.text import NOWHERE, Span

Body: TypeAlias = Callable[[Emitted], None]

# Any: each function of a table takes its own node class, which the type of a mapping cannot express.
EMIT: dict[type, Callable[[Emitter, Any], Emitted]] = {}
EACH: dict[type, Callable[[Emitter, Any, Body], int]] = {}
DO: dict[type, Callable[[Emitter, Any], None]] = {}

OVERWORKED = "overworked"
"""The block to which counters jump when no work is left."""
NOBODY = -1
FAILURE = Operand("ptr", "%failure")
"""The address at which a function keeps the number of its failure."""


Remembered: TypeAlias = tuple[Operand, Slot]
"""The address of the bit that says whether a value is known, and the slot that keeps it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A point in the text of a function: the lines before it, and the most work that they do."""

    lines: int
    work: int


class Emitter:
    """One function being written."""

    def __init__(self, building: Building, name: str, path: str = "") -> None:
        self.building = building
        self.program = building.program
        self.layout = building.layout
        self.code = Assembly()
        self.name = in_text(name)
        self.path = path
        self.me = Number(Operand("i32", "%me"), None, 0, max(building.program.players - 1, 0))
        self.slots: dict[int, Slot] = {}
        self.regions: dict[str, Operand] = {}
        self.shapes: tuple[Shape, ...] = ()
        self.failing = 0
        """How many places can fail so far."""
        self.work = 0
        """The most work that can be done so far, in the units of `evaluate`."""
        self.counts = False
        self.overworked = False
        """Whether a counter jumps to the block `OVERWORKED`."""
        self.remembered: dict[str, Remembered] = {}
        """Calls whose value is remembered in a loop (`invariant_calls`), by their text."""
        self.trials: dict[int, Any] = {}
        """What one trial of an action leaves for the next (`afterwards`), by the `id` of the condition on the position afterwards."""
        self.sums: dict[str, Any] = {}
        """What is kept of notes from one trial of an action to the next (`sums`), by the name of the position."""
        self.touching: frozenset[str] = frozenset()
        """The kinds of which it is recorded on which spaces pieces change (`touched`)."""
        self.skipped: frozenset[str] = frozenset()
        """The variables that effects need not change, since nothing reads them any more."""
        self.moving: dict[int, str] = {}
        """Slots whose pieces may be renumbered, with their kind (see `name_tracking`)."""
        self.known: dict[str, Operand] = {}
        """Whether `me` has a legal choice, by action, where that was computed already and nothing has
        changed since."""

    # ---------------------------------------------------------------------------------------------- the outside

    def region(self, name: str) -> Operand:
        """The address of a region, which becomes a parameter of the function."""
        if name not in self.regions:
            self.regions[name] = Operand("ptr", f'%"{in_text(name)}"')
        return self.regions[name]

    def take(self, shapes: tuple[Shape, ...]) -> list[Emitted]:
        """The function's parameters after the regions and `me`."""
        self.shapes = shapes
        return [parameter(shape, index) for index, shape in enumerate(shapes)]

    def take_typed(self, parameters: Sequence[tuple[str, types.Type]]) -> list[Emitted]:
        """The same by their names and declared types."""
        return self.take(tuple(self.building.shape(type) for _, type in parameters))

    def take_number(self, most: int) -> Number:
        """The only parameter: a number from 0 to `most`."""
        (given,) = self.take((Shape("number", False, 0, most),))
        return as_number(self, given)

    def finish(self, value: Emitted | None = None, external: bool = False) -> Function:
        """End the function, which returns a value, and add it to the module. A row is copied to the address
        that the caller gives."""
        code = self.code
        if isinstance(value, Row):
            self.copy(value.address, INTO, value.length)
        parts, result = ([], None) if value is None else parts_of(value)
        self.meter(little=True)  # before it is known whether something can fail
        returns = [part.type for part in parts] + (["i32"] if self.failing else [])
        if code.open:
            give_back(code, [*parts, constant(0)] if self.failing else parts, returns)
        self.end_overworked()
        if self.failing:
            code.at("failed")
            code.allocations.insert(0, "  %failure = alloca i32")
            failed = code.load("i32", FAILURE)
            give_back(code, [*(Operand(part.type, "poison") for part in parts), failed], returns)
        regions = ["work", *sorted(self.regions)] if self.counts else sorted(self.regions)
        given = [f'ptr noalias nonnull %"{name}"' for name in regions]
        taken = [part for index, shape in enumerate(self.shapes) for part in declared(shape, index)]
        into = [str(INTO)] if result is not None and result.sort == "row" else []
        kind = "" if external else "internal fastcc "
        head = f'define {kind}{returned(returns)} @"{self.name}"({", ".join([*given, "i32 %me", *into, *taken])}) nounwind {{'
        self.building.texts.append(f"{head}\n{code.text()}\n}}\n")
        function = Function(
            self.name, tuple(sorted(self.regions)), self.shapes, result, tuple(returns),
            self.failing > 0, self.work, code.weight, self.counts,
        )  # fmt: skip
        self.building.functions[self.name] = function
        return function

    def call(
        self, function: Function, arguments: Sequence[Emitted], me: Number | None = None
    ) -> Emitted | None:
        """Call a function of this module with the regions it needs; a failure in it is a failure here."""
        value, failed = self._called(function, arguments, me)
        if failed is not None:
            self.failing += 1
            with self.code.if_(self.code.compare("ne", failed, constant(0)), "failing", UNLIKELY):
                self.code.store(failed, FAILURE)
                self.code.branch_to("failed")
        return value

    def attempt(self, function: Function) -> tuple[Emitted | None, Operand]:
        """Call a function without arguments: its value, and whether it failed, which is no failure here. Then it has no value."""
        value, failed = self._called(function, (), None)
        return value, FALSE if failed is None else self.code.compare("ne", failed, constant(0))

    def _called(
        self, function: Function, arguments: Sequence[Emitted], me: Number | None
    ) -> tuple[Emitted | None, Operand | None]:
        """Write a call: its value, and the number of its failure if it can fail."""
        code = self.code
        given: list[Operand] = []
        if function.counts:
            given.append(self.work_address())
        given += [self.region(name) for name in function.regions]
        given.append((me or self.me).bits)
        into: Operand | None = None
        if function.result is not None and function.result.sort == "row":
            into = code.allocate("i32", max(function.result.most, 1))
            given.append(into)
        for shape, argument in zip(function.parameters, arguments, strict=True):
            given += passed(code, shape, argument)
        if function.counts:
            self.work += function.work
        else:
            self.spend(function.work)
        code.weight += function.weight
        listed = ", ".join(str(operand) for operand in given)
        parts = called(
            code, function.returns, f'call fastcc {returned(function.returns)} @"{function.name}"({listed})'
        )
        failed = parts.pop() if function.fails else None
        return None if function.result is None else given_back(function.result, parts, into), failed

    def answer(
        self, function: Function, arguments: Sequence[Emitted] = (), me: Number | None = None
    ) -> Emitted:
        """Call a function that returns a value."""
        value = self.call(function, arguments, me)
        assert value is not None
        return value

    def run(self, function: Function, me: Number | None = None) -> None:
        """Call a function without arguments and result."""
        self.call(function, (), me)

    # ---------------------------------------------------------------------------------------------- evaluation

    def value(self, node: ir.Expression) -> Emitted:
        return EMIT[type(node)](self, node)

    def number(self, node: ir.Expression) -> Number:
        """The value of an expression that must not be none."""
        value = self.value(node)
        self.demand(value, node.span)
        return as_number(self, value)

    def truth(self, node: ir.Expression) -> Operand:
        """Whether a condition holds; a condition that is none is a failure."""
        value = self.value(node)
        self.demand(value, node.span)
        return as_truth(self, value)

    def demand(self, value: Emitted, span: Span) -> None:
        """Fail if a value is none."""
        if value.none is not None:
            self.fail_if(value.none, "undefined", span)

    # ------------------------------------------------------------------------------------------------ failures

    def fail_if(self, condition: Operand, code: str, span: Span) -> None:
        """Leave the function with a failure if the condition holds."""
        if condition.known == 0:
            return
        with self.code.if_(condition, "failing", UNLIKELY):
            self.fail(code, span)

    def fail(self, code: str, span: Span) -> None:
        """Leave the function with a failure."""
        self.failing += 1
        number = self.building.failure(code, self.path, span)
        self.code.store(constant(number), FAILURE)
        self.code.branch_to("failed")

    def leave_if(self, condition: Operand, label: str, hint: str = "") -> None:
        """Go to a block if the condition holds, otherwise continue."""
        going = self.code.block("going")
        self.code.branch(condition, label, going, hint)
        self.code.at(going)

    def go_on_if(self, condition: Operand, label: str, hint: str = "") -> None:
        """Continue if the condition holds, otherwise go to a block."""
        going = self.code.block("going")
        self.code.branch(condition, going, label, hint)
        self.code.at(going)

    def work_address(self) -> Operand:
        """The address of the counter of remaining work, which becomes a parameter of the function."""
        self.counts = True
        return Operand("ptr", '%"work"')

    # -------------------------------------------------------------------------------------------------- memory

    def copy(self, source: Operand, to: Operand, numbers: Operand | int) -> None:
        """Copy numbers to memory that does not overlap."""
        self.building.declare(
            "memcpy", "declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias, i64, i1)"
        )
        code = self.code
        if isinstance(numbers, int):
            size = constant(4 * numbers, "i64")
        else:
            size = code.multiply(code.widen(numbers, "i64"), constant(4, "i64"))
        code.do(f"call void @llvm.memcpy.p0.p0.i64({to}, {source}, {size}, i1 false)")

    def fill(self, to: Operand, byte: int, size: int) -> None:
        """Set `size` bytes to one value."""
        self.code.do(filling(self.building, to, byte, size).strip())

    # --------------------------------------------------------------------------------------------------- slots

    def bind(self, slot: int, value: Emitted) -> None:
        """Bind a slot to a value from here on."""
        self.slots[slot] = slot_for(self.code, value)
        keep(self.code, self.slots[slot], value)

    def bind_all(self, values: Sequence[Emitted]) -> None:
        """Bind the first slots to values."""
        for slot, value in enumerate(values):
            self.bind(slot, value)

    def rebind(self, slot: int, value: Emitted) -> None:
        """Bind a bound slot to another value of its sort: pieces that now have another number."""
        keep(self.code, self.slots[slot], value)

    def bound(self, slot: int) -> Emitted:
        """The value of a slot."""
        return held(self.code, self.slots[slot])

    @contextmanager
    def frame(self) -> Iterator[None]:
        """A frame of its own for code written inside."""
        outer, remembered = self.slots, self.remembered
        self.slots, self.remembered = {}, {}
        try:
            yield
        finally:
            self.slots, self.remembered = outer, remembered

    # --------------------------------------------------------------------------------------------------- loops

    def loop(self, count: Operand, most: int, body: Callable[[Operand], None], span: Span) -> None:
        """Write `body` once, to be run with 0, 1, ... below a count, which is at most `most`.

        The body may jump elsewhere. Each iteration counts as one visited element."""
        code = self.code
        if most <= 0 or count.known == 0:
            return
        weight = code.weight
        if count.known == 1:
            self.spend(1)
            body(constant(0))
            return

        def one(index: Operand) -> None:
            self.spend(1)
            body(index)

        start = self.written()
        code.loop(count, one)
        self.repeat(start, most)
        code.weight = weight + most * (code.weight - weight)

    def repeat(self, start: Written, times: int) -> None:
        """The text since `start` is a loop of at most this many rounds. Little work is counted before the loop,
        other work in each round."""
        self.work = start.work + times * (self.work - start.work)
        if self.building.metered:
            self.code.lines[start.lines :] = repeated(self.code.lines[start.lines :], times)

    def spend(self, work: int) -> None:
        """Count work of the rules at this point."""
        self.work += work
        if work and self.building.metered and self.code.open:
            self.code.lines.append(mark(work))

    def spend_for(self, count: Operand, each: int, most: int) -> None:
        """Count work for a number of elements, of which there are at most `most`, which is known only at run time."""
        if not self.building.metered or most * each <= LITTLE_AT_ONCE or not self.code.open:
            self.spend(most * each)
            return
        self.work += most * each
        code, address, on = self.code, self.work_address(), self.code.block("on")
        left = code.subtract(code.load("i32", address), code.multiply(count, constant(each)))
        code.store(left, address)
        code.branch(code.compare("slt", left, constant(0)), OVERWORKED, on, UNLIKELY)
        code.at(on)
        self.overworked = True

    def begin_work(self, most: int | Operand) -> None:
        """Allow this much work from here on. Work before this point is counted in another block."""
        allowed = constant(most) if isinstance(most, int) else most
        self.code.store(allowed, self.work_address())
        if self.building.metered:
            self.code.at(self.code.block("decision"))

    def written(self) -> Written:
        """This point in the text."""
        return Written(len(self.code.lines), self.work)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Code written inside does no work of the rules."""
        start = self.written()
        yield
        self.take_back(start)

    def take_back(self, start: Written) -> None:
        """The text since `start` does no work of the rules."""
        self.work = start.work
        if self.building.metered:
            self.code.lines[start.lines :] = without_marks(self.code.lines[start.lines :])

    def went_through(self, elements: int, start: Written) -> None:
        """The text since `start` does its work for at most this many elements at once."""
        each = 1 + self.work - start.work
        self.take_back(start)
        self.spend(elements * each)

    def meter(self, little: bool) -> None:
        """Insert counters for the marked work; if `little` work may be left to the caller, it is."""
        self.building.strain(self.work)
        if not self.building.metered or (little and not self.overworked and is_little(self.code.lines)):
            self.code.lines = without_marks(self.code.lines)
        elif is_marked(self.code.lines):
            self.work_address()
            self.code.lines = metered(self.code.lines, OVERWORKED)
            self.overworked = True
        self.failing += self.overworked

    def end_overworked(self) -> None:
        """Write the block to which counters jump."""
        if self.overworked:
            self.code.at(OVERWORKED)
            self.fail("endless", NOWHERE)

    def handle(self, pieces: Operand, most: int, span: Span) -> None:
        """Count the pieces that an effect moves, rolls or shuffles, of which there are at most `most`."""
        if most <= LITTLE or not self.building.metered:
            self.spend(max(most, 0))
            return
        self.work += most
        code, address = self.code, self.work_address()
        left = code.subtract(code.load("i32", address), pieces)
        code.store(left, address)
        self.fail_if(code.compare("slt", left, constant(0)), "endless", span)


def filling(building: Building, to: Operand, byte: int, size: int) -> str:
    """The line that sets `size` bytes to one value."""
    building.declare("memset", "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    return f"  call void @llvm.memset.p0.i64({to}, i8 {byte}, i64 {size}, i1 false)"


def as_number(e: Emitter, value: Emitted) -> Number:
    """A value as a number: false 0, true 1."""
    return number_of(e.code, value)


def as_truth(e: Emitter, value: Emitted) -> Operand:
    """A value as a condition."""
    return truth_of(e.code, value)


def call_definition(e: Emitter, node: ir.Call, arguments: Sequence[Emitted]) -> Emitted:
    """Call a definition. The call itself counts as work, in addition to the body."""
    e.spend(A_CALL)
    return e.answer(definition(e.building, node.definition), arguments)


def once(building: Building, name: str, path: str, write: Callable[[Emitter], Emitted | None]) -> Function:
    """The function of a name, written on first use; `write` returns its value."""
    if name not in building.functions:
        e = Emitter(building, name, path)
        e.finish(write(e))
    return building.functions[name]


def definition(building: Building, name: str) -> Function:
    """The function of a definition: `me`, then the arguments."""
    defined = building.program.definitions[name]

    def write(e: Emitter) -> Emitted:
        e.bind_all(e.take_typed(defined.parameters))
        return e.value(defined.body)

    return once(building, f"define.{name}", defined.path, write)
