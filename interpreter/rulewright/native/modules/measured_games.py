"""Whole games of given players in native code, measured as `game.playouts.playout.measure` does.

    rulewright.measured (seeds, count, max_actions, rows, seats, tables, out, curve)

`seats`: for each of `tables` tables the player in each seat, as an index into the players that the module was made for; games
take the tables in turn, beginning with the first.  `out` has one row for each game: the numbers that `playouts` writes, then [turns, choices,
changes of the lead, how often each rule was carried out..., how often each action
was open..., how often it was taken then...]; the games are added to `curve` (`runtime.fast`).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.native.chance.random_words import turn_at
from rulewright.native.choices.players import AtRandom
from rulewright.native.choices.strategies import memory, pick_preferred
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.flow.play_cells import nobody
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import Region
from rulewright.native.modules.entry_points import write_standings
from rulewright.native.modules.playouts import FIXED, Games, Playing, write_facts
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


class Measured(Games):
    """Games in which each player is one of `who`."""

    function = "rulewright.measured"
    parameters = (
        "ptr noalias %seeds", "i64 %count", "i32 %most", "ptr noalias %rows",
        "ptr noalias %seats", "i32 %tables", "ptr noalias %out", "ptr noalias %curve",
    )  # fmt: skip
    given = ("most",)

    def __init__(self, building: Building, who: Seats) -> None:
        super().__init__(building)
        self._who, self._rules = who, counted_rules(self.program)
        actions = self.program.actions
        building.counted = {path: number for number, path in enumerate(self._rules) if path not in actions}
        building.counted[""] = -1  # not empty, even where no rule is automatic

    def width(self) -> int:
        return super().width() + FIRED + len(self._rules) + 2 * len(self.program.actions)

    def memory(self) -> list[Region]:
        players = self.program.players
        actions = len(self.program.actions)
        single = ("choices", "leader", "lead_changes", "round", "several")
        return [
            *super().memory(),
            Region("play.seats", players),
            *(Region(f"measure.{name}", 1) for name in single),
            Region("measure.fired", len(self._rules)),
            Region("measure.open", actions),
            Region("measure.taken", actions),
            Region("measure.standings", len(standing_lines(self.program)) * players),
            Region("measure.rounds", ROUNDS_KEPT * players),
            *memory(self.program, self._who),
        ]

    def before(self, e: Playing, regions: Sequence[str], index: Operand) -> None:
        """The tables are taken in turn, beginning with the first."""
        code, players = e.code, self.program.players
        tables = code.widen(Operand("i32", "%tables"), "i64")
        table = code.unsigned_remainder(index, tables)
        seats = code.element(Operand("ptr", "%seats"), "i32", code.multiply(table, constant(players, "i64")))
        e.copy(seats, e.region("play.seats"), players)

    def look(self, e: Emitter) -> None:
        e.run(once(self.building, "look", "", _look), nobody())

    def choose(self, e: Emitter, player: AtRandom) -> None:
        if any(self._who):
            pick_preferred(e, player, self._who)
        else:
            super().choose(e, player)

    def standings(self) -> None:
        """None: they are written at each decision."""

    def tell(self, e: Playing, failed: Operand, row: Operand, standings: Function | None) -> None:
        """Write the row, and add a finished game to the curve."""
        code, own = e.code, super().width()
        more = ("measure.choices", own + CHOICES), ("measure.lead_changes", own + LEAD_CHANGES)
        write_facts(e, failed, row, more)
        turns = constant(0)
        for player in range(self.program.players):
            address = code.element(e.region("luck.addresses"), "i64", constant(player + 1))
            turns = code.add(turns, turn_at(e, code.load("i64", address)))
        code.store(turns, code.element(row, "i32", constant(own + TURNS)))
        if own > FIXED:
            e.copy(e.region("measure.standings"), code.element(row, "i32", constant(FIXED)), own - FIXED)
        actions, place = len(self.program.actions), own + FIRED
        for name, size in (("fired", len(self._rules)), ("open", actions), ("taken", actions)):
            e.copy(e.region(f"measure.{name}"), code.element(row, "i32", constant(place)), size)
            place += size
        finished = code.compare("ne", code.load("i32", e.region("ended")), constant(0))
        with code.if_(code.both(code.compare("eq", failed, constant(0)), finished), "finished"):
            _add_to_curve(e)


def _add_to_curve(e: Playing) -> None:
    """Add the scores at the end of each round of a finished game."""
    code, players = e.code, e.program.players
    add = code.increase_shared if e.building.shared else code.increase
    played = code.load("i32", e.region("measure.round"))
    kept = code.select(code.compare("slt", played, constant(ROUNDS_KEPT)), played, constant(ROUNDS_KEPT))

    def one(index: Operand) -> None:
        to = code.element(
            Operand("ptr", "%curve"), "i64", code.multiply(index, constant(curve_width(players)))
        )
        add(to, constant(1, "i64"))
        for player in range(players):
            place = code.add(code.multiply(index, constant(players)), constant(player))
            score = code.item(e.region("measure.rounds"), place)
            wide = code.widen(score, "i64", signed=True)
            add(code.element(to, "i64", constant(1 + player)), wide)
            square = code.multiply(wide, wide)
            add(code.element(to, "i64", constant(1 + players + player)), square)

    code.loop(kept, one)


def _look(e: Emitter) -> None:
    """At a decision, and at the end of the game: record all standings, who leads, and the end of a
    round."""
    code, players = e.code, e.program.players
    if standing_lines(e.program):
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
    if standing_lines(e.program):
        e.copy(e.region("measure.standings"), kept, players)
    else:
        e.fill(kept, 0, 4 * players)
    code.at(next_)
    code.store(code.add(number, constant(1)), done)
    code.branch_to(again)
    code.at(after)


def _look_who_leads(e: Emitter) -> None:
    """Count a change of the lead when another team than the last one leads alone. A team is a bit; 0 until
    one has led."""
    code, teams = e.code, e.program.teams
    up = standing_lines(e.program)[0].highest
    scores = [code.item(e.region("measure.standings"), constant(player)) for player in range(len(teams))]
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
