"""Players who follow strategies in native code, as `game.playouts.players.preferred` does.

The legal choices of a phase with the highest preference are kept in rows, and one of them is taken at random:

    prefer.ID.PHASE        goes through the legal choices, leaves the preferred ones in `choice.rows`, their number in `choice.count`, and
                           returns how many were legal
    weigh.ID               leaves the weight of each of these rows in `choice.weights`, and their sum in `choice.total`

The second exists only where a strategy of the module has weights; then a number below the sum decides.

At a table where others follow strategies, a player at random has no preference.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.language.players import MOST_WEIGHT
from rulewright.native.choices.moves import choices
from rulewright.native.choices.players import AtRandom
from rulewright.native.driver.choice_rows import ROOM
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter, as_number, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region
from rulewright.native.llvm.values import Emitted, Number, Truth
from rulewright.native.modules.entry_points import (
    LISTING,
    OWN_WORK,
    actions_of,
    arguments,
    carry_out_row,
    in_phase,
    row_of,
    write_row,
)
from rulewright.native.modules.statistics import count_choices, count_open
from rulewright.runtime.fast import Seats

LAST_RESORT = -(2**62)
"""The value of a preference that is false or none."""


def pick_preferred(e: Emitter, player: AtRandom, who: Seats) -> None:
    """Let `me` choose by the strategy whose index in `who` is `play.seats[me]`, and carry the choice
    out."""
    code, span = e.code, e.program.phases[0].span
    e.begin_work(LISTING)
    strategy = code.item(e.region("play.seats"), e.me.bits)
    legal = list_preferred(e, strategy, who)
    e.fail_if(code.compare("eq", legal, constant(0)), "nobody-can-move", span)
    count_choices(e, legal)
    if mixes(e.program, who):
        number = row_at(e, player.number(e, code.load("i32", e.region("choice.total")), ROOM * MOST_WEIGHT))
    else:
        number = player.number(e, code.load("i32", e.region("choice.count")), ROOM)
    e.begin_work(OWN_WORK)
    carry_out_row(e, row_of(e, number))


def mixes(program: ir.Program, who: Seats) -> bool:
    """Whether one of the strategies has weights."""
    return any(name is not None and bool(program.strategies[name].weights) for name in who)


def memory(program: ir.Program, who: Seats) -> list[Region]:
    """The memory of players who mix their choices."""
    return [Region("choice.weights", ROOM), Region("choice.total", 1)] if mixes(program, who) else []


def row_at(e: Emitter, number: Operand) -> Operand:
    """The row that a number below the sum of all weights stands for."""
    code = e.code
    left, place = code.variable(number), code.variable(constant(0))
    again, next_, found = (code.block(hint) for hint in ("again", "next", "found"))
    code.at(again)
    weight = code.item(e.region("choice.weights"), code.load("i32", place))
    code.branch(code.compare("slt", code.load("i32", left), weight), found, next_)
    code.at(next_)
    code.store(code.subtract(code.load("i32", left), weight), left)
    code.increase(place, constant(1))
    code.branch_to(again)
    code.at(found)
    return code.load("i32", place)


def list_preferred(e: Emitter, strategy: Operand, who: Seats) -> Operand:
    """Write the choices that a strategy, given by its index in `who`, prefers in this phase to rows;
    returns how many choices are legal."""
    code, total, nobody = e.code, e.code.allocate("i32"), e.code.block("nobody")
    code.store(constant(0), total)
    code.store(constant(0), e.region("choice.count"))

    def ask(phase: int) -> None:
        def follow(index: int) -> None:
            many = e.call(preferred(e.building, who[index], phase), ())
            assert many is not None
            code.store(as_number(e, many).bits, total)
            if mixes(e.program, who):
                e.run(weighed(e.building, who[index]))

        code.cases(strategy, range(len(who)), follow)

    in_phase(e, ask, nobody)
    code.at(nobody)
    return code.load("i32", total)


def preferred(building: Building, strategy: str | None, phase: int) -> Function:
    """The function that writes the preferred choices of a phase to rows, and returns how many are legal."""
    program = building.program
    followed = None if strategy is None else program.strategies[strategy]

    def write(e: Emitter) -> Emitted:
        code = e.code
        total, best = code.variable(constant(0)), code.variable(constant(LAST_RESORT - 1, "i64"))
        left = code.variable(constant(OWN_WORK))
        e.region("choice.count")
        many, before = list[tuple[int, Operand]](), constant(0)
        for index in actions_of(program, phase):
            _list(e, index, followed, total, best, left)
            so_far = code.load("i32", total)
            many.append((index, code.subtract(so_far, before)))
            before = so_far
        count_open(e, many)
        return Number(code.load("i32", total), None, 0, 2**31 - 1)

    return once(building, f"prefer.{strategy or ''}.{program.phases[phase].name}", "", write)


def _list(
    e: Emitter, index: int, strategy: ir.Strategy | None, total: Operand, best: Operand, left: Operand
) -> None:
    """Go through the legal choices of one action. `left`: the work that is left for the preferences of all choices."""
    code = e.code
    name, action = list(e.program.actions.items())[index]
    asked = None if strategy is None else strategy.preferences.get(name)
    count = e.region("choice.count")

    def found(values: Sequence[Emitted]) -> None:
        code.increase(total, constant(1))
        worth = constant(0, "i64") if asked is None else _worth(e, asked, len(values), left)
        before = code.load("i64", best)
        with code.if_(code.compare("sgt", worth, before), "better"):
            code.store(worth, best)
            code.store(constant(0), count)
        with code.if_(code.compare("sge", worth, before), "kept"):
            place = code.load("i32", count)
            e.fail_if(code.compare("sge", place, constant(ROOM)), "endless", action.span)
            write_row(e, place, index, values)
            code.store(code.add(place, constant(1)), count)

    outer, e.path = e.path, action.path
    choices(e, action, found)
    e.path = outer


def weighed(building: Building, strategy: str | None) -> Function:
    """The function that writes the weights of the rows by a strategy, and their sum; 1 for each if all weigh nothing."""
    program = building.program
    weights = {} if strategy is None else program.strategies[strategy].weights
    asked = {number: weights[name] for number, name in enumerate(program.actions) if name in weights}

    def write(e: Emitter) -> None:
        code, count = e.code, e.code.load("i32", e.region("choice.count"))
        total, left = e.region("choice.total"), code.variable(constant(OWN_WORK))
        code.store(constant(0), total)

        def weigh(place: Operand) -> None:
            row, weight = row_of(e, place), code.variable(constant(1))

            def evaluate(number: int) -> None:
                values = arguments(e, number, row)
                e.bind_all(values)
                worth = code.narrow(_worth(e, asked[number], len(values), left), "i32")
                code.store(_in_range(e, worth), weight)
                e.slots = {}

            code.cases(code.load("i32", row), asked, evaluate)
            code.store(code.load("i32", weight), code.element(e.region("choice.weights"), "i32", place))
            code.increase(total, code.load("i32", weight))

        code.loop(count, weigh)
        with code.if_(code.compare("eq", code.load("i32", total), constant(0)), "nothing"):
            code.store(count, total)
            code.loop(
                count,
                lambda place: code.store(constant(1), code.element(e.region("choice.weights"), "i32", place)),
            )

    return once(building, f"weigh.{strategy or ''}", "", write)


def _in_range(e: Emitter, weight: Operand) -> Operand:
    """A weight from 0 to the largest one: false is the last resort among preferences, and weighs nothing."""
    low, high = constant(0), constant(MOST_WEIGHT)
    positive = e.code.select(e.code.compare("slt", weight, low), low, weight)
    return e.code.select(e.code.compare("sgt", positive, high), high, positive)


def _worth(e: Emitter, asked: ir.Asked, parameters: int, left: Operand) -> Operand:
    """A preference or a weight as a 64-bit number. The names it binds are local to it. If work is metered, its own is not that of the list
    of choices: it is taken from what is `left` for all preferences."""
    outer, code, last = (e.slots, e.path), e.code, constant(LAST_RESORT, "i64")
    of_the_list = code.load("i32", e.work_address())
    e.begin_work(code.load("i32", left))
    e.slots, e.path = {slot: e.slots[slot] for slot in range(parameters)}, asked.path
    value = e.value(asked.value)
    e.slots, e.path = outer
    code.store(code.load("i32", e.work_address()), left)
    code.store(of_the_list, e.work_address())
    if e.building.metered:
        code.at(code.block("counted"))
    if isinstance(value, Truth):
        worth = code.select(value.bit, constant(1, "i64"), last)
    else:
        worth = code.widen(as_number(e, value).bits, "i64", signed=True)
    return worth if value.none is None else code.select(value.none, last, worth)
