"""What an effect does by itself, as it is written: the one place that says what each verb writes, moves, asks and holds inside.

    footprint({add: tray.face, to: pot})      ->      Footprint(places=(pot,), asks=(tray.face,))

Every analysis of the effects of a rulebook rests on these footprints; `ir.footprints` says the same of a program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never, get_args

from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes as rulebook

Note: TypeAlias = Literal["end_turn", "extra_turn", "turn_of", "go"]

EFFECTS: tuple[type[rulebook.AnyEffect], ...] = get_args(rulebook.AnyEffect)
"""The classes of all effects."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """Without the effects inside, and without those of a step. Each expression of an effect is in one of the fields."""

    places: tuple[syntax.Expression, ...] = ()
    """What is set or added to: variables, and what a piece shows or whose it is."""
    pieces: tuple[syntax.Expression, ...] = ()
    """Pieces that are moved, rolled, shuffled or taken away, or the zone where they lie."""
    stay: bool = False
    """Whether these pieces stay where they lie, so that only what they show or their order is another."""
    to: syntax.Expression | None = None
    """Where pieces come to."""
    brings_back: bool = False
    """Whether pieces come to where they started."""
    asks: tuple[syntax.Node, ...] = ()
    """What else is worked out."""
    binds: syntax.Name | None = None
    note: Note | None = None
    """What is noted about the flow of the game."""
    phase: tuple[str, ...] = ()
    """Where `go` goes."""
    inside: tuple[rulebook.Effects, ...] = ()
    step: str | None = None


def footprint(effect: rulebook.AnyEffect) -> Footprint:
    """What an effect does by itself."""
    match effect:
        case rulebook.Roll(pieces=pieces) | rulebook.Shuffle(zone=pieces):
            return Footprint(pieces=(pieces,), stay=True)
        case rulebook.Remove(piece=pieces):
            return Footprint(pieces=(pieces,))
        case rulebook.Return(pieces=pieces):
            return Footprint(pieces=(pieces,), brings_back=True)
        case rulebook.Move():
            moved, asks = _moved(effect)
            return Footprint(pieces=moved, to=effect.to, asks=(*asks, *_given(effect.of, effect.turned)))
        case rulebook.Place(kind=kind, to=to):
            return Footprint(to=to, asks=(kind, *_given(effect.of, effect.turned)))
        case rulebook.Set(place=place, value=amount) | rulebook.Add(place=place, amount=amount):
            return Footprint(places=(place,), asks=(amount,))
        case rulebook.Pay(source=source, to=to, amount=amount):
            return Footprint(places=(source, to), asks=(amount,))
        case rulebook.Let(name=name, value=value):
            return Footprint(asks=(value,), binds=name)
        case rulebook.If(condition=condition, do=do, else_=other):
            return Footprint(asks=(condition,), inside=(do, other))
        case rulebook.For(clause=clause, do=do):
            return Footprint(asks=(clause,), binds=clause.name, inside=(do,))
        case rulebook.Pick(clause=clause, do=do, else_=other):
            return Footprint(asks=(clause,), binds=clause.name, inside=(do, other))
        case rulebook.By(subject=subject, cases=cases):
            keys = tuple(case.key for case in cases)
            return Footprint(asks=(subject, *keys), inside=tuple(case.do for case in cases))
        case rulebook.TurnOf(player=player):
            return Footprint(asks=(player,), note="turn_of")
        case rulebook.Go(phase=phase):
            return Footprint(note="go", phase=(phase,))
        case rulebook.EndTurn():
            return Footprint(note="end_turn")
        case rulebook.ExtraTurn():
            return Footprint(note="extra_turn")
        case rulebook.RunStep(step=step, arguments=arguments):
            return Footprint(asks=arguments, step=step)
        case _:
            assert_never(effect)


def _moved(effect: rulebook.Move) -> tuple[tuple[syntax.Expression, ...], tuple[syntax.Node, ...]]:
    """The pieces that are moved, or where they lie, and what is asked to find them."""
    source = _given(effect.source)
    match effect.moved:
        case syntax.MovedPiece(piece=piece) | syntax.MovedAll(pool=piece):
            return (piece, *source), ()
        case syntax.MovedCount(count=count, kind=kind):
            return source or (kind,), (count, kind)


def _given(*nodes: syntax.Expression | None) -> tuple[syntax.Expression, ...]:
    return tuple(node for node in nodes if node is not None)
