"""The limit on choices of a player, the number of sets that can be chosen, and where the filter of a choice begins.

Legal actions are listed, by the engine for bots and programs and by the command line for people.  A hundred thousand of them
take half a second and tens of megabytes at every decision; the number of sets grows so fast (each piece doubles it) that a
higher limit would allow hardly another game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

MOST_CHOICES: Final = 100_000
"""The greatest number of choices that an action may offer at a time."""


ENOUGH: Final = 10**12
"""Numbers of sets above this are not counted exactly."""


_WORDS = re.compile(r"#[^\n]*|[()]|[A-Za-z_][A-Za-z_0-9]*|[^A-Za-z_()#]+")
"""Comments, parentheses, words, and what is between them."""


def filter_at(text: str) -> tuple[int, int] | None:
    """Where the word `if` of a filter begins and ends in the text of a choice, `board.spaces if at.empty`; None if there is no filter.

    An `if` in parentheses is part of the domain, and so is one that has an `else`.
    """
    found: tuple[int, int] | None = None
    depth = open_ = 0
    for word in _WORDS.finditer(text):
        match word[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case "if" if depth == 0:
                found = found or word.span()
                open_ += 1
            case "else" if depth == 0:
                open_ -= 1
    return found if open_ == 1 else None


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
