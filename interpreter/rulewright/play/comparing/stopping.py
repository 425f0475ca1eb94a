"""How many games: a given number, or until an interval is narrow enough.

    list(looks(2000, precise=False))        [2000]
    list(looks(1000, precise=True))         [200, 300, 450, 675, 1000]

A procedure that checks an interval after every game stops too often when the interval is narrow by chance. So the width is
checked rarely, each time after half as many games again, and the position of the interval is never used.
docs/explanation/measuring.md measures the effect on the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, takewhile

GAMES = 2000
"""How many, if nobody says."""
FIRST_LOOK = 200
"""Games before the first look."""
GROWTH = 1.5
"""How many times as many games the next look is after."""
LONGEST = 20_000
"""Games that are played without a stop: what both sides are ahead of each other lies in memory."""
MOST_GAMES = 1_000_000
"""Games after which a precision is taken to be out of reach, if nobody says how many."""


@dataclass(frozen=True, slots=True)
class Precision:
    """Play until the 95 % interval of a figure reaches no more than `half` to either side."""

    figure: str
    half: float


def looks(games: int, precise: bool, step: int = 1) -> Iterator[int]:
    """The numbers of games after which there is a look, at most `games`, and only at the end if nothing has to be
    `precise`. Each is a multiple of `step`, so that everybody has sat everywhere."""
    if precise:
        yield from takewhile(lambda look: look < games, _growing(step))
    yield whole(games, step)


def whole(games: int, step: int) -> int:
    """At least so many games, in whole rotations."""
    return -(-games // step) * step


def parts(numbers: range) -> Iterator[range]:
    """Numbers of games, no more at once than may lie in memory."""
    for start in range(numbers.start, numbers.stop, LONGEST):
        yield range(start, min(start + LONGEST, numbers.stop))


def _growing(step: int) -> Iterator[int]:
    for number in count():
        yield whole(int(FIRST_LOOK * GROWTH**number), step)
