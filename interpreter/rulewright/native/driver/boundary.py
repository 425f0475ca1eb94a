"""What may come into native code: cells that a game can have, and choices whose values are of their types.

    boundary = Boundary(program)
    boundary.admits(cells)                  whether a game that goes on can have these cells
    boundary.admits_choice(choice)

Native code trusts what it is given: it reads tables at the numbers that stand in the cells.  Cells come from callers too, so
they are looked at before (`runtime.cell_validation`); what does not pass is left to the reference executor.
"""

from __future__ import annotations

from array import array

from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED
from rulewright.runtime.cell_validation import Possible
from rulewright.runtime.executor import Choice
from rulewright.runtime.typed_choices import TypedChoices


class Boundary:
    """What of a program native code may be given."""

    def __init__(self, program: ir.Program) -> None:
        self._cells = Possible(program)
        self._choices = TypedChoices(program)

    def admits(self, cells: array[int]) -> bool:
        """Whether these are cells of a game that goes on."""
        return self._cells.fault(cells) is None and not cells[ENDED]

    def admits_choice(self, choice: Choice) -> bool:
        """Whether a choice is of an action there is, with values of the parameters' types."""
        return self._choices.have(choice)
