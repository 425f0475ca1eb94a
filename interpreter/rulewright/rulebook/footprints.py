"""The footprint of an effect of a rulebook: what it writes, moves, reads and holds inside, by the description of its verb.

    footprint({add: tray.face, to: pot})      ->      Footprint(places=(pot,), asks=(tray.face,))

The descriptions are in `language.effects`. Every analysis of the effects of a rulebook rests on these footprints; those of a program
are in `ir.footprints`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, assert_never, get_args

from rulewright.expression import nodes as syntax
from rulewright.language.effects import Note, Takes
from rulewright.rulebook import nodes as rulebook

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
    """Where pieces go."""
    brings_back: bool = False
    """Whether pieces go back to where they started."""
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
    """The footprint of an effect, from the description of its verb."""
    verb = effect.verb
    found: dict[str, Any] = {"note": verb.note, "stay": verb.stay, "brings_back": verb.brings_back}
    for key in verb.parts:
        value = getattr(effect, key.field)
        if value is not None:
            for field, more in _parts(key.takes, value):
                found[field] = (*found.get(field, ()), *more) if isinstance(more, tuple) else more
            if key.read:
                found["asks"] = (*found.get("asks", ()), value)
    return Footprint(**found)


def _parts(takes: Takes, value: Any) -> Iterator[tuple[str, Any]]:  # Any: what the field of a verb holds
    """(field of a footprint, its value, or more for it) of what a key of an effect takes."""
    match takes:
        case "written":
            yield "places", (value,)
        case "pieces" | "zone" | "source":
            yield "pieces", (value,)
        case "destination":
            yield "to", value
        case "value" | "kind":
            yield "asks", (value,)
        case "moved":
            match value:
                case syntax.MovedPiece(piece=pieces) | syntax.MovedAll(pool=pieces):
                    yield "pieces", (pieces,)
                case syntax.MovedCount(count=count, kind=kind):
                    yield "asks", (count, kind)
        case "name":
            yield "binds", value
        case "clause" | "drawn":
            yield "asks", (value,)
            yield "binds", value.name
        case "effects":
            yield "inside", (value,)
        case "cases":
            yield "asks", tuple(case.key for case in value)
            yield "inside", tuple(case.do for case in value)
        case "phase":
            yield "phase", (value,)
        case "step":
            yield "step", value
        case "arguments":
            yield "asks", value
        case _:
            assert_never(takes)
