"""The number of games of a comparison: a given one, or until an interval is narrow enough.

    list(looks(2000, precise=False))        [2000]
    list(looks(1000, precise=True))         [200, 300, 450, 675, 1000]

A procedure that checks an interval after every game stops too often when the interval is narrow by chance. So the width is
checked rarely, each time after half as many games again, and the position of the interval is never used.
docs/explanation/measuring.md measures the effect on the intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from rulewright.problems.quoting import shown
from rulewright.source.dataclass import dataclass

GAMES = 2000
"""The default number of games."""
FIRST_LOOK = 200
"""Games before the first look."""
GROWTH = 1.5
"""The factor from the number of games at one look to that at the next."""
MOST_GAMES = 1_000_000
"""The default number of games after which a precision is considered out of reach."""


@dataclass(frozen=True, slots=True)
class Precision:
    """A goal: the 95 % interval of a figure extends at most `half` to either side."""

    figure: str
    half: float


def check_precision(precision: object) -> None:
    """Raises TypeError, with what to write, for anything but a `Precision`."""
    if not isinstance(precision, Precision):
        raise TypeError(
            f'`precision` is the figure and how far its interval may extend, `Precision("turns", 0.5)`, not {shown(precision)}'
        )


def looks(games: int, precise: bool, step: int = 1) -> Iterator[int]:
    """The numbers of games after which intervals are checked, at most `games`, and only that if the comparison need not be
    `precise`. Each is a multiple of `step`, so that every player has had every seat."""
    if precise:
        yield from takewhile(lambda look: look < games, _growing(step))
    yield whole(games, step)


def whole(games: int, step: int) -> int:
    """The number of games rounded up to whole rotations."""
    return -(-games // step) * step


def _growing(step: int) -> Iterator[int]:
    for number in count():
        yield whole(int(FIRST_LOOK * GROWTH**number), step)
