"""How many steps a second a batch takes, and how many positions are counted, in native code beside the reference.

    python -m tests.benchmarks.side_by_side                steps of 1024 games at random players; positions of connect-four
    python -m tests.benchmarks.side_by_side --processor    by processor time, on a machine that does other things as well
    python -m tests.benchmarks.side_by_side --quick        a short look, as the tests take it

A step is one action in one game.  Games that are over begin anew, and ids are drawn by the batch itself.  "Observing" asks after every
step for what whoever is to act sees, "looking" for the mask of legal actions as well.  Both engines step the same games.
"""

from __future__ import annotations

import sys
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import rulewright as rw
from rulewright.game.batches.batch import RANDOM, Batch
from rulewright.play.perft import perft
from tests.benchmarks.sitting import arguments, ratios, sitting, table

GAMES = ("connect-four", "pig", "cinq-o", "crazy-eights", "cinco")
SIZE = 1024
ENGINES = ("reference", "native")
Clock: TypeAlias = Callable[[], float]


def main(given: Sequence[str]) -> None:
    options = arguments(__doc__, 5, 1, given)
    seconds, depth, names = (0.02, 3, GAMES[:1]) if options.quick else (1.0, 6, GAMES)
    clock = time.process_time if options.processor else time.perf_counter
    for name in names:
        steps(name, options.rounds, seconds, clock)
    positions("connect-four", depth, options.rounds, clock)


def steps(name: str, rounds: int, seconds: float, clock: Clock) -> None:
    """Steps a second of a game at the fewest players."""
    batches = {engine: rw.load(name, engine=engine).batch(SIZE, auto_reset=True) for engine in ENGINES}
    ways = {
        engine + how: partial(_stepped, batch, seconds, clock, observes, looks)
        for engine, batch in batches.items()
        for how, observes, looks in (
            ("", False, False),
            (", observing", True, False),
            (", looking", True, True),
        )
    }
    measured = sitting(ways, rounds)
    rows = [(way, figures, "") for way, figures in measured.items()]
    over = ratios(measured["native"], measured["reference"])
    table(f"steps a second, {SIZE} games of {name}", [*rows, ("native / reference", over, "")])


def _stepped(batch: Batch[rw.State], seconds: float, clock: Clock, observes: bool, looks: bool) -> float:
    given, done = array("q", (RANDOM,)) * batch.size, 0
    mask = bytearray(batch.size * batch.game.num_distinct_actions if looks else 0)
    seen = array("i", (0,)) * (batch.size * batch.width)
    begun = clock()
    while not done or clock() - begun < seconds:
        batch.apply(given)
        if looks:
            batch.legal_mask(mask)
        if observes:
            batch.observations(into=seen)
        done += batch.size
    return done / (clock() - begun)


def positions(name: str, depth: int, rounds: int, clock: Clock) -> None:
    """Seconds to count all positions of so many decisions."""
    games = {engine: rw.load(name, engine=engine) for engine in ENGINES}
    measured = sitting(
        {engine: partial(_counted, game, depth, clock) for engine, game in games.items()}, rounds
    )
    rows = [(engine, figures, "") for engine, figures in measured.items()]
    over = ratios(measured["reference"], measured["native"])
    table(f"seconds to count {name}, {depth} decisions", [*rows, ("reference / native", over, "")])


def _counted(game: rw.Game, depth: int, clock: Clock) -> float:
    begun = clock()
    assert len(list(perft(game, depth))) == depth
    return clock() - begun


if __name__ == "__main__":
    main(sys.argv[1:])
