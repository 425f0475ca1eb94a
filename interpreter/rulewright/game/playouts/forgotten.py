"""Cells that make no difference where a player is to act: whatever is in them, the same can happen, so they are set to one value.

    forgotten(program)        ((2, 1), (14, 0)): the number of the round, which no rule reads, and the face of the die

**The round** is forgotten if no rule reads its number.

**Faces** of dice that all lie at one place are forgotten if a rule reads them only after it has rolled them all, further up in the same list of
effects (or in a list around it).  Then what they show at a decision was read for the last time.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, Footprint, footprint
from rulewright.ir.layout import ROUND, KindLayout
from rulewright.ir.reads import deciding, reached
from rulewright.ir.walking import automatic_rules, everything


def forgotten(program: ir.Program) -> tuple[tuple[int, int], ...]:
    """Each such cell, and the value that it is set to."""
    found: list[tuple[int, int]] = []
    if not any(isinstance(node, ir.Flow) and node.what == "round" for node in everything(program)):
        found.append((ROUND, 1))
    for name, kind in program.layout.kinds.items():
        if kind.faces and len(kind.places) == 1 and not kind.unlimited and _rolled_first(program, name):
            found += _faces(kind)
    return tuple(found)


def _faces(kind: KindLayout) -> Iterator[tuple[int, int]]:
    """The cells of the faces, when all pieces show nothing."""
    if not kind.identical:
        yield from ((kind.face + piece, 0) for piece in range(kind.pieces))
    elif kind.owners == 1:
        yield from ((kind.counts + look, 0 if look else kind.pieces) for look in range(kind.looks))


def _rolled_first(program: ir.Program, name: str) -> bool:
    """Whether every rule that reads the dice has rolled all of them before."""
    reading = _Reading(program, name)
    lists = [program.setup.do, *(action.do for action in program.actions.values())]
    lists += [rule.do for rule in automatic_rules(program)]
    for do in lists:
        reading.carry_out(do, False)
    within = {
        id(node) for do in (*lists, *(step.do for step in program.steps.values())) for node in everything(do)
    }
    called = {id(node) for each in program.definitions.values() for node in everything(each.body)}
    elsewhere = (node for node in everything(program) if id(node) not in within and id(node) not in called)
    return reading.holds and not any(
        getattr(node, "kind", None) == name or (isinstance(node, ir.Call) and reading.reads(node))
        for node in elsewhere
    )


class _Reading:
    """What is read of a kind, rule by rule."""

    def __init__(self, program: ir.Program, name: str) -> None:
        self._program, self._name = program, name
        self.holds = True

    def carry_out(self, do: ir.Effects, rolled: bool) -> None:
        """Note what effects read, in order; `rolled`: the dice have been rolled before."""
        for effect in do:
            mark = footprint(effect)
            if mark.kind == self._name:
                if not _rolls_all(mark):
                    self.holds = False
                rolled = True
                continue
            if not rolled and self.reads(deciding(effect)):
                self.holds = False
            for inside in mark.inside:
                self.carry_out(inside, rolled)
            if mark.step is not None:
                self.carry_out(self._program.steps[mark.step].do, rolled)

    def reads(self, node: object) -> bool:
        """Whether an expression looks at the dice, itself or through a definition."""
        return any(
            getattr(each, "kind", None) == self._name and not isinstance(each, EFFECTS)
            for each in reached(self._program, node)
        )


def _rolls_all(mark: Footprint) -> bool:
    """Whether an effect gives all the pieces, which lie at one place, new faces by chance."""
    return mark.stream is not None and isinstance(mark.renumbered, ir.AllPieces | ir.PiecesAt)
