"""Holds the native executor against the reference: random games of every rulebook at every table, side by side.

    python -m tests.native.agree [GAME ...] [--games N | --decisions N] [--most N] [--seed S] [--jobs N] [--no-options] [--kept FILE]

A line for each table: games and decisions compared, which rules failed in how many, in how many native code gave up for
nothing (`needless`), and the first difference with its seed and step.  The exit status is 1 if there is one, or if native
code gave up too often.  Of twenty games one is compared by everything at each decision, and all as `carried_out` says.

`--decisions 1000000 --kept FILE` is the long run: it tells how far it is, writes down what was compared, and begins there when it is
started again.  The file is of one state of the program; after a change of an engine take another.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from tests.native.carried_out import carried_out
from tests.native.compared_before import keep, kept
from tests.native.executors import Bare
from tests.native.seatings import Seating, seatings
from tests.native.side_by_side import Course, Difference, together

MOST = 300
"""Decisions of a game that is compared by everything."""
LONGEST = 1_000
"""Decisions of any other game."""
STEP_BY_STEP = 20
"""One game of so many is compared by everything."""
AT_ONCE = 200
"""Games after which a table says how far it is."""
FEW = 20
"""The same where decisions are counted, of which a game may have hundreds."""
MAY_GIVE_UP_ONE_IN = 200
"""In one game of so many native code may give up for nothing.  Of what is there, most does a table of seven at crib-ino: 13 games
of 10,000.  An engine that gives up where it need not does so in a good part of the games of a table, or in all."""


@dataclass(slots=True)
class Compared:
    """What came of comparing at one table."""

    table: str
    course: Course = field(default_factory=Course)
    difference: Difference | None = None

    @property
    def wrong(self) -> str:
        """What must not be, empty if all is well."""
        return str(self.difference or self.course.gave_up_too_often(MAY_GIVE_UP_ONE_IN))

    def __str__(self) -> str:
        course = self.course
        told = f"{self.table:<44} {course.games:>6} games {course.steps:>8} steps"
        told += _listed("failed", course.failures) + _listed("needless", course.needless)
        told += _listed("named", course.otherwise)
        return f"{told}\n    DIFFERENCE {self.table}: {self.wrong}" if self.wrong else told


def compare(
    table: str,
    program: ir.Program,
    games: int,
    seed: int = 0,
    most: int = MOST,
    file: Path | None = None,
    decisions: int | None = None,
) -> Compared:
    """Games with the seeds from `seed` on, up to the first difference; those that `file` tells of are not played again. With `decisions` no more
    games than have so many."""
    found = Compared(table)
    done = kept(file, table, seed, found.course) if file is not None else 0

    def enough() -> bool:
        return done >= games or (decisions is not None and found.course.steps >= decisions)

    if enough():
        return found
    reference, bare = Reference(program), Bare(program)
    while not enough() and found.difference is None:
        many, course = min(AT_ONCE if decisions is None else FEW, games - done), Course()
        found.difference = _some(reference, bare, range(seed + done, seed + done + many), most, course)
        found.course.add(course)
        done += many
        if file is not None and found.difference is None:
            keep(file, table, seed + done - many, many, course)
            far = (
                f"{done:,} of {games:,} games"
                if decisions is None
                else f"{found.course.steps:,} of {decisions:,} decisions"
            )
            print(f"{table}: {far}", file=sys.stderr, flush=True)
    return found


def _some(reference: Reference, bare: Bare, seeds: range, most: int, course: Course) -> Difference | None:
    for seed in seeds[: max(1, len(seeds) // STEP_BY_STEP)]:
        difference = together(reference, bare, seed, most, course)
        if difference is not None:
            return difference
    return carried_out(reference, bare, seeds, LONGEST, course)


def _listed(word: str, counted: Counter[str]) -> str:
    return (
        f"  {word}: " + ", ".join(f"{what} {many}" for what, many in sorted(counted.items()))
        if counted
        else ""
    )


def main(given: Sequence[str]) -> int:
    asked = _arguments(given)
    tables = list(seatings(asked.games_named, asked.options))
    different = 0
    for found in _all(tables, asked):
        print(found, flush=True)
        different += bool(found.wrong)
    print(f"{len(tables)} tables, {different} with a difference" if tables else "no such rulebook")
    return 1 if different or not tables else 0


def _all(tables: list[Seating], asked: argparse.Namespace) -> Iterator[Compared]:
    games = asked.games if asked.decisions is None else sys.maxsize
    tasks = [(table, games, asked.seed, asked.most, asked.kept, asked.decisions) for table in tables]
    if asked.jobs == 1:
        yield from map(_compare, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        yield from pool.imap(_compare, tasks)


def _compare(task: tuple[Seating, int, int, int, Path | None, int | None]) -> Compared:
    table, games, seed, most, file, decisions = task
    return compare(str(table), table.program(), games, seed, most, file, decisions)


def _arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games_named", nargs="*", metavar="GAME", help="rulebooks; otherwise all")
    parser.add_argument("--games", type=int, default=20, help="games at each table")
    parser.add_argument(
        "--decisions", type=int, help="instead of --games: decisions at each table, of whole games"
    )
    parser.add_argument("--most", type=int, default=MOST, help="decisions of a game compared one by one")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--no-options", dest="options", action="store_false", help="default options only")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was compared; a run begins there")
    return parser.parse_args(given)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
