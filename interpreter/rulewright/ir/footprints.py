"""The footprints of effects: the one place that defines what each verb writes, draws, notes and contains.

    footprint(Pay(amount, ("bank", ()), ("score", (Me(),))))      ->      Footprint(cells=(("bank", ()), ("score", (Me(),))))
    effects_below(program.setup.do)                                ->      every effect of it, also those inside `if` and `for`

Every analysis of effects uses these footprints, so that none of them can miss a new verb. A footprint that is incomplete
is found by playing, where each effect is compared with its own (`tests/evaluate/test_footprints.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never, get_args

from rulewright.ir import nodes as ir

Written: TypeAlias = tuple[str, tuple[ir.Expression, ...]]
"""A variable and the indices of its cell."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """The parts of the state that an effect may change, without the effects inside it and those of a step that it runs."""

    cells: tuple[Written, ...] = ()
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


def footprint(effect: ir.Effect) -> Footprint:
    """The footprint of an effect."""
    match effect:
        case ir.Roll(kind=kind, pieces=pieces, stream=stream):
            return Footprint(kind=kind, renumbered=pieces, stream=stream)
        case ir.Return() | ir.MovePieces() | ir.LayPieces():
            return Footprint(kind=effect.kind, renumbered=effect.pieces)
        case ir.Shuffle() | ir.MoveCount():
            return Footprint(kind=effect.kind, stream=effect.stream)
        case ir.PlacePiece() | ir.RemovePieces():
            return Footprint(kind=effect.kind)
        case ir.SetOwner():
            return Footprint(kind=effect.kind, renumbered=effect.piece)
        case ir.SetFace():
            return Footprint(kind=effect.kind, renumbered=effect.piece, face=effect.face)
        case ir.SetCell():
            return Footprint(cells=((effect.group, effect.indices),), amount=effect.value)
        case ir.AddCell():
            return Footprint(cells=((effect.group, effect.indices),), amount=effect.amount)
        case ir.Pay():
            return Footprint(cells=(effect.source, effect.to), amount=effect.amount)
        case ir.Let():
            return Footprint(slot=effect.slot)
        case ir.If():
            return Footprint(inside=(effect.do, effect.otherwise))
        case ir.For():
            return Footprint(slot=effect.clause.slot, inside=(effect.do,))
        case ir.Pick():
            inside = (effect.do, effect.otherwise)
            return Footprint(slot=effect.clause.slot, stream=effect.stream, inside=inside)
        case ir.Switch():
            return Footprint(inside=tuple(do for _, do in effect.cases))
        case ir.RunStep():
            return Footprint(step=effect.step)
        case ir.NoteTurn():
            return Footprint(note=effect.what)
        case ir.NotePhase():
            return Footprint(note="phase")
        case _:
            assert_never(effect)


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
