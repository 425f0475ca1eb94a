"""The function that answers the questions of `driver.self_check` before machine code is used.

rulewright.answers (seed, to)       0; the random numbers for a seed of 64 bits, and after them the layout of the state
"""

from __future__ import annotations

from rulewright.native.chance.digits import digits, event_of
from rulewright.native.chance.random_words import stream_bases, turn_address, turn_key
from rulewright.native.driver.self_check import QUESTIONS, of_state, stream
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Outside
from rulewright.runtime.chance.random_words import stream_key


def write_answers(building: Building) -> None:
    """Write `rulewright.answers`."""
    e = Outside(building, "rulewright.answers", ("i64 %seed", "ptr noalias %to"))
    code, place, to = e.code, e.code.allocate("i64"), Operand("ptr", "%to")
    stream_bases(e, Operand("i64", "%seed"), [stream_key(stream(building.program))], place)
    base, written = code.load("i64", place), 0
    for asked in QUESTIONS:
        key = turn_key(e, base, turn_address(e, constant(asked.player), constant(asked.turn)))
        for digit in digits(e, event_of(e, key, constant(asked.event)), asked.bounds):
            code.store(digit, code.element(to, "i32", constant(written)))
            written += 1
    state = of_state(building.program)
    e.copy(building.constant_row(state), code.element(to, "i32", constant(written)), len(state))
    e.close(constant(0))
