"""The optimisation passes of the native engine, which make code faster and change no result: a switch for each, and their guards.

    Passes(prefilter=False)                    given to `Native`: the same machine code without the prefilter
    @guard                                     a condition without which a pass would change what a rule means
    def one_index(node: ir.Cell) -> bool: ...

A switch serves for measuring what a pass gains, and for finding out which pass has a bug. Guards have no switch: code without
one is wrong. They are called through `GUARDS`, where a test replaces one to show that games then differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from rulewright.source.dataclass import dataclass

Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class Passes:
    """Which passes are used."""

    bitsets: bool = True
    """Conditions on many spaces are read from the bits that are kept for each look (`bitsets`)."""
    vectors: bool = True
    """Conditions on many values are computed for all of them by vector instructions (`vectors`)."""
    bitrows: bool = True
    """Aggregates over spaces are operations on words of bits (`bitrows`)."""
    rows_of_rows: bool = True
    """All lines of a row of lines are compared at once (`bitrows`)."""
    steps: bool = True
    """Conditions on the spaces next to a space, and floods, are bits shifted by each step (`steps`)."""
    images: bool = True
    """Conditions on what each value leads to are conditions on that, shifted back (`images`)."""
    narrowed: bool = True
    """Loops visit only the values for which their first conditions hold, which is computed for all at once (`walks`)."""
    masks: bool = True
    """Legal choices of one value are words of bits (`masks`)."""
    pools: bool = True
    """Legal choices of one piece are words of bits (`masks`)."""
    pairs: bool = True
    """Legal choices of two values are a word of bits for each second one (`pairs`)."""
    prefilter: bool = True
    """A necessary condition is evaluated for all values at once before the condition itself
    (`prefilter`)."""
    invariant_calls: bool = True
    """Calls whose value is the same in every round of a loop are computed once (`invariant_calls`)."""
    trials: bool = True
    """Where choices are tried out one after the other, boards are copied once (`afterwards`)."""
    watched: bool = True
    """Of a condition on the position afterwards only those parts are evaluated that depend on what a trial touched (`watched`)."""
    sums: bool = True
    """Notes of positions that are tried out are changed by what a trial touches, instead of being worked out for the whole position (`sums`)."""
    whole_zones: bool = True
    """All dice of a zone are rolled without taking them up one by one (`rolls`)."""
    floods: bool = True
    """Floods of boards whose spaces fit in a few words are computed on bits (`floods`)."""
    last_move: bool = True
    """Ends look only at the lines through the space of the last move, where that is proved to be enough
    (`through_last_move`)."""


ALL = Passes()

GUARDS: dict[str, Callable[..., bool]] = {}
"""The guards of all passes by name."""


def guard(condition: Callable[Given, bool]) -> Callable[Given, bool]:
    """Enter a condition in `GUARDS` under its name; calls look it up there, so that a test can replace
    it."""
    name = condition.__name__
    assert name not in GUARDS, f"two guards have the name {name}"
    GUARDS[name] = condition

    @wraps(condition)
    def asked(*given: Given.args, **named: Given.kwargs) -> bool:
        return GUARDS[name](*given, **named)

    return asked
