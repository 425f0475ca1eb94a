"""What would hold afterwards, in machine code: effects on copies of the cells that they may write, and an expression that reads these.

    leaves: not me.in_check      copies of `piece.men.spots`, `bits.men`, ...; the effects; the value      ->      %v42, an i1

No cell has to be put back: inside, the names of regions stand for the copies. Values that other code
remembers of the position are not used inside, and those of the copies not after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.walking import handlers
from rulewright.native.flow.effects import carry_out_rule
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter
from rulewright.native.llvm.regions import Region, regions
from rulewright.native.llvm.values import Emitted

NOTES = "note."
"""The beginning of the names of regions that nothing reads before the rule is done."""


def emit_after(e: Emitter, node: ir.After) -> Emitted:
    there = {region.name: e.region(region.name) for region in written(e, node.do)}
    outer = e.slots, e.remembered, e.known
    e.slots, e.remembered, e.known = dict(e.slots), {}, {}
    for name, source in there.items():
        e.regions[name] = _copied(e, _all(e)[name], source)
    carry_out_rule(e, node.do, [node.value])
    value = e.value(node.value)
    e.regions.update(there)
    e.slots, e.remembered, e.known = outer
    return value


def written(e: Emitter, effects: ir.Effects) -> Iterator[Region]:
    """The regions that effects, and those of steps that they run, may write."""
    names: set[str] = set()
    kinds: set[str] = set()
    for effect in effects_below(effects, e.program):
        found = footprint(effect)
        names.update(f"var.{group}" for group, _ in found.cells)
        if found.kind is not None:
            kinds.add(found.kind)
        if found.note is not None:
            names.update(("note.phase",) if found.note == "phase" else ("note.who", "note.player"))
    of_kinds = tuple(f"{part}.{kind}{dot}" for kind in kinds for part, dot in (("piece", "."), ("bits", "")))
    for name, region in _all(e).items():
        exact = name in names or name in of_kinds
        if exact or any(name.startswith(beginning) for beginning in of_kinds if beginning.endswith(".")):
            yield region


def _all(e: Emitter) -> dict[str, Region]:
    return regions(e.program)


def _copied(e: Emitter, region: Region, source: Operand) -> Operand:
    """Memory for a region, with what is in it now."""
    copy = e.code.allocate(region.type, region.size)
    if region.name == "note.who":
        e.code.store(constant(0), copy)  # effects may leave no note, and `times` asks for it
    elif not region.name.startswith(NOTES):
        e.copy(source, copy, region.size * (2 if region.type == "i64" else 1))
    return copy


EMIT.update(handlers("emit_", globals()))
