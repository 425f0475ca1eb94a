"""Positions that have been before: noting them at the end of a turn, and how often the present one was noted.

note(machine)              at the end of a turn, and once after the set-up

In a position `me` is whose turn it is: the player to act, and once the turn was ended, the next one.
"""

from __future__ import annotations

from operator import lshift

from rulewright.evaluate.machine import Machine, missing, register
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.ir.noted import Segment, lowest, words_of
from rulewright.problems.limits import A_CALL, AN_EFFECT
from rulewright.runtime import notes
from rulewright.runtime.executor import Value

NOBODY = -1


def eval_times(machine: Machine, node: ir.Times) -> Value:
    position = machine.program.positions.get(node.position)
    if position is None:
        return 0  # no rule asks for it at this table
    machine.work -= A_CALL
    known = (ir.Times, node.position, machine.who)
    if known not in machine.memo:
        player = _whose_turn(machine, node) if position.whose else NOBODY
        there = machine.program.layout.notes[node.position]
        machine.memo[known] = notes.times(there, machine.cells, _number(machine, position, player))
    found: int = machine.memo[known]
    return found


def note(machine: Machine, first: int | None = None) -> None:
    """Note all positions at the end of a turn, after forgetting those before where the rulebook says so; or after the set-up, if
    the player of the `first` turn is given."""
    cells = machine.cells
    for position in machine.program.positions.values():
        machine.work -= AN_EFFECT
        outer, machine.path = machine.path, position.path
        there = machine.program.layout.notes[position.name]
        forget = position.forget if first is None else None
        if forget is not None and machine.ask(forget, position.locals, cells[CURRENT]):
            notes.forget(there, cells)
        player = next_player(machine, cells[CURRENT]) if first is None and position.whose else first
        if not notes.add(there, cells, _number(machine, position, NOBODY if player is None else player)):
            said = f"`{position.name}` notes at most {position.most:,} positions, and this is one more"
            machine.fail("too-many-noted", said, position.span, NO_ROOM)
        machine.memo.clear()
        machine.path = outer


def note_anew(machine: Machine) -> None:
    """Note all positions as if the set-up had ended with them, and nothing else."""
    cells = machine.cells
    for there in machine.program.layout.notes.values():
        notes.forget(there, cells)
    note(machine, cells[CURRENT])


NO_ROOM = "give it a greater `most`, or a `forget` that holds where no earlier position can come back; or let the game end before that"


def next_player(machine: Machine, player: int) -> int:
    """Whose turn follows that of a player, according to the pending note."""
    assert machine.who is not None
    what, noted = machine.who
    return asked_player(machine, machine.program.turns.next, player) if what == "end_turn" else noted


def asked_player(machine: Machine, asked: ir.Asked, me: int) -> int:
    machine.path = asked.path
    player = machine.ask(asked.value, asked.locals, me)
    if player is None:
        missing(machine, asked.value, "a player is needed here")
    assert isinstance(player, int)
    return player


def _whose_turn(machine: Machine, node: ir.Times) -> int:
    """Whose turn it is: the next player's, once a turn was ended."""
    player = machine.cells[CURRENT]
    if player == NOBODY:
        said = f"`{node.position}` depends on whose turn it is, and now it is nobody's"
        machine.fail("undefined", said, node.span)
    if machine.who is None:
        return player
    outer = machine.path
    following = next_player(machine, player)
    machine.path = outer
    return following


def _number(machine: Machine, position: ir.NotedPosition, player: int) -> int:
    """What is noted of the position now, at the turn of a player."""
    outer = machine.locals, machine.me
    machine.locals, machine.me = [None] * position.locals, player
    try:
        return notes.number_of(
            [sum(_bits(machine, position, segment) for segment in word) for word in words_of(position)]
        )
    finally:
        machine.locals, machine.me = outer


def _bits(machine: Machine, position: ir.NotedPosition, segment: Segment) -> int:
    """The values of one segment, in their bits."""
    part = position.parts[segment.part]
    if isinstance(part, ir.NotedValue):
        value = machine.eval[type(part.value)](machine, part.value)
        given = part.low - 1 if value is None else int(value)
        return given - lowest(part) << segment.shifts[0]
    cells, shifts = machine.cells, segment.shifts
    first = part.offset + segment.first
    values = cells[first : first + segment.count]
    if part.where < 0:
        shifted: int = sum(map(lshift, values, shifts))
        return shifted - part.low * segment.ones
    there = cells[part.where + segment.first :][: segment.count]
    return sum(
        value - part.low << shift
        for value, place, shift in zip(values, there, shifts, strict=True)
        if part.first <= place <= part.last
    )


register(globals())
