"""Writing on trial: what was written can be looked at and taken back.

start = standing(e)
EACH[type(domain)](e, domain, body)
if e.failing > start.failing:      # the elements themselves may fail: go about it in another way
    back_to(e, start)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.native.llvm.assembly import Mark
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.slots import Slot


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a function is written."""

    mark: Mark
    slots: dict[int, Slot]
    failing: int
    work: int
    counts: bool


def standing(e: Emitter) -> Standing:
    return Standing(e.code.mark(), dict(e.slots), e.failing, e.work, e.counts)


def back_to(e: Emitter, start: Standing) -> None:
    """Forget what was written since."""
    e.code.roll_back(start.mark)
    e.slots = dict(start.slots)
    e.failing, e.work, e.counts = start.failing, start.work, start.counts


def can_fail(e: Emitter, write: Callable[[], object]) -> bool:
    """Whether what is written can fail; nothing of it is left."""
    start = standing(e)
    write()
    fails = e.failing > start.failing
    back_to(e, start)
    return fails
