"""Whole games of random players in native code, one after the other, with everything in locals.

    rulewright.playouts (seeds, count, max_actions, rounds, rows, out)
    one_game            (bases, max_actions, rounds, rows, out, bot)              one of them

`seeds` has 64 bits for each game.  `rows` is room for ROOM choices, `out` one
row for each game: [failure, decisions, round, ended, winners, standings...].  `rounds` below 0: as many as there are.  Players choose
as `game.playouts.playout.RandomChooser` does, so that the same seed gives the same game as the reference executor.  A game in which
something fails has the number of the failure in its row; whoever called plays it again with the reference.

One game is a function of its own, so that in its loops nothing but the game wants a register.  It is given the bases of its streams, which were
worked out while the game before was played: its first choice would have to wait for them.
"""

from __future__ import annotations

from rulewright.native.chance.random_words import stream_bases
from rulewright.native.choices.chooser import pick_and_apply
from rulewright.native.choices.masks import WORD
from rulewright.native.choices.players import AtRandom, memory
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.expressions.vectors import WIDEST
from rulewright.native.flow import order
from rulewright.native.flow.play_cells import is_noted
from rulewright.native.flow.turns import carry_out
from rulewright.native.llvm.assembly import UNLIKELY, Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region
from rulewright.native.llvm.values import Number, truth
from rulewright.native.modules.entry_points import OWN_WORK, Outside, write_standings
from rulewright.runtime.chance.random_words import GOLDEN, stream_key

STREAM = "players who choose at random"
"""The stream of random players, as `game.playouts.playout` names it."""
ONE = "one_game"
ONE_PARAMETERS = ("ptr noalias %bases", "i32 %most", "i32 %rounds", "ptr noalias %rows", "ptr noalias %out", "i64 %bot")  # fmt: skip
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
    """The loop over games, and the function that plays one of them."""
    _write_one_game(building)
    e = Playing(building, "rulewright.playouts", PARAMETERS)
    code, streams = e.code, len(building.program.streams)
    seeds, count = Operand("ptr", "%seeds"), Operand("i64", "%count")
    number, bases = code.allocate("i64"), code.allocate("i64", max(streams, 1))
    ahead = code.allocate("i64", streams + 1)
    again, inside, over = (code.block(hint) for hint in ("again", "game", "over"))
    some = code.compare("sgt", count, constant(0, "i64"))
    _write_bases(e, code.select(some, seeds, building.constant_row((0,), "i64")), ahead)
    code.store(constant(0, "i64"), number)
    code.at(again)
    index = code.load("i64", number)
    code.branch(code.compare("slt", index, count), inside, over)
    code.at(inside)
    e.copy(ahead, bases, 2 * streams)
    bot = code.load("i64", code.element(ahead, "i64", constant(streams)))
    following = code.add(index, constant(1, "i64"))
    last = code.compare("eq", following, count)
    _write_bases(e, code.element(seeds, "i64", code.select(last, index, following)), ahead)
    width = constant(out_width(building), "i64")
    row = code.element(Operand("ptr", "%out"), "i32", code.multiply(index, width))
    code.do(f'call i32 @"{ONE}"({bases}, i32 %most, i32 %rounds, ptr %rows, {row}, {bot})')
    code.store(following, number)
    code.branch_to(again)
    code.at(over)
    e.close(constant(0))


def _write_bases(e: Outside, seed: Operand, to: Operand) -> None:
    """Write the bases of the game whose seed stands at an address: those of the program's streams, then that of the players."""
    keys = [stream_key(stream) for stream in (*e.program.streams, STREAM)]
    stream_bases(e, e.code.load("i64", seed), keys, to)


def _write_one_game(building: Building) -> None:
    """The function that plays a game and writes its row."""
    game = _game(building)
    e = Playing(building, ONE, ONE_PARAMETERS)
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
    for name in game.regions:
        if name == "luck.bases":
            e.copy(Operand("ptr", "%bases"), e.region(name), 2 * len(building.program.streams))
        elif name == "play.bot":
            code.store(Operand("i64", "%bot"), e.region(name))
        elif not name.startswith(("choice.", "play.", "mask.")):
            _begin_region(e, name)
    play_and_tell(e, game, Operand("ptr", "%out"))
    e.close(constant(0), apart=True)


def room_for_masks(e: Outside, game: Function) -> None:
    """Memory for the choices that a game keeps as bits."""
    for name in game.regions:
        if name.startswith("mask."):
            e.memory[name] = Region(name, WIDEST // WORD, type="i64")


def begin_region(e: Outside, name: str, seed: Operand) -> None:
    """What a region holds before the game of a seed."""
    streams = {"luck.bases": e.program.streams, "play.bot": (STREAM,)}
    if name in streams:
        stream_bases(e, seed, [stream_key(stream) for stream in streams[name]], e.region(name))
    else:
        _begin_region(e, name)


def _begin_region(e: Outside, name: str) -> None:
    """What a region holds before any game."""
    region, address = e.memory[name], e.region(name)
    if name == "luck.addresses":
        turns = e.building.constant_row(
            [GOLDEN * (player + 1) for player in range(-1, e.program.players)], "i64"
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
    """A game from set-up to its end, or until it is broken off.

    The note that an action leaves is carried out here, whatever the action was.  So the code has two ways back to the next decision, of the
    same turn and of the next one, and LLVM makes two loops of them: what a turn has lies in registers in the inner one."""
    e = Emitter(building, "game")
    code, program = e.code, building.program
    for name in ("ended", "winners", "round", "play.decisions"):
        e.region(name)
    code.store(constant(0), e.region("play.decisions"))
    player = AtRandom(e)
    e.call(order.begin(building), ())
    building.leaves_notes = True
    again, noted, same, over = (code.block(hint) for hint in ("decision", "noted", "same_turn", "over"))
    _leave_if_over(e, over)
    _leave_after_rounds(e, over)
    code.at(again)
    code.store(constant(OWN_WORK), e.work_address())
    me = code.load("i32", e.region("current"))
    e.me = Number(me, None, 0, program.players - 1)
    player.look(e)
    pick_and_apply(e, player)
    made = e.region("play.decisions")
    code.increase(made, constant(1))
    if building.notes_left:
        code.branch(is_noted(e), noted, same)
    code.at(same)
    _leave_if_over(e, over)
    if building.turns_inside:
        _leave_after_rounds(e, over)
    code.branch_to(again)
    if building.notes_left:
        code.at(noted)
        e.call(carry_out(building), ())
        e.call(order.settle(building), [truth(True)])
        _leave_if_over(e, over)
        _leave_after_rounds(e, over)
        code.branch_to(again)
    code.at(over)
    return e.finish()


def _leave_if_over(e: Emitter, over: str) -> None:
    """Leave if the game has ended, or if there were enough decisions."""
    code = e.code
    e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), over)
    made, most = code.load("i32", e.region("play.decisions")), code.load("i32", e.region("play.most"))
    e.leave_if(code.compare("sge", made, most), over, UNLIKELY)


def _leave_after_rounds(e: Emitter, over: str) -> None:
    """Leave if there were enough rounds. What does nothing keeps LLVM from asking of rounds and decisions at once, which takes longer than two
    jumps that are never taken."""
    code = e.code
    enough, going = code.block("enough"), code.block("going")
    round_, rounds = code.load("i32", e.region("round")), code.load("i32", e.region("play.rounds"))
    code.branch(code.compare("sgt", round_, rounds), enough, going, UNLIKELY)
    code.at(enough)
    e.building.declare("sideeffect", "declare void @llvm.sideeffect()")
    code.do("call void @llvm.sideeffect()")
    code.branch_to(over)
    code.at(going)
