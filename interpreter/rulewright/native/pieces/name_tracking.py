"""Names that keep meaning the same pieces: which slots of a frame must be updated when pieces are renumbered.

    - roll: die                 Roll(Elements(Local(0)))       die is another number from now on, if dice are identical
    - if: die.face == 6         Local(0)                       so its slot has to follow, since it is read again

A name that is not read after the one effect that moves its piece is not updated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.walking import parts
from rulewright.native.llvm.module import Building
from rulewright.native.passes import guard

Moving: TypeAlias = dict[int, str]
"""The kind of the pieces that may be renumbered, by slot."""


def moving(building: Building, effects: ir.Effects, later: Sequence[object] | None) -> Moving:
    """The slots whose pieces may be renumbered by these effects and that are read afterwards.

    `later`: the nodes evaluated afterwards in the same frame; None if they are not known."""
    followed = dict(_followed(building, effects))
    if later is None or not followed:
        return followed
    mentions: Counter[int] = Counter()
    _count(effects, 1, mentions)
    _count(tuple(later), 2, mentions)
    return {slot: kind for slot, kind in followed.items() if not never_read_again(mentions[slot])}


@guard
def never_read_again(mentions: int) -> bool:
    """The name of renumbered pieces may be left alone only if nothing reads it afterwards."""
    return mentions <= 1


def wanted_back(building: Building, step: ir.Step) -> Moving:
    """The parameters of a step whose pieces may be renumbered in it; each step is looked at once, as many may run the same."""
    if step.name not in building.renumbered:
        followed = _followed(building, step.do)
        building.renumbered[step.name] = {
            slot: kind for slot, kind in followed if slot < len(step.parameters)
        }
    return building.renumbered[step.name]


def named(node: object) -> int | None:
    """The slot by which an effect names its pieces."""
    match node:
        case ir.Elements(value=ir.Local(slot=slot)) | ir.Local(slot=slot):
            return slot
        case _:
            return None


def _followed(building: Building, effects: ir.Effects) -> Iterator[tuple[int, str]]:
    """Slots through which identical pieces are moved or turned, with the kind."""
    kinds = building.layout.kinds
    for effect in effects_below(effects):
        found = footprint(effect)
        slot = named(found.renumbered)
        if slot is not None and found.kind is not None and kinds[found.kind].identical:
            yield slot, found.kind
        if isinstance(effect, ir.RunStep):
            back = wanted_back(building, building.program.steps[effect.step])
            for index, argument in enumerate(effect.arguments):
                if index in back and isinstance(argument, ir.Local):
                    yield argument.slot, back[index]


def _count(node: object, times: int, mentions: Counter[int]) -> None:
    """How often slots are read; the body of a loop counts twice, except for names that are bound in it."""
    match node:
        case ir.Local(slot=slot):
            mentions[slot] += times
        case ir.For():
            _count(node.clause, times, mentions)
            inside: Counter[int] = Counter()
            _count(node.do, 1, inside)
            own = {node.clause.slot, *(effect.slot for effect in node.do if isinstance(effect, ir.Let))}
            for slot, many in inside.items():
                mentions[slot] += many * (times if slot in own else 2)
        case _:
            for part in parts(node):
                _count(part, times, mentions)
