"""One sitting: two or more ways to do a thing, measured in turn, again and again.

    sitting({"bare": start_python, "ours": start_rulewright}, rounds=15)      ->      {"bare": [0.011, ...], ...}

Machines change their speed from minute to minute, so only figures that were taken in turn can be compared.  What is
told is the median, with the least and the most.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent


def sitting(ways: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """What each way gives, so many times each, in turn; the first time of each is not counted."""
    measured: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for name, way in ways.items():
            figure = way()
            if number:
                measured[name].append(figure)
    return measured


class FreshPython:
    """Starts commands in processes of their own and tells how long they took, in seconds: by the clock, or with
    `processor` the time that they had the processor, which other processes do not disturb as much.

    Their bytecode is kept in a folder of its own, so that every start but the first finds it, as in an installed copy.
    """

    def __init__(self, processor: bool = False) -> None:
        self._now = _processor_time_of_children if processor else time.perf_counter
        self._cache = TemporaryDirectory()
        self._environment = {**os.environ, "PYTHONPYCACHEPREFIX": self._cache.name}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def close(self) -> None:
        self._cache.cleanup()

    def seconds(self, command: Sequence[str], typed: str = "") -> float:
        """What a command takes that finds `typed` on stdin."""
        begun = self._now()
        null = subprocess.DEVNULL
        subprocess.run(command, check=True, env=self._environment, input=typed.encode(), stdout=null)
        return self._now() - begun

    def python(self, program: str) -> Callable[[], float]:
        return lambda: self.seconds([sys.executable, "-c", program])

    def printed(self, program: str) -> float:
        """The number that a program prints, which it has measured itself."""
        command = [sys.executable, "-c", program]
        return float(
            subprocess.run(command, check=True, env=self._environment, capture_output=True, text=True).stdout
        )

    def command(self, *words: str, typed: str = "") -> Callable[[], float]:
        return lambda: self.seconds(words, typed)


def _processor_time_of_children() -> float:
    import resource  # where there is no such module, only the clock can be read

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def differences(longer: Sequence[float], shorter: Sequence[float]) -> list[float]:
    """Round by round, how much longer the one took."""
    return [one - other for one, other in zip(longer, shorter, strict=True)]


def ratios(ones: Sequence[float], others: Sequence[float]) -> list[float]:
    """Round by round, the one over the other."""
    return [one / other for one, other in zip(ones, others, strict=True)]


def table(title: str, rows: Sequence[tuple[str, Sequence[float], str]]) -> None:
    """Print a table of (name, figures, note), each with its median, least and most."""
    print(f"{title:<44} {'median':>10} {'least':>10} {'most':>10}")
    for name, figures, note in rows:
        print(
            f"{name:<44} {median(figures):>10.3f} {min(figures):>10.3f} {max(figures):>10.3f}   {note}".rstrip()
        )


def arguments(
    told: str | None, rounds: int, quick_rounds: int, given: Sequence[str], names: str = ""
) -> argparse.Namespace:
    """`--quick` and `--rounds`, which every benchmark understands. `names`: what may be named besides, as `names`."""
    parser = argparse.ArgumentParser(description=(told or "").partition("\n")[0])
    if names:
        parser.add_argument("names", nargs="*", metavar=names)
    parser.add_argument("--quick", action="store_true", help="a short look, whose figures mean little")
    parser.add_argument(
        "--processor", action="store_true", help="count processor time instead of the clock's"
    )
    parser.add_argument("--rounds", type=int, help=f"how many times in turn (otherwise {rounds})")
    found = parser.parse_args(given)
    found.rounds = found.rounds or (quick_rounds if found.quick else rounds)
    return found
