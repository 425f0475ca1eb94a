"""Whole games of random players in native code, one after the other, with everything in locals; and the code shared by all functions that play games.

    rulewright.playouts (seeds, count, most, rounds, rows, out)

`seeds` has 64 bits for each game, `rows` is room for ROOM choices, and `out` has one row for each game: [failure, decisions, round, ended,
winners, worth, standings...].  A game is broken off after `most` decisions or `rounds` rounds; below 0 there is no limit.  Players choose as
`game.playouts.playout.RandomChooser` does, so that the same seed gives the same game as the reference executor.  A game in which something
fails has the number of the failure in its row; the caller plays it again with the reference.

`totals`, `measured_games` and `rollouts` are other `Games`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.native.chance.random_words import stream_bases
from rulewright.native.choices.chooser import pick_and_apply
from rulewright.native.choices.players import AtRandom, memory
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.expressions.vectors import WIDEST
from rulewright.native.flow import order
from rulewright.native.flow.play_cells import current
from rulewright.native.llvm.assembly import UNLIKELY, Operand, constant
from rulewright.native.llvm.bits import WORD
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region
from rulewright.native.modules.entry_points import OWN_WORK, Outside, write_standings
from rulewright.runtime.chance.random_words import GOLDEN, stream_key

STREAM = "players who choose at random"
"""The stream of random players, under the name that `game.playouts.playout` uses."""
FIXED = 6
"""How many numbers of a game's row come before the standings."""
MANY_ROUNDS = 2**31 - 1
FACTS = (("play.decisions", 1), ("round", 2), ("ended", 3), ("winners", 4))
"""Regions, with the index at which each is written in a game's row."""
WORTH = 5
"""The index at which the worth of the result is written."""
SET_APART = ("choice.", "play.", "mask.", "measure.rounds")
"""Prefixes of regions that need no initial value, or get one elsewhere."""


class Playing(Outside):
    """The function that plays games: every region is a local."""

    def place(self, region: Region) -> Operand:
        return self.local(Region(region.name, max(region.size, 1), type=region.type))


class Games:
    """A kind of games: the parameters of their function, how a game begins, the checks at a decision, and
    the row written afterwards."""

    function = "rulewright.playouts"
    parameters: tuple[str, ...] = ("ptr noalias %seeds", "i64 %count", "i32 %most", "i32 %rounds", "ptr noalias %rows", "ptr noalias %out")  # fmt: skip
    given: tuple[str, ...] = ("most", "rounds")
    """Parameters that every decision reads, each in the region `play.NAME`."""

    def __init__(self, building: Building) -> None:
        self.building, self.program = building, building.program

    def width(self) -> int:
        """How many numbers a game's row has."""
        return FIXED + len(standing_lines(self.program)) * self.program.players

    def memory(self) -> list[Region]:
        """The memory of a game in addition to the state."""
        names = ("choice.count", "choice.limit", "play.most", "play.rounds", "play.decisions")
        return [*(Region(name, 1) for name in names), *memory(self.program)]

    def begin_region(self, e: Playing, name: str, seed: Operand) -> None:
        """The initial contents of a region in the game of a seed."""
        region, address = e.memory[name], e.region(name)
        if name in ("luck.bases", "play.bot"):
            streams = [STREAM] if name == "play.bot" else self.program.streams
            stream_bases(e, seed, [stream_key(stream) for stream in streams], address)
        elif name == "luck.addresses":
            self.begin_addresses(e, address)
        elif name.startswith("notes."):
            self.begin_notes(e, region, address)
        elif region.offset >= 0:
            e.copy(self.cells(e, region.offset), address, region.size)
        else:
            width = 8 if region.type == "i64" else 4
            e.fill(address, -1 if name == "note.phase" else 0, width * region.size)

    def begin_notes(self, e: Playing, region: Region, to: Operand) -> None:
        """The notes of positions at the beginning: none. The cells after the notes are never read."""
        e.code.store(constant(0), to)

    def begin_addresses(self, e: Playing, to: Operand) -> None:
        """The addresses of the turns begun so far: none."""
        turns = [GOLDEN * place for place in range(self.program.players + 1)]
        e.copy(self.building.constant_row(turns, "i64"), to, 2 * len(turns))

    def cells(self, e: Playing, offset: int) -> Operand:
        """The cells at the beginning of a game: before set-up."""
        layout = self.program.layout
        cells = self.building.constant_row(layout.initial()[: layout.before_notes])
        return e.code.element(cells, "i32", constant(offset))

    def before(self, e: Playing, regions: Sequence[str], index: Operand) -> None:
        """Anything else to be done before a game, given its number and the `regions` that were begun."""

    def begin(self, e: Emitter) -> AtRandom:
        """Begin a game; returns its players."""
        player = AtRandom(e)
        e.run(order.begin(self.building))
        return player

    def look(self, e: Emitter) -> None:
        """A decision is due, or the game has ended."""

    def leave(self, e: Emitter, over: str) -> None:
        """Leave if the game has ended, or if there were enough decisions or rounds."""
        code = e.code
        e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), over)
        made, rounds = code.load("i32", e.region("play.decisions")), code.load("i32", e.region("round"))
        e.leave_if(code.compare("sge", made, code.load("i32", e.region("play.most"))), over, UNLIKELY)
        e.leave_if(code.compare("sgt", rounds, code.load("i32", e.region("play.rounds"))), over, UNLIKELY)

    def choose(self, e: Emitter, player: AtRandom) -> None:
        """Let `me` choose, and carry the choice out."""
        pick_and_apply(e, player)

    def standings(self) -> Function | None:
        """The function that writes the standings, unless there is no score."""
        if not standing_lines(self.program):
            return None
        e = Emitter(self.building, "standings")
        write_standings(e, e.region("play.standings"))
        return e.finish()

    def tell(self, e: Playing, failed: Operand, row: Operand, standings: Function | None) -> None:
        """Write a game's row."""
        code = e.code
        write_facts(e, failed, row)
        if standings is None:
            return
        e.regions["play.standings"] = code.element(row, "i32", constant(FIXED))
        with code.if_(code.compare("eq", failed, constant(0)), "sound"):
            code.store(played(e, standings), row)


def write_facts(e: Playing, failed: Operand, row: Operand, more: Iterable[tuple[str, int]] = ()) -> None:
    """Write the number of a failure and the numbers of regions to a game's row."""
    e.code.store(failed, row)
    for name, at in (*FACTS, *more):
        e.code.store(e.code.load("i32", e.region(name)), e.code.element(row, "i32", constant(at)))
    worth = e.code.load("i32", e.region("worth")) if e.layout.worth >= 0 else constant(1)
    e.code.store(worth, e.code.element(row, "i32", constant(WORTH)))


def write_games(games: Games) -> None:
    """Write the loop over games, and the function that plays one of them."""
    e, play_one = opened(games)
    code = e.code

    def play(index: Operand) -> None:
        seed = code.item(Operand("ptr", "%seeds"), index, "i64")
        play_one(index, seed, row_at(e, games, index))

    code.loop(Operand("i64", "%count"), play)
    e.close(constant(0))


def row_at(e: Playing, games: Games, index: Operand) -> Operand:
    """The address of a row of `out`."""
    width = constant(games.width(), "i64")
    return e.code.element(Operand("ptr", "%out"), "i32", e.code.multiply(index, width))


def opened(games: Games) -> tuple[Playing, Callable[[Operand, Operand, Operand], None]]:
    """The beginning of the function called from outside, and what writes the code that plays one game, given its index, its seed and the address of its
    row."""
    building, game, standings = games.building, _game(games), games.standings()
    e = Playing(building, games.function, games.parameters)
    code = e.code
    e.memory |= {region.name: region for region in games.memory()}
    e.memory |= {
        name: Region(name, WIDEST // WORD, type="i64") for name in game.regions if name.startswith("mask.")
    }
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    # A score that no rule of the game reads or writes is in the standings all the same.
    begun = [
        name
        for name in dict.fromkeys((*game.regions, *(standings.regions if standings is not None else ())))
        if name == "play.bot" or not name.startswith(SET_APART)
    ]
    code.store(constant(MANY_ROUNDS), e.region("play.rounds"))
    for name in games.given:
        limit = Operand("i32", f"%{name}")
        if name == "rounds":
            limit = code.select(code.compare("slt", limit, constant(0)), constant(MANY_ROUNDS), limit)
        code.store(limit, e.region(f"play.{name}"))

    def play(index: Operand, seed: Operand, row: Operand) -> None:
        for name in begun:
            games.begin_region(e, name, seed)
        games.before(e, begun, index)
        games.tell(e, played(e, game), row, standings)

    return e, play


def played(e: Playing, function: Function) -> Operand:
    """Call a function of the game, whose regions are set; the number of its failure."""
    code = e.code
    code.store(constant(OWN_WORK), e.work_address())
    given = [e.work_address()] if function.counts else []
    given += [e.region(name) for name in function.regions]
    listed = ", ".join(str(operand) for operand in given)
    if function.fails:
        return code.result("i32", f'call fastcc i32 @"{function.name}"({listed}, i32 -1)')
    code.do(f'call fastcc void @"{function.name}"({listed}, i32 -1)')
    return constant(0)


def _game(games: Games) -> Function:
    """The function that plays a game until it has ended or is broken off."""
    e = Emitter(games.building, "game")
    code = e.code
    for region in games.memory():
        e.region(region.name)
    for name in ("ended", "winners", "round", "luck.addresses", *(("worth",) if e.layout.worth >= 0 else ())):
        e.region(name)
    code.store(constant(0), e.region("play.decisions"))
    player = games.begin(e)
    again, over = code.block("decision"), code.block("over")
    code.at(again)
    games.look(e)
    games.leave(e, over)
    e.begin_work(OWN_WORK)
    e.me = current(e)
    player.look(e)
    games.choose(e, player)
    code.increase(e.region("play.decisions"), constant(1))
    code.branch_to(again)
    code.at(over)
    return e.finish()
