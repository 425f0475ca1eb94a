"""Many lines are many tests: which of them are effects, when all are looked at together.

    adjusted([0.001, 0.04, 0.3])        [0.003, 0.08, 0.3]

Of a hundred lines about which a change does nothing, five have a 95 % interval that leaves 0 out.  By Holm's procedure ("A
simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics, 1979) it is the whole
table in which, with 95 % probability, nothing is called an effect that is none, however the lines hang together.
"""

from __future__ import annotations

from collections.abc import Sequence

LEVEL = 0.05
"""How often a table in which nothing changed may call something an effect."""


def adjusted(probabilities: Sequence[float]) -> list[float]:
    """The level at which each would be an effect: it is one where this is no more than LEVEL."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found = [1.0] * len(probabilities)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min((len(order) - rank) * probabilities[place], 1.0))
        found[place] = least
    return found
