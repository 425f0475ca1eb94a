"""Counters of measured games: modules that measure nothing contain no code for them.

building.counted = {"turns.begin": 4, ...}        how often these rules are carried out, in `measure.fired`
"""

from __future__ import annotations

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


def count_action(e: Emitter, index: int) -> None:
    """Count that an action is carried out."""
    if e.building.counted:
        e.code.increase(e.code.element(e.region("measure.fired"), "i32", constant(index)), constant(1))
