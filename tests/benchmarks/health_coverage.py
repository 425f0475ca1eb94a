"""Whether `health` tells the truth: how often its intervals miss what is known exactly, or from a great many games.

    python -m tests.benchmarks.health_coverage                      all of it, 400 reports of each sort
    python -m tests.benchmarks.health_coverage line --seeds 100     a part of it, shorter

line        tic-tac-toe at random: the share of X, decisions and forced decisions, from all games there are (`tests/benchmarks/health_coverage.py`)
pig         pig, all hold at 20: the share of seat 1, decisions and rounds exactly (`tests/oracles/pig.py`); how often `hold` is taken, how often the leader in
            the middle wins, and how many games are decided early or late, from a long run
knobs       what the option `target` of pig moves, exactly: a report misses if any of its intervals does, which hold together

A band says what can be expected if intervals miss exactly as often as they claim: the middle 95 % of the binomial distribution. Intervals that hold together
may miss less often.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import rulewright as rw
from rulewright.play.health.courses import Looks
from rulewright.play.health.figuring import lead_of, usage_of
from rulewright.play.health.knobs import knobs_of
from rulewright.play.health.measuring import Measuring
from rulewright.play.health.results import Health, Played, Rate
from rulewright.play.running.games import Plan
from tests.benchmarks.comparisons import HELD, band, known_truth, pig_to
from tests.oracles import pig

LONG = 10_000
"""The games of a long run, whose figures are taken to be true."""
OTHER = 10**6
"""The seed of long runs."""
Intervals = Mapping[str, tuple[float, float]]


@dataclass(slots=True)
class Missed:
    """In how many of `reports` the interval of a figure missed, and in how many any of the intervals that hold together did."""

    reports: int = 0
    by_name: Counter[str] = field(default_factory=Counter)
    together: int = 0


def misses(reports: Iterator[tuple[Intervals, Intervals]], truth: Mapping[str, float]) -> Missed:
    """How often intervals leave out what is true: those of a figure alone, and those that hold together."""
    missed = Missed(by_name=Counter(dict.fromkeys(truth, 0)))
    for alone, together in reports:
        missed.reports += 1
        for name, (low, high) in alone.items():
            missed.by_name[name] += not low <= truth[name] <= high
        missed.together += any(not low <= truth[name] <= high for name, (low, high) in together.items())
    return missed


# ------------------------------------------------------------------------------------------ three in a row at random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def _rest(board: str) -> tuple[float, float, float]:
    """From a board on, at random: the share of X, the decisions that are left, and those with a single choice."""
    for one, other, third in LINES:
        if board[one] == board[other] == board[third] != " ":
            return (1.0 if board[one] == "X" else 0.0), 0.0, 0.0
    empty = [place for place, mark in enumerate(board) if mark == " "]
    if not empty:
        return 0.5, 0.0, 0.0
    mark = "XO"[(9 - len(empty)) % 2]
    after = [_rest(board[:place] + mark + board[place + 1 :]) for place in empty]
    share, left, forced = (sum(each[what] for each in after) / len(empty) for what in range(3))
    return share, left + 1, forced + (len(empty) == 1)


def line_truth() -> dict[str, float]:
    """What is true of tic-tac-toe at random."""
    share, decisions, forced = _rest(" " * 9)
    return {"share of X": share, "decisions": decisions, "forced": forced / decisions}


def line_reports(seeds: range, games: int) -> Iterator[tuple[Intervals, Intervals]]:
    """Reports on tic-tac-toe."""
    game = rw.load("tic-tac-toe")
    for seed in seeds:
        found = _measured(game, "random", games, seed)
        assert found.choices is not None
        yield (
            {**_common(found, "share of X"), "forced": _ends(found.choices.forced)},
            _sure(found, "share of X"),
        )


# -------------------------------------------------------------------------------------------------------------- pig


def pig_truth() -> dict[str, float]:
    """What is true of pig to 100, of two players who hold at 20 or when that wins."""
    known = pig.exact(100, pig.hold_at_or_to_win(20, 100))
    game = pig_to(100)
    looked = Looks(Plan(OTHER, 10_000, (HELD,) * 2, rotated=False), odds=False)([game], range(LONG))
    played = Played(HELD, rw.simulate(game, 1), looked.courses)
    lead, (_, hold) = lead_of(game, played), usage_of(game, played)
    assert lead is not None
    assert hold.action == "hold"
    return {
        "share of seat 1": known.first_wins, "decisions": known.decisions, "rounds": known.rounds, "hold": hold.taken.share,
        "half time": lead.half_time.share, "early": lead.early.share, "late": lead.late.share,
    }  # fmt: skip


def pig_reports(seeds: range, games: int) -> Iterator[tuple[Intervals, Intervals]]:
    """Reports on pig between players who hold at 20 alone."""
    game = pig_to(100)
    for seed in seeds:
        found = _measured(game, HELD, games, seed)
        assert found.length is not None
        assert found.length.rounds is not None
        assert found.lead is not None
        rounds = found.length.rounds
        assert rounds.low is not None
        assert rounds.high is not None
        (hold,) = (each for each in found.usage if each.action == "hold")
        yield {
            **_common(found, "share of seat 1"), "rounds": (rounds.low, rounds.high), "hold": _ends(hold.taken),
            "half time": _ends(found.lead.half_time), "early": _ends(found.lead.early), "late": _ends(found.lead.late),
        }, _sure(found, "share of seat 1")  # fmt: skip


def _measured(game: rw.Game, players: str, games: int, seed: int) -> Health:
    """A report on games of these players alone, without figures that take games of their own."""
    measuring = Measuring(game, (), games, None, seed=seed)
    measuring.plain, measuring.weighed, measuring.odds = (players,), 0, False
    measuring.measure()
    return measuring.health()


def _common(found: Health, share: str) -> dict[str, tuple[float, float]]:
    assert found.length is not None
    decisions = found.length.decisions
    assert decisions.low is not None
    assert decisions.high is not None
    return {share: (found.seats[0].low, found.seats[0].high), "decisions": (decisions.low, decisions.high)}


def _sure(found: Health, share: str) -> Intervals:
    return {share: (found.seats[0].sure_low, found.seats[0].sure_high)}


def _ends(rate: Rate) -> tuple[float, float]:
    return rate.low, rate.high


# ------------------------------------------------------------------------------------------------------------ knobs


def knobs_truth() -> dict[str, float]:
    """What `target = 90` moves in pig, as `health` says it: numbers in per cent of the game as it is, wins in games of 100."""
    usual = pig.exact(100, pig.hold_at_or_to_win(20, 100))
    return {
        name: moved if name.startswith("wins") else 100 * moved / getattr(usual, name)
        for name, moved in known_truth().items()
        if name != "turns"
    }


def knobs_reports(seeds: range, games: int) -> Iterator[tuple[Intervals, Intervals]]:
    """What is moved, by the intervals that hold together; alone, there are none."""
    a, b = pig_to(100), pig_to(90)
    truth = knobs_truth()
    for seed in seeds:
        found = rw.compare(a, b, games, HELD, seed)
        (turned,) = knobs_of(HELD, [("target = 90", "option", found.games, found.lines, "")]).turned
        yield {}, {each.id: (each.low, each.high) for each in turned.figures if each.id in truth}


# --------------------------------------------------------------------------------------------------------- printing

Part = tuple[Callable[[], Mapping[str, float]], Callable[[range, int], Iterator[tuple[Intervals, Intervals]]]]
PARTS: Mapping[str, Part] = {
    "line": (line_truth, line_reports),
    "pig": (pig_truth, pig_reports),
    "knobs": (knobs_truth, knobs_reports),
}


def _print(name: str, missed: Missed, games: int) -> None:
    low, high = band(missed.reports)
    print(
        f"\n{name}: {missed.reports} reports of {games} games; {low} to {high} intervals that miss can be expected"
    )
    for figure, count in missed.by_name.items():
        if name != "knobs":
            print(f"    {figure:18} {count:4}   {100 * count / missed.reports:.1f} %")
    print(
        f"    {'together':18} {missed.together:4}   {100 * missed.together / missed.reports:.1f} %",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How often the intervals of `health` miss.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--seeds", type=int, default=400, help="reports of each sort (default 400)")
    parser.add_argument("--games", type=int, default=100, help="games of a report (default 100)")
    wanted = parser.parse_args(arguments)
    for part in wanted.parts or PARTS:
        truth, reports = PARTS[part]
        _print(part, misses(reports(range(wanted.seeds), wanted.games), truth()), wanted.games)


if __name__ == "__main__":
    main()
