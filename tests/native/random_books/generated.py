"""Random rulebooks on both executors: whatever can be written, not only what some game happens to use.

    python -m tests.native.random_books.generated --minutes 30 [--seed S] [--show N]
    python -m tests.native.random_books.generated --again SEED [--shrink]

A rulebook is drawn (`rules`), what the checker refuses is taken out (`book_text`), and a few games are compared step by
step and as a whole (`side_by_side`), measured, in batches, going on from positions, and position by position (`other_ways`).
With `--again`, `--show` prints the rulebook and `--shrink` takes away what is not needed for the difference.  The exit status
is 1 if there is one, or if native code gave up for nothing too often.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.chance import has_chance
from tests.native.executors import Bare
from tests.native.modules.other_ways import WAYS, positions
from tests.native.random_books.book_text import Tree, load, mended, without_chance, written
from tests.native.random_books.rules import rulebook
from tests.native.random_books.shrinking import shrunk
from tests.native.side_by_side import Course, Difference, together, whole_games

GAMES, STEPS = 3, 25
"""Games of a rulebook, and decisions of each, that are compared."""
MAY_GIVE_UP_ONE_IN = 50
"""In one game of so many native code may give up for nothing.  More than in games that somebody made (`agree`): rules at random now
and then roll dice of different sorts, which are the reference's, choose among more sets than there is room for, or go in circles
until the careful bounds of native code stop them; and a rulebook that has one of these has it in all its games."""

rulebooks = st.randoms(use_true_random=False).map(rulebook)
"""Rulebooks as trees; the checker may refuse some of their entries."""


@dataclass(slots=True)
class Tally:
    """What a run has gone through."""

    drawn: int = 0
    accepted: Counter[str] = field(default_factory=Counter)
    """`as drawn`, `with entries taken out`, `not at all`."""
    course: Course = field(default_factory=Course)
    different: int = 0

    @property
    def too_often(self) -> str:
        """What to say if native code gave up for nothing in too many games."""
        return self.course.gave_up_too_often(MAY_GIVE_UP_ONE_IN)

    def __str__(self) -> str:
        c = self.course
        parts = [
            f"{self.drawn} rulebooks",
            ", ".join(f"{how} {100 * many // self.drawn} %" for how, many in self.accepted.most_common()),
            f"{c.games} games, {c.steps} steps, {c.ended} ended",
            f"failed: {dict(c.failures.most_common())}",
            f"needless: {dict(c.needless)}",
            f"named otherwise: {dict(c.otherwise)}",
            f"{self.different} with a difference",
        ]
        if self.too_often:
            parts.append(self.too_often)
        return "\n".join(parts)


def compare(program: ir.Program, course: Course, seed: int = 0) -> Difference | None:
    """What can be done with a program, on both; the first difference."""
    found = (way(program, seed, course) for way in (games, *WAYS.values()))
    return next((each for each in found if each is not None), None)


def games(program: ir.Program, seed: int, course: Course) -> Difference | None:
    """A few games, step by step and as a whole."""
    reference, bare = Reference(program), Bare(program)
    for number in range(seed, seed + GAMES):
        found = together(reference, bare, number, STEPS, course)
        if found is not None:
            return found
    return whole_games(reference, bare, range(seed, seed + GAMES), STEPS, course=course)


def accepted(tree: Tree, tally: Tally) -> Tree | None:
    """What is left of a rulebook without the entries that the checker refuses."""
    tally.drawn += 1
    game, tree, times = mended(tree)
    tally.accepted["not at all" if game is None else "with entries taken out" if times else "as drawn"] += 1
    return None if game is None else tree


def without_luck(tree: Tree) -> ir.Program | None:
    """The rulebook without whatever asks for chance: all its positions can be gone through by machine code."""
    game, calm, _ = mended(without_chance(tree))
    return load(calm).program if game is not None else None


def nodes_of(program: ir.Program) -> set[type]:
    """The classes of all nodes of a program."""
    found: set[type] = set()
    waiting: list[object] = [program]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(part)
        elif isinstance(part, dict):
            waiting.extend(part.values())
        elif type(part).__module__ == ir.__name__:
            found.add(type(part))
            waiting.extend(getattr(part, name) for name in part.__dataclass_fields__ if name != "span")  # type: ignore[attr-defined]
    return found


def run(seeds: Iterator[int], until: float, tally: Tally) -> None:
    """Compare the rulebooks of seeds until a time; differences are printed as they come."""
    for seed in seeds:
        if time.monotonic() > until:
            return
        tree = accepted(rulebook(Random(seed)), tally)
        if tree is None:
            continue
        found = difference(tree, tally.course)
        if found:
            tally.different += 1
            print(f"rulebook {seed}: {found}", flush=True)


def difference(tree: Tree, course: Course) -> str:
    """How the executors differ on a rulebook, empty if they do not; whatever goes wrong while compiling is told too."""
    program, calm = load(tree).program, without_luck(tree)
    try:
        found = compare(program, course)
        if found is None and calm is not None and has_chance(program):
            found = positions(calm, 0, course)
        return str(found or "")
    except Exception as error:  # an executor that breaks down is what we look for
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0, help="of the first rulebook")
    parser.add_argument("--again", type=int, metavar="SEED", help="only this rulebook")
    parser.add_argument(
        "--shrink", action="store_true", help="with --again: the least rulebook with the difference"
    )
    parser.add_argument("--show", action="store_true", help="with --again: print the rulebook")
    asked = parser.parse_args(given)
    tally = Tally()
    if asked.again is None:
        run(iter(range(asked.seed, sys.maxsize)), time.monotonic() + 60 * asked.minutes, tally)
        print(tally)
        return 1 if tally.different or tally.too_often else 0
    tree = accepted(rulebook(Random(asked.again)), tally)
    assert tree is not None, "nothing is left of this rulebook"
    found = difference(tree, tally.course)
    if asked.shrink and found:
        tree = shrunk(tree, lambda smaller: difference(smaller, Course()))
        found = difference(tree, tally.course)
    if asked.show or asked.shrink:
        print(written(tree)[0])
    print(found or "no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
