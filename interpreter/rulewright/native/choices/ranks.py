"""Ids of choices in native code, as `runtime.ids` numbers them: arithmetic for plain values, tables of sums for sets.

rank(emitter, row)        the id of the choice in a row, 32 bits
"""

from __future__ import annotations

from rulewright.native.driver.choice_rows import NONE_IN_ROW, row_layout
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.runtime.ids import Numbering, Ranks, SetRanks


def rank(e: Emitter, row: Operand) -> Operand:
    """The id of the choice in a row."""
    code, numbering, layout = e.code, Numbering(e.program), row_layout(e.program)
    answer = code.allocate("i32")

    def rank_of(index: int) -> None:
        ranks = numbering.ranks(index)
        assert ranks is not None
        number = constant(0)
        for start, own in zip(layout.starts[index], ranks, strict=True):
            at = code.element(row, "i32", constant(start))
            number = code.add(code.multiply(number, constant(own.size)), _ranked(e, own, at))
        code.store(code.add(number, constant(numbering.first(index))), answer)

    code.cases(code.load("i32", row), range(len(e.program.actions)), rank_of)
    return code.load("i32", answer)


def _ranked(e: Emitter, own: Ranks, at: Operand) -> Operand:
    code, value = e.code, e.code.load("i32", at)
    if own.sets is not None:
        return _set_ranked(e, own.sets, own.low, value, code.element(at, "i32", constant(1)))
    number = code.subtract(value, constant(own.low))
    if own.listed:
        places = [
            own.listed.index(each) if each in own.listed else 0
            for each in range(own.low, max(own.listed) + 1)
        ]
        return code.item(e.building.constant_row(places), number)
    if not own.optional:
        return number
    none = code.compare("eq", value, constant(NONE_IN_ROW))
    return code.select(none, constant(own.size - 1), number)


def _set_ranked(e: Emitter, sets: SetRanks, low: int, length: Operand, members: Operand) -> Operand:
    """The rank of a set: that of the first set of its length, plus the number of sets that each member
    skips. Sums wrap; the total fits."""
    code, width = e.code, len(sets.before[0])
    table = e.building.constant_row([number for row in sets.before for number in row])
    total, least = code.allocate("i32"), code.allocate("i32")
    first = code.element(e.building.constant_row(sets.first), "i32", length)
    code.store(code.load("i32", first), total)
    code.store(constant(0), least)

    def one(index: Operand) -> None:
        begin = code.multiply(code.subtract(code.subtract(length, index), constant(1)), constant(width))
        member = code.subtract(code.item(members, index), constant(low))
        upto = code.item(table, code.add(begin, member))
        below = code.item(table, code.add(begin, code.load("i32", least)))
        code.increase(total, code.subtract(upto, below))
        code.store(member if sets.repeats else code.add(member, constant(1)), least)

    code.loop(length, one)
    return code.load("i32", total)
