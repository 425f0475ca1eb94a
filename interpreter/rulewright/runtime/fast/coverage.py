"""What an executor may do beside playing: count, so that somebody can tell afterwards which rules were exercised.

Counts are plain data: those of worker processes are handed over and added up.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias, runtime_checkable

Mark: TypeAlias = tuple[str, str, int, int]
"""What is counted: the sort of thing, a name (of a file, rule or table), and two numbers."""

Counts: TypeAlias = dict[Mark, list[int]]
"""How often something was false (or 0, or none), and how often it was true or simply came up: `[no, yes]`."""


@runtime_checkable
class Counting(Protocol):
    """An executor that counts."""

    def hand_over(self) -> Counts:
        """What was counted since this was asked last."""
        ...

    def join(self, counts: Counts) -> None:
        """Add what another executor of the same program counted."""
        ...
