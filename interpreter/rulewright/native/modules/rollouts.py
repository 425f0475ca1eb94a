"""Games of random players in native code that go on from a position, for players who look ahead.

    rulewright.play_on (seeds, count, first, most, rounds, turn, from, turns, seats, rows, out)

As `rulewright.playouts`, but every game begins with the cells in `from`, `turns` begun (outside any, then by player), and luck of its
own, from 64 bits in `seeds`.  `first` is which of the legal choices is taken first, below 0: any.  `turn`: whether a game is broken
off when the turn in which it began is over.  `seats`: who sits in each seat, as a place in the row of strategies that the module was made
for, below 0 for players at random.  `game.playouts.playout.play_on` does the same in Python.
"""

from __future__ import annotations

from rulewright.native.chance.random_words import stream_bases, turn_address
from rulewright.native.choices.chooser import pick_and_apply
from rulewright.native.choices.players import AtRandom, memory
from rulewright.native.choices.strategies import pick_preferred
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import work_out
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region, mirrored
from rulewright.native.llvm.values import Number
from rulewright.native.modules.entry_points import OWN_WORK
from rulewright.native.modules.playouts import STREAM, Playing, out_width, play_and_tell, room_for_masks
from rulewright.runtime.chance.random_words import stream_key
from rulewright.runtime.fast import Seats

PARAMETERS = (
    "ptr noalias %seeds", "i64 %count", "i32 %first", "i32 %most", "i32 %rounds", "i32 %turn", "ptr noalias %from",
    "ptr noalias %turns", "ptr noalias %seats", "ptr noalias %rows", "ptr noalias %out",
)  # fmt: skip
GIVEN = ("first", "most", "rounds", "turn")
"""Parameters that every decision looks at."""
MANY_ROUNDS = 2**31 - 1


def write_continued(building: Building, who: Seats) -> None:
    """The loop over games in which players choose at random or follow one of `who`."""
    game = _game(building, who)
    e = Playing(building, "rulewright.play_on", PARAMETERS)
    code = e.code
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    e.regions["play.seats"] = Operand("ptr", "%seats")
    for name in ("choice.count", "choice.limit", "play.decisions", *(f"play.{name}" for name in GIVEN)):
        e.memory[name] = Region(name, 1)
    room_for_masks(e, game)
    e.memory |= {region.name: region for region in memory(building.program)}
    for name in GIVEN:
        code.store(Operand("i32", f"%{name}"), e.region(f"play.{name}"))
    without_end = code.compare("slt", Operand("i32", "%rounds"), constant(0))
    with code.if_(without_end, "without_end"):
        code.store(constant(MANY_ROUNDS), e.region("play.rounds"))
    number = code.allocate("i64")
    again, inside, over = code.block("again"), code.block("game"), code.block("over")
    code.store(constant(0, "i64"), number)
    code.at(again)
    index = code.load("i64", number)
    code.branch(code.compare("slt", index, Operand("i64", "%count")), inside, over)
    code.at(inside)
    seed = code.load("i64", code.element(Operand("ptr", "%seeds"), "i64", index))
    for name in game.regions:
        if name == "play.bot" or not name.startswith(("choice.", "play.", "mask.")):
            _begin_region(e, name, seed)
    for kind in building.layout.kinds.values():
        if mirrored(kind) and f"bits.{kind.name}" in game.regions:
            work_out(e, kind, e.at("from", e.memory[f"piece.{kind.name}.spots"].offset))
    row = code.element(
        Operand("ptr", "%out"), "i32", code.binary("mul", index, constant(out_width(building), "i64"))
    )
    play_and_tell(e, game, row)
    code.store(code.add(index, constant(1, "i64")), number)
    code.branch_to(again)
    code.at(over)
    e.close(constant(0))


def _begin_region(e: Playing, name: str, seed: Operand) -> None:
    """What a region holds before a game: what is given, and nothing noted or used."""
    region, address = e.memory[name], e.region(name)
    if name in ("luck.bases", "play.bot"):
        streams = [STREAM] if name == "play.bot" else e.program.streams
        stream_bases(e, seed, [stream_key(stream) for stream in streams], address)
    elif name == "luck.addresses":
        _write_addresses(e, address)
    elif region.offset >= 0:
        e.copy(e.at("from", region.offset), address, region.size)
    elif not name.startswith("bits."):
        width = 8 if region.type == "i64" else 4
        e.fill(address, -1 if name == "note.phase" else 0, width * region.size)


def _write_addresses(e: Playing, to: Operand) -> None:
    """The addresses of the turns that were begun."""
    code = e.code

    def one(index: Operand) -> None:
        begun = code.load("i32", code.element(Operand("ptr", "%turns"), "i32", index))
        address = turn_address(e, code.subtract(index, constant(1)), begun)
        code.store(address, code.element(to, "i64", index))

    code.loop(constant(e.program.players + 1), one)


class _FirstGiven(AtRandom):
    """Players at random whose first choice of all may be given. The word for it is used up either way."""

    def number(self, e: Emitter, count: Operand, most: int) -> Operand:
        code, drawn = e.code, super().number(e, count, most)
        given = code.load("i32", e.region("play.first"))
        last = code.subtract(count, constant(1))
        given = code.select(code.compare("slt", given, count), given, last)
        begun = code.compare("ne", code.load("i32", e.region("play.decisions")), constant(0))
        any_ = code.either(begun, code.compare("slt", given, constant(0)))
        return code.select(any_, drawn, given)


def _game(building: Building, who: Seats) -> Function:
    """A game from its position to its end, or until it is broken off."""
    e = Emitter(building, "onward")
    code, program = e.code, building.program
    for name in ("ended", "winners", "round", "current", "luck.addresses", "play.decisions"):
        e.region(name)
    code.store(constant(0), e.region("play.decisions"))
    player = _FirstGiven(e)
    whose = code.load("i32", e.region("current"))
    e.me = Number(whose, None, 0, program.players - 1)
    player.resume(e)
    when = code.load("i64", _turn_of(e, whose))
    again, over = code.block("decision"), code.block("over")
    code.at(again)
    decisions = code.load("i32", e.region("play.decisions"))
    e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), over)
    e.leave_if(code.compare("sge", decisions, code.load("i32", e.region("play.most"))), over)
    rounds = code.load("i32", e.region("play.rounds"))
    e.leave_if(code.compare("sgt", code.load("i32", e.region("round")), rounds), over)
    me = code.load("i32", e.region("current"))
    another = code.either(
        code.compare("ne", me, whose), code.compare("ne", code.load("i64", _turn_of(e, whose)), when)
    )
    only_turn = code.compare("ne", code.load("i32", e.region("play.turn")), constant(0))
    e.leave_if(code.both(only_turn, another), over)
    code.store(constant(OWN_WORK), e.work_address())
    e.me = Number(me, None, 0, program.players - 1)
    player.look(e)
    _choose(e, player, who)
    code.store(code.add(decisions, constant(1)), e.region("play.decisions"))
    code.branch_to(again)
    code.at(over)
    return e.finish()


def _choose(e: Emitter, player: _FirstGiven, who: Seats) -> None:
    """Let `me` choose, and carry the choice out. A first choice that is given is one of all that are legal."""
    if not who:
        pick_and_apply(e, player)
        return
    code = e.code
    any_, preferred, done = (code.block(hint) for hint in ("any", "preferred", "done"))
    seat = code.load("i32", code.element(e.region("play.seats"), "i32", e.me.bits))
    first = code.both(
        code.compare("eq", code.load("i32", e.region("play.decisions")), constant(0)),
        code.compare("sge", code.load("i32", e.region("play.first")), constant(0)),
    )
    code.branch(code.either(first, code.compare("slt", seat, constant(0))), any_, preferred)
    code.at(any_)
    pick_and_apply(e, player)
    code.branch_to(done)
    code.at(preferred)
    pick_preferred(e, player, who)
    code.branch_to(done)
    code.at(done)


def _turn_of(e: Emitter, player: Operand) -> Operand:
    """Where it stands which turn of a player began last."""
    return e.code.element(e.region("luck.addresses"), "i64", e.code.add(player, constant(1)))
