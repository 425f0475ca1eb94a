"""The limit on choices of a player, and the number of sets that can be chosen.

Legal actions are listed, by the engine for bots and programs and by the command line for people.  A hundred thousand of them
take half a second and tens of megabytes at every decision; the number of sets grows so fast (each piece doubles it) that a
higher limit would allow hardly another game.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

MOST_CHOICES: Final = 100_000
"""The greatest number of choices that an action may offer at a time."""


ENOUGH: Final = 10**12
"""Numbers of sets above this are not counted exactly."""


def how_many_sets(alike: Iterable[int], low: int, high: int) -> int:
    """The number of different sets of low..high pieces, exact up to `ENOUGH`.

    `alike` has the number of pieces of each look: two red pieces and a blue one are (2, 1), with 5 sets of 1 to 3 pieces.
    """
    low, ways = max(low, 0), [1]
    for there in alike:
        ways = _with_more(ways, there, high)
        if sum(ways[low:]) > ENOUGH:
            break
    return sum(ways[low : high + 1])


def _with_more(ways: list[int], there: int, high: int) -> list[int]:
    """The numbers of sets by size, after `there` pieces of a new look were added to those that can be chosen."""
    longest = min(len(ways) + there, high + 1)
    up_to = [0, *accumulate(ways + [0] * (longest - len(ways)))]
    return [up_to[size + 1] - up_to[max(size - there, 0)] for size in range(longest)]
