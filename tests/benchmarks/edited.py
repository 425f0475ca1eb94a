"""From an edit to the figures: how long it takes to see what a changed rule does, in the whole process.

    python -m tests.benchmarks.edited [--quick] [--rounds N] [--games N]

Each time one number in a copy of Cinq-O is another one, so nothing that was compiled before fits, and `rulewright simulate` plays
100,000 games of random players with `--no-cache`.  Python finds the byte code of its modules, and the parser its tables, as
for anybody who has run the command before.  Told are the clock, as somebody waits who runs the command, which takes all processors
there are; and, with `--jobs 1`, the processor time of the whole process, since a machine does other things too.  Under 3 s are
wanted.  How that is divided is told by the same command, watched (`stages`), in turn with the plain one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.pipeline import find_book
from tests.benchmarks.sitting import FreshPython, arguments, sitting, table

GAME = "cinq-o"
CHANGED = "straight_number:  {type: 0..100, default: 10,"
"""Where the number stands, which counts up from there."""
GAMES, QUICK_GAMES = 100_000, 100
CLOCK, WHOLE, WATCHED = "by the clock", "processor time of one job", "watched"


def main(given: Sequence[str]) -> None:
    games, given = games_of(given)
    asked = arguments(__doc__, 9, 1, given)
    games = games or (QUICK_GAMES if asked.quick else GAMES)
    clock, fresh, stages = FreshPython(), FreshPython(processor=True), dict[str, list[float]]()
    with TemporaryDirectory() as folder:
        copy, told, numbers = Path(folder) / "edited.rulebook.yaml", Path(folder) / "told.json", count(11)
        command = ("simulate", str(copy), "--games", str(games), "--no-cache", "--engine", "native")

        def waited() -> float:
            edit(copy, next(numbers))
            return clock.seconds([sys.executable, "-m", "rulewright", *command])

        def whole() -> float:
            edit(copy, next(numbers))
            return fresh.seconds([sys.executable, "-m", "rulewright", *command, "--jobs", "1"])

        def watched() -> float:
            edit(copy, next(numbers))
            took = fresh.seconds(
                [sys.executable, "-m", "tests.benchmarks.stages", str(told), *command, "--jobs", "1"]
            )
            for stage, seconds in json.loads(told.read_text(encoding="utf-8")).items():
                stages.setdefault(stage, []).append(seconds)
            return took

        measured = sitting({CLOCK: waited, WHOLE: whole, WATCHED: watched}, asked.rounds)
    clock.close()
    fresh.close()
    counted = {stage: seconds[1:] for stage, seconds in stages.items()}  # as `sitting` leaves the first out
    table(
        f"an edit of {GAME} to {games:,} games, seconds",
        [
            (CLOCK, measured[CLOCK], "under 3 are wanted" if games == GAMES else ""),
            (WHOLE, measured[WHOLE], ""),
            *(
                (f"  {stage}", seconds, share(seconds, measured[WATCHED]))
                for stage, seconds in counted.items()
            ),
        ],
    )


def edit(copy: Path, number: int) -> None:
    """Write the rulebook anew, with this number in it."""
    text = find_book(GAME).text
    assert text.count(CHANGED) == 1
    copy.write_text(text.replace(CHANGED, CHANGED.replace("10,", f"{number},")), encoding="utf-8")


def share(seconds: Sequence[float], of: Sequence[float]) -> str:
    return f"{sum(seconds) / sum(of):.0%}"


def games_of(given: Sequence[str]) -> tuple[int, list[str]]:
    """`--games N`, and what else is given."""
    if "--games" not in given:
        return 0, list(given)
    place = list(given).index("--games")
    return int(given[place + 1]), [*given[:place], *given[place + 2 :]]


if __name__ == "__main__":
    main(sys.argv[1:])
