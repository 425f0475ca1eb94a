"""Where spaces are drawn that have no coordinates: tracks wind in rows, graphs are spread out so that linked spaces are near.

    winding(14)                              ((0, 0), (2, 0), ..., (18, 0), (18, 3), (16, 3), ...)
    spread(4, ((0, 1), (1, 2), (2, 3)))      ((0.0, 0.0), (3.0, 0.1), ...)

A space is 2 units wide. Graphs are laid out by stress majorization: the distance of two spaces on paper comes near to the number of links
between them (Gansner, Koren and North, Graph Drawing by Stress Majorization, 2004).
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import combinations
from math import cos, hypot, pi, sin

Point = tuple[float, float]
WIDTH = 2.0
"""The width of a space."""
ROW = 10
"""The spaces of a track in one row."""
STEP = 3.5
"""The distance of two linked spaces on paper."""
APART = 2.6
"""The least distance of two spaces, unless they nearly coincide."""
WORK = 400_000
"""About how many pairs of spaces are looked at in all."""


@lru_cache(maxsize=64)
def winding(spaces: int, row: int = ROW) -> tuple[Point, ...]:
    """A track in rows, every other one from right to left."""
    across = min(row, spaces)
    found = []
    for number in range(spaces):
        down, at = divmod(number, across)
        found.append((2.0 * (at if down % 2 == 0 else across - 1 - at), 3.0 * down))
    return tuple(found)


@lru_cache(maxsize=64)
def spread(spaces: int, links: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    """The spaces of a graph, linked ones near each other."""
    if spaces < 2:
        return ((0.0, 0.0),) * spaces
    ends = [[STEP * links_between for links_between in row] for row in _distances(spaces, links)]
    at = [(spaces * cos(2 * pi * n / spaces), spaces * sin(2 * pi * n / spaces)) for n in range(spaces)]
    for _ in range(max(10, min(300, WORK // spaces**2))):
        at = [_moved(number, at, ends[number]) for number in range(spaces)]
    nearest = min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(at, 2))
    wider = max(1.0, APART / max(nearest, 0.5))
    across, down = (
        -wider if first > 0 else wider for first in at[0]
    )  # the first space at the top on the left
    left, top = min(across * x for x, _ in at), min(down * y for _, y in at)
    return tuple((round(across * x - left, 1), round(down * y - top, 1)) for x, y in at)


def _moved(number: int, at: list[Point], wanted: list[float]) -> Point:
    """Where a space is drawn by all others, each of which wants it at a distance; near ones count more."""
    x, y = at[number]
    across = down = total = 0.0
    for other, (there_x, there_y) in enumerate(at):
        if other == number:
            continue
        far = hypot(x - there_x, y - there_y) or 0.01
        weight = wanted[other] ** -2
        across += weight * (there_x + wanted[other] * (x - there_x) / far)
        down += weight * (there_y + wanted[other] * (y - there_y) / far)
        total += weight
    return across / total, down / total


def _distances(spaces: int, links: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """The number of links between all pairs of spaces; that of spaces that are not joined is one more than any other."""
    near: list[list[int]] = [[] for _ in range(spaces)]
    for one, other in links:
        near[one].append(other)
        near[other].append(one)
    found = [_from(number, near) for number in range(spaces)]
    far = 1 + max(max(row.values()) for row in found)
    return [[row.get(other, far) for other in range(spaces)] for row in found]


def _from(first: int, near: list[list[int]]) -> dict[int, int]:
    found, waiting = {first: 0}, deque([first])
    while waiting:
        here = waiting.popleft()
        for there in near[here]:
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found
