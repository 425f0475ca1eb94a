"""The key of a position: all that the player to act sees, mixed into 64 bits.

    key = key_of(memory)

Cells are mixed side by side in four lanes, with the steps of SplitMix64, and the lanes into one at the end.  Of the positions that were noted only
those that there are count.
"""

from __future__ import annotations

from typing import Final

from rulewright.native.driver.addresses import is_hiding
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.search.memory import Memory

LANES: Final = 4
"""The number of words that are mixed side by side into a key."""
FACTORS: Final = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93)
"""Odd numbers by which the lanes are multiplied: those of SplitMix64 and its relatives."""


def key_of(memory: Memory) -> Operand:
    """The key of the position: all that the player to act sees, mixed into 64 bits."""
    code, at = memory.code, memory.buffers
    cells = at["cells"]
    if is_hiding(memory.program):
        code.do(
            f"call i32 {at['observe_many'].text}({at['states']}, i64 1, {at['seen']}, i32 -1, {at['unseen']})"
        )
        cells = at["seen"]
    lanes = [code.variable(constant(factor, "i64")) for factor in FACTORS]
    _mix(memory, cells, constant(memory.layout.before_notes), lanes)
    for notes in memory.layout.notes.values():
        used = memory.cell(notes.offset)
        for word in range(notes.words):
            place = notes.offset + 1 + word * notes.room
            _mix(memory, code.element(at["cells"], "i32", constant(place)), used, lanes)
    key = constant(0, "i64")
    for lane in lanes:
        key = _stirred(memory, code.binary("xor", key, code.load("i64", lane)), FACTORS[1])
    return key


def _mix(memory: Memory, cells: Operand, many: Operand, lanes: list[Operand]) -> None:
    """Mix numbers of 32 bits into the lanes."""
    code = memory.code
    step = 2 * LANES
    whole = code.unsigned_quotient(many, constant(step))

    def block(index: Operand) -> None:
        start = code.element(cells, "i32", code.multiply(index, constant(step)))
        for lane in range(LANES):
            word = code.result("i64", f"load i64, {code.element(start, 'i64', constant(lane))}, align 4")
            _into(memory, lanes[lane], word, FACTORS[lane])

    code.loop(whole, block)
    begun = code.multiply(whole, constant(step))

    def single(index: Operand) -> None:
        word = code.widen(code.item(cells, code.add(index, begun)), "i64")
        _into(memory, lanes[0], word, FACTORS[0])

    code.loop(code.subtract(many, begun), single)


def _into(memory: Memory, lane: Operand, word: Operand, factor: int) -> None:
    mixed = memory.code.binary("xor", memory.code.load("i64", lane), word)
    memory.code.store(_stirred(memory, mixed, factor), lane)


def _stirred(memory: Memory, word: Operand, factor: int) -> Operand:
    code = memory.code
    product = code.multiply(word, constant(factor, "i64"))
    return code.binary("xor", product, code.binary("lshr", product, constant(29, "i64")))
