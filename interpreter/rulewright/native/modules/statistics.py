"""Counters of measured games: modules that measure nothing contain no code for them.

building.counted = {"turns.begin": 4, ...}        how often these rules are carried out, in `measure.fired`
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter


def count_fired(e: Emitter, path: str) -> None:
    """Count that an automatic rule is carried out."""
    number = e.building.counted.get(path)
    if number is not None:
        e.code.increase(e.code.element(e.region("measure.fired"), "i32", constant(number)), constant(1))


def count_choices(e: Emitter, choices: Operand) -> None:
    """Count a decision among `choices` legal choices."""
    if e.building.counted:
        e.code.increase(e.region("measure.choices"), choices)


def count_open(e: Emitter, actions: Sequence[tuple[int, Operand]]) -> None:
    """Count the actions that are open at a decision, given the actions of the phase by index, each with the number of its choices: those
    that are legal, if several are. `measure.several` is 1 then."""
    if not e.building.counted or not _chooses_actions(e):
        return
    code, several = e.code, constant(0)
    if len(actions) > 1:
        legal = [code.widen(code.compare("ne", many, constant(0)), "i32") for _, many in actions]
        several = code.widen(code.compare("sgt", reduce(code.add, legal), constant(1)), "i32")
        for (index, _), each in zip(actions, legal, strict=True):
            place = code.element(e.region("measure.open"), "i32", constant(index))
            code.increase(place, code.binary("and", each, several))
    code.store(several, e.region("measure.several"))


def count_action(e: Emitter, index: int) -> None:
    """Count that an action is carried out."""
    if not e.building.counted:
        return
    e.code.increase(e.code.element(e.region("measure.fired"), "i32", constant(index)), constant(1))
    if _chooses_actions(e):
        several = e.code.load("i32", e.region("measure.several"))
        e.code.increase(e.code.element(e.region("measure.taken"), "i32", constant(index)), several)


def _chooses_actions(e: Emitter) -> bool:
    """Whether several actions can be legal at a decision."""
    return any(len(phase.actions) > 1 for phase in e.program.phases)
