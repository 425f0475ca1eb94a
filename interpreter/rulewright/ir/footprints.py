"""The footprints of effects: the one place that defines what each verb writes, draws, notes and contains.

    footprint(Pay(amount, ("bank", ()), ("score", (Me(),))))      ->      Footprint(cells=(("bank", ()), ("score", (Me(),))))
    effects_below(program.setup.do)                                ->      every effect of it, also those inside `if` and `for`

Every analysis of effects uses these footprints, so that none of them can miss a new verb. A footprint that is incomplete
is found by playing, where each effect is compared with its own (`tests/evaluate/test_footprints.py`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal, get_args

from rulewright.ir import nodes as ir
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Footprint:
    """The parts of the state that an effect may change, without the effects inside it and those of a step that it runs."""

    cells: tuple[ir.Written, ...] = ()
    """The cells of variables that may be written."""
    amount: ir.Expression | None = None
    """The value that the cells are set to, or the amount that is added to or subtracted from them."""
    kind: str | None = None
    """The kind whose pieces may be moved, created, removed or turned."""
    renumbered: ir.Domain | ir.Expression | None = None
    """The pieces as the effect names them; if they are identical they may get other numbers, and the name is updated."""
    face: ir.Expression | None = None
    """The face that a piece is turned to by the rule, rather than by chance."""
    slot: int | None = None
    """The slot that is bound."""
    stream: int | None = None
    """The source of chance, if there may be a chance event."""
    note: Literal["end_turn", "extra_turn", "turn_of", "phase"] | None = None
    """The note that the effect leaves about the flow of the game."""
    inside: tuple[ir.Effects, ...] = ()
    step: str | None = None


EFFECTS: tuple[type[ir.Effect], ...] = get_args(ir.Effect)
"""The classes of all effects."""

_BY_NAME = {
    "kind": "kind", "pieces": "renumbered", "piece": "renumbered", "face": "face", "amount": "amount", "slot": "slot", "clause": "slot",
    "stream": "stream", "step": "step",
}  # fmt: skip
"""The field of a footprint for each name that a field of an effect may have, in every effect."""

_BY_TYPE = {"Written": "cells", "Effects": "inside"}
"""The same by the type of the field; there may be several of these."""

_READ = frozenset({
    "span", "place", "to", "from_top", "count", "source", "owner", "turned", "space", "value", "arguments", "condition",
})  # fmt: skip
"""The names of fields that are only read."""

_OWN: tuple[type[ir.Effect], ...] = (
    ir.RemovePieces, ir.SetCell, ir.AddCell, ir.Pick, ir.Switch, ir.NoteTurn, ir.NotePhase,
)  # fmt: skip
"""The effects whose fields mean something else than their names say."""


def footprint(effect: ir.Effect) -> Footprint:
    """The footprint of an effect, from the names and types of its fields unless it is in `_OWN`."""
    match effect:
        case ir.RemovePieces():
            return Footprint(kind=effect.kind)
        case ir.SetCell(value=amount) | ir.AddCell(amount=amount):
            return Footprint(cells=((effect.group, effect.indices),), amount=amount)
        case ir.Pick(do=do, otherwise=otherwise):
            return Footprint(slot=effect.clause.slot, stream=effect.stream, inside=(do, otherwise))
        case ir.Switch():
            return Footprint(inside=tuple(do for _, do in effect.cases))
        case ir.NoteTurn():
            return Footprint(note=effect.what)
        case ir.NotePhase():
            return Footprint(note="phase")
        case _:
            return _of_fields(effect)


def _of_fields(effect: ir.Effect) -> Footprint:
    found: dict[str, Any] = {}  # Any: what the fields of effects hold
    for name, field, several in _FIELDS[type(effect)]:
        value = getattr(effect, name)
        if several:
            value = (*found.get(field, ()), value)
        found[field] = value.slot if isinstance(value, ir.Clause) else value
    return Footprint(**found)


def described(kind: type[ir.Effect]) -> tuple[tuple[str, str, bool], ...]:
    """(field of the effect, field of its footprint, whether there may be several) for each field that matters; a field that means
    nothing here is a TypeError."""
    found = []
    for each in dataclasses.fields(kind):
        if each.type in _BY_TYPE:
            found.append((each.name, _BY_TYPE[each.type], True))
        elif each.name in _BY_NAME:
            found.append((each.name, _BY_NAME[each.name], False))
        elif each.name not in _READ:
            raise TypeError(
                f"ir.footprints does not know what `{each.name}` of the effect {kind.__name__} is"
            )
    return tuple(found)


_FIELDS = {kind: described(kind) for kind in EFFECTS if kind not in _OWN}


def effects_below(effects: ir.Effects, program: ir.Program | None = None) -> Iterator[ir.Effect]:
    """Effects and those inside them, in order; with a program also those of the steps that they run, each step once."""
    steps: set[str] = set()
    waiting = [*reversed(effects)]
    while waiting:
        effect = waiting.pop()
        yield effect
        found = footprint(effect)
        inside = [*found.inside]
        if program is not None and found.step is not None and found.step not in steps:
            steps.add(found.step)
            inside.append(program.steps[found.step].do)
        waiting += [each for do in reversed(inside) for each in reversed(do)]
