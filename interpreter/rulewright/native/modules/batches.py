"""Many states stepped in one call: carry out the choices, list the legal ones that follow, and record the result of each state.

    rulewright.choose_many (table, count, given, over)        0, or 1 + the first state for which `given` is not listed
    rulewright.step_many   (table, count, room)               how many choices there are in all, at most TOO_MANY; those that fit are listed
    rulewright.mask_many   (table, count, mask, actions)      0

`table` holds the addresses of `addresses.STATES`, which `runtime.fast.States` describes; `over` is the choice for games that have
ended.  Nothing here depends on the rules: each state goes through the functions of `entry_points`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack, unpack
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, WINNERS
from rulewright.ir.utility import Payoffs, payoffs, points_of
from rulewright.native.chance.digits import below, event_of
from rulewright.native.chance.random_words import mix, stream_bases, turn_address, turn_key
from rulewright.native.chance.seeds import seed_of
from rulewright.native.choices.ranks import rank
from rulewright.native.driver.addresses import STATES, TOO_MANY, luck_width
from rulewright.native.driver.choice_rows import ROOM, row_layout
from rulewright.native.driver.reasons import NO_CHOICE
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Buffers
from rulewright.runtime.chance.random_words import stream_key
from rulewright.runtime.fast import BEGIN, BEGIN_NEXT, BOT, KEEP, RANDOM, STAY, WAIT

STREAM = "players who choose at random"
"""The stream of random players, under the name that `game.playouts.playout` uses."""
NOBODY = -1
"""The player to act in a game that has ended, as in `game.batches.batch`."""
Decision: TypeAlias = tuple[Operand, Operand, Operand]
"""A decision: player, turn, index within the turn."""


class Across(Buffers):
    """A function that goes through states in the buffers of a table."""

    def __init__(self, building: Building, name: str, *parameters: str) -> None:
        super().__init__(building, name, STATES, "i64 %count", *parameters)

    def each(self, body: Callable[[Operand], None]) -> None:
        """Write `body` for each state, given its number."""
        self.code.loop(Operand("i64", "%count"), body)

    def cell(self, cells: Operand, index: int) -> Operand:
        return self.code.item(cells, constant(index))


def write_batches(building: Building) -> None:
    """Write the functions for many states. Those of `entry_points` are in the same module."""
    _write_choose(building)
    _write_step(building)
    _write_mask(building)


# ---------------------------------------------------------------------------------------------------- choosing


def _write_choose(building: Building) -> None:
    """All given ids are looked up first; only then are decisions counted and random choices drawn."""
    e = Across(building, "rulewright.choose_many", "ptr noalias %given", "i32 %over")
    code, found = e.code, e.code.block("refused")
    at_fault = code.allocate("i64")

    def look_up(place: Operand) -> None:
        chosen = e.in_buffer("chosen", place)
        ended = code.widen(code.load("i8", e.in_buffer("terminal", place, "i8")), "i32")
        over = code.compare("ne", ended, constant(0))
        first, last = listed(e, place)
        unlisted = code.compare("eq", first, last)
        wanted = code.item(Operand("ptr", "%given"), place, "i64")
        stays = code.compare("eq", wanted, constant(STAY, "i64"))
        still = code.select(unlisted, constant(WAIT), constant(KEEP))
        idle = code.select(over, Operand("i32", "%over"), constant(WAIT))
        code.store(code.select(stays, still, idle), chosen)
        done = code.block("done")
        e.leave_if(code.either(code.either(over, unlisted), stays), done)
        e.leave_if(code.compare("eq", wanted, constant(RANDOM, "i64")), done)
        _search(e, wanted, (first, last), chosen, done)
        code.store(code.add(place, constant(1, "i64")), at_fault)
        code.branch_to(found)
        code.at(done)

    def draw(place: Operand) -> None:
        first, last = listed(e, place)
        wanted = code.item(Operand("ptr", "%given"), place, "i64")
        moves = code.compare("ne", wanted, constant(STAY, "i64"))
        with code.if_(code.both(code.compare("slt", first, last), moves), "decides"):
            decision = decision_of(e, place)
            count_decision(e, place, decision)
            with code.if_(code.compare("eq", wanted, constant(RANDOM, "i64")), "draw"):
                number = drawn(e, place, decision, code.subtract(last, first))
                code.store(number, e.in_buffer("chosen", place))

    e.each(look_up)
    e.each(draw)
    code.give_back(constant(0))
    code.at(found)
    e.close(code.narrow(code.load("i64", at_fault), "i32"))


def listed(e: Across, place: Operand) -> tuple[Operand, Operand]:
    """Where a state's choices begin and end."""
    starts = e.in_buffer("starts", place)
    return e.code.load("i32", starts), e.code.item(starts, constant(1))


def _search(e: Across, wanted: Operand, bounds: tuple[Operand, Operand], chosen: Operand, done: str) -> None:
    """Find the wanted id among those listed, store its index and go to `done`; fall through if there is
    none."""
    code, (first, last) = e.code, bounds

    def look(index: Operand) -> None:
        number = code.load("i32", e.in_buffer("ids", code.widen(code.add(first, index), "i64")))
        with code.if_(code.compare("eq", code.widen(number, "i64"), wanted), "here"):
            code.store(index, chosen)
            code.branch_to(done)

    code.loop(code.subtract(last, first), look)


def decision_of(e: Across, place: Operand) -> Decision:
    """The decision that is due in a state."""
    code = e.code
    player = e.cell(e.in_buffer("cells", place, width=e.layout.size), CURRENT)
    luck = e.in_buffer("luck", place, width=luck_width(e.program))
    turn = code.item(luck, code.add(player, constant(1)))
    whose, when, which = (code.load("i32", address) for address in _last_decision(e, place))
    same = code.both(code.compare("eq", whose, player), code.compare("eq", when, turn))
    return player, turn, code.select(same, code.add(which, constant(1)), constant(0))


def count_decision(e: Across, place: Operand, decision: Decision) -> None:
    """Record that the decision is made, by whatever player."""
    for value, address in zip(decision, _last_decision(e, place), strict=True):
        e.code.store(value, address)


def _last_decision(e: Across, place: Operand) -> list[Operand]:
    bot = e.in_buffer("players", place, width=BOT)
    return [e.code.element(bot, "i32", constant(index)) for index in range(BOT)]


def drawn(e: Across, place: Operand, decision: Decision, count: Operand, most: int = ROOM) -> Operand:
    """The choice of a player at random, below `count`, which is at most `most`."""
    code, (player, turn, index) = e.code, decision
    base = code.allocate("i64")
    stream_bases(e, code.load("i64", e.in_buffer("seeds", place, "i64")), [stream_key(STREAM)], base)
    chance = event_of(e, turn_key(e, code.load("i64", base), turn_address(e, player, turn)), index)
    return code.narrow(below(e, chance, code.widen(count, "i64"), most), "i32")


# ---------------------------------------------------------------------------------------------------- stepping


def _write_step(building: Building) -> None:
    e = Across(building, "rulewright.step_many", "i64 %room")
    code, total = e.code, e.code.allocate("i64")
    code.store(constant(0, "i64"), total)
    code.store(constant(0), e.in_buffer("spare_starts", constant(0, "i64")))

    def step(place: Operand) -> None:
        failed = e.in_buffer("failed", place)
        _do(e, place, failed)
        _list(e, place, failed, total)
        _tell(e, place)

    e.each(step)
    e.close(code.narrow(_no_more_than(e, code.load("i64", total), TOO_MANY), "i32"))


def _do(e: Across, place: Operand, failed: Operand) -> None:
    """Carry out the choice of a state."""
    code = e.code
    cells = e.in_buffer("cells", place, width=e.layout.size)
    luck = e.in_buffer("luck", place, width=luck_width(e.program))
    seed_at = e.in_buffer("seeds", place, "i64")
    chosen = code.load("i32", e.in_buffer("chosen", place))
    act, begin, next_, begin_next, done = (
        code.block(name) for name in ("act", "begin", "next", "begin_next", "done")
    )
    code.switch(chosen, [(WAIT, done), (KEEP, done), (BEGIN, begin), (BEGIN_NEXT, begin_next)], act)
    code.at(begin_next)
    following = seed_of(e, mix(e, code.load("i64", seed_at)), constant(0, "i64"))
    code.store(following, seed_at)
    code.branch_to(begin)
    code.at(begin)
    e.copy(e.in_buffer("initial", constant(0, "i64")), cells, e.layout.size)
    for index in range(luck_width(e.program)):
        code.store(constant(0), code.element(luck, "i32", constant(index)))
    for index in range(BOT):
        code.store(
            constant(-1), code.element(e.in_buffer("players", place, width=BOT), "i32", constant(index))
        )
    seed = code.load("i64", seed_at)
    code.store(code.result("i32", f'call i32 @"rulewright.begin"({cells}, {luck}, {seed})'), failed)
    code.branch_to(next_)
    code.at(act)
    at = code.add(code.load("i32", e.in_buffer("starts", place)), chosen)
    row = e.in_buffer("rows", code.widen(at, "i64"), width=row_layout(e.program).width)
    seed = code.load("i64", seed_at)
    code.store(code.result("i32", f'call i32 @"rulewright.apply"({cells}, {luck}, {seed}, {row})'), failed)
    code.at(next_)
    with code.if_(code.compare("ne", code.load("i32", failed), constant(0)), "failed"):
        _restore(e, place)
    code.at(done)


def _restore(e: Across, place: Operand) -> None:
    """Restore the previous state."""
    for name, width in (("cells", e.layout.size), ("luck", luck_width(e.program)), ("seeds", 2)):
        e.copy(
            e.in_buffer(f"{name}_before", place, width=width), e.in_buffer(name, place, width=width), width
        )


def _list(e: Across, place: Operand, failed: Operand, total: Operand) -> None:
    """List the legal choices of a state, as far as there is room. A state without any is a failure, and so
    is a game whose set-up failed, which has no player to act: an index out of range."""
    code, width = e.code, row_layout(e.program).width
    cells = e.in_buffer("cells", place, width=e.layout.size)
    so_far = code.load("i64", total)
    left = code.subtract(Operand("i64", "%room"), so_far)
    some = code.select(code.compare("sgt", left, constant(0, "i64")), left, constant(0, "i64"))
    room = code.narrow(_no_more_than(e, some, TOO_MANY), "i32")
    rows, ids = e.in_buffer("spare_rows", so_far, width=width), e.in_buffer("spare_ids", so_far)
    done = code.block("listed")
    with code.if_(code.compare("eq", code.load("i32", e.in_buffer("chosen", place)), constant(KEEP)), "kept"):
        _keep(e, place, (ids, rows), room, total)
        code.branch_to(done)
    e.leave_if(code.compare("ne", code.load("i32", failed), constant(0)), done)
    e.leave_if(code.compare("ne", e.cell(cells, ENDED), constant(0)), done)
    with code.if_(code.compare("slt", e.cell(cells, CURRENT), constant(0)), "not_begun"):
        code.store(constant(NO_CHOICE), failed)
        code.branch_to(done)
    count = code.result("i32", f'call i32 @"rulewright.legal"({cells}, {rows}, {room})')
    with code.if_(code.compare("sle", count, constant(0)), "nothing"):
        nothing = code.compare("eq", count, constant(0))
        code.store(code.select(nothing, constant(NO_CHOICE), code.subtract(constant(0), count)), failed)
        _restore(e, place)
        code.branch_to(done)
    fitting = code.select(code.compare("slt", count, room), count, room)
    _number(e, rows, ids, fitting)
    code.store(code.add(so_far, code.widen(count, "i64")), total)
    code.at(done)
    following = code.element(e.in_buffer("spare_starts", place), "i32", constant(1))
    code.store(code.narrow(code.load("i64", total), "i32"), following)


def _keep(e: Across, place: Operand, to: tuple[Operand, Operand], room: Operand, total: Operand) -> None:
    """Copy the ids and rows of the choices that are listed for a state, as far as there is room."""
    code, width = e.code, row_layout(e.program).width
    first, last = listed(e, place)
    count = code.subtract(last, first)
    fitting = code.select(code.compare("slt", count, room), count, room)
    source, (ids, rows) = code.widen(first, "i64"), to
    e.copy(e.in_buffer("ids", source), ids, fitting)
    e.copy(e.in_buffer("rows", source, width=width), rows, code.multiply(fitting, constant(width)))
    code.store(code.add(code.load("i64", total), code.widen(count, "i64")), total)


def _no_more_than(e: Across, number: Operand, most: int) -> Operand:
    limit = constant(most, "i64")
    return e.code.select(e.code.compare("slt", number, limit), number, limit)


def _number(e: Across, rows: Operand, ids: Operand, count: Operand) -> None:
    """Write the ids of `count` rows."""
    code, width = e.code, constant(row_layout(e.program).width)

    def one(index: Operand) -> None:
        row = code.element(rows, "i32", code.multiply(index, width))
        code.store(rank(e, row), code.element(ids, "i32", index))

    code.loop(count, one)


def _tell(e: Across, place: Operand) -> None:
    """Record who is to act, whether the game has ended, and what each seat has gained."""
    code, players = e.code, e.program.players
    cells = e.in_buffer("cells", place, width=e.layout.size)
    ended = e.cell(cells, ENDED)
    over = code.compare("ne", ended, constant(0))
    current = code.select(over, constant(NOBODY), e.cell(cells, CURRENT))
    code.store(current, e.in_buffer("current", place))
    code.store(code.widen(over, "i8"), e.in_buffer("terminal", place, "i8"))
    winners, returns = e.cell(cells, WINNERS), e.in_buffer("returns", place, "double", players)
    bits = [
        code.binary("and", code.binary("lshr", winners, constant(player)), constant(1))
        for player in range(players)
    ]
    by_end = [_NO_PAYOFFS, *(_payoffs(e.program, end) for end in e.program.ends)]
    entry = code.add(code.multiply(ended, constant(players + 1)), _sides_won(e, ended, bits, by_end))
    gained, lost = (_double(e, by_end, entry, which) for which in (True, False))
    if e.layout.worth >= 0:
        worth = code.result("double", f"sitofp {e.cell(cells, e.layout.worth)} to double")
        gained, lost = (_times(e, each, worth) for each in (gained, lost))
    for player, bit in enumerate(bits):
        value = code.select(code.compare("ne", bit, constant(0)), gained, lost)
        code.store(value, code.element(returns, "double", constant(player)))


def _times(e: Across, payoff: Operand, worth: Operand) -> Operand:
    """A payoff times the worth of the result, 0 and not -0 where that is 0."""
    product = e.code.result("double", f"fmul {payoff}, {worth.text}")
    return e.code.result("double", f"fadd {product}, 0.0")


_NO_PAYOFFS = Payoffs((), (0.0,), (0.0,))
"""For a game that continues, and for payoffs in points, which are computed elsewhere (see
`game.results.standing`)."""


def _payoffs(program: ir.Program, end: ir.End) -> Payoffs:
    return _NO_PAYOFFS if points_of(program, end) is not None else payoffs(program, end)


def _sides_won(e: Across, ended: Operand, bits: Sequence[Operand], by_end: Sequence[Payoffs]) -> Operand:
    """How many sides have won; the end determines which seats represent sides."""
    code = e.code
    many = constant(0)
    for player, bit in enumerate(bits):
        counts = [int(player in each.sides) for each in by_end]
        counted = code.item(e.building.constant_row(counts), ended)
        many = code.add(many, code.binary("and", bit, counted))
    return many


def _double(e: Across, by_end: Sequence[Payoffs], entry: Operand, won: bool) -> Operand:
    """The payoff of winners, or of losers: from a table by end, then by how many sides have won."""
    rows = [each.won if won else each.lost for each in by_end]
    padded = [(*row, *(0.0,) * (e.program.players + 1 - len(row))) for row in rows]
    bits = [number for row in padded for number in unpack(f"{len(row)}q", pack(f"{len(row)}d", *row))]
    return e.code.item(e.building.constant_row(bits, "i64"), entry, "double")


# ------------------------------------------------------------------------------------------------------- masks


def _write_mask(building: Building) -> None:
    e = Across(building, "rulewright.mask_many", "ptr noalias %mask", "i64 %actions")
    code, actions = e.code, Operand("i64", "%actions")
    building.declare("memset", "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")

    def fill(place: Operand) -> None:
        row = code.element(Operand("ptr", "%mask"), "i8", code.multiply(place, actions))
        code.do(f"call void @llvm.memset.p0.i64({row}, i8 0, {actions}, i1 false)")
        first, last = listed(e, place)

        def allow(index: Operand) -> None:
            number = code.load("i32", e.in_buffer("ids", code.widen(code.add(first, index), "i64")))
            code.store(constant(1, "i8"), code.element(row, "i8", code.widen(number, "i64")))

        code.loop(code.subtract(last, first), allow)

    e.each(fill)
    e.close(constant(0))
