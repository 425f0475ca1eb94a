"""Equivalence of positions: whether the same can happen from both.

    sameness = Sameness(program)
    sameness.exact(cells) == sameness.exact(others)        the same can happen next in both

The number of the round is left out if no rule reads it.
"""

from __future__ import annotations

from array import array
from functools import cached_property

from rulewright.ir import nodes as ir
from rulewright.ir.layout import ROUND
from rulewright.ir.walking import everything


class Sameness:
    """Compares positions of one program."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program

    def exact(self, cells: array[int]) -> bytes:
        """A key that is equal for equivalent positions."""
        if self._reads_round:
            return cells.tobytes()
        kept = cells[:]
        kept[ROUND] = 0
        return kept.tobytes()

    @cached_property
    def _reads_round(self) -> bool:
        return any(isinstance(node, ir.Flow) and node.what == "round" for node in everything(self._program))
