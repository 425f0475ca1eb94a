"""As many games as it takes: the overhead of tasks, games a second for 1 and 2 workers, and what very long runs take.

    python -m tests.benchmarks.scale [--quick] [--games N] [--checkpoint FILE]

N games of pig (10 million if not given) are played, by threads, to find out how much the first seat is ahead; with a checkpoint, the
games of that file count too (`rulewright simulate pig --players 2 --games N --checkpoint FILE` writes it). The last figure is an
estimate, from the rate measured here: what 10^12 games of Cinq-O take on 1,000 processors like this one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

import rulewright as rw
from rulewright.game.game import Game
from rulewright.play.figures.tally import Tally, Totals
from rulewright.play.running.games import Plan
from rulewright.play.running.pools import Threads
from rulewright.play.running.tasks import Done, on_executor
from rulewright.play.simulate import TotalsOf, simulate

GAMES = 10_000_000
GREAT = 10**12
PROCESSORS = 1000
WANTED = 0.03
"""The largest share of the time that tasks of a second may take for themselves."""


def main(given: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--games", type=int)
    parser.add_argument("--checkpoint", type=Path)
    asked = parser.parse_args(given)
    seconds = 2.0 if asked.quick else 30.0
    pig, cinq_o = (rw.load(name, players=2, engine="native") for name in ("pig", "cinq-o"))
    share = overhead(pig, seconds)
    print(f"overhead of tasks of a second: {100 * share:.1f} % (at most {100 * WANTED:.0f} % is wanted)")
    for name, executor in EXECUTORS.items():
        print(f"pig, {name}: {rate(pig, executor, seconds / 2):,.0f} games a second")
    print(edge(pig, asked.games or (20_000 if asked.quick else GAMES), asked.checkpoint))
    each = rate(cinq_o, EXECUTORS["1 thread"], seconds / 2)
    print(f"Cinq-O, 1 thread: {each:,.0f} games a second")
    print(estimate(each, share))


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "1 thread": lambda: Threads(1),
    "2 threads": lambda: Threads(2),
    "1 process": lambda: _processes(1),
    "2 processes": lambda: _processes(2),
}


def _processes(many: int) -> Executor:
    return ProcessPoolExecutor(many, multiprocessing.get_context("spawn"))


def overhead(game: Game, seconds: float) -> float:
    """The share of the time in which a single worker does not play: after the first tasks, which are short."""
    done = _for(game, EXECUTORS["1 process"], seconds, warm=seconds / 4)
    (first, _), *rest = done
    return max(0.0, 1 - sum(each.seconds for _, each in rest) / (rest[-1][0] - first))


def rate(game: Game, executor: Callable[[], Executor], seconds: float) -> float:
    """Games a second, after the first tasks."""
    (first, _), *rest = _for(game, executor, seconds, warm=seconds / 4)
    return sum(len(each.numbers) for _, each in rest) / (rest[-1][0] - first)


def _for(
    game: Game, executor: Callable[[], Executor], seconds: float, warm: float
) -> list[tuple[float, Done[Totals]]]:
    """Play for a time; the tasks that were done after the first seconds, at least two, with the time when their results came."""
    found: list[tuple[float, Done[Totals]]] = []
    work = TotalsOf(Plan(0, 10_000, ("random",) * game.num_players, rotated=False))
    with executor() as playing:
        begun: float | None = None
        for done in on_executor(playing, (game,), work, [range(10**12)]):
            now = time.perf_counter()
            begun = now if begun is None else begun
            if now - begun >= warm:
                found.append((now, done))
            if now - begun >= seconds and len(found) > 1:
                break
    return found


def edge(game: Game, games: int, checkpoint: Path | None) -> str:
    """How much more often the first seat wins than half of the games."""
    begun = time.perf_counter()
    if checkpoint is None:
        found = simulate(game, games, jobs=2)
    else:
        tally = Tally(game, 0)
        tally.totals.join(Totals.of_json(json.loads(checkpoint.read_text(encoding="utf-8"))["totals"]))
        found = tally.simulation()
    first = found.seats[0]
    took = (
        f" in {time.perf_counter() - begun:.0f} s" if checkpoint is None else f", kept in {checkpoint.name}"
    )
    return (
        f"pig, {found.games:,} games{took}: the first seat wins {100 * first.win_rate:.4f} % "
        f"({100 * first.low:.4f} to {100 * first.high:.4f} %), half its interval is {(first.high - first.low) / 2:.1e}"
    )


def estimate(each: float, share: float) -> str:
    """What a very long run takes, from the games a second of one processor."""
    hours = GREAT / (each * (1 - share) * PROCESSORS) / 3600
    return f"10^12 games of Cinq-O on {PROCESSORS:,} such processors: {hours:,.1f} hours, {hours * PROCESSORS:,.0f} processor hours"


if __name__ == "__main__":
    main(sys.argv[1:])
