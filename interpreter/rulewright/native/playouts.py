"""Whole games of random players in native code, one after the other, with everything in locals.

    rulewright.playouts (seeds, count, max_actions, rounds, rows, out)

`seeds` has 64 bits for each game.  `rows` is room for ROOM choices, `out` one
row for each game: [failure, decisions, round, ended, winners, standings...].  `rounds` below 0: as many as there are.  Players choose
as `game.playout.RandomChooser` does, so that the same seed gives the same game as the reference executor.  A game in which
something fails has the number of the failure in its row; whoever called plays it again with the reference.
"""

from __future__ import annotations

from rulewright.native import flow
from rulewright.native.assembly import UNLIKELY, Operand, constant
from rulewright.native.building import Building, Function
from rulewright.native.chooser import pick_and_apply
from rulewright.native.emitter import Emitter
from rulewright.native.entries import OWN_WORK, Outside, write_standings
from rulewright.native.masks import WORD
from rulewright.native.players import AtRandom, memory
from rulewright.native.regions import Region
from rulewright.native.rows import standing_lines
from rulewright.native.values import Number
from rulewright.native.vectors import WIDEST
from rulewright.native.words import signed, stream_bases
from rulewright.runtime.words import GOLDEN, stream_key

STREAM = "players who choose at random"
"""The stream of random players, as `game.playout` names it."""
FIXED = 5
"""Numbers of a game's row before the standings."""
PARAMETERS = ("ptr noalias %seeds", "i64 %count", "i32 %most", "i32 %rounds", "ptr noalias %rows", "ptr noalias %out")  # fmt: skip


def out_width(building: Building) -> int:
    """How many numbers a game's row has."""
    return FIXED + len(standing_lines(building.program)) * building.program.players


class Playing(Outside):
    """The function that plays games: every region is a local."""

    def place(self, region: Region) -> Operand:
        name = f'%"{region.name}"'
        self.heads.append(f"  {name} = alloca {region.type}, i32 {max(region.size, 1)}, align 16")
        return Operand("ptr", name)


def write_playouts(building: Building) -> None:
    """The loop over games."""
    game = _game(building)
    e = Playing(building, "rulewright.playouts", PARAMETERS)
    code = e.code
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    for name in ("choice.count", "choice.limit", "play.most", "play.rounds", "play.decisions"):
        e.memory[name] = Region(name, 1)
    room_for_masks(e, game)
    e.memory |= {region.name: region for region in memory(building.program)}
    code.store(Operand("i32", "%most"), e.region("play.most"))
    rounds = Operand("i32", "%rounds")
    without_end = code.compare("slt", rounds, constant(0))
    code.store(code.select(without_end, constant(2**31 - 1), rounds), e.region("play.rounds"))
    number, over, again, inside = (
        code.allocate("i64"),
        code.block("over"),
        code.block("again"),
        code.block("game"),
    )
    code.store(constant(0, "i64"), number)
    code.at(again)
    index = code.load("i64", number)
    code.branch(code.compare("slt", index, Operand("i64", "%count")), inside, over)
    code.at(inside)
    seed = code.load("i64", code.element(Operand("ptr", "%seeds"), "i64", index))
    for name in game.regions:
        if name.startswith(("choice.", "play.", "mask.")) and name != "play.bot":
            continue
        begin_region(e, name, seed)
    row = code.element(
        Operand("ptr", "%out"), "i32", code.binary("mul", index, constant(out_width(building), "i64"))
    )
    play_and_tell(e, game, row)
    code.store(code.add(index, constant(1, "i64")), number)
    code.branch_to(again)
    code.at(over)
    e.close(constant(0))


def room_for_masks(e: Outside, game: Function) -> None:
    """Memory for the choices that a game keeps as bits."""
    for name in game.regions:
        if name.startswith("mask."):
            e.memory[name] = Region(name, WIDEST // WORD, type="i64")


def begin_region(e: Outside, name: str, seed: Operand) -> None:
    """What a region holds before a game."""
    region, address = e.memory[name], e.region(name)
    if name == "luck.bases":
        stream_bases(e, seed, [stream_key(stream) for stream in e.program.streams], address)
    elif name == "play.bot":
        stream_bases(e, seed, [stream_key(STREAM)], address)
    elif name == "luck.addresses":
        turns = e.building.constant_row(
            [signed(GOLDEN * (player + 1)).known or 0 for player in range(-1, e.program.players)], "i64"
        )
        e.copy(turns, address, 2 * region.size)
    elif region.offset >= 0:
        cells = e.building.constant_row(e.program.layout.initial())
        e.copy(e.code.element(cells, "i32", constant(region.offset)), address, region.size)
    else:
        width = 8 if region.type == "i64" else 4
        e.fill(address, -1 if name == "note.phase" else 0, width * region.size)


def run_game(e: Outside, game: Function) -> Operand:
    """Play one game whose regions are set; the number of what failed in it."""
    code = e.code
    code.store(constant(OWN_WORK), Operand("ptr", '%"work"'))
    e.me = Number(constant(-1), None, -1, -1)
    given = [Operand("ptr", '%"work"')] if game.counts else []
    given += [e.region(name) for name in game.regions]
    listed = ", ".join(str(operand) for operand in given)
    if game.fails:
        return code.result("i32", f'call fastcc i32 @"{game.name}"({listed}, i32 -1)')
    code.do(f'call fastcc void @"{game.name}"({listed}, i32 -1)')
    return constant(0)


def play_and_tell(e: Outside, game: Function, row: Operand) -> None:
    """One game, and its row. The regions of the game are set."""
    code = e.code
    facts = [("ended", 3), ("winners", 4), ("round", 2), ("play.decisions", 1)]
    failed = run_game(e, game)
    code.store(failed, row)
    for name, at in facts:
        code.store(code.load("i32", e.region(name)), code.element(row, "i32", constant(at)))
    standing = _standings(e.building)
    if standing is None:
        return
    to = code.element(row, "i32", constant(FIXED))
    given = [Operand("ptr", '%"work"')] if standing.counts else []
    given += [to if name == "play.standings" else e.region(name) for name in standing.regions]
    call = f'@"{standing.name}"({", ".join(str(operand) for operand in given)}, i32 -1)'
    if not standing.fails:
        code.do(f"call fastcc void {call}")
        return
    sound = code.block("sound")
    done = code.block("done")
    code.branch(code.compare("eq", failed, constant(0)), sound, done, "")
    code.at(sound)
    code.store(code.result("i32", f"call fastcc i32 {call}"), row)
    code.at(done)


def _standings(building: Building) -> Function | None:
    """The function that writes the standings where a game's row has room for them."""
    if not standing_lines(building.program):
        return None
    e = Emitter(building, "standings")
    write_standings(e, e.region("play.standings"))
    return e.finish()


def _game(building: Building) -> Function:
    """A game from set-up to its end, or until it is broken off."""
    e = Emitter(building, "game")
    code, program = e.code, building.program
    for name in ("ended", "winners", "round", "play.decisions"):
        e.region(name)
    code.store(constant(0), e.region("play.decisions"))
    player = AtRandom(e)
    e.call(flow.begin(building), ())
    again, over = code.block("decision"), code.block("over")
    code.at(again)
    decisions = code.load("i32", e.region("play.decisions"))
    e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), over)
    e.leave_if(code.compare("sge", decisions, code.load("i32", e.region("play.most"))), over, UNLIKELY)
    rounds = code.load("i32", e.region("play.rounds"))
    e.leave_if(code.compare("sgt", code.load("i32", e.region("round")), rounds), over, UNLIKELY)
    code.store(constant(OWN_WORK), e.work_address())
    me = code.load("i32", e.region("current"))
    e.me = Number(me, None, 0, program.players - 1)
    player.look(e)
    pick_and_apply(e, player)
    code.store(code.add(decisions, constant(1)), e.region("play.decisions"))
    code.branch_to(again)
    code.at(over)
    return e.finish()
