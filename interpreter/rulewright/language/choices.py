"""How many choices a player may have, and how many sets there are to choose from.

Legal actions are listed, by the engine for bots and programs and by the command line for people.  A hundred thousand of them
take half a second and tens of megabytes at every decision; sets grow so fast (every piece doubles them) that a higher limit
would let in hardly another game.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

MOST_CHOICES: Final = 100_000
"""An action may offer as many choices at a time."""


ENOUGH: Final = 10**12
"""Nobody wants to know by how much a number of sets is greater than this."""


def how_many_sets(alike: Iterable[int], low: int, high: int) -> int:
    """How many different sets of low..high pieces there are; beyond `ENOUGH` only that there are more.

    `alike` has for each look how many pieces look so: of two red and one blue piece there are (2, 1) -> 5 sets from 1 to 3.
    """
    low, ways = max(low, 0), [1]
    for there in alike:
        ways = _with_more(ways, there, high)
        if sum(ways[low:]) > ENOUGH:
            break
    return sum(ways[low : high + 1])


def _with_more(ways: list[int], there: int, high: int) -> list[int]:
    """By size, how many sets there are once `there` more pieces of a new look may be in them."""
    longest = min(len(ways) + there, high + 1)
    up_to = [0, *accumulate(ways + [0] * (longest - len(ways)))]
    return [up_to[size + 1] - up_to[max(size - there, 0)] for size in range(longest)]
