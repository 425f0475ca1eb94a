"""What aggregates make of elements: how many there can be, and what each can be.

sum of 2 to 5 values of 1..6      ->      2 to 30
"""

from __future__ import annotations

from typing import assert_never

from rulewright.ir import nodes as ir
from rulewright.language.ranges import (
    ANYTHING,
    FALSE,
    NONE,
    NOTHING,
    TRUE,
    Abstract,
    Sets,
    Values,
    some,
    total,
    truth,
    union,
)  # fmt: skip


def of_nothing(name: ir.AggregateName) -> Values:
    """The value if there is never an element."""
    match name:
        case "sum" | "count" | "any" | "distinct" | "longest_run" | "most_alike":
            return FALSE
        case "all":
            return TRUE
        case "first":
            return NONE
        case "min" | "max" | "only":
            return NOTHING
        case _:
            assert_never(name)


def of_sets(name: ir.AggregateName, value: Sets, least: int, most: int) -> Abstract:
    """The value over `least` to `most` elements that are sets."""
    if name == "only":
        return value
    return Values(min(least, 1), most) if name in ("distinct", "most_alike") else ANYTHING


def of_values(name: ir.AggregateName, value: Values, least: int, most: int) -> Abstract:
    """The value over `least` to `most` elements that are plain; those that are none are left out."""
    surely = least > 0 and not value.none and not value.empty
    match name:
        case "sum":
            return total(value, least, most)
        case "any":
            return truth(value.holds(1), least == 0 or value.holds(0))
        case "all":
            return truth(least == 0 or value.holds(1), value.holds(0))
        case "min" | "max" | "only":
            return some(value)
        case "first":
            return some(value) if surely else union(value, NONE)
        case "distinct":
            return Values(1 if surely else 0, max(min(most, value.size), 0))
        case "longest_run":
            return Values(1 if surely else 0, max(min(most, value.size), 0))
        case "most_alike":
            alike = -(-least // max(value.size, 1)) if surely else 0
            return Values(alike, most if not value.empty else 0)
        case "count":
            return Values(least, most)
        case _:
            assert_never(name)
