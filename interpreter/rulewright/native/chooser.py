"""One decision of a random player in native code: how many legal choices there are, which it is, and carrying it out."""

from __future__ import annotations

from rulewright.native import flow
from rulewright.native.assembly import Operand, constant
from rulewright.native.emitter import Emitter
from rulewright.native.entries import actions_of, arguments, listing
from rulewright.native.rows import row_layout
from rulewright.native.words import below, turn_key

ROOM = 16_384
"""Choices for which there is room; a position with more is left to the reference."""


def pick_and_apply(e: Emitter, turn: Operand, event: Operand) -> None:
    """Choose among the legal choices of `me`, as number `event` of the player's turn, and carry the choice out."""
    code, program = e.code, e.program
    layout = row_layout(program)
    done = code.block("chosen")
    labels = [(index, code.block("phase")) for index, phase in enumerate(program.phases) if phase.actions]
    code.store(constant(0), e.region("choice.count"))
    code.store(constant(ROOM), e.region("choice.limit"))
    listed = code.block("listed")
    code.switch(code.load("i32", e.region("phase")), labels, listed)
    for index, label in labels:
        code.at(label)
        for number in actions_of(program, index):
            e.call(listing(e.building, number, layout), ())
        code.branch_to(listed)
    code.at(listed)
    count = code.load("i32", e.region("choice.count"))
    e.fail_if(code.compare("eq", count, constant(0)), "nobody-can-move", program.phases[0].span)
    e.fail_if(code.compare("sgt", count, constant(ROOM)), "endless", program.phases[0].span)
    key = turn_key(e, code.load("i64", e.region("play.bot")), e.me.bits, turn)
    drawn, _ = below(e, key, event, code.widen(count, "i64"), constant(0))
    row = code.element(
        e.region("choice.rows"), "i32", code.multiply(code.narrow(drawn, "i32"), constant(layout.width))
    )
    applies = [(index, code.block("apply")) for index in range(len(program.actions))]
    code.switch(code.load("i32", row), applies, done)
    for (index, label), name in zip(applies, program.actions, strict=True):
        code.at(label)
        e.call(flow.apply(e.building, name), arguments(e, layout, index, row))
        code.branch_to(done)
    code.at(done)
