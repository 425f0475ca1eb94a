"""Kernels: the module of whole games, with a function around it that lets every thread play some of the games. Those of batches are in
`stepping`.

    kernel = written_kernel(program, "totals", (None, "bold"))
    kernel.text                     the text that LLVM reads, whose entry is @rulewright_totals
    kernel.codes[number - 1]        the code of a failure, by its number in a row

Thread t of n plays the games t, t + n, t + 2n, ..., each by a call of the module's own function for one game. So a game has the same
seed, the same players and the same row as on the processor. Games have counters in common, to which threads add in one step,
and a list of the rows of games that are not counted, in whatever order they are finished; the caller sorts them.

    rulewright_playouts (seeds, count, most, rounds, rows, out)
    rulewright_measured (seeds, count, most, rows, seats, tables, out, curve)
    rulewright_totals   (seed, first, count, most, rows, seats, tables, out, room, apart, counts, kept)
    rulewright_answers  (seed, to)                  the answers of the self-check, by a single thread

The parameters are those of the module's function (`modules.playouts`, `measured_games`, `totals`), apart from `kept`, the number of rows in
`out`: rows beyond `room` are dropped. `rows` has room for the choices of each thread.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.ir import nodes as ir
from rulewright.native.driver import self_check
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.from_ir import complete, written
from rulewright.native.gpu import stepping
from rulewright.native.gpu.threads import REGISTERS, for_each
from rulewright.native.passes import Passes
from rulewright.runtime.counted import columns_of
from rulewright.runtime.fast import FIRED, SCORES, Seats, counted_rules
from rulewright.source.dataclass import dataclass

PASSES: Final = Passes(vectors=False)
"""The passes for cards, whose threads have no vector instructions."""
PARAMETERS: Final = {
    "playouts": "ptr %seeds, i64 %count, i32 %most, i32 %rounds, ptr %rows, ptr %out",
    "measured": "ptr %seeds, i64 %count, i32 %most, ptr %rows, ptr %seats, i32 %tables, ptr %out, ptr %curve",
    "totals": (
        "i64 %seed, i64 %first, i64 %count, i32 %most, ptr %rows, ptr %seats, i32 %tables, ptr %out, i32 %room, "
        "ptr %apart, ptr %counts, ptr %kept"
    ),
    "answers": "i64 %seed, ptr %to",
    **stepping.PARAMETERS,
}
"""The parameters of each kernel."""
ROWS: Final = {"playouts": 4, "measured": 3, "totals": 4, "prefer": 4}
"""The place of `rows` among them, the lists of choices of threads."""

_SITTING = """  %table = urem i64 %game, %many
  %chair = mul i64 %table, PLAYERS
  %sitting = getelementptr i32, ptr %seats, i64 %chair
"""
_ROW = """  %at = mul i64 %game, WIDTH
  %row = getelementptr i32, ptr %out, i64 %at
  %own = getelementptr i64, ptr %seeds, i64 %game
"""
_LIST = """  %lists = mul i64 %first_game, ROOM
  %list = getelementptr i32, ptr %rows, i64 %lists
"""
_BEFORE = {
    "playouts": "",
    "measured": "  %many = zext i32 %tables to i64\n",
    "totals": """  %many = zext i32 %tables to i64
  %row = alloca [WIDTH x i32], align 8
  %place = alloca i32
  %found = alloca i32
  %sizes = alloca [3 x i32]
""",
}
_PLAY = {
    "playouts": f"""{_ROW}  call i32 @"rulewright.playouts"(ptr %own, i64 1, i32 %most, i32 %rounds, ptr %list, ptr %row)
  br label %played
""",
    "measured": f"""{_SITTING}{_ROW}  call i32 @"rulewright.measured"(ptr %own, i64 1, i32 %most, ptr %list, ptr %sitting, i32 1, ptr %row, ptr %curve)
  br label %played
""",
    "totals": f"""{_SITTING}  %number = add i64 %first, %game
  %begin = mul i64 %table, SLOTS
  %counters = getelementptr i32, ptr %counts, i64 %begin
  call i32 @"rulewright.totals"(i64 %seed, i64 %number, i64 1, i32 %most, ptr %list, ptr %sitting, i32 1, ptr %row, i64 1, ptr %place, ptr %counters, ptr %found, ptr %sizes)
  %size = getelementptr i32, ptr %sizes, i64 1
  %listed = load i32, ptr %size
  %uncounted = icmp ne i32 %listed, 0
  br i1 %uncounted, label %keep, label %played
keep:
  %slot = atomicrmw add ptr %kept, i32 1 syncscope("device") monotonic
  %fits = icmp ult i32 %slot, %room
  br i1 %fits, label %write, label %played
write:
  %wide = zext i32 %slot to i64
  %at = mul i64 %wide, WIDTH
  %to = getelementptr i32, ptr %out, i64 %at
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 8 %row, i64 BYTES, i1 false)
  %its = getelementptr i32, ptr %apart, i64 %wide
  %short = trunc i64 %game to i32
  store i32 %short, ptr %its
  br label %played
""",
}
_ANSWERS = """define ptx_kernel void @rulewright_answers(i64 %seed, ptr %to) {
  call i32 @"rulewright.answers"(i64 %seed, ptr %to)
  ret void
}
"""
_DECLARED = (
    *(f"declare i32 @llvm.nvvm.read.ptx.sreg.{name}()" for name in REGISTERS),
    "declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias, i64, i1)",
)
_OUTSIDE = re.compile(r'^define (i32 @"rulewright\.[^\n]*) nounwind \{', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The text of a kernel, and the codes of the failures that its rows may have."""

    text: str
    codes: tuple[str, ...]


def written_kernel(program: ir.Program, module: str, who: Seats) -> Kernel:
    """The kernel of a module for whole games, by its name in `PARAMETERS`, or the kernels of one for batches (`stepping.KERNELS`). `who` as for
    `from_ir.module_text`."""
    building = written(program, module, who, PASSES, shared=True)
    text = complete(building)
    inner, outside = _OUTSIDE.subn(r"define internal \1 alwaysinline nounwind {", text)
    assert outside, "no function of the module can be called from outside"
    declared = [line for line in _DECLARED if line not in inner]
    entries = (
        stepping.entries(program, module) if module in stepping.KERNELS else [_whole_games(program, module)]
    )
    codes = tuple(failure.code for failure in building.failures)
    return Kernel("\n".join((*declared, *entries, _ANSWERS, inner)), codes)


def _whole_games(program: ir.Program, module: str) -> str:
    entry = for_each(module, PARAMETERS[module], _LIST + _BEFORE[module], _PLAY[module])
    numbers = {
        "PLAYERS": program.players,
        "WIDTH": width(program, module),
        "BYTES": 4 * width(program, module),
        "SLOTS": slots(program),
        "ROOM": list_width(program),
    }
    for name, number in numbers.items():
        entry = re.sub(rf"\b{name}\b", str(number), entry)
    return entry


def width(program: ir.Program, module: str) -> int:
    """How many numbers the row of a game has."""
    own = SCORES + len(standing_lines(program)) * program.players
    if module != "measured":
        return own
    return own + FIRED + len(counted_rules(program)) + 2 * len(program.actions)


def answers(program: ir.Program) -> int:
    """How many numbers the self-check asks for."""
    return sum(len(asked.bounds) for asked in self_check.QUESTIONS) + len(self_check.of_state(program))


def slots(program: ir.Program) -> int:
    """How many counters a table has."""
    columns = columns_of(program)
    return columns.slots if columns is not None else 0


def list_width(program: ir.Program) -> int:
    """How many numbers the list of choices of a thread has."""
    return ROOM * row_layout(program).width
