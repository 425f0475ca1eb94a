"""Writing on trial: the text written since a point can be examined and removed.

start = standing(e)
EACH[type(domain)](e, domain, body)
if e.failing > start.failing:      # the elements themselves may fail: use another way
    back_to(e, start)
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.native.llvm.assembly import Mark
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.slots import Slot
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a function being written."""

    mark: Mark
    slots: dict[int, Slot]
    failing: int
    work: int
    counts: bool
    overworked: bool


def standing(e: Emitter) -> Standing:
    return Standing(e.code.mark(), dict(e.slots), e.failing, e.work, e.counts, e.overworked)


def back_to(e: Emitter, start: Standing) -> None:
    """Remove everything written since."""
    e.code.roll_back(start.mark)
    e.slots = dict(start.slots)
    e.failing, e.work = start.failing, start.work
    e.counts, e.overworked = start.counts, start.overworked


def can_fail(e: Emitter, write: Callable[[], object]) -> bool:
    """Whether the code that `write` adds can fail; none of it is kept."""
    start = standing(e)
    write()
    fails = e.failing > start.failing
    back_to(e, start)
    return fails
