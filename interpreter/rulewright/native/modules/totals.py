"""Whole games of given players in native code, which are counted and leave no rows.

    rulewright.totals (seed, first, count, most, rows, seats, tables, out, room, apart, counts, found, sizes)

Plays games number `first`, `first` + 1, ..., `count` of them; their seeds are derived from `seed`.  `seats`: for each of `tables` tables the
player in each seat, as an index into the players that the module was made for; games take the tables in turn, beginning with the first.
`counts`: for each table the counters of `runtime.counted.columns_of`; those that are no longer 0 are listed in `found`.  A game that did not
end, in which something failed, or for which there is no counter has a row in `out`, as `playouts` writes it, and its place, from 0, in `apart`.  At
most `room` games can: then no more games are played.  `sizes`: the numbers of games played, of rows, and of counters in `found`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.ir.ranking import standing_of
from rulewright.native.chance.random_words import mix
from rulewright.native.chance.seeds import seed_of
from rulewright.native.choices.players import AtRandom
from rulewright.native.choices.strategies import memory, pick_preferred
from rulewright.native.llvm.assembly import LIKELY, TRUE, UNLIKELY, Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building
from rulewright.native.llvm.regions import Region
from rulewright.native.modules.playouts import FIXED, WORTH, Games, Playing, opened, row_at
from rulewright.runtime.counted import WORTHS, Column, columns_of
from rulewright.runtime.fast import DECISIONS, ENDED, FAILED, ROUND, WINNERS, Seats
from rulewright.source.dataclass import dataclass

SHIFT = 40
"""Of a score of 32 bits, at which bit a mark is set so that it comes before all scores without one."""


class Totals(Games):
    """Games in which each player is one of `who`, and which are counted."""

    function = "rulewright.totals"
    parameters = (
        "i64 %seed", "i64 %first", "i64 %count", "i32 %most", "ptr noalias %rows", "ptr noalias %seats", "i32 %tables",
        "ptr noalias %out", "i64 %room", "ptr noalias %apart", "ptr noalias %counts", "ptr noalias %found", "ptr noalias %sizes",
    )  # fmt: skip
    given = ("most",)

    def __init__(self, building: Building, who: Seats) -> None:
        super().__init__(building)
        self._who = who

    def memory(self) -> list[Region]:
        seats = [Region("play.seats", self.program.players)] if any(self._who) else []
        return [*super().memory(), *seats, Region("play.table", 1), *memory(self.program, self._who)]

    def before(self, e: Playing, regions: Sequence[str], index: Operand) -> None:
        """The players of the table."""
        if any(self._who):
            code, players = e.code, self.program.players
            place = code.multiply(code.load("i32", e.region("play.table")), constant(players))
            seats = code.element(Operand("ptr", "%seats"), "i32", place)
            e.copy(seats, e.region("play.seats"), players)

    def choose(self, e: Emitter, player: AtRandom) -> None:
        if any(self._who):
            pick_preferred(e, player, self._who)
        else:
            super().choose(e, player)


def write_totals(games: Totals) -> None:
    """Write the loop over games, and the function that plays one of them."""
    e, play_one = opened(games)
    code = e.code
    base = mix(e, Operand("i64", "%seed"))
    played, kept = (code.variable(constant(0, "i64")) for _ in range(2))
    counted = code.variable(constant(0))
    code.store(constant(0), e.region("play.table"))
    again, more, play, over = (code.block(hint) for hint in ("again", "more", "play", "over"))
    code.at(again)
    index = code.load("i64", played)
    code.branch(code.compare("slt", index, Operand("i64", "%count")), more, over)
    code.at(more)
    row = code.load("i64", kept)
    code.branch(code.compare("slt", row, Operand("i64", "%room")), play, over)
    code.at(play)
    place, table = row_at(e, games, row), e.region("play.table")
    play_one(index, seed_of(e, base, code.add(Operand("i64", "%first"), index)), place)
    apart, next_ = code.block("apart"), code.block("next")
    _count(e, place, counted, apart)
    code.branch_to(next_)
    code.at(apart)
    code.store(code.narrow(index, "i32"), code.element(Operand("ptr", "%apart"), "i32", row))
    code.store(code.add(row, constant(1, "i64")), kept)
    code.at(next_)
    following = code.add(code.load("i32", table), constant(1))
    fresh = code.compare("sge", following, Operand("i32", "%tables"))
    code.store(code.select(fresh, constant(0), following), table)
    code.store(code.add(index, constant(1, "i64")), played)
    code.branch_to(again)
    code.at(over)
    numbers = [code.narrow(code.load("i64", number), "i32") for number in (played, kept)]
    for at, number in enumerate((*numbers, code.load("i32", counted))):
        code.store(number, code.element(Operand("ptr", "%sizes"), "i32", constant(at)))
    e.close(constant(0))


@dataclass(frozen=True, slots=True)
class _Figure:
    """The value of a game in a column, as its place among the counters of that column (i64). It is counted only if `there`."""

    column: Column
    place: Operand
    there: Operand = TRUE


def _count(e: Playing, row: Operand, counted: Operand, apart: str) -> None:
    """Count the game of a row; go to `apart` if that cannot be done. `counted`: the memory with the number of counters in `found`."""
    code, columns = e.code, columns_of(e.program)
    assert columns is not None, "games with too many results are not counted"
    sound = code.compare("eq", code.item(row, constant(FAILED)), constant(0))
    fits = code.both(sound, code.compare("ne", code.item(row, constant(ENDED)), constant(0)))
    figures = list(_figures(e, row, columns.by_name))
    for each in figures:
        within = code.compare("ult", each.place, constant(each.column.size, "i64"))
        fits = code.both(fits, code.either(within, code.opposite(each.there)))
    counting = code.block("counting")
    code.branch(fits, counting, apart, LIKELY)
    code.at(counting)
    table = code.multiply(
        code.widen(code.load("i32", e.region("play.table")), "i64"), constant(columns.slots, "i64")
    )
    for each in figures:
        slot = code.add(code.add(table, constant(each.column.start, "i64")), each.place)
        if each.there.known:
            _increase(e, slot, counted)
        else:
            with code.if_(each.there):
                _increase(e, slot, counted)


def _increase(e: Playing, slot: Operand, counted: Operand) -> None:
    """Add 1 to a counter, and list it if it was 0. Counters that threads share are not listed."""
    code = e.code
    counter = code.element(Operand("ptr", "%counts"), "i32", slot)
    if e.building.shared:
        code.increase_shared(counter, constant(1))
        return
    before = code.load("i32", counter)
    code.store(code.add(before, constant(1)), counter)
    with code.if_(code.compare("eq", before, constant(0)), "first", UNLIKELY):
        number = code.load("i32", counted)
        code.store(code.narrow(slot, "i32"), code.element(Operand("ptr", "%found"), "i32", number))
        code.store(code.add(number, constant(1)), counted)


def _figures(e: Playing, row: Operand, columns: dict[str, Column]) -> Iterator[_Figure]:
    """The figures of the game of a row."""
    code, program = e.code, e.program

    def placed(column: Column, value: Operand) -> _Figure:
        wide = value if value.type == "i64" else code.widen(value, "i64", signed=True)
        return _Figure(column, code.subtract(wide, constant(column.least, "i64")))

    yield placed(columns["decisions"], code.item(row, constant(DECISIONS)))
    yield placed(columns["rounds"], code.item(row, constant(ROUND)))
    winners = code.item(row, constant(WINNERS))
    ended = code.subtract(code.item(row, constant(ENDED)), constant(1))
    result = code.add(code.multiply(ended, constant(1 << program.players)), winners)
    if program.layout.worth >= 0:
        worth = code.item(row, constant(WORTH))
        known = code.compare("ult", worth, constant(WORTHS))
        whole = code.add(code.multiply(result, constant(WORTHS)), worth)
        result = code.select(known, whole, constant(-1))
    yield placed(columns["result"], result)
    scores = [
        code.item(row, constant(FIXED + seat))
        for seat in range(program.players)
        if f"score.{seat}" in columns
    ]
    for seat, score in enumerate(scores):
        yield placed(columns[f"score.{seat}"], score)
    if "margin" in columns:
        margin = placed(columns["margin"], _margin(e, winners, scores))
        yield _Figure(margin.column, margin.place, code.compare("ne", winners, constant(0)))


def _margin(e: Playing, winners: Operand, scores: Sequence[Operand]) -> Operand:
    """The points by which the winner is ahead of the second (i64): sides that won come first, then those with the better points; the points of a side are
    the best of its seats."""
    code, program = e.code, e.program
    up = standing_of(program)[0].highest
    first = second = constant(-(2**62), "i64")
    for team in sorted(set(program.teams)):
        seats = [seat for seat, own in enumerate(program.teams) if own == team]
        points = scores[seats[0]]
        for seat in seats[1:]:
            better = code.compare("sgt" if up else "slt", scores[seat], points)
            points = code.select(better, scores[seat], points)
        wide = code.widen(points, "i64", signed=True)
        wide = wide if up else code.subtract(constant(0, "i64"), wide)
        bits = code.binary("and", winners, constant(sum(1 << seat for seat in seats)))
        won = code.compare("ne", bits, constant(0))
        wide = code.add(wide, code.select(won, constant(1 << SHIFT, "i64"), constant(0, "i64")))
        ahead = code.compare("sgt", wide, first)
        behind = code.select(ahead, first, wide)
        second = code.select(code.compare("sgt", behind, second), behind, second)
        first = code.select(ahead, wide, first)
    return code.subtract(_without_mark(e, first), _without_mark(e, second))


def _without_mark(e: Playing, marked: Operand) -> Operand:
    """The points alone."""
    code, rest = e.code, constant(64 - SHIFT, "i64")
    return code.binary("ashr", code.binary("shl", marked, rest), rest)
