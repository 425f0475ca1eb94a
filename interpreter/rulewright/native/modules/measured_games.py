"""Whole games of plain players in native code, measured as `game.playouts.playout.measure` does.

    rulewright.measured (seeds, count, max_actions, rows, seats, tables, out, curve)

`seats`: for each of `tables` tables who sits in each seat, as a place in the row of players that the module was made for; the first
game is played at the first table, and round again.  `out` has one row for each game: what `playouts` writes, then [turns, choices,
changes of the lead, how often each rule was carried out...]; `curve` is added to (`runtime.fast`).
"""

from __future__ import annotations

from rulewright.native.chance.random_words import turn_at
from rulewright.native.choices.chooser import pick_and_apply
from rulewright.native.choices.players import AtRandom, memory
from rulewright.native.choices.strategies import pick_preferred
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.flow import order
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region
from rulewright.native.llvm.values import Number
from rulewright.native.modules.entry_points import OWN_WORK, write_standings
from rulewright.native.modules.playouts import FIXED, Playing, begin_region, room_for_masks, run_game
from rulewright.runtime.fast import (
    CHOICES,
    FIRED,
    LEAD_CHANGES,
    ROUNDS_KEPT,
    TURNS,
    Seats,
    counted_rules,
    curve_width,
)

PARAMETERS = (
    "ptr noalias %seeds", "i64 %count", "i32 %most", "ptr noalias %rows",
    "ptr noalias %seats", "i32 %tables", "ptr noalias %out", "ptr noalias %curve",
)  # fmt: skip


def measured_width(building: Building) -> int:
    """How many numbers a game's row has."""
    return _own(building) + FIRED + len(counted_rules(building.program))


def _own(building: Building) -> int:
    return FIXED + len(standing_lines(building.program)) * building.program.players


def write_measured(building: Building, who: Seats) -> None:
    """The loop over games in which each player is one of `who`."""
    rules = counted_rules(building.program)
    building.counted = {
        path: number for number, path in enumerate(rules) if path not in building.program.actions
    }
    building.counted[""] = -1  # something is counted, even where nothing is automatic
    game = _game(building, who)
    e = Playing(building, "rulewright.measured", PARAMETERS)
    code, players = e.code, building.program.players
    e.regions["choice.rows"] = Operand("ptr", "%rows")
    e.memory |= {region.name: region for region in _memory(building)}
    room_for_masks(e, game)
    code.store(Operand("i32", "%most"), e.region("play.most"))
    number, table = code.allocate("i64"), code.allocate("i32")
    over, again, inside = (code.block(hint) for hint in ("over", "again", "game"))
    code.store(constant(0, "i64"), number)
    code.store(constant(0), table)
    code.at(again)
    index = code.load("i64", number)
    code.branch(code.compare("slt", index, Operand("i64", "%count")), inside, over)
    code.at(inside)
    seed = code.load("i64", code.element(Operand("ptr", "%seeds"), "i64", index))
    for name in game.regions:
        if name == "play.bot" or not name.startswith(("choice.", "play.", "mask.", "measure.rounds")):
            begin_region(e, name, seed)
    at = code.load("i32", table)
    seats = code.element(Operand("ptr", "%seats"), "i32", code.multiply(at, constant(players)))
    e.copy(seats, e.region("play.seats"), players)
    following = code.add(at, constant(1))
    past = code.compare("sge", following, Operand("i32", "%tables"))
    code.store(code.select(past, constant(0), following), table)
    _play(
        e,
        game,
        code.element(
            Operand("ptr", "%out"), "i32", code.multiply(index, constant(measured_width(building), "i64"))
        ),
    )
    code.store(code.add(index, constant(1, "i64")), number)
    code.branch_to(again)
    code.at(over)
    e.close(constant(0))


def _memory(building: Building) -> list[Region]:
    """What measuring keeps, beside the state."""
    players, names = building.program.players, ("choice.count", "choice.limit", "play.most", "play.decisions")
    return [
        *(Region(name, 1) for name in names),
        *memory(building.program),
        Region("play.seats", players),
        Region("measure.fired", len(counted_rules(building.program))),
        Region("measure.choices", 1),
        Region("measure.leader", 1),
        Region("measure.lead_changes", 1),
        Region("measure.round", 1),
        Region("measure.standings", len(standing_lines(building.program)) * players),
        Region("measure.rounds", ROUNDS_KEPT * players),
    ]


def _play(e: Playing, game: Function, row: Operand) -> None:
    """One game, its row, and what it adds to the curve."""
    code = e.code
    failed = run_game(e, game)
    code.store(failed, row)
    facts = [("play.decisions", 1), ("round", 2), ("ended", 3), ("winners", 4)]
    own = _own(e.building)
    facts += [("measure.choices", own + CHOICES), ("measure.lead_changes", own + LEAD_CHANGES)]
    for name, at in facts:
        code.store(code.load("i32", e.region(name)), code.element(row, "i32", constant(at)))
    turns = constant(0)
    for player in range(e.program.players):
        address = code.element(e.region("luck.addresses"), "i64", constant(player + 1))
        turns = code.add(turns, turn_at(e, code.load("i64", address)))
    code.store(turns, code.element(row, "i32", constant(own + TURNS)))
    if own > FIXED:
        e.copy(e.region("measure.standings"), code.element(row, "i32", constant(FIXED)), own - FIXED)
    fired = len(counted_rules(e.program))
    e.copy(e.region("measure.fired"), code.element(row, "i32", constant(own + FIRED)), fired)
    finished = code.compare("ne", code.load("i32", e.region("ended")), constant(0))
    with code.if_(code.both(code.compare("eq", failed, constant(0)), finished), "finished"):
        _add_to_curve(e)


def _add_to_curve(e: Playing) -> None:
    """The scores at the end of each round of a finished game."""
    code, players = e.code, e.program.players
    played = code.load("i32", e.region("measure.round"))
    kept = code.select(code.compare("slt", played, constant(ROUNDS_KEPT)), played, constant(ROUNDS_KEPT))

    def one(index: Operand) -> None:
        to = code.element(
            Operand("ptr", "%curve"), "i64", code.multiply(index, constant(curve_width(players)))
        )
        code.increase(to, constant(1, "i64"))
        for player in range(players):
            place = code.add(code.multiply(index, constant(players)), constant(player))
            score = code.load("i32", code.element(e.region("measure.rounds"), "i32", place))
            wide = code.widen(score, "i64", signed=True)
            code.increase(code.element(to, "i64", constant(1 + player)), wide)
            square = code.multiply(wide, wide)
            code.increase(code.element(to, "i64", constant(1 + players + player)), square)

    code.loop(kept, one)


# --------------------------------------------------------------------------------------------------------- a game


def _game(building: Building, who: Seats) -> Function:
    """A game from set-up to its end, or until it is broken off."""
    e = Emitter(building, "game")
    code, program = e.code, building.program
    for region in _memory(building):
        e.region(region.name)
    for name in ("ended", "winners", "round", "luck.addresses"):
        e.region(name)
    code.store(constant(0), e.region("play.decisions"))
    player = AtRandom(e)
    e.call(order.begin(building), ())
    again, over = code.block("decision"), code.block("over")
    code.at(again)
    e.call(_look(building), (), Number(constant(-1), None, -1, -1))
    decisions = code.load("i32", e.region("play.decisions"))
    e.leave_if(code.compare("ne", code.load("i32", e.region("ended")), constant(0)), over)
    e.leave_if(code.compare("sge", decisions, code.load("i32", e.region("play.most"))), over)
    code.store(constant(OWN_WORK), e.work_address())
    e.me = Number(code.load("i32", e.region("current")), None, 0, program.players - 1)
    player.look(e)
    if any(who):
        pick_preferred(e, player, who)
    else:
        pick_and_apply(e, player)
    code.store(code.add(decisions, constant(1)), e.region("play.decisions"))
    code.branch_to(again)
    code.at(over)
    return e.finish()


def _look(building: Building) -> Function:
    """A decision is due, or the game is over: how everybody stands, who leads, whether a round is over."""
    e = Emitter(building, "look")
    code, players = e.code, building.program.players
    if standing_lines(building.program):
        write_standings(e, e.region("measure.standings"))
        _look_who_leads(e)
    round_, done = e.code.load("i32", e.region("round")), e.region("measure.round")
    ended = code.compare("ne", code.load("i32", e.region("ended")), constant(0))
    over = code.select(ended, round_, code.subtract(round_, constant(1)))
    again, more, keep, next_, after = (
        code.block(hint) for hint in ("rounds", "more", "keep", "next", "after")
    )
    code.at(again)
    number = code.load("i32", done)
    code.branch(code.compare("slt", number, over), more, after)
    code.at(more)
    code.branch(code.compare("slt", number, constant(ROUNDS_KEPT)), keep, next_)
    code.at(keep)
    kept = code.element(e.region("measure.rounds"), "i32", code.multiply(number, constant(players)))
    if standing_lines(building.program):
        e.copy(e.region("measure.standings"), kept, players)
    else:
        e.fill(kept, 0, 4 * players)
    code.at(next_)
    code.store(code.add(number, constant(1)), done)
    code.branch_to(again)
    code.at(after)
    return e.finish()


def _look_who_leads(e: Emitter) -> None:
    """Count where another team than the last leads alone. A team is a bit; 0 while nobody ever led."""
    code, teams = e.code, e.program.teams
    up = standing_lines(e.program)[0].highest
    scores = [
        code.load("i32", code.element(e.region("measure.standings"), "i32", constant(player)))
        for player in range(len(teams))
    ]
    best = scores[0]
    for score in scores[1:]:
        best = code.select(code.compare("sgt" if up else "slt", score, best), score, best)
    leading = constant(0)
    for team, score in zip(teams, scores, strict=True):
        bit = code.select(code.compare("eq", score, best), constant(1 << team), constant(0))
        leading = code.binary("or", leading, bit)
    alone = code.compare("eq", code.binary("and", leading, code.subtract(leading, constant(1))), constant(0))
    before = code.load("i32", e.region("measure.leader"))
    another = code.both(code.compare("ne", before, constant(0)), code.compare("ne", before, leading))
    code.increase(e.region("measure.lead_changes"), code.widen(code.both(alone, another), "i32"))
    code.store(code.select(alone, leading, before), e.region("measure.leader"))
