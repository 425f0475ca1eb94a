"""How long an editor waits for the problems after a keystroke, at the table in hand and at all tables.

    python -m tests.benchmarks.keystrokes [GAME] [--quick] [--rounds N] [--processor]

In one process, as a language server is, characters are typed into Crib-Ino and deleted again, at places drawn by lot: half of them go
on at the place of the one before, as typing does.  After each, the whole text is checked by `check_at_table`; the text is broken
after about half of them.  Wanted: at most 100 ms for 95 of 100.  What a start from nothing takes is measured in the same sitting.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import quantiles

from rulewright.cli.main import ALLOCATED_BEFORE_A_LOOK
from rulewright.pipeline import check_at_table, check_source, find_book
from rulewright.source.text import Source
from tests.benchmarks.sitting import FreshPython, arguments, table

GAME = "crib-ino"
TYPED = "abcdefghimnoprst_0123456789 .,:+-*<>=()[]{}#\n"
GOES_ON = 0.5
FRESH = """
import time
from rulewright.pipeline import check_at_table, find_book
source = find_book({game!r})
begun = time.{clock}()
check_at_table(source)
print(1000 * (time.{clock}() - begun))
"""


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 400, 10, given, names="GAME")
    game = asked.names[0] if asked.names else GAME
    clock = "process_time" if asked.processor else "perf_counter"
    now = getattr(time, clock)
    gc.set_threshold(ALLOCATED_BEFORE_A_LOOK, 20, 20)
    fresh = FreshPython(asked.processor)
    source = find_book(game)
    waited: dict[bool, list[float]] = {False: [], True: []}
    starts: list[float] = []
    check_at_table(source)
    for number, text in enumerate(keystrokes(source.text, asked.rounds, Random(0))):
        edited = Source(source.name, text)
        begun = now()
        found = check_at_table(edited)
        waited[any(problem.severity == "error" for problem in found)].append(1000 * (now() - begun))
        if number % max(1, asked.rounds // 9) == 0:
            starts.append(fresh.printed(FRESH.format(game=game, clock=clock)))
    fresh.close()
    begun = now()
    check_source(Source(source.name, f"{source.text}\n"))
    everywhere = [1000 * (now() - begun)]
    every = [*waited[False], *waited[True]]
    table(
        f"{len(every)} keystrokes in {game}, milliseconds",
        [
            ("after a keystroke", every, f"95 of 100 under {share(every, 95):.0f}; 100 are wanted"),
            *(
                (name, those, f"{len(those)} of them, 95 of 100 under {share(those, 95):.0f}")
                for name, those in (("  sound", waited[False]), ("  broken", waited[True]))
                if those
            ),
            ("the first check of a process", starts, ""),
            ("all tables", everywhere, "in the background"),
        ],
    )


def keystrokes(text: str, many: int, random: Random) -> Iterator[str]:
    """The text after each of so many keystrokes. After four, one has been typed wrong, and all are taken back."""
    whole, place = text, 0
    for number in range(many):
        if number % 8 == 4:
            text = whole
        if not place or random.random() >= GOES_ON:
            place = random.randrange(1, len(text))
        if random.random() < 0.25:
            text = text[: place - 1] + text[place:]
            place -= 1
        else:
            text = text[:place] + random.choice(TYPED) + text[place:]
            place += 1
        yield text


def share(figures: Sequence[float], percent: int) -> float:
    """The figure under which so many of a hundred are."""
    return quantiles(figures, n=100)[percent - 1] if len(figures) > 1 else figures[0]


if __name__ == "__main__":
    main(sys.argv[1:])
