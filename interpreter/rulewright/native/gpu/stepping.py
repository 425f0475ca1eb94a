"""Kernels of a batch: the modules that step many states, with functions around them that give every thread some of the games.

    KERNELS["many"]                 ("step", "mask", "observe")
    entries(program, "many")        the texts of these kernels

    rulewright_step     (count, commands, over, given, from, to, room, list, next_room, next_list, notes)
    rulewright_mask     (count, from, room, list, mask, actions)
    rulewright_observe  (count, from, seen, viewer, cells, starts, places)
    rulewright_prefer   (count, from, room, list, rows, seats, ids)

Each calls the function of the processor (`modules.batches`, `observations`, `preferences`) for one state, with a table of the addresses of that
state's own rows. A step reads the rows at `from` and writes those at `to`, so that nothing is lost if the caller then goes on with `from`: where an
id is refused, or where choices have no room. `notes` says so: the first game whose id is refused, the most choices of a game, and the number of
games in which something failed. `given` holds ids, or with `commands` what goes into `chosen`.

Rows lie in one block of memory, field after field (`fields`), and the choices in another: `room` ids for each game, then their rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rulewright.ir import nodes as ir
from rulewright.native.driver.addresses import STATES, luck_width
from rulewright.native.driver.choice_rows import ROOM, row_layout
from rulewright.native.gpu.threads import for_each
from rulewright.runtime.fast import BOT, WAIT

KERNELS: Final = {"many": ("step", "mask", "observe"), "preferring": ("prefer",)}
"""The kernels of each module."""
PARAMETERS: Final = {
    "step": (
        "i64 %count, i32 %commands, i32 %over, ptr %given, ptr %from, ptr %to, i64 %room, ptr %list, i64 %next_room, ptr %next_list, ptr %notes"
    ),
    "mask": "i64 %count, ptr %from, i64 %room, ptr %list, ptr %mask, i64 %actions",
    "observe": "i64 %count, ptr %from, ptr %seen, i32 %viewer, ptr %cells, ptr %starts, ptr %places",
    "prefer": "i64 %count, ptr %from, i64 %room, ptr %list, ptr %rows, ptr %seats, ptr %ids",
}
"""The parameters of each kernel."""
REFUSED, NEEDED, FAILURES = range(3)
"""The places in `notes`."""
NONE_REFUSED: Final = -1

COPY: Final = """define internal void @words(ptr %from, ptr %to, i64 %many) alwaysinline nounwind {
entry:
  br label %again
again:
  %at = phi i64 [ 0, %entry ], [ %next, %copy ]
  %more = icmp ult i64 %at, %many
  br i1 %more, label %copy, label %over
copy:
  %source = getelementptr i32, ptr %from, i64 %at
  %word = load i32, ptr %source
  %target = getelementptr i32, ptr %to, i64 %at
  store i32 %word, ptr %target
  %next = add i64 %at, 1
  br label %again
over:
  ret void
}
"""
_CHOOSE = f"""  store i32 0, ptr %failed
  store i32 {WAIT}, ptr %chosen
  %own_given = getelementptr i64, ptr %given, i64 %game
  %commanded = icmp ne i32 %commands, 0
  br i1 %commanded, label %obey, label %choose
obey:
  %command = load i64, ptr %own_given
  %short_command = trunc i64 %command to i32
  store i32 %short_command, ptr %chosen
  br label %carry_out
choose:
  %refused = call i32 @"rulewright.choose_many"(ptr %table, i64 1, ptr %own_given, i32 %over)
  %wrong = icmp ne i32 %refused, 0
  br i1 %wrong, label %refuse, label %carry_out
refuse:
  %short_game = trunc i64 %game to i32
  atomicrmw umin ptr %notes, i32 %short_game syncscope("device") monotonic
  br label %played
carry_out:
  call i32 @"rulewright.step_many"(ptr %table, i64 1, i64 %next_room)
"""
_NOTE = f"""  %listed_at = getelementptr i32, ptr %next_starts, i64 1
  %many = load i32, ptr %listed_at
  store i32 %many, ptr %to.listed
  %note_needed = getelementptr i32, ptr %notes, i64 {NEEDED}
  atomicrmw umax ptr %note_needed, i32 %many syncscope("device") monotonic
  %failure = load i32, ptr %failed
  %fails = icmp ne i32 %failure, 0
  br i1 %fails, label %fail, label %played
fail:
  %note_failed = getelementptr i32, ptr %notes, i64 {FAILURES}
  atomicrmw add ptr %note_failed, i32 1 syncscope("device") monotonic
  br label %played
"""


def fields(program: ir.Program) -> dict[str, int]:
    """The fields of a state's rows, with the bytes that each takes; those of 64 bits come first, so that all are aligned."""
    return {
        "seeds": 8,
        "returns": 8 * program.players,
        "cells": 4 * program.layout.size,
        "luck": 4 * luck_width(program),
        "players": 4 * BOT,
        "chosen": 4,
        "failed": 4,
        "current": 4,
        "listed": 4,
        "terminal": 1,
    }


def listing(program: ir.Program) -> int:
    """The bytes of a choice: its id, and its row."""
    return 4 + 4 * row_layout(program).width


def entries(program: ir.Program, module: str) -> list[str]:
    """The kernels of a module for batches."""
    written = {"step": _step, "mask": _mask, "observe": _observe, "prefer": _prefer}
    return [
        *([COPY, _initial(program)] if module == "many" else []),
        *(for_each(name, PARAMETERS[name], *written[name](program)) for name in KERNELS[module]),
    ]


def _step(program: ir.Program) -> tuple[str, str]:
    """A thread steps a state in memory of its own, whose rows before the step stay where they are."""
    own = [name for name in fields(program) if name != "listed"]
    allocated = (
        f"  %{name} = alloca [{-(-size // 8)} x i64], align 8\n"
        for name, size in fields(program).items()
        if name in own
    )
    before = (
        *allocated,
        _starts("starts"),
        _starts("next_starts"),
        _table([(name, f"%{name}") for name in own], first=True),
        _table([("starts", "%starts"), ("spare_starts", "%next_starts")]),
        _table([("initial", "@initial")]),
    )
    body = (
        _rows(program, "from", fields(program)),
        _rows(program, "to", fields(program)),
        _choices(program, "list", "%room"),
        _choices(program, "next_list", "%next_room"),
        _table([(f"{name}_before", f"%from.{name}") for name in ("cells", "luck", "seeds")]),
        _table([("ids", "%list.ids"), ("rows", "%list.rows")]),
        _table([("spare_ids", "%next_list.ids"), ("spare_rows", "%next_list.rows")]),
        _counted(),
        _copied(
            program, [(name, f"%from.{name}", f"%{name}") for name in own if name not in ("chosen", "failed")]
        ),
        _CHOOSE,
        _copied(program, [(name, f"%{name}", f"%to.{name}") for name in own]),
        _NOTE,
    )
    return "".join(before), "".join(body)


def _mask(program: ir.Program) -> tuple[str, str]:
    body = (
        _rows(program, "from", ("listed",)),
        _choices(program, "list", "%room"),
        _table([("ids", "%list.ids")]),
        _counted(),
        "  %own_mask = mul i64 %game, %actions\n  %row = getelementptr i8, ptr %mask, i64 %own_mask\n",
        '  call i32 @"rulewright.mask_many"(ptr %table, i64 1, ptr %row, i64 %actions)\n  br label %played\n',
    )
    return _starts("starts") + _table([("starts", "%starts")], first=True), "".join(body)


def _observe(program: ir.Program) -> tuple[str, str]:
    hidden = "".join(
        f"  %hidden.{name} = getelementptr ptr, ptr %hidden, i64 {place}\n  store ptr %{name}, ptr %hidden.{name}\n"
        for place, name in enumerate(("cells", "starts", "places"))
    )
    body = (
        _rows(program, "from", ("cells",)),
        _table([("cells", "%from.cells")]),
        f"  %own_row = mul i64 %game, {program.layout.size}\n  %row = getelementptr i32, ptr %seen, i64 %own_row\n",
        '  call i32 @"rulewright.observe_many"(ptr %table, i64 1, ptr %row, i32 %viewer, ptr %hidden)\n  br label %played\n',
    )
    return "  %hidden = alloca [3 x ptr]\n" + hidden + _table([], first=True), "".join(body)


def _prefer(program: ir.Program) -> tuple[str, str]:
    needed = ("cells", "luck", "seeds", "players", "terminal", "listed")
    before = (
        f"  %lists = mul i64 %first_game, {ROOM * row_layout(program).width}\n",
        "  %preferred = getelementptr i32, ptr %rows, i64 %lists\n",
        _starts("starts"),
        _table([("starts", "%starts")], first=True),
    )
    body = (
        _rows(program, "from", needed),
        _choices(program, "list", "%room"),
        _table([(name, f"%from.{name}") for name in needed if name != "listed"]),
        _table([("ids", "%list.ids"), ("rows", "%list.rows")]),
        _counted(),
        "  %id = getelementptr i64, ptr %ids, i64 %game\n",
        '  call i32 @"rulewright.prefer_many"(ptr %table, i64 1, ptr %preferred, ptr %seats, ptr %id)\n  br label %played\n',
    )
    return "".join(before), "".join(body)


def _initial(program: ir.Program) -> str:
    """The cells before set-up, as a constant of the module."""
    cells = ", ".join(f"i32 {cell}" for cell in program.layout.initial())
    return f"@initial = internal constant [{program.layout.size} x i32] [{cells}]\n"


# ---------------------------------------------------------------------------------------------------- addresses


def _rows(program: ir.Program, block: str, names: Iterable[str]) -> str:
    """The addresses `%BLOCK.NAME` of the rows of a state in a block of memory."""
    return "".join(_row(program, block, name) for name in names)


def _row(program: ir.Program, block: str, name: str) -> str:
    sizes = fields(program)
    earlier = sum(list(sizes.values())[: list(sizes).index(name)])
    at = f"%{block}.{name}"
    return (
        f"  {at}.field = mul i64 %count, {earlier}\n  {at}.own = mul i64 %game, {sizes[name]}\n"
        f"  {at}.offset = add i64 {at}.field, {at}.own\n  {at} = getelementptr i8, ptr %{block}, i64 {at}.offset\n"
    )


def _choices(program: ir.Program, block: str, room: str) -> str:
    """The addresses of the ids and rows of the choices of a state."""
    ids, rows = f"%{block}.ids", f"%{block}.rows"
    return (
        f"  {ids}.own = mul i64 %game, {room}\n  {ids} = getelementptr i32, ptr %{block}, i64 {ids}.own\n"
        f"  {rows}.ids = mul i64 %count, {room}\n  {rows}.own = mul i64 {ids}.own, {row_layout(program).width}\n"
        f"  {rows}.offset = add i64 {rows}.ids, {rows}.own\n  {rows} = getelementptr i32, ptr %{block}, i64 {rows}.offset\n"
    )


def _starts(name: str) -> str:
    return f"  %{name} = alloca [2 x i32]\n  store i32 0, ptr %{name}\n"


def _counted() -> str:
    """The choices of a state begin at 0 and end at their number."""
    return "  %end = getelementptr i32, ptr %starts, i64 1\n  %listed = load i32, ptr %from.listed\n  store i32 %listed, ptr %end\n"


def _table(addresses: Sequence[tuple[str, str]], first: bool = False) -> str:
    """Write addresses into the table, which is made where it is needed `first`."""
    made = f"  %table = alloca [{len(STATES)} x ptr]\n" if first else ""
    return made + "".join(
        f"  %table.{name} = getelementptr ptr, ptr %table, i64 {STATES.index(name)}\n  store ptr {address}, ptr %table.{name}\n"
        for name, address in addresses
    )


def _copied(program: ir.Program, copies: Sequence[tuple[str, str, str]]) -> str:
    """Copy fields of a state."""
    sizes = fields(program)
    return "".join(
        f"  call void @words(ptr {source}, ptr {target}, i64 {sizes[name] // 4})\n"
        if sizes[name] >= 4
        else f"  %copied{target[1:]} = load i8, ptr {source}\n  store i8 %copied{target[1:]}, ptr {target}\n"
        for name, source, target in copies
    )
