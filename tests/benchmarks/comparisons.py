"""Whether `compare` tells the truth: how often its intervals miss, what looking on the way does to them, what pairing saves.

    python -m tests.benchmarks.comparisons                          all of it, some minutes
    python -m tests.benchmarks.comparisons nothing --seeds 100      a part of it, shorter

nothing     two identical rulebooks, each with luck of its own: 95 % intervals leave out 0 in 5 % of all comparisons, and a line is
            called an effect in at most 5 % of all tables
known       pig to 100 against pig to 90, both held at 20: the exact difference is known (tests/oracles/pig.py)
looking     the same, played until an interval is narrow enough
pairing     how much narrower intervals are with the same luck, for three house rules and two options

A band says what can be expected of so many comparisons if intervals miss exactly as often as they claim: the middle 95 % of the
binomial distribution.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scipy.stats import binom

import rulewright as rw
from rulewright.play.compare import Comparing
from rulewright.play.comparing.result import Comparison, Line
from rulewright.play.comparing.stopping import Precision
from tests.oracles import pig

MISSED = 0.05
"""How often a 95 % interval may miss."""
HOUSE = Path(__file__).parents[2] / "rulebooks" / "house"


@dataclass(slots=True)
class Missed:
    """In how many of `tables` the interval of a line missed; `called`: in how many any line was called an effect; `games` of all."""

    tables: int = 0
    called: int = 0
    games: int = 0
    by_line: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Played:
    """How comparisons are played: with which bots, and how many games, or how precisely."""

    bots: str = "random"
    games: int | None = None
    precision: Precision | None = None
    paired: bool = True


def band(count: int, within: float = 0.95) -> tuple[int, int]:
    """How many of so many intervals miss, if each does with the probability that it claims: the middle of what can be expected."""
    low, high = binom.interval(within, count, MISSED)
    return int(low), int(high)


def comparisons(a: rw.Game, b: rw.Game, played: Played, seeds: range) -> Iterator[Comparison]:
    """A comparison for each seed."""
    for seed in seeds:
        comparing = Comparing((a, b), played.bots, seed, paired=played.paired)
        comparing.play(played.games, played.precision)
        yield comparing.comparison()


def misses(found: Iterator[Comparison], truth: Mapping[str, float]) -> Missed:
    """How often intervals leave out what is true. Lines that are the same in all games have no interval that could."""
    missed = Missed()
    for comparison in found:
        missed.tables += 1
        missed.games += comparison.games
        missed.called += any(line.verdict == "effect" for line in comparison.lines)
        for name, value in truth.items():
            line = comparison.line(name)
            missed.by_line[name] += not line.low <= value <= line.high
    return missed


# ------------------------------------------------------------------------------------------------- what is known

KNOWN = {
    "turns": "turns",
    "rounds": "rounds",
    "decisions": "decisions",
    "wins.1": "first_wins",
    "wins.2": "second_wins",
}
HELD = "hold_at_20"


def known_truth() -> dict[str, float]:
    """The exact differences between pig to 90 and pig to 100, held at 20 or when that wins."""
    a, b = (pig.exact(target, pig.hold_at_or_to_win(20, target)) for target in (100, 90))
    return {
        name: (getattr(b, what) - getattr(a, what)) * (100 if name.startswith("wins") else 1)
        for name, what in KNOWN.items()
    }


def pig_to(target: int) -> rw.Game:
    return rw.load("pig", players=2, options={"target": target})


# ------------------------------------------------------------------------------------------------------ pairing


@dataclass(frozen=True, slots=True)
class Change:
    """A game, what is changed of it (a house rule, or an option), and the figure that is looked at."""

    game: str
    what: str
    figure: str
    value: int | None = None
    variant: str | None = None

    def __str__(self) -> str:
        return self.what if self.value is None else f"{self.game}, {self.what} {self.value}"

    def games(self) -> tuple[rw.Game, rw.Game]:
        """Without it and with it."""
        usual = rw.load(self.game, players=2, variant=self.variant)
        if self.value is None:
            return usual, rw.load(self.game, players=2, overlays=[str(HOUSE / f"{self.what}.overlay.yaml")])
        return usual, rw.load(self.game, players=2, variant=self.variant, options={self.what: self.value})


CHANGES = (
    Change("cinq-o", "cinq-o-quick", "turns"),
    Change("cinq-o", "cinq-o-short-straight", "turns"),
    Change("red-hot-yott", "yott-straight", "score"),
    Change("cinq-o", "straight_number", "score", 15, "rounds"),
    Change("red-hot-yott", "chips_each", "score", 4),
)


def both_ways(change: Change, games: int, seed: int = 0) -> tuple[Line, Line]:
    """The same figure with the same luck, and with luck of its own on each side."""
    a, b = change.games()
    paired, apart = (
        next(comparisons(a, b, Played(games=games, paired=way), range(seed, seed + 1)))
        for way in (True, False)
    )
    return paired.line(change.figure), apart.line(change.figure)


# ------------------------------------------------------------------------------------------------------ printing


def _print_missed(title: str, missed: Missed) -> None:
    low, high = band(missed.tables)
    print(f"\n{title}: {missed.tables} comparisons of {missed.games / missed.tables:.0f} games on average")
    print(f"  intervals that miss; {low} to {high} can be expected:")
    for name, count in missed.by_line.items():
        print(f"    {name:28} {count:4}   {100 * count / missed.tables:.1f} %")


def _print_nothing(seeds: range, games: int) -> None:
    for name, bots in (("pig", HELD), ("cinq-o", "random"), ("red-hot-yott", "random")):
        game = rw.load(name, players=2)
        found = list(comparisons(game, game, Played(bots, games, paired=False), seeds))
        varying = {line.id: 0.0 for line in found[0].lines if line.verdict not in ("same", "never")}
        missed = misses(iter(found), varying)
        _print_missed(f"{name} ({bots}) against itself", missed)
        print(f"  tables with an effect: {missed.called}, at most {band(missed.tables)[1]} can be expected")


def _print_known(seeds: range, games: int) -> None:
    missed = misses(comparisons(pig_to(100), pig_to(90), Played(HELD, games), seeds), known_truth())
    _print_missed("pig to 100 against pig to 90, the same luck", missed)
    missed = misses(
        comparisons(pig_to(100), pig_to(90), Played(HELD, games, paired=False), seeds), known_truth()
    )
    _print_missed("pig to 100 against pig to 90, different luck", missed)


def _print_looking(seeds: range, games: int) -> None:
    for half in (0.3, 0.15):
        wanted = Played(HELD, precision=Precision("turns", half))
        missed = misses(comparisons(pig_to(100), pig_to(90), wanted, seeds), known_truth())
        _print_missed(f"until turns are known to {half:g}", missed)


def _print_pairing(seeds: range, games: int) -> None:
    print(f"\nintervals after {games} games, and how many games of different luck a pair is worth")
    print(f"  {'change':36} {'figure':7} {'same luck':26} {'different luck':26} worth")
    for change in CHANGES:
        paired, apart = both_ways(change, games, seeds.start)
        told = [f"{line.difference:+.2f} ({line.low:+.2f} to {line.high:+.2f})" for line in (paired, apart)]
        print(f"  {change!s:36} {change.figure:7} {told[0]:26} {told[1]:26} {paired.worth or 0:5.1f}")


PARTS = {
    "nothing": _print_nothing,
    "known": _print_known,
    "looking": _print_looking,
    "pairing": _print_pairing,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description="How often the intervals of `compare` miss, and what pairing saves."
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--seeds", type=int, default=400, help="comparisons of each sort (default 400)")
    parser.add_argument("--games", type=int, default=400, help="games on each side (default 400)")
    wanted = parser.parse_args(arguments)
    for part in wanted.parts or PARTS:
        PARTS[part](range(wanted.seeds), wanted.games)


if __name__ == "__main__":
    main()
