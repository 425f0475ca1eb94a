"""What may be passed to native code: cells that a game can have, and choices whose values have the right types.

    boundary = Boundary(program)
    boundary.admits(cells)                  whether a game that has not ended can have these cells
    boundary.admits_choice(choice)

Native code uses the numbers in the cells as indices without checking them.  Since callers can pass any cells, they are checked
first (`runtime.cell_validation`); cells that do not pass go to the reference executor.
"""

from __future__ import annotations

from array import array

from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED
from rulewright.runtime.cell_validation import Possible
from rulewright.runtime.executor import Choice
from rulewright.runtime.typed_choices import TypedChoices


class Boundary:
    """The checks of cells and choices for a program."""

    def __init__(self, program: ir.Program) -> None:
        self._cells = Possible(program)
        self._choices = TypedChoices(program)

    def admits(self, cells: array[int]) -> bool:
        """Whether these are cells of a game that has not ended."""
        return self._cells.fault(cells) is None and not cells[ENDED]

    def admits_choice(self, choice: Choice) -> bool:
        """Whether a choice is of an existing action, with values of the parameters' types."""
        return self._choices.have(choice)
