"""The state of the order of play in native code: whose turn it is, the pending note, the turns begun.

note.who, note.player, note.phase        the note that a rule left, until it is carried out
luck.turns, luck.used                    the position in the streams of chance
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.chance.random_words import NEXT_TURN
from rulewright.native.flow.effects import carry_out_rule
from rulewright.native.flow.transitions import GO, noted
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.emitter import NOBODY, Emitter
from rulewright.native.llvm.values import Number
from rulewright.native.modules.statistics import count_fired


def run(e: Emitter, rule: ir.Rule) -> None:
    """Carry out the effects of a rule of the flow, for the present `me`."""
    if rule.do:
        outer, e.path = e.path, rule.path
        count_fired(e, rule.path)
        with e.frame():
            carry_out_rule(e, rule.do, ())
        e.path = outer


def ask_player(e: Emitter, asked: ir.Asked, me: Number) -> Number:
    outer, e.path, e.me = (e.path, e.me), asked.path, me
    with e.frame():
        player = e.number(asked.value)
    e.path, e.me = outer
    return player


def said_or_asked(e: Emitter, said: Operand, asked: ir.Asked, me: Number) -> Operand:
    """The player in the pending note, if it names whose turn it is; otherwise the one that an expression
    gives."""
    code, player = e.code, e.code.allocate("i32")
    known = code.block("known")
    with code.if_(said, "noted"):
        code.store(load(e, "note.player"), player)
        code.branch_to(known)
    code.store(ask_player(e, asked, me).bits, player)
    code.at(known)
    return code.load("i32", player)


def load(e: Emitter, region: str) -> Operand:
    return e.code.load("i32", e.region(region))


def is_noted(e: Emitter) -> Operand:
    """Whether a note is pending."""
    code, can_be = e.code, noted(e.building)
    turn = code.compare("ne", load(e, "note.who"), constant(0)) if can_be - {GO} else FALSE
    phase = code.compare("sge", load(e, "note.phase"), constant(0)) if GO in can_be else FALSE
    return code.either(turn, phase)


def clear_notes(e: Emitter) -> None:
    e.code.store(constant(0), e.region("note.who"))
    clear_phase(e)


def noted_phase(e: Emitter, otherwise: Operand) -> Operand:
    """The phase in the pending note, or the present phase if there is none."""
    if GO not in noted(e.building):
        return otherwise
    code, phase = e.code, load(e, "note.phase")
    return code.select(code.compare("slt", phase, constant(0)), otherwise, phase)


def clear_phase(e: Emitter) -> None:
    if GO in noted(e.building):
        e.code.store(constant(-1), e.region("note.phase"))


def current(e: Emitter) -> Number:
    return a_player(e, load(e, "current"))


def a_player(e: Emitter, bits: Operand) -> Number:
    return Number(bits, None, 0, e.program.players - 1)


def nobody() -> Number:
    return Number(constant(NOBODY), None, NOBODY, NOBODY)


def outside(e: Emitter) -> None:
    """Begin a stretch outside any turn: its chance has addresses of its own."""
    count_turn(e, constant(NOBODY))


def count_turn(e: Emitter, player: Operand) -> None:
    """Count one more turn of a player, or one more stretch outside any (NOBODY)."""
    code = e.code
    if e.building.keeps_keys:
        address = turn_of(e, "luck.addresses", "i64", player)
        following = code.add(code.load("i64", address), NEXT_TURN)
        code.store(following, address)
        code.store(following, e.region("luck.turn"))
    else:
        address = turn_of(e, "luck.turns", "i32", player)
        code.increase(address, constant(1))
    _fill(e, e.region("luck.used"), len(e.program.streams), 0)


def turn_of(e: Emitter, region: str, type: str, player: Operand) -> Operand:
    """The address of the number of a player's latest turn, or of the latest stretch outside any."""
    first = e.code.element(e.region(region), type, constant(1))
    return e.region(region) if player.known == NOBODY else e.code.element(first, type, player)


def restart(e: Emitter, lasts: str) -> None:
    for group in e.program.layout.groups.values():
        if group.lasts == lasts:
            _fill(e, e.region(f"var.{group.name}"), group.size, group.start)


def _fill(e: Emitter, address: Operand, size: int, value: int) -> None:
    """Store one number in each cell of a row."""
    code = e.code
    if size <= 8:
        for index in range(size):
            code.store(constant(value), code.element(address, "i32", constant(index)))
        return
    code.loop(constant(size), lambda index: code.store(constant(value), code.element(address, "i32", index)))
