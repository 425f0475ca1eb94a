"""The function that says what the number of a failure means, so that code from the cache needs no table of failures.

rulewright.reason (number, to)      0; the code of the failure, as `driver.reasons.LONGEST` characters, filled up with 0
"""

from __future__ import annotations

from rulewright.native.driver.reasons import LONGEST
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Outside


def write_reasons(building: Building) -> None:
    """Write `rulewright.reason`, after all functions that can fail."""
    codes = sorted({failure.code for failure in building.failures})
    texts = [character for code in ("", *codes) for character in code.encode().ljust(LONGEST, b"\0")]
    which = [0, *(1 + codes.index(failure.code) for failure in building.failures)]
    e = Outside(building, "rulewright.reason", ("i64 %number", "ptr noalias %to"))
    code = e.code
    place = code.item(building.constant_row(which), Operand("i64", "%number"))
    text = code.element(building.constant_row(texts), "i32", code.multiply(place, constant(LONGEST)))
    e.copy(text, Operand("ptr", "%to"), LONGEST)
    e.close(constant(0))
