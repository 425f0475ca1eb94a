"""Variables that never fall below 0, though they might: a game from its set-up cannot bring them there.

    {add: tray.face, to: pot}, {set: pot, to: 0}, {add: pot, to: me.score}        ->      pot, score

A sum of such numbers needs to be asked only whether it is too large.  What is assumed of a variable is in the building, and bounds of
values are found from there as always (`least`); every value that is written into it is held against the assumption (`hold_against`).
A module in which one of them may be below 0 is written again without the assumptions that failed; in one where none is, they hold from the
first cells on, by induction.  Nothing of that is known of positions that are given, so only modules that play from set-up assume it.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building
from rulewright.native.llvm.values import Number
from rulewright.native.passes import ALL, Passes


def written(
    program: ir.Program, write: Callable[[frozenset[str]], Building], passes: Passes = ALL
) -> Building:
    """A module written by `write` under assumptions that hold: the names of variables that never fall below 0."""
    assumed = frozenset(
        name
        for name, group in program.layout.groups.items()
        if passes.non_negative and _may_be_assumed(group)
    )
    while True:
        building = write(assumed)
        if not building.refuted:
            return building
        assumed -= building.refuted


def least(e: Emitter, group: Group) -> int:
    """The lowest number that a cell of a variable can hold."""
    return 0 if group.name in e.building.not_negative else group.low


def hold_against(e: Emitter, group: Group, value: Number) -> None:
    """A value is written into a variable, and fails if it is outside its range."""
    if max(value.low, group.low) < least(e, group):
        e.building.refuted.add(group.name)


def _may_be_assumed(group: Group) -> bool:
    return group.sort == "integer" and not group.optional and group.low < 0 <= group.start
