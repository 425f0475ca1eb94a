"""What an estimate says, in words that a designer reads.

    effect     longer by 2.1 turns, 95 % interval 1.8 to 2.4
    perhaps    perhaps longer by 0.4 turns, 95 % interval 0.1 to 0.7
    none       no effect found (between -0.3 and 0.4 turns)
    same       the same in all 2,000 games

A line is called an effect if it is one among all lines (`several`), *perhaps* one if only its own interval leaves 0 out.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from rulewright.play.comparing.figures import Figure
from rulewright.play.comparing.sums import Estimate

Verdict: TypeAlias = Literal["effect", "perhaps", "none", "same", "never", "only_a", "only_b", "too_few"]


def verdict_of(figure: Figure, estimate: Estimate, survives: bool) -> Verdict:
    """`survives`: whether the line is an effect among all lines."""
    if figure.a is None or figure.b is None:
        return "only_b" if figure.a is None else "only_a"
    if not estimate.differing:
        return "same" if estimate.a or figure.section not in NEVER else "never"
    if estimate.games < 2:
        return "too_few"
    if survives:
        return "effect"
    return "perhaps" if leaves_out_zero(estimate) else "none"
