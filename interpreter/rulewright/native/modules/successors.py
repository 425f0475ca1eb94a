"""All positions one decision further on, each once, with the number of ways that lead to it: for counting.

    rulewright.spread  (table, first, count, room, mask, choices)      the result: DONE, FAILED, CROWDED or FULL
    rulewright.replace (table, count, mask)                            enter `count` positions in empty slots; 0
    rulewright.join    (table, count, mask)                            enter `count` positions that are different among themselves; 0
    rulewright.pack    (cells, bytes, count)                           write each cell as a signed byte; 1 if one does not fit, else 0
    rulewright.unpack  (cells, bytes, count)                           back again; 0
    rulewright.judge   (table, first, count, mask, choices)            DONE, FAILED or CROWDED

`table` holds the addresses of `addresses.POSITIONS`: positions (rows of cells) with their weights; buffers for those that follow, with
theirs; hash slots, a power of two of them, one more than `mask`, each 0 or 1 + the number of a position that was written; NOTES;
room for `choices` rows; and two frames.  `join` writes the positions themselves after those that follow, or adds their weights to those of equal ones.  Positions are processed from `first` on as long as there is `room` for all that follow.
`judge` goes back: the weights of the positions that follow, which are all there, are what these are worth to the first player, and it writes what each
position is worth with best play of two; the weight of one in which the game is over stays.  There is no chance.
"""

from __future__ import annotations

from rulewright.ir.layout import CURRENT
from rulewright.native.driver.addresses import CROWDED, DONE, FAILED, FULL, NOTES, POSITIONS
from rulewright.native.llvm.assembly import LIKELY, UNLIKELY, Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Buffers, Outside
from rulewright.native.modules.frames import Frames
from rulewright.runtime.chance.random_words import GOLDEN

MOST = 1 << 62
"""More than any position is worth."""


class Spreading(Buffers):
    """A function with the buffers of a table."""

    def __init__(self, building: Building, name: str, *parameters: str) -> None:
        super().__init__(building, name, POSITIONS, *parameters)
        self.width = self.layout.size

    def note(self, name: str) -> Operand:
        return self.code.element(self.addresses["notes"], "i64", constant(NOTES.index(name)))

    def cells(self, buffer: str, index: Operand) -> Operand:
        return self.in_buffer(buffer, index, width=self.width)


def write_spreading(building: Building) -> None:
    """Write the functions. Those of `frames` are in the same module."""
    _write_spread(building)
    _write_replace(building)
    _write_join(building)
    _write_packing(building)
    _write_judge(building)


def _write_spread(building: Building) -> None:
    parameters = ("i64 %first", "i64 %count", "i64 %room", "i64 %mask", "i32 %choices")
    e = Spreading(building, "rulewright.spread", *parameters)
    code, at = e.code, e.note("next")
    again, inside, over, failed = (code.block(name) for name in ("again", "position", "over", "fault"))
    crowded, full, going, following = (
        code.block(name) for name in ("crowded", "full", "playing", "following")
    )
    code.store(Operand("i64", "%first"), at)
    code.at(again)
    place = code.load("i64", at)
    code.branch(code.compare("slt", place, Operand("i64", "%count")), inside, over)
    code.at(inside)
    cells = e.cells("positions", place)
    frames, frame, choices = Frames(e), e.addresses["frames"], Operand("i32", "%choices")
    frames.begin(frame, cells)
    e.leave_if(frames.is_over(frame), following)
    count = frames.list(frame, e.addresses["rows"], choices, failed)
    code.store(code.widen(count, "i64"), e.note("wanted"))
    e.leave_if(code.compare("sgt", count, choices), crowded)
    most = code.add(code.load("i64", e.note("used")), code.widen(count, "i64"))
    code.branch(code.compare("sgt", most, Operand("i64", "%room")), full, going, UNLIKELY)
    code.at(going)
    _play_all(e, frames, code.load("i64", e.in_buffer("weights", place, "i64")), count, failed)
    code.at(following)
    code.store(code.add(place, constant(1, "i64")), at)
    code.branch_to(again)
    for label, answer in ((failed, FAILED), (crowded, CROWDED), (full, FULL)):
        code.at(label)
        code.give_back(constant(answer))
    code.at(over)
    e.close(constant(DONE))


def _play_all(e: Spreading, frames: Frames, weight: Operand, count: Operand, failed: str) -> None:
    """Carry out every listed choice of the position in the first frame."""
    code = e.code

    def play(index: Operand) -> None:
        after = frames.play(e.addresses["frames"], frames.row(e.addresses["rows"], index), failed)
        total = code.add(code.load("i64", e.note("total")), weight)
        e.leave_if(code.compare("slt", total, constant(0, "i64")), failed)
        code.store(total, e.note("total"))
        _keep(e, frames, after, weight, failed)

    code.loop(count, play)


def _write_judge(building: Building) -> None:
    e = Spreading(building, "rulewright.judge", "i64 %first", "i64 %count", "i64 %mask", "i32 %choices")
    code, at = e.code, e.note("next")
    again, inside, over, following = (code.block(name) for name in ("again", "position", "over", "following"))
    failed, crowded = code.block("fault"), code.block("crowded")
    frames, frame, choices = Frames(e), e.addresses["frames"], Operand("i32", "%choices")
    code.store(Operand("i64", "%first"), at)
    code.at(again)
    place = code.load("i64", at)
    code.branch(code.compare("slt", place, Operand("i64", "%count")), inside, over)
    code.at(inside)
    cells = e.cells("positions", place)
    frames.begin(frame, cells)
    e.leave_if(frames.is_over(frame), following)
    count = frames.list(frame, e.addresses["rows"], choices, failed)
    code.store(code.widen(count, "i64"), e.note("wanted"))
    e.leave_if(code.compare("sgt", count, choices), crowded)
    wants_little = code.compare("ne", code.item(cells, constant(CURRENT)), constant(0))
    worth = e.in_buffer("weights", place, "i64")
    least = code.select(wants_little, constant(MOST, "i64"), constant(-MOST, "i64"))
    code.store(least, worth)

    def play(index: Operand) -> None:
        after = frames.play(frame, frames.row(e.addresses["rows"], index), failed)
        value = code.load("i64", e.in_buffer("following_weights", _found(e, after, failed), "i64"))
        before = code.load("i64", worth)
        less, more = code.compare("slt", value, before), code.compare("sgt", value, before)
        better = code.either(code.both(wants_little, less), code.both(code.opposite(wants_little), more))
        code.store(code.select(better, value, before), worth)

    code.loop(count, play)
    code.at(following)
    code.store(code.add(place, constant(1, "i64")), at)
    code.branch_to(again)
    for label, answer in ((failed, FAILED), (crowded, CROWDED)):
        code.at(label)
        code.give_back(constant(answer))
    code.at(over)
    e.close(constant(DONE))


def _found(e: Spreading, cells: Operand, failed: str) -> Operand:
    """The number of the position in a frame among those that follow; goes to `failed` if it is none of them."""
    code, at = e.code, e.code.allocate("i64")
    again, other, known = (code.block(name) for name in ("slot", "other", "known"))
    number = code.allocate("i64")
    code.store(_hashed(e, cells), at)
    code.at(again)
    holds = code.load("i32", e.in_buffer("slots", code.load("i64", at)))
    e.leave_if(code.compare("eq", holds, constant(0)), failed)
    its = code.subtract(code.widen(holds, "i64"), constant(1, "i64"))
    code.store(its, number)
    e.building.declare("memcmp", "declare i32 @memcmp(ptr, ptr, i64)")
    differs = code.result("i32", f"call i32 @memcmp({e.cells('following', its)}, {cells}, i64 {4 * e.width})")
    code.branch(code.compare("eq", differs, constant(0)), known, other, LIKELY)
    code.at(other)
    _next_slot(e, at)
    code.branch_to(again)
    code.at(known)
    return code.load("i64", number)


def _keep(e: Spreading, frames: Frames | None, cells: Operand, weight: Operand, failed: str) -> None:
    """Write the position in a frame after the others, or add its weight to that of an equal one. Without frames it was looked at before."""
    code, at = e.code, e.code.allocate("i64")
    again, taken, new, known, other, done = (
        code.block(name) for name in ("slot", "taken", "new", "known", "other", "kept")
    )
    code.store(_hashed(e, cells), at)
    code.at(again)
    slot = e.in_buffer("slots", code.load("i64", at))
    holds = code.load("i32", slot)
    code.branch(code.compare("eq", holds, constant(0)), new, taken)
    code.at(taken)
    its = code.subtract(code.widen(holds, "i64"), constant(1, "i64"))
    e.building.declare("memcmp", "declare i32 @memcmp(ptr, ptr, i64)")
    there = e.cells("following", its)
    differs = code.result("i32", f"call i32 @memcmp({there}, {cells}, i64 {4 * e.width})")
    code.branch(code.compare("eq", differs, constant(0)), known, other, LIKELY)
    code.at(known)
    code.increase(e.in_buffer("following_weights", its, "i64"), weight)
    code.branch_to(done)
    code.at(other)
    _next_slot(e, at)
    code.branch_to(again)
    code.at(new)
    if frames is not None:
        frames.goes_on(cells, failed)
    used = code.load("i64", e.note("used"))
    e.copy(cells, e.cells("following", used), e.width)
    code.store(weight, e.in_buffer("following_weights", used, "i64"))
    following = code.add(used, constant(1, "i64"))
    code.store(code.narrow(following, "i32"), slot)
    code.store(following, e.note("used"))
    code.at(done)


def _write_replace(building: Building) -> None:
    e = Spreading(building, "rulewright.replace", "i64 %count", "i64 %mask")
    code, at = e.code, e.code.allocate("i64")

    def put(place: Operand) -> None:
        slots = code.block("slot")
        code.store(_hashed(e, e.cells("following", place)), at)
        code.at(slots)
        slot = e.in_buffer("slots", code.load("i64", at))
        with code.unless(code.compare("eq", code.load("i32", slot), constant(0)), "taken"):
            _next_slot(e, at)
            code.branch_to(slots)
        code.store(code.narrow(code.add(place, constant(1, "i64")), "i32"), slot)

    code.loop(Operand("i64", "%count"), put)
    e.close(constant(0))


def _write_join(building: Building) -> None:
    e = Spreading(building, "rulewright.join", "i64 %count", "i64 %mask")

    def keep(place: Operand) -> None:
        weight = e.code.load("i64", e.in_buffer("weights", place, "i64"))
        _keep(e, None, e.cells("positions", place), weight, "")

    e.code.loop(Operand("i64", "%count"), keep)
    e.close(constant(0))


def _write_packing(building: Building) -> None:
    parameters = "ptr noalias %numbers", "ptr noalias %bytes", "i64 %count"
    cells, bytes_, count = Operand("ptr", "%numbers"), Operand("ptr", "%bytes"), Operand("i64", "%count")
    e = Outside(building, "rulewright.pack", parameters)
    code, wide = e.code, e.code.variable(constant(0))

    def pack(place: Operand) -> None:
        cell = code.load("i32", code.element(cells, "i32", place))
        byte = code.narrow(cell, "i8")
        code.store(byte, code.element(bytes_, "i8", place))
        fits = code.compare("eq", code.result("i32", f"sext {byte} to i32"), cell)
        code.store(code.select(fits, code.load("i32", wide), constant(1)), wide)

    code.loop(count, pack)
    e.close(code.load("i32", wide))
    e = Outside(building, "rulewright.unpack", parameters)
    other = e.code

    def unpack(place: Operand) -> None:
        byte = other.load("i8", other.element(bytes_, "i8", place))
        other.store(other.result("i32", f"sext {byte} to i32"), other.element(cells, "i32", place))

    other.loop(count, unpack)
    e.close(constant(0))


def _next_slot(e: Spreading, at: Operand) -> None:
    following = e.code.add(e.code.load("i64", at), constant(1, "i64"))
    e.code.store(e.code.binary("and", following, Operand("i64", "%mask")), at)


def _hashed(e: Spreading, cells: Operand) -> Operand:
    """The first hash slot of a position, computed from all its cells, two at a time."""
    code, sum_ = e.code, e.code.allocate("i64")
    begin = constant(0, "i64")
    if e.width % 2:
        begin = code.widen(code.item(cells, constant(e.width - 1)), "i64")
    code.store(begin, sum_)

    def mix_in(index: Operand) -> None:
        pair = code.element(cells, "i64", index)
        mixed = code.binary("xor", code.load("i64", sum_), code.result("i64", f"load i64, {pair}, align 4"))
        mixed = code.multiply(mixed, constant(GOLDEN, "i64"))
        code.store(code.binary("xor", mixed, code.binary("lshr", mixed, constant(32, "i64"))), sum_)

    code.loop(constant(e.width // 2, "i64"), mix_in)
    return code.binary("and", code.load("i64", sum_), Operand("i64", "%mask"))
