"""How fast native code plays random games: beside hand-written C, beside the reference, with threads, and what it takes to compile.

    python -m tests.benchmarks.native_speed [--quick] [--processor] [--rounds N]        beside C (gcc -O2), then other games
    python -m tests.benchmarks.native_speed --threads | --memory | --compile        (`compile_times` tells what is compiled)

The C is `baselines/playouts.c`, compiled into a temporary folder.  Each round measures C and native code in turn, since
machines change their speed; what is told is the median of the ratios, with the least and the most.  Lengths and results
of the games are told beside, since two programs that play different games cannot be compared.  What other compilers were said to
reach stands there too (`published`): it was measured on other machines.

`--processor` counts processor time on both sides, which other processes disturb less than the clock: on a machine with
other work only these figures can be compared, and even they suffer from caches and clocks that are shared.  Wanted: at least 1.0 on
tic-tac-toe, connect-four, reversi and yahtzee, 0.8 on pig, and a geometric mean of 1.3.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean, median
from tempfile import TemporaryDirectory
from threading import Thread

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_out
from rulewright.ir import nodes as ir
from rulewright.native.driver.executor import Native
from rulewright.runtime import fast
from tests.benchmarks import compile_times
from tests.benchmarks.published import published_rows
from tests.benchmarks.sitting import HERE, ratios, sitting, table
from tests.benchmarks.sitting import arguments as arguments_of
from tests.native.kinds import KINDS

C_SOURCE = HERE / "baselines" / "playouts.c"
MAX_ACTIONS = 10_000
CHUNK = 64
"""Games between two looks at the clock, as in the C."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A game in both forms: what the C calls it, and the least ratio that is wanted."""

    rulebook: str
    in_c: str
    wanted: float


CONTESTS = {
    "tic-tac-toe": Contest("tic-tac-toe", "tictactoe", 1.0),
    "connect-four": Contest("connect-four", "connect4", 1.0),
    "reversi": Contest("reversi", "reversi", 1.0),
    "pig": Contest("pig", "pig", 0.8),
    "yahtzee": Contest(str(HERE / "yahtzee.rulebook.yaml"), "yahtzee", 1.0),
}
GEOMETRIC_MEAN = 1.3
OTHERS = ("hex", "gomoku", "cinq-o", "red-hot-yott", "sino", "cinco", "crib-ino", *KINDS)
"""Games without a baseline in C; those of `tests.native.kinds` are costly to check."""
MODES = ("--threads", "--compile", "--memory", "--others")


def main(given: Sequence[str]) -> None:
    own = (*MODES, *CONTESTS, *OTHERS)
    rounds = compile_times.ROUNDS if "--compile" in given else 9
    asked = arguments_of(__doc__, rounds, 1, [word for word in given if word not in own])
    seconds = 0.02 if asked.quick else 0.5
    if "--threads" in given:
        threads(1 if asked.quick else asked.rounds, seconds)
    elif "--compile" in given:
        compile_times.run(asked.rounds, asked.quick)
    elif "--memory" in given:
        memory((100, 1_000) if asked.quick else (10_000, 1_000_000))
    else:
        named = [name for name in (*CONTESTS, *OTHERS) if name in given]
        contests = [name for name in CONTESTS if name in named or (not named and "--others" not in given)]
        if contests:
            beside_c(contests, asked.rounds, seconds, asked.processor)
        for name in [name for name in OTHERS if name in named or not named]:
            beside_the_reference(name, asked.rounds, seconds, asked.processor)


# ------------------------------------------------------------------------------------------------- beside C


def beside_c(names: Sequence[str], rounds: int, seconds: float, processor: bool) -> None:
    """Ratios of native code to C, and their geometric mean."""
    logs: list[float] = []
    with TemporaryDirectory() as folder:
        program = compiled_c(Path(folder), processor)
        for name in names:
            contest, player = CONTESTS[name], Player(program_of(CONTESTS[name].rulebook, None))
            told: dict[str, str] = {}

            def by_c(contest: Contest = contest, told: dict[str, str] = told) -> float:
                figure, told["C"] = played_by_c(program, contest.in_c, seconds)
                return figure

            measured = sitting(
                {"C": by_c, "native": lambda player=player: player.games_a_second(seconds, processor)},  # type: ignore[misc]  # a default keeps the loop's player
                rounds,
            )
            over = ratios(measured["native"], measured["C"])
            logs.append(log(median(over)))
            table(
                f"random games of {name} a second",
                [
                    ("C, gcc -O2", measured["C"], told["C"]),
                    ("native", measured["native"], player.told()),
                    ("native / C", over, f"at least {contest.wanted} is wanted"),
                    *published_rows(name),
                ],
            )
    print(
        f"geometric mean of the ratios {exp(fmean(logs)):.2f}; at least {GEOMETRIC_MEAN} is wanted of all five"
    )


def compiled_c(folder: Path, processor: bool) -> Path:
    """The baseline, compiled; its clock is that of the process if processor time is counted."""
    text = C_SOURCE.read_text(encoding="utf-8")
    source, program = folder / "playouts.c", folder / "playouts"
    source.write_text(text.replace("CLOCK_MONOTONIC", "CLOCK_PROCESS_CPUTIME_ID") if processor else text)
    subprocess.run(["gcc", "-O2", "-o", str(program), str(source)], check=True)
    return program


def played_by_c(program: Path, name: str, seconds: float) -> tuple[float, str]:
    """Games a second (the best of three short goes, as it tells them), and what it says of the games."""
    told = subprocess.run(
        [str(program), str(seconds / 3), name], check=True, capture_output=True, text=True
    ).stdout
    words = dict(
        part.split("=")
        for part in told.replace("= ", "=").replace("= ", "=").split()
        if "=" in part and not part.endswith("=")
    )
    figure = float(told.split("playouts/s=")[1].split()[0])
    decisions = told.split("moves/playout=")[1].split()[0]
    if name == "yahtzee":
        return figure, f"decisions {float(decisions):.2f}, mean score {words['avg_score']}"
    draw, first, second = map(float, words["draw/p1/p2"].split("/"))
    return (
        figure,
        f"decisions {float(decisions):.2f}, first {first:.3f}, second {second:.3f}, draw {draw:.3f}",
    )


class Player:
    """A program in native code, playing the games of a seed as `simulate` does; it remembers what came of the last ones."""

    def __init__(self, program: ir.Program, seed: int = 0, most: int = MAX_ACTIONS) -> None:
        self.program = program
        self.native = Native(program, Reference(program))
        self.native.games()
        self._seed, self._next, self._most = seed, 0, most
        self._last: list[fast.Played] = []

    def play(self, games: int) -> fast.Played:
        """The next so many games."""
        seeds = self.native.seeds_of(self._seed, range(self._next, self._next + games))
        self._next += games
        return self.native.play_many(seeds, self._most)

    def games_a_second(self, seconds: float, processor: bool = False) -> float:
        """Games of random players a second; only whole ones count."""
        clock = time.process_time if processor else time.perf_counter
        size, games, self._last = CHUNK, 0, []
        begun = clock()
        while (gone := clock() - begun) < seconds:
            self._last.append(self.play(size))
            games += size
            size = min(size * 2, 1 << 14) if gone < seconds / 20 else size
        self._check()
        return games / gone

    def decisions(self) -> float:
        """How many decisions the last games had, on average."""
        return fmean(number for played in self._last for number in played.column(fast.DECISIONS))

    def told(self) -> str:
        """Lengths and results of the last games."""
        decisions = self.decisions()
        if self.program.players == 1:
            scores = fmean(number for played in self._last for number in played.score(0))
            return f"decisions {decisions:.2f}, mean score {scores:.2f}"
        won = [number for played in self._last for number in played.column(fast.WINNERS)]
        shares = ", ".join(
            f"{who} {sum(map(is_so, won)) / len(won):.3f}"
            for who, is_so in (
                ("first", (1).__eq__),
                ("second", (2).__eq__),
                ("draw", lambda bits: bits not in (1, 2)),
            )
        )
        return f"decisions {decisions:.2f}, {shares}"

    def needless(self) -> float:
        """The share of the last games that native code gave up and the reference would play."""
        failed = [number != 0 for played in self._last for number in played.column(fast.FAILED)]
        return sum(failed) / len(failed)

    def _check(self) -> None:
        if self.needless() > 0.05:
            print(
                f"note: {self.needless():.0%} of the games of {self.program.name} were given up",
                file=sys.stderr,
            )


def program_of(rulebook: str, players: int | None) -> ir.Program:
    return pipeline.open_book(str(KINDS.get(rulebook, rulebook)), players).program


# ---------------------------------------------------------------------------------------- beside the reference


def beside_the_reference(name: str, rounds: int, seconds: float, processor: bool) -> None:
    """Games a second at two players, in native code and in the reference."""
    program = program_of(name, 2)
    player, game, seeds = Player(program), Game(Reference(program)), iter(range(1 << 30))
    clock = time.process_time if processor else time.perf_counter

    def reference() -> float:
        games, begun = 0, clock()
        while not games or clock() - begun < seconds:
            play_out(game, next(seeds), MAX_ACTIONS)
            games += 1
        return games / (clock() - begun)

    measured = sitting(
        {"reference": reference, "native": lambda: player.games_a_second(seconds, processor)}, rounds
    )
    over = ratios(measured["native"], measured["reference"])
    given_up = f"; {player.needless():.0%} given up" if player.needless() else ""
    table(
        f"random games of {name} a second",
        [
            ("reference", measured["reference"], ""),
            ("native", measured["native"], player.told() + given_up),
            ("native / reference", over, ""),
            *published_rows(name),
        ],
    )


# ---------------------------------------------------------------------------------------------------- threads


def threads(rounds: int, seconds: float) -> None:
    """How much more two threads play than one. Needs two processors that have nothing else to do."""
    rows: list[tuple[str, Sequence[float], str]] = []
    for name in ("reversi", "connect-four", "cinq-o"):
        first, second = Player(program_of(name, 2)), Player(program_of(name, 2), 1)
        games = max(CHUNK, int(first.games_a_second(seconds) * seconds))

        def one(first: Player = first, games: int = games) -> float:
            return _seconds(lambda: first.play(games))

        def two(first: Player = first, second: Player = second, games: int = games) -> float:
            other = Thread(target=second.play, args=(games,))

            def both() -> None:
                other.start()
                first.play(games)
                other.join()

            return _seconds(both)

        measured = sitting({"one": one, "two": two}, rounds)
        rows.append(
            (
                name,
                [2 * a / b for a, b in zip(measured["one"], measured["two"], strict=True)],
                "at least 1.9 is wanted",
            )
        )
    table("games of two threads over those of one", rows)


def _seconds(do: Callable[[], object]) -> float:
    begun = time.perf_counter()
    do()
    return time.perf_counter() - begun


# ----------------------------------------------------------------------------------------------------- memory


def memory(games: tuple[int, int]) -> None:
    """The most memory that processes take which play few and many games."""
    told = []
    for many in games:
        done = subprocess.run(
            [sys.executable, "-c", _PLAYS, str(many)], check=True, capture_output=True, text=True
        )
        told.append((f"{many:,} games", [int(done.stdout) / 1024], ""))
    table("megabytes at most, tic-tac-toe simulated", told)


_PLAYS = f"""
import resource, sys
import rulewright
from rulewright.play.simulate import simulate
simulate(rulewright.load("tic-tac-toe", engine="native"), int(sys.argv[1]), seed={Random(1).randrange(1000)})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


if __name__ == "__main__":
    main(sys.argv[1:])
