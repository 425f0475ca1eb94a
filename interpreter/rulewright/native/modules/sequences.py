"""How many sequences of plies follow positions, and how they end: every position on the way is made, none is kept.

    rulewright.sequences (table, first, count, rest, turns, choices, deep)      the result: DONE, FAILED, CROWDED or FULL

`table` holds the addresses of `addresses.SEQUENCES`: positions (rows of cells) with their weights; room for as many frames as `deep` says and one
more; room for `choices` rows in all; and totals, 64 bits each (`addresses.TOTALS`): the weights of all sequences of exactly `rest` plies, and
of those that end the game.  A ply is a decision, or with `turns` all that somebody does in a turn.  Depth first: each choice is carried out in a
copy in the next frame.  There is no chance.
"""

from __future__ import annotations

from rulewright.ir.layout import CURRENT, ROUND, WINNERS
from rulewright.native.driver.addresses import CROWDED, DONE, FAILED, FULL, SEQUENCES, TOTALS
from rulewright.native.llvm.assembly import UNLIKELY, Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Buffers, Outside
from rulewright.native.modules.frames import Frames

_PARAMETERS = ("i64 %rest", "i32 %turns", "i32 %choices", "i64 %deep")


def write_sequences(building: Building) -> None:
    """Write the function. Those of `frames` are in the same module."""
    _write_deeper(building)
    _write_sequences(building)


def _write_sequences(building: Building) -> None:
    e = Buffers(building, "rulewright.sequences", SEQUENCES, "i64 %first", "i64 %count", *_PARAMETERS)
    code, frames = e.code, Frames(e)
    answer, stopped = code.variable(constant(DONE)), code.block("stopped")
    frame, rows, totals = (e.addresses[name] for name in ("frames", "rows", "totals"))

    def one(index: Operand) -> None:
        place, over = code.add(Operand("i64", "%first"), index), code.block("over")
        frames.begin(frame, e.in_buffer("positions", place, width=e.layout.size))
        weight = code.load("i64", e.in_buffer("weights", place, "i64"))
        e.leave_if(frames.is_over(frame), over)
        given = f"{frame}, {rows}, {totals}, {weight}, {', '.join(_PARAMETERS)}"
        code.store(code.result("i32", f'call i32 @"frame.deeper"({given})'), answer)
        e.leave_if(code.compare("ne", code.load("i32", answer), constant(DONE)), stopped)
        code.at(over)

    code.loop(Operand("i64", "%count"), one)
    code.branch_to(stopped)
    code.at(stopped)
    e.close(code.load("i32", answer))


def _write_deeper(building: Building) -> None:
    """`frame.deeper`: adds the sequences that begin in the state of a frame, in which the game is not over."""
    given = ("ptr noalias %frame", "ptr noalias %rows", "ptr noalias %totals", "i64 %weight")
    e = Outside(building, "frame.deeper", (*given, *_PARAMETERS))
    code, frames = e.code, Frames(e)
    frame, rows, totals = (Operand("ptr", f"%{name}") for name in ("frame", "rows", "totals"))
    weight, rest, deep = (Operand("i64", f"%{name}") for name in ("weight", "rest", "deep"))
    choices, turns = Operand("i32", "%choices"), Operand("i32", "%turns")
    answer, one_less = code.variable(constant(FAILED)), constant(1, "i64")
    stopped, crowded, full = code.block("stopped"), code.block("crowded"), code.block("full")
    e.leave_if(code.compare("sle", deep, constant(0, "i64")), full, UNLIKELY)
    count = frames.list(frame, rows, choices, stopped)
    e.leave_if(code.compare("sgt", count, choices), crowded, UNLIKELY)
    free, left, less = frames.row(rows, count), code.subtract(choices, count), code.subtract(deep, one_less)

    def one(index: Operand) -> None:
        after = frames.play(frame, frames.row(rows, index), stopped)
        going, done = code.block("going"), code.block("done")
        same_turn = code.both(code.compare("ne", turns, constant(0)), _same_turn(e, frame, after))
        over = frames.is_over(after)
        ply = code.select(code.both(same_turn, code.opposite(over)), constant(0, "i64"), one_less)
        following = code.subtract(rest, ply)
        e.leave_if(code.compare("sgt", following, constant(0, "i64")), going)
        goes_on = frames.goes_on(after, stopped)
        _add(e, totals, constant(TOTALS.index("sequences")), weight, stopped)
        e.leave_if(goes_on, done)
        _add(e, totals, _how_it_ended(e, code.item(after, constant(WINNERS))), weight, stopped)
        code.branch_to(done)
        code.at(going)
        e.leave_if(over, done)
        inner = f"{after}, {free}, {totals}, {weight}, {following}, {turns}, {left}, {less}"
        found = code.result("i32", f'call i32 @"frame.deeper"({inner})')
        code.store(found, answer)
        e.leave_if(code.compare("ne", found, constant(DONE)), stopped, UNLIKELY)
        code.store(constant(FAILED), answer)
        code.at(done)

    code.loop(count, one)
    for label, result in (("", DONE), (crowded, CROWDED), (full, FULL)):
        if label:
            code.at(label)
        if label == crowded:
            code.store(
                code.widen(count, "i64"), code.element(totals, "i64", constant(TOTALS.index("wanted")))
            )
        code.store(constant(result), answer)
        code.branch_to(stopped)
    code.at(stopped)
    e.close(code.load("i32", answer), apart=True)


def _same_turn(e: Outside, before: Operand, after: Operand) -> Operand:
    """Whether the same player is to act in the same round."""
    code = e.code
    same = [
        code.compare("eq", code.item(before, constant(cell)), code.item(after, constant(cell)))
        for cell in (CURRENT, ROUND)
    ]
    return code.binary("and", *same)


def _how_it_ended(e: Outside, winners: Operand) -> Operand:
    """The place of the total for a game that these players win."""
    code = e.code
    e.building.declare("cttz.i32", "declare i32 @llvm.cttz.i32(i32, i1)")
    seat = code.result("i32", f"call i32 @llvm.cttz.i32({winners}, i1 false)")
    others = code.binary("and", winners, code.subtract(winners, constant(1)))
    alone = code.add(seat, constant(len(TOTALS)))
    shared, drawn = constant(TOTALS.index("shared")), constant(TOTALS.index("drawn"))
    won = code.select(code.compare("eq", others, constant(0)), alone, shared)
    return code.select(code.compare("eq", winners, constant(0)), drawn, won)


def _add(e: Outside, totals: Operand, place: Operand, weight: Operand, failed: str) -> None:
    """Add to a total; go to `failed` if it becomes too large."""
    code, address = e.code, e.code.element(totals, "i64", place)
    total = code.add(code.load("i64", address), weight)
    e.leave_if(code.compare("slt", total, constant(0, "i64")), failed, UNLIKELY)
    code.store(total, address)
