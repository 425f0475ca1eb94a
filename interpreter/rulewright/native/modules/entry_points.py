"""The functions that are called from outside: they take flat buffers and return a number.

    rulewright.begin    (cells, luck, seed)            0, or the number of the failure (`Building.failures`, from 1)
    rulewright.apply    (cells, luck, seed, row)       carries a choice out, and everything up to the next decision
    rulewright.settle   (cells, luck, seed)
    rulewright.legal    (cells, rows, capacity)        how many choices there are; below 0: minus the number of the failure
    rulewright.scores   (cells, scores)                the standings, line by line, player by player

All numbers are 32 bits wide except the seed, which has 64.  `luck` holds the turns begun (outside any, then by player), then
the events used, by stream.  Nothing is checked here: `driver.executor` decides what may be passed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.ir import nodes as ir
from rulewright.native.chance.random_words import stream_bases
from rulewright.native.choices.moves import choices, read, write
from rulewright.native.driver.choice_rows import row_layout, standing_lines
from rulewright.native.flow import order
from rulewright.native.flow.play_cells import current
from rulewright.native.flow.results import standing
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import work_out
from rulewright.native.llvm.calls import parameter as like
from rulewright.native.llvm.emitter import Emitter, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region, mirrored, regions
from rulewright.native.llvm.values import Emitted, Number
from rulewright.problems.limits import MOST_WORK
from rulewright.runtime.chance.random_words import stream_key

OWN_WORK = MOST_WORK * 9 // 20
"""The most metered work between two decisions, the list of the choices for the second one included; for a
list alone it is `LISTING`. The reference counts its search for a choice together with the action before it:
both together stay below `MOST_WORK`."""
LISTING = MOST_WORK * 2 // 5


class Outside(Emitter):
    """A function called from outside: regions of the state are in the caller's cells, the others are
    locals."""

    def __init__(
        self, building: Building, name: str, parameters: Sequence[str], work: int = OWN_WORK
    ) -> None:
        super().__init__(building, name)
        self.given = list(parameters)
        self.memory = regions(building.program)
        self.heads = ['  %"work" = alloca i32', f'  store i32 {work}, ptr %"work"']
        if "ptr noalias %cells" in parameters:
            for kind in building.layout.kinds.values():
                if mirrored(kind):
                    work_out(self, kind, self.region(f"piece.{kind.name}.spots"))

    def region(self, name: str) -> Operand:
        if name not in self.regions:
            self.regions[name] = self.place(self.memory[name])
        return self.regions[name]

    def place(self, region: Region) -> Operand:
        """The address of a region, computed at the head of the function."""
        return self.at("cells", region.offset) if region.offset >= 0 else self.local(region)

    def local(self, region: Region) -> Operand:
        """Memory of this function for a region."""
        name = f'%"{region.name}"'
        self.heads.append(f"  {name} = alloca {region.type}, i32 {region.size}, align 16")
        return Operand("ptr", name)

    def at(self, buffer: str, offset: int) -> Operand:
        """The address of a number in one of the caller's buffers."""
        name = f"%{buffer}.{offset}"
        line = f"  {name} = getelementptr inbounds i32, ptr %{buffer}, i32 {offset}"
        if line not in self.heads:
            self.heads.append(line)
        return Operand("ptr", name)

    def close(self, answer: Operand, failed: str = "", apart: bool = False) -> None:
        """End the function with an answer; `failed` is an instruction that computes the answer from the
        failure's number.

        `apart`: the function is internal to the module and not inlined."""
        code = self.code
        self.meter(little=False)
        code.give_back(answer)
        self.end_overworked()
        if self.failing:
            code.allocations.insert(0, "  %failure = alloca i32")
            code.at("failed")
            number = code.load("i32", Operand("ptr", "%failure"))
            code.give_back(code.result("i32", f"{failed} {number.text}") if failed else number)
        code.allocations[:0] = self.heads
        kind, said = ("internal ", " noinline") if apart else ("", "")
        head = f'define {kind}i32 @"{self.name}"({", ".join(self.given)}) nounwind{said} {{'
        self.building.texts.append(f"{head}\n{code.text()}\n}}\n")


class Buffers(Outside):
    """A function whose parameter `table` has the addresses of named buffers."""

    def __init__(self, building: Building, name: str, table: Sequence[str], *parameters: str) -> None:
        super().__init__(building, name, ("ptr noalias %table", *parameters))
        given = Operand("ptr", "%table")
        self.addresses = {name: self.code.item(given, constant(at), "ptr") for at, name in enumerate(table)}

    def in_buffer(self, name: str, index: Operand, type: str = "i32", width: int = 1) -> Operand:
        """The address of row `index` (i64) of a buffer with rows of `width` numbers."""
        at = self.code.multiply(index, constant(width, "i64"))
        return self.code.element(self.addresses[name], type, at)


class Moving(Outside):
    """A function that plays: with luck and notes."""

    def __init__(self, building: Building, name: str, *parameters: str) -> None:
        given = ("ptr noalias %cells", "ptr noalias %luck", "i64 %seed", *parameters)
        super().__init__(building, name, given)
        for part, offset in (("luck.turns", 0), ("luck.used", building.program.players + 1)):
            self.regions[part] = self.at("luck", offset)
        keys = [stream_key(name) for name in building.program.streams]
        stream_bases(self, Operand("i64", "%seed"), keys, self.region("luck.bases"))
        self.code.store(constant(0), self.region("note.who"))
        self.code.store(constant(-1), self.region("note.phase"))
        self.me = current(self)


def write_entries(building: Building) -> None:
    """Write all functions that are called from outside, and the functions they call."""
    begins = Moving(building, "rulewright.begin")
    begins.call(order.begin(building), ())
    begins.close(constant(0))
    settles = Moving(building, "rulewright.settle")
    settles.run(order.settle(building))
    settles.close(constant(0))
    _write_apply(building)
    _write_legal(building)
    _write_scores(building)


def _write_apply(building: Building) -> None:
    e = Moving(building, "rulewright.apply", "ptr noalias %row")
    carry_out_row(e, Operand("ptr", "%row"))
    e.close(constant(0))


def carry_out_row(e: Emitter, row: Operand) -> None:
    """Carry out the choice in a row."""
    names = list(e.program.actions)

    def carry_out(index: int) -> None:
        e.call(order.apply(e.building, names[index]), arguments(e, index, row))

    e.code.cases(e.code.load("i32", row), range(len(names)), carry_out)


def in_phase(e: Emitter, write: Callable[[int], None], nobody: str) -> None:
    """Code that `write` adds for each phase with actions runs in that phase; in any other nobody can move.
    Where whole turns are played, a decision is never due in a phase without actions; a given position may
    be in any phase."""
    phases = [index for index, phase in enumerate(e.program.phases) if phase.actions]
    if len(phases) == 1 and e.building.keeps_keys:
        write(phases[0])
    else:
        e.code.cases(e.code.load("i32", e.region("phase")), phases, write, nobody)


def arguments(e: Emitter, index: int, row: Operand) -> list[Emitted]:
    """The arguments of an action, read from a row."""
    action, layout = list(e.program.actions.values())[index], row_layout(e.program)
    return [
        read(e, like(e.building.shape(parameter.type), 0), e.code.element(row, "i32", constant(start)))
        for parameter, start in zip(action.parameters, layout.starts[index], strict=True)
    ]


# ------------------------------------------------------------------------------------------------------ choices


def listing(building: Building, index: int) -> Function:
    """The function that writes the choices of an action to rows, as many as there is room for, and counts
    them."""
    name, action = list(building.program.actions.items())[index]

    def listed(e: Emitter) -> None:
        code = e.code

        def found(values: Sequence[Emitted]) -> None:
            count = code.load("i32", e.region("choice.count"))
            limit = code.load("i32", e.region("choice.limit"))
            with code.if_(code.compare("slt", count, limit), "room"):
                write_row(e, count, index, values)
            code.store(code.add(count, constant(1)), e.region("choice.count"))

        choices(e, action, found)

    return once(building, f"list.{name}", action.path, listed)


def write_row(e: Emitter, place: Operand, index: int, values: Sequence[Emitted]) -> None:
    """Write a choice of an action to a row of the list."""
    row = row_of(e, place)
    e.code.store(constant(index), row)
    for start, value in zip(row_layout(e.program).starts[index], values, strict=True):
        write(e, value, e.code.element(row, "i32", constant(start)))


def row_of(e: Emitter, place: Operand) -> Operand:
    """The address of a row of the list."""
    at = e.code.multiply(place, constant(row_layout(e.program).width))
    return e.code.element(e.region("choice.rows"), "i32", at)


def _write_legal(building: Building) -> None:
    given = ("ptr noalias %cells", "ptr noalias %rows", "i32 %capacity")
    e = Outside(building, "rulewright.legal", given, LISTING)
    code = e.code
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    e.regions["choice.count"] = count = code.allocate("i32")
    e.regions["choice.limit"] = limit = code.allocate("i32")
    code.store(constant(0), count)
    code.store(Operand("i32", "%capacity"), limit)
    done = code.block("done")
    e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), done)
    e.me = current(e)

    def list_all(phase: int) -> None:
        for number in actions_of(building.program, phase):
            e.run(listing(building, number))

    in_phase(e, list_all, done)
    code.at(done)
    e.close(code.load("i32", count), "sub i32 0,")


def actions_of(program: ir.Program, phase: int) -> list[int]:
    """The indices of a phase's actions."""
    names = list(program.actions)
    return [names.index(name) for name in program.phases[phase].actions]


# ------------------------------------------------------------------------------------------------------- scores


def _write_scores(building: Building) -> None:
    e = Outside(building, "rulewright.scores", ("ptr noalias %cells", "ptr noalias %scores"))
    write_standings(e, Operand("ptr", "%scores"))
    e.close(constant(0))


def write_standings(e: Emitter, to: Operand) -> None:
    """Write the standings of all players, line by line."""
    at = 0
    e.me = Number(constant(-1), None, -1, -1)
    for index, best in enumerate(standing_lines(e.program)):
        for value in standing(e, best, f"now.{index}"):
            e.code.store(value, e.code.element(to, "i32", constant(at)))
            at += 1
