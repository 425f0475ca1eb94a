"""The time that a report may take, divided among its parts.

    budget = Budget(60.0)
    end = budget.until(0.4)             when 40 % of it will be over
    budget.is_over(end)

Without a number of seconds no part is ever cut short, and everything is the same each time.
"""

from __future__ import annotations

import time
from dataclasses import field
from math import inf

from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """The seconds that all may take; None for as long as it takes."""

    seconds: float | None
    begun: float = field(default_factory=time.perf_counter)

    def until(self, share: float) -> float:
        """The time at which a share of it is over."""
        return inf if self.seconds is None else self.begun + share * self.seconds

    def left(self, until: float) -> float:
        """The seconds until a time."""
        return until - time.perf_counter()

    def is_over(self, until: float) -> bool:
        """Whether it is later."""
        return self.left(until) <= 0
