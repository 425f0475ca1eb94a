"""A single state stepped in place, in the buffer that `driver.addresses` describes at `HEAD`.

    rulewright.advance  (state, id, row)    carries out the action with this id, and lists the choices that follow
    rulewright.relist   (state)             lists the choices of the position
    rulewright.set_out  (state)             carries out the set-up, and lists the first choices

Each returns the number of choices listed, 0 if the game is over, or below 0 one of the codes of `runtime.fast`; the position is
then unchanged (after `set_out` it is worthless).  Nothing here depends on the rules.
"""

from __future__ import annotations

from rulewright.ir.layout import ENDED
from rulewright.native.choices.ranks import rank
from rulewright.native.driver.addresses import (
    COUNT,
    HEAD,
    LOG,
    MOVES,
    RETIRED,
    ROOM,
    SCRATCH,
    WANTED,
    first_id,
    luck_width,
)
from rulewright.native.driver.batch_calls import rankable
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.driver.reasons import NO_CHOICE
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Outside
from rulewright.runtime.fast import CROWDED, FAILURE, LOG_FULL, NOT_LISTED, REPLACED


class InPlace(Outside):
    """A function for the buffer of one state."""

    def __init__(self, building: Building, name: str, *parameters: str) -> None:
        super().__init__(building, name, ("ptr noalias %state", *parameters))
        self.cells = self.field(HEAD)
        self.luck = self.field(HEAD + self.layout.size)
        self.reply = self.code.allocate("i32")
        self.done = self.code.block("done")

    def field(self, index: int) -> Operand:
        """The address of a number of the buffer."""
        return self.code.element(Operand("ptr", "%state"), "i32", constant(index))

    def read(self, index: int) -> Operand:
        """A number of the buffer."""
        return self.code.load("i32", self.field(index))

    @property
    def ids(self) -> Operand:
        """The address of the ids of the choices listed."""
        return self.field(first_id(self.program))

    def is_over(self) -> Operand:
        return self.code.compare("ne", self.code.item(self.cells, constant(ENDED)), constant(0))

    def leave(self, condition: Operand, answer: Operand) -> None:
        """End with an answer if a condition holds."""
        self.code.store(answer, self.reply)
        self.leave_if(condition, self.done)

    def end(self) -> None:
        """Write the end of the function, with the answer that was stored last."""
        self.code.at(self.done)
        self.close(self.code.load("i32", self.reply))


def write_single_states(building: Building) -> None:
    """Write the functions for a single state. Those of `entry_points` are in the same module. In a game whose ids are too
    large they do nothing, and are not called."""
    if rankable(building.program):
        _write_relist(building)
        _write_set_out(building)
        _write_advance(building)
        return
    for name, *parameters in (("relist",), ("set_out",), ("advance", "i32 %wanted", "ptr %row")):
        e = InPlace(building, f"rulewright.{name}", *parameters)
        e.code.store(constant(CROWDED), e.reply)
        e.end()


def _write_relist(building: Building) -> None:
    e = InPlace(building, "rulewright.relist")
    code, room = e.code, e.read(ROOM)
    rows = code.load("ptr", e.field(SCRATCH))
    code.store(constant(0), e.reply)
    with code.if_(e.is_over(), "over"):
        code.store(constant(0), e.field(COUNT))
        code.branch_to(e.done)
    count = code.result("i32", f'call i32 @"rulewright.legal"({e.cells}, {rows}, {room})')
    e.leave(code.compare("slt", count, constant(0)), code.add(count, constant(FAILURE)))
    e.leave(code.compare("eq", count, constant(0)), constant(FAILURE - NO_CHOICE))
    code.store(count, e.field(WANTED))
    e.leave(code.compare("sgt", count, room), constant(CROWDED))
    width, ids = constant(row_layout(e.program).width), e.ids

    def one(index: Operand) -> None:
        row = code.element(rows, "i32", code.multiply(index, width))
        code.store(rank(e, row), code.element(ids, "i32", index))

    code.loop(count, one)
    code.store(count, e.field(COUNT))
    code.store(count, e.reply)
    e.end()


def _write_set_out(building: Building) -> None:
    e = InPlace(building, "rulewright.set_out")
    code = e.code
    seed = code.load("i64", Operand("ptr", "%state"))
    failed = code.result("i32", f'call i32 @"rulewright.begin"({e.cells}, {e.luck}, {seed})')
    e.leave(code.compare("ne", failed, constant(0)), code.subtract(constant(FAILURE), failed))
    code.store(code.result("i32", 'call i32 @"rulewright.relist"(ptr %state)'), e.reply)
    e.end()


def _write_advance(building: Building) -> None:
    e = InPlace(building, "rulewright.advance", "i32 %wanted", "ptr noalias %row")
    code, wanted = e.code, Operand("i32", "%wanted")
    e.leave(code.compare("ne", e.read(RETIRED), constant(0)), constant(REPLACED))
    moves = e.read(MOVES)
    e.leave(code.compare("eq", moves, e.read(LOG)), constant(LOG_FULL))
    here = code.block("here")
    ids = e.ids

    def look(index: Operand) -> None:
        with code.if_(code.compare("eq", code.item(ids, index), wanted), "found"):
            code.branch_to(here)

    code.store(constant(NOT_LISTED), e.reply)
    row = Operand("ptr", "%row")
    code.loop(e.read(COUNT), look)
    code.branch_to(e.done)
    code.at(here)
    size = e.layout.size + luck_width(e.program)
    before = code.allocate("i32", size)
    e.copy(e.cells, before, size)
    seed = code.load("i64", Operand("ptr", "%state"))
    failed = code.result("i32", f'call i32 @"rulewright.apply"({e.cells}, {e.luck}, {seed}, {row})')
    with code.if_(code.compare("ne", failed, constant(0)), "failed"):
        e.copy(before, e.cells, size)
        code.store(code.subtract(constant(FAILURE), failed), e.reply)
        code.branch_to(e.done)
    count = code.result("i32", 'call i32 @"rulewright.relist"(ptr %state)')
    code.store(count, e.reply)
    with code.if_(code.compare("slt", count, constant(0)), "unlisted"):
        e.copy(before, e.cells, size)  # the list is still that of this position
        code.branch_to(e.done)
    log = code.element(e.ids, "i32", e.read(ROOM))
    code.store(wanted, code.element(log, "i32", moves))
    code.store(code.add(moves, constant(1)), e.field(MOVES))
    e.end()
