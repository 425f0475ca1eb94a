"""The choices that players who follow strategies would make in many states, in one call, without carrying them out; and those that one
prefers in a single state.

    rulewright.prefer_many (table, count, rows, seats, ids)       returns for how many states the choice is unknown
    rulewright.prefer_one  (cells, rows, strategy, weights)       how many choices are preferred, or what they weigh together

`table` is that of `batches`; `rows` is room for ROOM choices; `seats` holds for each seat the index of its strategy among those that the
module was made for, or -1.  `ids` gets 64 bits for each state: the id of the choice of the player to act, NOBODY or `NOT_KNOWN` as
`runtime.fast` defines them.  Among choices of equal preference one is drawn, with the random word of this decision, so that a second call
gives the same answer.
"""

from __future__ import annotations

from rulewright.language.players import MOST_WEIGHT
from rulewright.native.choices.ranks import rank
from rulewright.native.choices.strategies import list_preferred, mixes, row_at
from rulewright.native.driver.choice_rows import ROOM, row_layout
from rulewright.native.flow.play_cells import current
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.batches import NOBODY, Across, decision_of, drawn, listed
from rulewright.native.modules.entry_points import LISTING, Outside
from rulewright.runtime.fast import NOT_KNOWN, Seats

ONE = "prefer_one"


def write_preferring(building: Building, who: Seats) -> None:
    """Write the function for many states, and that for one of them."""
    _write_one(building, who)
    _write_asking(building)
    e = Across(
        building, "rulewright.prefer_many", "ptr noalias %rows", "ptr noalias %seats", "ptr noalias %ids"
    )
    code, unknown = e.code, e.code.allocate("i32")
    code.store(constant(0), unknown)
    weights = e.regions["choice.weights"] = code.allocate("i32", ROOM if mixes(e.program, who) else 1)

    def ask(place: Operand) -> None:
        answer = code.element(Operand("ptr", "%ids"), "i64", place)
        done = code.block("asked")
        first, last = listed(e, place)
        over = code.compare("ne", code.load("i8", e.in_buffer("terminal", place, "i8")), constant(0, "i8"))
        code.store(constant(NOBODY, "i64"), answer)
        e.leave_if(over, done)
        with code.if_(code.compare("eq", first, last), "unlisted"):
            _leave_unknown(e, answer, unknown, done)
        player, turn, index = decision_of(e, place)
        strategy = code.item(Operand("ptr", "%seats"), player)
        e.leave_if(code.compare("slt", strategy, constant(0)), done)
        cells = e.in_buffer("cells", place, width=e.layout.size)
        count = code.result("i32", f'call i32 @"{ONE}"({cells}, ptr %rows, {strategy}, {weights})')
        with code.if_(code.compare("sle", count, constant(0)), "failed"):
            _leave_unknown(e, answer, unknown, done)
        number = drawn(
            e, place, (player, turn, index), count, ROOM * MOST_WEIGHT if mixes(e.program, who) else ROOM
        )
        if mixes(e.program, who):
            number = row_at(e, number)
        width = constant(row_layout(e.program).width)
        row = code.element(Operand("ptr", "%rows"), "i32", code.multiply(number, width))
        code.store(code.widen(rank(e, row), "i64"), answer)
        code.at(done)

    e.each(ask)
    e.close(code.load("i32", unknown))


def _write_asking(building: Building) -> None:
    """The function for one state, as it is called from outside."""
    e = Outside(
        building,
        f"rulewright.{ONE}",
        ("ptr noalias %state", "ptr noalias %rows", "i32 %strategy", "ptr noalias %weights"),
    )
    e.close(e.code.result("i32", f'call i32 @"{ONE}"(ptr %state, ptr %rows, i32 %strategy, ptr %weights)'))


def _leave_unknown(e: Across, answer: Operand, unknown: Operand, done: str) -> None:
    """Go to `done` if the choice is unknown: the caller has to find it."""
    e.code.store(constant(NOT_KNOWN, "i64"), answer)
    e.code.increase(unknown, constant(1))
    e.code.branch_to(done)


def _write_one(building: Building, who: Seats) -> None:
    """The choices that a strategy prefers in one state: how many rows are written, or the sum of their weights; below 0: minus the
    number of the failure."""
    given = ("ptr noalias %cells", "ptr noalias %rows", "i32 %strategy", "ptr noalias %weights")
    e = Outside(building, ONE, given, LISTING)
    code = e.code
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    e.regions["choice.count"] = count = code.allocate("i32")
    e.regions["choice.weights"] = Operand("ptr", "%weights")
    e.regions["choice.total"] = total = code.allocate("i32")
    e.me = current(e)
    list_preferred(e, Operand("i32", "%strategy"), who)
    e.close(code.load("i32", total if mixes(e.program, who) else count), "sub i32 0,", apart=True)
