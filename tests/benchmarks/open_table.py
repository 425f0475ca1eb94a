"""How long the legal moves of Crib-Ino take with few and with many cards on the table.

    python -m tests.benchmarks.open_table              10, 20, 40 and 47 cards on the table
    python -m tests.benchmarks.open_table --quick      a short look, as the tests take it

Open spaces are kept with the cards, not searched for on the table, so the time for one candidate (the card in the hand,
on one open space, in one direction) should not grow with the table.  The positions are made without regard to the
rules: cards in a row, in heaps of ten, in one heap, and grown at random.  A candidate for a space that touches two cards
or the last one is asked for colours and numbers too, which takes longer; the share of such spaces is told beside, and
only positions with the same share can be compared: those with heaps of ten, and those with a row.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from rulewright import pipeline
from rulewright.author.positions.given import apply_given
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Executor
from tests.benchmarks.sitting import arguments

Point = tuple[int, int]
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
LAID = (10, 20, 40, 47)


@dataclass(frozen=True)
class Timing:
    """The time for all legal moves of a position, how many open spaces were tried for them, and how many of these are
    beside the last card or touch two."""

    shape: str
    laid: int
    spaces: int
    fitting: int
    seconds: float

    @property
    def candidates(self) -> int:
        return 4 * self.spaces

    @property
    def each(self) -> float:
        """Microseconds for a candidate."""
        return self.seconds / self.candidates * 1e6

    def __str__(self) -> str:
        return (
            f"{self.shape:6} {self.laid:3} cards {self.spaces:4} open spaces, {self.fitting / self.spaces:4.0%} to lay on, "
            f"{self.candidates:4} candidates {self.seconds * 1000:8.2f} ms {self.each:7.1f} µs each"
        )


def heap(cards: int) -> list[Point]:
    """The points nearest to the center."""
    around = [(x, y) for x in range(-4, 5) for y in range(-4, 5)]
    return sorted(around, key=lambda at: (at[0] ** 2 + at[1] ** 2, at))[:cards]


def row(cards: int) -> list[Point]:
    return [(x - cards // 2, 0) for x in range(cards)]


def heaps(cards: int) -> list[Point]:
    """Heaps of ten, apart from one another."""
    return [(x + 7 * (card // 10), y) for card, (x, y) in enumerate((heap(10) * (cards // 10 + 1))[:cards])]


def grown(cards: int) -> list[Point]:
    """Each card beside one that lies there, at random."""
    random, found = Random(f"grown {cards}"), [(0, 0)]
    while len(found) < cards:
        (x, y), (dx, dy) = random.choice(found), random.choice(WAYS)
        if (x + dx, y + dy) not in found:
            found.append((x + dx, y + dy))
    return found


SHAPES: dict[str, Callable[[int], list[Point]]] = {"row": row, "heaps": heaps, "heap": heap, "grown": grown}


def name_of(point: Point) -> str:
    x, y = point
    across = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    along = f"{'n' if y > 0 else 's'}{abs(y)}" if y else ""
    return across + along or "center"


def overlay(laid: Sequence[int]) -> str:
    """Crib-Ino with the positions as examples; card 47 is in the hand, beside the first card one may play."""
    lines = ["rulebook: 1", "name: open-table", "extends: crib-ino", "add:", "  examples:"]
    for shape, points in SHAPES.items():
        for cards in laid:
            lying = ", ".join(f"{name_of(at)}: {card}" for card, at in enumerate(points(cards)))
            lines.append(f"    {shape}_{cards}:")
            lines.append(
                f"      given: {{table: {{{lying}}}, seat(1).hand: [47], seat(2).hand: [], phase: turn}}"
            )
    return "\n".join(lines) + "\n"


def positions(laid: Sequence[int]) -> tuple[Executor, dict[tuple[str, int], array[int]]]:
    """What finds the legal moves, and each position by its shape and its number of cards."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "open-table.overlay.yaml"
        path.write_text(overlay(laid), encoding="utf-8")
        book = pipeline.open_book(str(path), 2)
    executor = book.game.executor
    cells: dict[tuple[str, int], array[int]] = {}
    for shape in SHAPES:
        for cards in laid:
            start = new_position(book.program, 1)
            executor.begin(start, Sampled(book.program.streams))
            apply_given(book, start.cells, book.rulebook.examples[f"{shape}_{cards}"].given)
            cells[shape, cards] = start.cells
    return executor, cells


def timings(rounds: int, laid: Sequence[int], clock: Callable[[], float]) -> list[Timing]:
    """The median of so many rounds for each position, measured in turn."""
    executor, cells = positions(laid)
    taken: dict[tuple[str, int], list[float]] = {which: [] for which in cells}
    for _ in range(rounds + 1):
        for which, position in cells.items():
            began = clock()
            executor.legal(position)
            taken[which].append(clock() - began)
    return [
        Timing(shape, cards, *spaces_of(SHAPES[shape](cards)), median(times[1:]))
        for (shape, cards), times in taken.items()
    ]


def spaces_of(points: Sequence[Point]) -> tuple[int, int]:
    """How many spaces are open, and how many of them are beside the last card, in the center, or touch two cards."""
    touched = Counter((x + dx, y + dy) for x, y in points for dx, dy in WAYS)
    free = touched.keys() - set(points)
    return len(free), sum(touched[at] >= 2 or at in WAYS for at in free)


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 25, 1, given)
    clock = time.process_time if asked.processor else time.perf_counter
    for timing in timings(asked.rounds, LAID[:2] if asked.quick else LAID, clock):
        print(timing)


if __name__ == "__main__":
    main(sys.argv[1:])
