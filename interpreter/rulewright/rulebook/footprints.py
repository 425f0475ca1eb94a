"""The footprint of an effect of a rulebook: the parts that it writes, moves and reads, by the description of its verb.

    footprint({add: tray.face, to: pot})      ->      Footprint(places=(pot,), asks=(tray.face,))

The descriptions are in `language.effects`. Every analysis of the effects of a rulebook rests on these footprints; those of a program
are in `ir.footprints`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, assert_never, get_args

from rulewright.expression import nodes as syntax
from rulewright.language.effects import Note, Takes
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass

EFFECTS: tuple[type[rulebook.AnyEffect], ...] = get_args(rulebook.AnyEffect)
"""The classes of all effects."""
MOST_KEPT = 2048
"""The number of effects whose footprints are known: about those of the largest rulebook, which are asked for at each of its tables."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """The parts of an effect by their role, without the effects inside it and those of a step that it runs. Each expression of
    an effect is in exactly one of the fields."""

    places: tuple[syntax.Expression, ...] = ()
    """Places that are written: variables, faces of pieces and their owners."""
    pieces: tuple[syntax.Expression, ...] = ()
    """Pieces that are moved, rolled, shuffled or removed, or the zone that contains them."""
    stay: bool = False
    """Whether these pieces keep their place, so that only their faces or their order change."""
    to: syntax.Expression | None = None
    """The place that pieces are moved to."""
    brings_back: bool = False
    """Whether pieces return to the places where they started."""
    asks: tuple[syntax.Node, ...] = ()
    """All other expressions, which are only evaluated."""
    binds: syntax.Name | None = None
    note: Note | None = None
    """The note that the effect leaves about the flow of the game."""
    phase: tuple[str, ...] = ()
    """The phase of `go`; empty for other effects."""
    inside: tuple[rulebook.Effects, ...] = ()
    step: str | None = None


@lru_cache(maxsize=MOST_KEPT)
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
    """Fields of a footprint, each with its value or more values for it, from the value of one key of an effect."""
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
