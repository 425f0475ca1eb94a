"""Players who follow strategies in native code, as `game.playouts.measured_game.preferred` says it.

Of a phase's legal choices those of the highest preference are kept in rows, one of which is then taken at random:

    prefer.ID.PHASE        goes through the legal choices, leaves the preferred ones in `choice.rows`, `choice.count` of them, and
                           gives back how many were legal

A player at random, where others follow strategies, prefers nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.native.choices.moves import choices, write
from rulewright.native.choices.players import AtRandom
from rulewright.native.driver.choice_rows import ROOM, RowLayout, row_layout
from rulewright.native.flow import order
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter, as_number
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.values import Emitted, Number, Truth
from rulewright.native.modules.entry_points import LISTING, OWN_WORK, actions_of, arguments
from rulewright.native.modules.statistics import add, count_choices
from rulewright.runtime.fast.measured_games import Seats

LAST_RESORT = -(2**62)
"""What a preference counts that is false or none."""


def pick_preferred(e: Emitter, player: AtRandom, who: Seats) -> None:
    """Let `me` choose as the strategy says whose place in `who` is `play.seats[me]`, and carry the choice out."""
    code, program, layout = e.code, e.program, row_layout(e.program)
    total, chosen, nothing = code.allocate("i32"), code.block("chosen"), code.block("nothing")
    code.store(constant(0), e.region("choice.count"))
    code.store(constant(LISTING), e.work_address())
    strategy = code.load("i32", code.element(e.region("play.seats"), "i32", e.me.bits))
    labels = [(index, code.block("phase")) for index, phase in enumerate(program.phases) if phase.actions]
    code.switch(code.load("i32", e.region("phase")), labels, nothing)
    for phase, label in labels:
        code.at(label)
        ways = [(index, code.block("strategy")) for index in range(len(who))]
        code.switch(strategy, ways, nothing)
        for index, way in ways:
            code.at(way)
            many = e.call(preferred(e.building, who[index], phase), ())
            assert many is not None
            code.store(as_number(e, many).bits, total)
            code.branch_to(chosen)
    code.at(nothing)
    e.fail("nobody-can-move", program.phases[0].span)
    code.at(chosen)
    legal = code.load("i32", total)
    e.fail_if(code.compare("eq", legal, constant(0)), "nobody-can-move", program.phases[0].span)
    count_choices(e, legal)
    number = player.number(e, code.load("i32", e.region("choice.count")), ROOM)
    row = code.element(e.region("choice.rows"), "i32", code.multiply(number, constant(layout.width)))
    code.store(constant(OWN_WORK), e.work_address())
    _carry_out(e, layout, row)


def _carry_out(e: Emitter, layout: RowLayout, row: Operand) -> None:
    """The choice that stands in a row."""
    code, done = e.code, e.code.block("done")
    labels = [(index, code.block("action")) for index in range(len(e.program.actions))]
    code.switch(code.load("i32", row), labels, done)
    for (index, label), name in zip(labels, e.program.actions, strict=True):
        code.at(label)
        e.call(order.apply(e.building, name), arguments(e, layout, index, row))
        code.branch_to(done)
    code.at(done)


def preferred(building: Building, strategy: str | None, phase: int) -> Function:
    """The function that leaves the preferred choices of a phase in rows."""
    program = building.program
    followed = None if strategy is None else program.strategies[strategy]
    e = Emitter(building, f"prefer.{strategy or ''}.{program.phases[phase].name}")
    code = e.code
    total, best = code.allocate("i32"), code.allocate("i64")
    code.store(constant(0), total)
    code.store(constant(LAST_RESORT - 1, "i64"), best)
    e.region("choice.count")
    for index in actions_of(program, phase):
        _list(e, index, followed, total, best)
    return e.finish(Number(code.load("i32", total), None, 0, 2**31 - 1))


def _list(e: Emitter, index: int, strategy: ir.Strategy | None, total: Operand, best: Operand) -> None:
    """Go through the legal choices of one action."""
    code, layout = e.code, row_layout(e.program)
    name, action = list(e.program.actions.items())[index]
    asked = None if strategy is None else strategy.preferences.get(name)
    count = e.region("choice.count")

    def found(values: Sequence[Emitted]) -> None:
        add(e, total, constant(1))
        worth = constant(0, "i64") if asked is None else _worth(e, asked, len(values))
        before = code.load("i64", best)
        with code.if_(code.compare("sgt", worth, before), "better"):
            code.store(worth, best)
            code.store(constant(0), count)
        with code.if_(code.compare("sge", worth, before), "kept"):
            place = code.load("i32", count)
            e.fail_if(code.compare("sge", place, constant(ROOM)), "endless", action.span)
            row = code.element(e.region("choice.rows"), "i32", code.multiply(place, constant(layout.width)))
            code.store(constant(index), row)
            for start, value in zip(layout.starts[index], values, strict=True):
                write(e, value, code.element(row, "i32", constant(start)))
            code.store(code.add(place, constant(1)), count)

    outer, e.path = e.path, action.path
    choices(e, action, found)
    e.path = outer


def _worth(e: Emitter, asked: ir.Asked, parameters: int) -> Operand:
    """A preference as a number of 64 bits. What it binds stays with it, and its work does not count for the list of choices."""
    outer, code, last, work = (e.slots, e.path), e.code, constant(LAST_RESORT, "i64"), e.work
    left = code.load("i32", e.work_address())
    code.store(constant(OWN_WORK), e.work_address())
    e.slots, e.path = {slot: e.slots[slot] for slot in range(parameters)}, asked.path
    value = e.value(asked.value)
    e.slots, e.path = outer
    code.store(left, e.work_address())
    if e.work - work < OWN_WORK:  # with what it counts itself, that is still less than it may do
        e.work = work
    if isinstance(value, Truth):
        worth = code.select(value.bit, constant(1, "i64"), last)
    else:
        worth = code.widen(as_number(e, value).bits, "i64", signed=True)
    return worth if value.none is None else code.select(value.none, last, worth)
