"""Effects: one `do_x` for each node.  They run in order and change the cells in place.

    {add: pot, to: me.score}      AddCell("score", (Me(),), Cell("pot"))      ->      the cell of `me` grows by the pot

`end_turn`, `turn_of`, `go` only leave a note in the machine, which `flow` carries out when the rule is done.  Rolls, draws,
shuffles and picks ask the machine's `Chance` once each, and their results are events, so that a record replays without the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.evaluate.aggregates import each
from rulewright.evaluate.expressions import cell_index
from rulewright.evaluate.machine import Access, Machine, integer, register
from rulewright.evaluate.pieces import (
    appear,
    arrange,
    hand_over,
    owner_of,
    pieces_at,
    place,
    place_name,
    place_of,
    put_down,
    relocate,
    show,
    sides_of,
    take_up,
)  # fmt: skip
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.problems.limits import AN_EFFECT
from rulewright.runtime.chance.fixed import NO_VALUE
from rulewright.runtime.executor import RETURNED, Event, Value
from rulewright.source.text import Span


def carry_out(machine: Machine, effects: ir.Effects) -> None:
    """Carry out effects one after the other."""
    for effect in effects:
        machine.work -= AN_EFFECT
        if machine.work < 0:
            machine.endless(effect.span)
        machine.do[type(effect)](machine, effect)


# ---------------------------------------------------------------------------------------------- variables


def do_set_cell(machine: Machine, effect: ir.SetCell) -> None:
    value = machine.evaluate(effect.value)
    access, offset = _reach(machine, effect.group, effect.indices)
    store(machine, access, offset, value, effect.span)


def do_add_cell(machine: Machine, effect: ir.AddCell) -> None:
    amount = integer(machine, effect.amount, "a number is needed here")
    _add(machine, effect.group, effect.indices, amount, effect.span)


def do_pay(machine: Machine, effect: ir.Pay) -> None:
    amount = integer(machine, effect.amount, "a number is needed here")
    if amount < 0:
        machine.fail("negative-amount", f"{amount} cannot be paid: it is less than nothing", effect.span)
    _add(machine, *effect.source, -amount, effect.span)
    _add(machine, *effect.to, amount, effect.span)


def store(machine: Machine, access: Access, offset: int, value: Value, span: Span) -> None:
    """Write a value into a variable, which must be within its range."""
    group = access.group
    if value is None:
        if not group.optional:
            machine.fail("undefined", f"`{group.name}` cannot be none", span)
        machine.write(offset, access.none)
        return
    assert isinstance(value, int)
    if not group.low <= value <= group.high:
        machine.fail(
            "range-left",
            f"`{group.name}` has to stay in {group.low} to {group.high}, and would be {int(value)}",
            span,
        )
    machine.write(offset, int(value))


def _reach(machine: Machine, group: str, indices: tuple[ir.Expression, ...]) -> tuple[Access, int]:
    access = machine.access[group]
    return access, access.offset + cell_index(machine, group, indices)


def _add(machine: Machine, group: str, indices: tuple[ir.Expression, ...], amount: int, span: Span) -> None:
    access, offset = _reach(machine, group, indices)
    before = machine.cells[offset]
    if access.group.optional and before == access.none:
        machine.fail("undefined", f"`{group}` is none, so nothing can be added to it", span)
    store(machine, access, offset, before + amount, span)


# ------------------------------------------------------------------------------------------------- pieces


def do_move_pieces(machine: Machine, effect: ir.MovePieces) -> None:
    kind = machine.kinds[effect.kind]
    pieces = machine.elements[type(effect.pieces)](machine, effect.pieces)
    machine.handle(len(pieces), effect.span)
    to = place(machine, effect.to)
    moved = [
        (place_of(machine, kind, piece), relocate(machine, kind, piece, to, effect.span))
        for piece in (reversed(pieces) if effect.from_top else pieces)
    ]
    follow(machine, kind, effect.pieces, [piece for _, piece in moved])
    tell_moved(machine, kind, moved, to)


def follow(machine: Machine, kind: KindLayout, named: object, now: list[int]) -> None:
    """Let a bound name follow its pieces: identical ones have another number after they were moved or turned, and
    `die.face` after `{roll: die}` has to read the new face."""
    if not kind.identical:
        return
    match named:
        case ir.Elements(value=ir.Local(slot=slot), single=True):
            machine.locals[slot] = now[0]
        case ir.Elements(value=ir.Local(slot=slot)):
            machine.locals[slot] = tuple(sorted(now))
        case ir.Local(slot=slot):
            machine.locals[slot] = now[0]
        case _:
            pass


def do_place_piece(machine: Machine, effect: ir.PlacePiece) -> None:
    kind = machine.kinds[effect.kind]
    owner = 0 if effect.owner is None else integer(machine, effect.owner, "an owner is needed here")
    to = place(machine, effect.to)
    piece = appear(machine, kind, owner, to, effect.span)
    machine.events.append(Event("placed", kind.name, (piece,), (), (to,)))


def do_remove_pieces(machine: Machine, effect: ir.RemovePieces) -> None:
    kind = machine.kinds[effect.kind]
    pieces = tuple(machine.elements[type(effect.pieces)](machine, effect.pieces))
    if not pieces:
        machine.fail("piece-missing", f"there is no piece of {kind.name} to remove here", effect.span)
    machine.handle(len(pieces), effect.span)
    for piece in pieces:
        take_up(machine, kind, piece, effect.span)
        at = place_of(machine, kind, piece)
        machine.events.append(Event("removed", kind.name, (piece,), (), (at,)))


def do_set_owner(machine: Machine, effect: ir.SetOwner) -> None:
    kind = machine.kinds[effect.kind]
    piece = integer(machine, effect.piece, "a piece is needed here")
    owner = integer(machine, effect.owner, "an owner is needed here")
    now = hand_over(machine, kind, piece, owner, effect.span)
    follow(machine, kind, effect.piece, [now])
    at = place_of(machine, kind, now)
    machine.events.append(Event("turned_over", kind.name, (now,), (), (at,)))


def do_return(machine: Machine, effect: ir.Return) -> None:
    """All pieces are taken up before any is put down, so that no place is full of pieces that are about to leave it."""
    kind, span = machine.kinds[effect.kind], effect.span
    pieces = sorted(machine.elements[type(effect.pieces)](machine, effect.pieces))
    machine.handle(len(pieces), span)
    before = [place_of(machine, kind, piece) for piece in pieces]
    for piece in pieces:
        take_up(machine, kind, piece, span)
    homes = (
        _places_lacking(machine, kind, pieces) if kind.identical else [kind.homes[piece] for piece in pieces]
    )
    now = [
        show(machine, kind, put_down(machine, kind, piece, home, span), None, span)
        for piece, home in zip(pieces, homes, strict=True)
    ]
    for home in sorted(set(homes)):
        back = zip(before, now, homes, strict=True)
        tell_moved(
            machine, kind, [(was, there) for was, there, to in back if to == home != was], home, RETURNED
        )
    follow(machine, kind, effect.pieces, now)


def _places_lacking(machine: Machine, kind: KindLayout, pieces: list[int]) -> list[int]:
    """For each piece taken up, a place that has fewer pieces of its owner than at the start, in declared order."""
    lacking: list[list[int]] = []
    for owner in range(kind.owners):
        homes: list[int] = []
        for code in range(min(len(kind.places), kind.first_spot)):
            start = kind.counts + code * kind.looks + owner * (kind.faces + 1)
            there = sum(machine.cells[start : start + kind.faces + 1])
            homes += [code] * (kind.start_of(code, owner) - there)
        lacking.append(homes[::-1])
    return [lacking[owner_of(kind, piece)].pop() for piece in pieces]


def do_set_face(machine: Machine, effect: ir.SetFace) -> None:
    kind = machine.kinds[effect.kind]
    piece = integer(machine, effect.piece, "a piece is needed here")
    face = machine.eval[type(effect.face)](machine, effect.face)
    now = show(machine, kind, piece, face, effect.span)
    follow(machine, kind, effect.piece, [now])
    at = place_of(machine, kind, now)
    machine.events.append(Event("turned", kind.name, (now,), (face,), (at,)))


def tell_moved(
    machine: Machine, kind: KindLayout, moved: Sequence[tuple[int, int]], to: int, how: str = ""
) -> None:
    """Add an event for each place that pieces came from; `moved` holds (place before, number after). Events are in the order
    of the places: the order of the pieces would reveal which player held which."""
    for source in sorted({source for source, _ in moved}):
        pieces = tuple(piece for before, piece in moved if before == source)
        machine.events.append(Event("moved", kind.name, pieces, (), (source, to), how))


def check_enough(machine: Machine, kind: KindLayout, there: int, count: int, name: str, span: Span) -> None:
    """Fail unless `count` pieces can be taken from a place that has `there` of them."""
    if not 0 <= count <= there:
        machine.fail(
            "too-few-pieces", f"{count} {kind.name} cannot be taken from `{name}`, which has {there}", span
        )


# ------------------------------------------------------------------------------------------------ control


def do_let(machine: Machine, effect: ir.Let) -> None:
    machine.locals[effect.slot] = machine.evaluate(effect.value)


def do_if(machine: Machine, effect: ir.If) -> None:
    value, start = integer(machine, effect.condition), len(machine.events)
    carry_out(machine, effect.do if value else effect.otherwise)
    _put_together(machine, effect, start)


def do_for(machine: Machine, effect: ir.For) -> None:
    slot, start = effect.clause.slot, len(machine.events)
    for element in each(machine, effect.clause):
        machine.locals[slot] = element
        carry_out(machine, effect.do)
    _put_together(machine, effect, start)


def _put_together(machine: Machine, effect: ir.Effect, start: int) -> None:
    """Mark the events since `start` as simultaneous if hidden information decides what happens inside an effect: their order
    would reveal it."""
    if id(effect) in machine.prepared.steered and len(machine.events) > start + 1:
        machine.events[start:] = [replace(event, together=start + 1) for event in machine.events[start:]]


def do_switch(machine: Machine, effect: ir.Switch) -> None:
    subject, start = machine.evaluate(effect.subject), len(machine.events)
    for value, effects in effect.cases:
        if value == subject:
            carry_out(machine, effects)
            _put_together(machine, effect, start)
            return


def do_run_step(machine: Machine, effect: ir.RunStep) -> None:
    step = machine.program.steps[effect.step]
    arguments = [machine.evaluate(argument) for argument in effect.arguments]
    outer = machine.locals
    frame: list[Value] = arguments + [None] * (step.locals - len(arguments))
    machine.locals = frame
    try:
        carry_out(machine, step.do)
    except RecursionError:
        machine.too_deep(effect.span)
    finally:
        machine.locals = outer
    for argument, now in zip(effect.arguments, frame, strict=False):
        if isinstance(argument, ir.Local):  # pieces that the step moved or turned: see `follow`
            outer[argument.slot] = now


def do_note_turn(machine: Machine, effect: ir.NoteTurn) -> None:
    player = machine.me
    if effect.player is not None:
        player = integer(machine, effect.player, "a player is needed here")
    machine.who = (effect.what, player)


def do_note_phase(machine: Machine, effect: ir.NotePhase) -> None:
    machine.where = effect.phase


def do_roll(machine: Machine, effect: ir.Roll) -> None:
    """All dice are rolled at once; identical dice at one place with one owner are interchangeable."""
    kind = machine.kinds[effect.kind]
    pieces = tuple(machine.elements[type(effect.pieces)](machine, effect.pieces))
    if not pieces:
        return
    machine.handle(len(pieces), effect.span)
    places = tuple([place_of(machine, kind, piece) for piece in pieces])
    sides = [sides_of(kind, piece) for piece in pieces]
    apart = [(at, owner_of(kind, piece)) for at, piece in zip(places, pieces, strict=True)]
    alike = kind.identical and len(set(apart)) == 1
    assert machine.chance is not None
    assert machine.luck is not None
    named = () if kind.identical else pieces
    faces = machine.chance.roll(machine.luck, machine.me, effect.stream, kind.name, named, sides, alike)
    if kind.identical:  # all faces are cleared first: one die may get the face that another still shows
        pieces = tuple([show(machine, kind, piece, None, effect.span) for piece in pieces])
    now = [show(machine, kind, piece, face, effect.span) for piece, face in zip(pieces, faces, strict=True)]
    follow(machine, kind, effect.pieces, now)
    shown = _as_seen(faces, apart) if kind.identical else faces
    machine.events.append(Event("rolled", kind.name, named, shown, places))


def do_shuffle(machine: Machine, effect: ir.Shuffle) -> None:
    kind = machine.kinds[effect.kind]
    at = place(machine, effect.place)
    pieces = pieces_at(machine, kind, at)
    if not pieces or at not in kind.order:
        return
    machine.handle(len(pieces), effect.span)
    shuffled = _draw(machine, effect.stream, kind.name, pieces, len(pieces), True)
    arrange(machine, kind, at, shuffled)
    machine.events.append(Event("shuffled", kind.name, (), tuple(shuffled), (at,)))


def do_move_count(machine: Machine, effect: ir.MoveCount) -> None:
    kind = machine.kinds[effect.kind]
    count = integer(machine, effect.count, "a number is needed here")
    source, to = place(machine, effect.source), place(machine, effect.to)
    there = pieces_at(machine, kind, source)
    if effect.owner is not None:
        owner = integer(machine, effect.owner, "an owner is needed here")
        there = [piece for piece in there if owner_of(kind, piece) == owner]
    check_enough(machine, kind, len(there), count, place_name(machine, kind, source), effect.span)
    if count == 0:
        return
    machine.handle(count, effect.span)
    by_chance = kind.places[source].order == "shuffled"
    if by_chance:
        taken = _draw(machine, effect.stream, kind.name, there, count, kind.places[to].order == "kept")
    elif source in kind.order:
        taken = list(reversed(there[-count:]))
    else:
        _check_alike(machine, kind, there, effect)
        taken = list(there[:count])
    moved = [relocate(machine, kind, piece, to, effect.span) for piece in taken]
    if by_chance:
        machine.events.append(Event("drawn", kind.name, tuple(moved), (), (source, to)))
    else:
        tell_moved(machine, kind, [(source, piece) for piece in moved], to)


def do_pick(machine: Machine, effect: ir.Pick) -> None:
    elements = each(machine, effect.clause)
    if not elements:
        carry_out(machine, effect.otherwise)
        return
    pool = [NO_VALUE if element is None else int(element) for element in elements]
    assert machine.chance is not None
    assert machine.luck is not None
    kind = effect.kind or ""
    (index,) = machine.chance.draw(machine.luck, machine.me, effect.stream, kind, pool, 1, False)
    source = machine.program.streams[effect.stream]
    machine.events.append(Event("picked", kind, (), (elements[index],), (), source))
    machine.locals[effect.clause.slot] = elements[index]
    carry_out(machine, effect.do)


def _as_seen(faces: Sequence[int], apart: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The faces in ascending order among indistinguishable dice: which of them shows which face is not observable."""
    ascending = {
        one: iter(sorted(face for face, at in zip(faces, apart, strict=True) if at == one))
        for one in set(apart)
    }
    return tuple([next(ascending[one]) for one in apart])


def _draw(
    machine: Machine, stream: int, kind: str, pool: Sequence[int], count: int, ordered: bool
) -> list[int]:
    assert machine.chance is not None
    assert machine.luck is not None
    return [
        pool[i] for i in machine.chance.draw(machine.luck, machine.me, stream, kind, pool, count, ordered)
    ]


def _check_alike(machine: Machine, kind: KindLayout, there: Sequence[Any], effect: ir.MoveCount) -> None:
    if len(set(there)) > 1:
        name = place_name(machine, kind, place_of(machine, kind, there[0]))
        message = f"the {kind.name} in `{name}` do not look alike, so it must be said which of them move"
        machine.fail("which-pieces", message, effect.span)


register(globals())
