"""Turns in native code: carrying out a pending note, the end of a turn and a round, the beginning of the next turn.

carry_out        the note that a rule left: another phase, or the next turn
begin_turn       a player's turn begins
"""

from __future__ import annotations

from rulewright.native.flow.play_cells import (
    a_player,
    clear_notes,
    clear_phase,
    count_turn,
    current,
    is_noted,
    load,
    nobody,
    noted_phase,
    outside,
    restart,
    run,
    said_or_asked,
)
from rulewright.native.flow.positions import is_said, next_player, note_all
from rulewright.native.flow.results import Just, ends
from rulewright.native.flow.transitions import GO, draws, noted, seats_in_order
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import EXTRA_TURN
from rulewright.native.llvm.values import Number
from rulewright.problems.limits import AN_EFFECT


def carry_out(building: Building) -> Function:
    """Carry out the pending note when no end or rule refers back to an action."""

    def write(e: Emitter) -> None:
        over = e.code.block("over")
        carry_out_here(e, None, over)
        e.code.at(over)

    return once(building, "carry_out", "", write)


def carry_out_here(e: Emitter, just: Just | None, over: str) -> None:
    """Carry out the pending note; go to `over` if that ends the game."""
    code = e.code
    if GO not in noted(e.building):
        _pass_turn(e, just, over)
        return
    phase, done = code.block("phase"), code.block("done")
    e.go_on_if(code.compare("ne", load(e, "note.who"), constant(0)), phase)
    _pass_turn(e, just, over)
    code.branch_to(done)
    code.at(phase)
    following = load(e, "note.phase")
    clear_phase(e)
    _enter_phase(e, following)
    code.at(done)


def _pass_turn(e: Emitter, just: Just | None, over: str) -> None:
    """The turn ends, and perhaps the round, and the next turn begins."""
    turns, outer = e.program.turns, (e.me, e.path)
    player = current(e)
    e.me = player
    run(e, turns.end)
    note_all(e)
    ends(e, "turn", just, over)
    following = next_player(e, player)
    closes = _closes(e, player, following)
    following = _pass_round(e, just, over, player, following, closes)
    e.call(begin_turn(e.building), [a_player(e, following)])
    e.me, e.path = outer


def _pass_round(
    e: Emitter, just: Just | None, over: str, player: Number, following: Operand, closes: Operand
) -> Operand:
    """End the round if it is over, and begin the next one; returns whose turn is next."""
    code, turns, first = e.code, e.program.turns, e.code.allocate("i32")
    code.store(following, first)
    with code.if_(closes, "closing"):
        if not e.building.keeps_keys or draws(e.program, turns.round_end.do):
            outside(e)
        e.me = nobody()
        run(e, turns.round_end)
        ends(e, "round", just, over)
        if turns.round_first is not None or not seats_in_order(
            e.building
        ):  # otherwise the same player continues
            code.store(_first_of_next_round(e, player), first)
            code.store(code.load("i32", first), e.region("round_first"))
        code.store(code.add(load(e, "round"), constant(1)), e.region("round"))
        restart(e, "round")
    return code.load("i32", first)


def _first_of_next_round(e: Emitter, player: Number) -> Operand:
    asked = e.program.turns.round_first
    return next_player(e, player) if asked is None else said_or_asked(e, is_said(e), asked, nobody())


def _closes(e: Emitter, player: Number, following: Operand) -> Operand:
    """Whether the round is over: the next player, counted from the first of the round, is not seated after
    the one who played, and has no extra turn."""
    code, first = e.code, load(e, "round_first")
    if seats_in_order(e.building):
        return code.compare("eq", following, first)
    before = code.compare("sle", _behind(e, following, first), _behind(e, player.bits, first))
    if "extra_turn" not in noted(e.building):
        return before
    return code.both(before, code.compare("ne", load(e, "note.who"), constant(EXTRA_TURN)))


def _behind(e: Emitter, player: Operand, first: Operand) -> Operand:
    """How many seats after the first a player sits."""
    code = e.code
    by = code.subtract(player, first)
    return code.select(code.compare("slt", by, constant(0)), code.add(by, constant(e.program.players)), by)


def begin_turn(building: Building) -> Function:
    """A player's turn begins."""
    return once(building, "begin_turn", "", _write_begin_turn)


def _write_begin_turn(e: Emitter) -> None:
    code, turns, player = e.code, e.program.turns, e.take_number(e.program.players - 1)
    phase = noted_phase(e, constant(turns.phase))
    clear_notes(e)
    restart(e, "turn")
    code.store(player.bits, e.region("current"))
    code.store(phase, e.region("phase"))
    count_turn(e, player.bits)
    if e.building.turn_begins is not None:
        e.building.turn_begins(e, player.bits)
    e.me = player
    run(e, turns.begin)
    phase = noted_phase(e, phase)
    clear_phase(e)
    _enter_phase(e, phase)


def _enter_phase(e: Emitter, phase: Operand) -> None:
    """Enter a phase; an automatic one runs at once and has to note the next phase."""
    code = e.code
    code.store(phase, e.region("phase"))
    automatic = [index for index, each in enumerate(e.program.phases) if each.automatic is not None]
    if not automatic:
        return
    code.cases(phase, automatic, lambda index: e.run(_automatic(e.building, index), current(e)))


def _automatic(building: Building, index: int) -> Function:
    """The function of an automatic phase."""
    phase = building.program.phases[index]

    def write(e: Emitter) -> None:
        assert phase.automatic is not None
        e.spend(AN_EFFECT)
        run(e, phase.automatic)
        e.fail_if(e.code.opposite(is_noted(e)), "nowhere-to-go", phase.span)

    return once(building, f"automatic.{phase.name}", phase.path, write)
