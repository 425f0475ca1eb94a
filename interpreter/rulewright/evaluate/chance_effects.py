"""Effects that chance decides: rolls, draws, shuffles, picks.  Each asks the machine's `Chance` once.

    {roll: tray}      Roll("dice", PiecesAt("dice", tray))      ->      one event, whatever the number of dice

What comes out is told as an event, so that a record replays without the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.evaluate.aggregates import each
from rulewright.evaluate.effects import check_enough, do_all, follow, tell_moved
from rulewright.evaluate.machine import DO, Machine, integer
from rulewright.evaluate.pieces import (
    arrange,
    owner_of,
    pieces_at,
    place,
    place_name,
    place_of,
    relocate,
    show,
    sides_of,
)  # fmt: skip
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.chance.fixed import NO_VALUE
from rulewright.runtime.executor import Event


def do_roll(machine: Machine, effect: ir.Roll) -> None:
    """All dice are rolled at once; those that lie together and have one owner are alike."""
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
    if kind.identical:  # first all are taken up: one may come to show what another still showed
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
        do_all(machine, effect.otherwise)
        return
    pool = [NO_VALUE if element is None else int(element) for element in elements]
    assert machine.chance is not None
    assert machine.luck is not None
    kind = effect.kind or ""
    (index,) = machine.chance.draw(machine.luck, machine.me, effect.stream, kind, pool, 1, False)
    source = machine.program.streams[effect.stream]
    machine.events.append(Event("picked", kind, (), (elements[index],), (), source))
    machine.locals[effect.clause.slot] = elements[index]
    do_all(machine, effect.do)


def _as_seen(faces: Sequence[int], apart: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Faces with the lowest first among dice that nothing tells apart: nobody sees which of these shows which."""
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


DO.update({ir.Roll: do_roll, ir.Shuffle: do_shuffle, ir.MoveCount: do_move_count, ir.Pick: do_pick})
