"""What the numbers of failures mean, as the module of machine code itself says.

reason(functions, 7)      ->      "endless"
"""

from __future__ import annotations

from rulewright.native.driver.machine import Library, address, zeros

LONGEST = 32
"""The most characters of a code."""
NO_CHOICE = -1
"""Instead of the number of a failure: there is no legal choice."""
NOBODY_CAN_MOVE = "nobody-can-move"
"""Its code."""


def reason(functions: Library, number: int) -> str:
    """The code of a failure, by its number in a module."""
    if number == NO_CHOICE:
        return NOBODY_CAN_MOVE
    characters = zeros(LONGEST)
    functions["rulewright.reason"](number, address(characters))
    return "".join(map(chr, characters)).rstrip("\0")
