"""The kernel of a game: its modules for whole games, as WebAssembly, and what their caller has to know.

    made = kernel(program, ("cautious", "bold"))
    made.modules["totals"]        b"\\0asm..."
    made.about                    plain data for `kernel.mjs`: widths of rows, players, answers of the self-check

The text of each module is that from which machine code is made, so a game has the same rows for the same seed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rulewright.ir import nodes as ir
from rulewright.native.driver import machine, self_check
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.driver.counted_games import MOST_ROWS
from rulewright.native.driver.machine import NoMachine
from rulewright.native.driver.reasons import LONGEST
from rulewright.native.from_ir import module_text
from rulewright.native.wasm.linking import module
from rulewright.native.wasm.masks import quick_masks
from rulewright.runtime.counted import columns_of
from rulewright.runtime.fast import FIRED, ROUNDS_KEPT, SCORES, Seats, counted_rules, curve_width
from rulewright.source.dataclass import dataclass

SCRIPT: Final = Path(__file__).with_name("kernel.mjs")
"""The script with which a page calls a kernel."""
_SHIFTS: Final = SCRIPT.with_name("shifts.ll")
_CHECKED: Final = SCRIPT.with_name("checked.ll")
_CHECKS: Final = re.compile(r"(\bcall [^\n]*)@llvm\.(sadd|ssub)\.with\.overflow\.i32\(")
WASM: Final = machine.Target(
    "wasm32-unknown-unknown", "generic", "+bulk-memory,+mutable-globals,+sign-ext,+simd128", level=3
)
"""What every browser has since 2023. With vectors some games are a third faster, and all others as fast. A kernel is made once for many games, so it
may take longer: at the highest level of optimisation long games are an eighth faster."""
STACK: Final = 8 << 20
"""The bytes of the stack, as many as the stack of a program usually has."""
RANDOM_ONLY, WITH_STRATEGIES = "random", "strategies"


@dataclass(frozen=True, slots=True)
class Kernel:
    """`modules`: `totals` and `playouts` for players at random, and `played` and `measured` for all players."""

    modules: Mapping[str, bytes]
    about: Mapping[str, Any]


def kernel(program: ir.Program, strategies: Seats = ()) -> Kernel:
    """The kernel of a program, whose players are at random or follow one of these strategies. Raises NoMachine if it cannot be made."""
    who: Seats = (None, *strategies)
    counted = columns_of(program)
    parts: dict[str, tuple[str, Seats]] = {"playouts": ("playouts", ()), "measured": ("measured", who)}
    if counted is not None:
        parts["totals"] = "totals", ()
        if strategies:
            parts["played"] = "totals", who
    return Kernel(
        {name: _module(program, own, whom) for name, (own, whom) in parts.items()},
        {
            "players": program.players,
            "who": who,
            "stack": STACK,
            "rows": ROOM * row_layout(program).width,
            "wide": SCORES + len(standing_lines(program)) * program.players,
            "more": FIRED + len(counted_rules(program)) + 2 * len(program.actions),
            "curve": ROUNDS_KEPT * curve_width(program.players),
            "slots": 0 if counted is None else counted.slots,
            "apart": MOST_ROWS,
            "reason": LONGEST,
            "answers": self_check.expected(program),
        },
    )


def _module(program: ir.Program, name: str, who: Seats) -> bytes:
    code = machine.object_code(_complete(module_text(program, name, who)), WASM)
    try:
        return module(code, tuple(machine.MODULES[name]))
    except ValueError as error:
        raise NoMachine(f"the module {name} cannot be made for web pages: {error}") from error


def _complete(text: str) -> str:
    """The text of a module as LLVM can make good code of it for WebAssembly: with the bits of comparisons put together quickly, sums checked by their
    signs, since there is no instruction that says whether a number is too large, and with the functions that LLVM calls for numbers of 128 bits."""
    text, checked = _CHECKS.subn(r"\1@checked.\2(", quick_masks(text))
    parts = [text, *([_CHECKED.read_text("utf-8")] if checked else ())]
    return "".join([*parts, _SHIFTS.read_text("utf-8")] if "i128" in text else parts)
