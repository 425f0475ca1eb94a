"""States in frames: memory for one state, with what is kept in addition to the cells, so that a state is copied and tried out without working that out again.

    frame.begin   (frame, cells)             0; the state with these cells
    frame.list    (frame, rows, capacity)    how many choices there are; below 0: minus the number of a failure
    frame.play    (frame, row)               carries a choice out; 0, or the number of a failure
    frame.goes_on (frame)                    1, 0 if the game is over, below 0 if something failed, or nothing can be chosen

These are internal functions of modules without chance: luck is that of nobody.
"""

from __future__ import annotations

from rulewright.ir.layout import ENDED
from rulewright.native.choices.moves import can
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.flow.play_cells import current
from rulewright.native.llvm.assembly import UNLIKELY, Operand, constant
from rulewright.native.llvm.bitsets import work_out
from rulewright.native.llvm.emitter import as_truth, filling
from rulewright.native.llvm.module import Building
from rulewright.native.llvm.regions import Region, beside, mirrored
from rulewright.native.modules.entry_points import (
    LISTING,
    OWN_WORK,
    Outside,
    actions_of,
    carry_out_row,
    in_phase,
    listing,
)

STUCK = -1


class InFrame(Outside):
    """A function for the state in a frame."""

    def __init__(self, building: Building, name: str, *parameters: str, work: int = OWN_WORK) -> None:
        super().__init__(building, f"frame.{name}", ("ptr noalias %frame", *parameters), work)
        self._beside, _ = beside(building.program)

    def place(self, region: Region) -> Operand:
        offset = region.offset if region.offset >= 0 else self._beside.get(region.name, -1)
        if offset >= 0:
            return self.at("frame", offset)
        address = self.local(region)
        if region.name.startswith(("luck.", "note.")):
            byte, width = -1 if region.name == "note.phase" else 0, 8 if region.type == "i64" else 4
            self.heads.append(filling(self.building, address, byte, width * region.size))
        return address


def write_frames(building: Building) -> None:
    """Write the four functions."""
    _write_begin(building)
    _write_list(building)
    _write_play(building)
    _write_goes_on(building)


def _write_begin(building: Building) -> None:
    e = InFrame(building, "begin", "ptr noalias %from")
    e.copy(Operand("ptr", "%from"), Operand("ptr", "%frame"), e.layout.size)
    for kind in e.layout.kinds.values():
        if mirrored(kind):
            work_out(e, kind, e.region(f"piece.{kind.name}.spots"))
    e.close(constant(0), apart=True)


def _write_list(building: Building) -> None:
    e = InFrame(building, "list", "ptr noalias %rows", "i32 %capacity", work=LISTING)
    code = e.code
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    e.regions["choice.count"] = count = code.variable(constant(0))
    e.regions["choice.limit"] = code.variable(Operand("i32", "%capacity"))
    done = code.block("done")
    e.me = current(e)

    def list_all(phase: int) -> None:
        for number in actions_of(building.program, phase):
            e.run(listing(building, number))

    in_phase(e, list_all, done)
    code.at(done)
    e.close(code.load("i32", count), "sub i32 0,", apart=True)


def _write_play(building: Building) -> None:
    e = InFrame(building, "play", "ptr noalias %row")
    e.me = current(e)
    carry_out_row(e, Operand("ptr", "%row"))
    e.close(constant(0), apart=True)


def _write_goes_on(building: Building) -> None:
    e = InFrame(building, "goes_on", work=LISTING)
    code = e.code
    answer, done, stuck = code.variable(constant(0)), code.block("done"), code.block("stuck")
    e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), done)
    code.store(constant(1), answer)
    e.me = current(e)

    def look(phase: int) -> None:
        for number in actions_of(building.program, phase):
            action = list(building.program.actions.values())[number]
            e.leave_if(as_truth(e, e.answer(can(e, action))), done)
        code.branch_to(stuck)

    in_phase(e, look, stuck)
    code.at(stuck)
    code.store(constant(STUCK), answer)
    code.at(done)
    e.close(code.load("i32", answer), "sub i32 0,", apart=True)


# ------------------------------------------------------------------------------------------------- calling them


class Frames:
    """Frames one after the other in memory, for a function that goes from each to the next."""

    def __init__(self, e: Outside) -> None:
        self._e, self._code = e, e.code
        self.size = beside(e.program)[1]
        self._row = constant(row_layout(e.program).width)

    def after(self, frame: Operand) -> Operand:
        """The frame after a frame."""
        return self._code.element(frame, "i32", constant(self.size))

    def row(self, rows: Operand, index: Operand) -> Operand:
        """A row of a list of choices."""
        return self._code.element(rows, "i32", self._code.multiply(index, self._row))

    def begin(self, frame: Operand, cells: Operand) -> None:
        self._code.do(f'call i32 @"frame.begin"({frame}, {cells})')

    def list(self, frame: Operand, rows: Operand, capacity: Operand, failed: str) -> Operand:
        """List the choices of a state that is not over; go to `failed` if there are none, or something fails."""
        code = self._code
        count = code.result("i32", f'call i32 @"frame.list"({frame}, {rows}, {capacity})')
        self._e.leave_if(code.compare("sle", count, constant(0)), failed, UNLIKELY)
        return count

    def play(self, frame: Operand, row: Operand, failed: str) -> Operand:
        """Carry out a choice in the frame after a frame, which is returned."""
        code, to = self._code, self.after(frame)
        self._e.copy(frame, to, self.size)
        fault = code.result("i32", f'call i32 @"frame.play"({to}, {row})')
        self._e.leave_if(code.compare("ne", fault, constant(0)), failed, UNLIKELY)
        return to

    def goes_on(self, frame: Operand, failed: str) -> Operand:
        """Whether the game is not over; go to `failed` if something fails, or nothing can be chosen."""
        code = self._code
        found = code.result("i32", f'call i32 @"frame.goes_on"({frame})')
        self._e.leave_if(code.compare("slt", found, constant(0)), failed, UNLIKELY)
        return code.compare("sgt", found, constant(0))

    def is_over(self, frame: Operand) -> Operand:
        return self._code.compare("ne", self._code.item(frame, constant(ENDED)), constant(0))
