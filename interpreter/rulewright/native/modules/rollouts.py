"""Games of random players in native code that continue from a position, for players who look ahead.

    rulewright.play_on (seeds, count, first, most, rounds, turn, from, turns, seats, rows, out)

As `rulewright.playouts`, but every game begins with the cells in `from`, the `turns` begun (outside any, then by player), and luck of its
own, from 64 bits in `seeds`.  `first` is the index of the legal choice that is taken first, below 0: any.  `turn`: whether a game is broken
off at the end of the turn in which it began.  `seats`: the player in each seat, as an index into the strategies that the module was made
for, below 0 for players at random.  `game.playouts.playout.play_on` does the same in Python.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.native.chance.random_words import turn_address
from rulewright.native.choices.players import AtRandom
from rulewright.native.choices.strategies import memory, pick_preferred
from rulewright.native.flow.play_cells import current
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import work_out
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building
from rulewright.native.llvm.regions import Region, mirrored
from rulewright.native.modules.playouts import Games, Playing
from rulewright.runtime.fast import Seats


class Continued(Games):
    """Games that continue from a position, in which players choose at random or follow one of `who`."""

    function = "rulewright.play_on"
    parameters = (
        "ptr noalias %seeds", "i64 %count", "i32 %first", "i32 %most", "i32 %rounds", "i32 %turn", "ptr noalias %from",
        "ptr noalias %turns", "ptr noalias %seats", "ptr noalias %rows", "ptr noalias %out",
    )  # fmt: skip
    given = ("first", "most", "rounds", "turn")

    def __init__(self, building: Building, who: Seats) -> None:
        super().__init__(building)
        self._who = who

    def memory(self) -> list[Region]:
        return [
            *super().memory(),
            Region("play.first", 1),
            Region("play.turn", 1),
            Region("play.seats", 1),
            *memory(self.program, self._who),
        ]

    def begin_notes(self, e: Playing, region: Region, to: Operand) -> None:
        """Only the notes that there are."""
        code, source = e.code, self.cells(e, region.offset)
        notes = self.program.layout.notes[region.name.removeprefix("notes.")]
        used = code.load("i32", source)
        code.store(used, to)
        for word in range(notes.words):
            first = constant(1 + word * notes.room)
            e.copy(code.element(source, "i32", first), code.element(to, "i32", first), used)

    def begin_addresses(self, e: Playing, to: Operand) -> None:
        """The addresses of the turns that were begun."""
        code = e.code

        def one(index: Operand) -> None:
            begun = code.item(Operand("ptr", "%turns"), index)
            address = turn_address(e, code.subtract(index, constant(1)), begun)
            code.store(address, code.element(to, "i64", index))

        code.loop(constant(self.program.players + 1), one)

    def cells(self, e: Playing, offset: int) -> Operand:
        return e.at("from", offset)

    def before(self, e: Playing, regions: Sequence[str], index: Operand) -> None:
        e.regions["play.seats"] = Operand("ptr", "%seats")
        for kind in self.program.layout.kinds.values():
            if mirrored(kind) and f"bits.{kind.name}" in regions:
                work_out(e, kind, e.at("from", e.memory[f"piece.{kind.name}.spots"].offset))

    def begin(self, e: Emitter) -> AtRandom:
        player = _FirstGiven(e)
        e.me = current(e)
        player.resume(e)
        self._whose, self._turn = e.me.bits, e.code.load("i64", _turn_of(e, e.me.bits))
        return player

    def leave(self, e: Emitter, over: str) -> None:
        """Leave also if only the turn in which the game began is played, and it is over."""
        super().leave(e, over)
        code = e.code
        same = code.compare("eq", code.load("i64", _turn_of(e, self._whose)), self._turn)
        another = code.either(code.compare("ne", current(e).bits, self._whose), code.opposite(same))
        only_turn = code.compare("ne", code.load("i32", e.region("play.turn")), constant(0))
        e.leave_if(code.both(only_turn, another), over)

    def choose(self, e: Emitter, player: AtRandom) -> None:
        """If the first choice is given, it is an index into all legal ones."""
        if not self._who:
            super().choose(e, player)
            return
        code = e.code
        any_, preferred, done = (code.block(hint) for hint in ("any", "preferred", "done"))
        seat = code.item(e.region("play.seats"), e.me.bits)
        first = code.both(
            code.compare("eq", code.load("i32", e.region("play.decisions")), constant(0)),
            code.compare("sge", code.load("i32", e.region("play.first")), constant(0)),
        )
        code.branch(code.either(first, code.compare("slt", seat, constant(0))), any_, preferred)
        code.at(any_)
        super().choose(e, player)
        code.branch_to(done)
        code.at(preferred)
        pick_preferred(e, player, self._who)
        code.at(done)


class _FirstGiven(AtRandom):
    """Players at random whose very first choice may be given. Its random word is used up either way."""

    def number(self, e: Emitter, count: Operand, most: int) -> Operand:
        code, drawn = e.code, super().number(e, count, most)
        given = code.load("i32", e.region("play.first"))
        last = code.subtract(count, constant(1))
        given = code.select(code.compare("slt", given, count), given, last)
        begun = code.compare("ne", code.load("i32", e.region("play.decisions")), constant(0))
        any_ = code.either(begun, code.compare("slt", given, constant(0)))
        return code.select(any_, drawn, given)


def _turn_of(e: Emitter, player: Operand) -> Operand:
    """The address of the number of a player's latest turn."""
    return e.code.element(e.region("luck.addresses"), "i64", e.code.add(player, constant(1)))
