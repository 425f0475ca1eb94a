"""See `tests.benchmarks.tuning`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

import rulewright as rw
from rulewright.play.running.jobs import processors
from rulewright.play.tuning.knobs import Setting
from rulewright.play.tuning.searching import TODAY
from tests.benchmarks import tuning
from tests.benchmarks.tuning.contest import (
    FEW_KNOBS,
    KNOBS,
    LEVELS,
    RULEBOOK,
    STRATEGIES,
    Contest,
    Scores,
    planted,
    today,
)
from tests.benchmarks.tuning.shown import shown
from tests.benchmarks.tuning.ways import WAYS

WANTED = 950
DRAWS = 2_000
"""Of the bootstrap."""


def contest(
    games: int, levels: bool, fresh: int, jobs: int, wanted: Sequence[float], setting: Setting
) -> None:
    """One search through `rw.tune`, as a designer would start it. With `wanted` figures none are planted; a `setting` is scored without a search."""
    players = LEVELS if levels else STRATEGIES
    plain = Contest(players, [0.5] * 7, KNOBS)
    hidden = tuple(Random(5).randrange(len(knob.values)) for knob in plain.space.knobs)
    asked = Contest(players, wanted, KNOBS) if wanted else planted(players, KNOBS, hidden, fresh, jobs)
    print(f"wanted: {','.join(f'{wish.low:.4f}' for wish in asked.wishes)}", flush=True)
    scores = Scores(asked, fresh, jobs)
    if not setting:
        began = time.perf_counter()
        wishes = [
            f"{wish.text.partition(' in ')[0]} in {100 * wish.low:.1f} %"
            + (f", at {players[2]}" if "seat" in wish.text else "")
            for wish in asked.wishes
        ]
        found = rw.tune(str(RULEBOOK), wishes, KNOBS, players=2, bots=[players[2]], games=games, jobs=jobs)
        print(found)
        print(f"{time.perf_counter() - began:.0f} s, {found.found.games} games", flush=True)
        assert found.answer is not None
        setting = found.answer.setting
        print(f"setting: {','.join(map(str, setting))}", flush=True)
    print(
        f"score {scores(setting):.0f} (the rules as they are: {scores(TODAY):.0f}), {fresh} fresh games of each pair"
    )


def games(runs: int, most: int, fresh: int, names: str) -> None:
    """How many games each way needs until what it recommends has the score, and keeps it. Runs that do not get there count as `most`."""
    hidden = (0, 1, 1, 4, 2)
    wanted = planted(STRATEGIES, FEW_KNOBS, hidden, 4 * fresh)
    scores = Scores(wanted, fresh)
    print(f"the rules as they are: {today(wanted, fresh):.0f}; {wanted.space.size} settings; wanted {WANTED}")
    chosen = {
        name: way for name, way in WAYS.items() if not names or any(each in name for each in names.split(","))
    }
    needed: dict[str, list[int]] = {name: [] for name in chosen}
    for run in range(
        runs
    ):  # all ways in turn, so that what an interrupted measurement has is as much of each
        for name, way in chosen.items():
            needed[name].append(_settled(way(wanted, most, run), scores, most))
        print(f"run {run + 1}: {', '.join(str(each[-1]) for each in needed.values())}", flush=True)
    for name in chosen:
        low, high = _interval(needed[name])
        missed = sum(each >= most for each in needed[name])
        print(
            f"{name:<26} median {median(needed[name]):>7,.0f} games, 95 % {low:,.0f} to {high:,.0f}; {missed} of {runs} not in {most:,}",
            flush=True,
        )
    ours = needed.get("tune")
    for name, theirs in needed.items():
        if ours and theirs is not ours:
            luck = Random(1)
            ratios = sorted(
                median(luck.choices(theirs, k=runs)) / median(luck.choices(ours, k=runs))
                for _ in range(DRAWS)
            )
            print(
                f"{name}: {median(theirs) / median(ours):.1f} times as many games as tune, 95 % {ratios[DRAWS // 40]:.1f} to {ratios[-DRAWS // 40]:.1f}"
            )


def _settled(found: Iterator[tuple[Setting, int]], scores: Scores, most: int) -> int:
    """The games after which no recommendation falls short any more."""
    since: int | None = None
    for setting, played in found:
        if scores(setting) < WANTED:
            since = None
        elif since is None:
            since = played
    return most if since is None else min(since, most)


def _interval(numbers: list[int]) -> tuple[float, float]:
    luck = Random(0)
    medians = sorted(median(luck.choices(numbers, k=len(numbers))) for _ in range(DRAWS))
    return medians[DRAWS // 40], medians[-DRAWS // 40]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=tuning.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=["contest", "games", "shown"])
    parser.add_argument("--games", type=int, default=None)
    parser.add_argument("--levels", action="store_true", help="players who search, instead of strategies")
    parser.add_argument(
        "--fresh", type=int, default=2_000, help="fresh games of each pair of players for a score"
    )
    parser.add_argument("--jobs", type=int, default=processors())
    parser.add_argument(
        "--wanted", default="", help="figures that are wanted in the contest, with commas between them"
    )
    parser.add_argument(
        "--setting", default="", help="only score this setting, as an earlier contest printed it"
    )
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--most", type=int, default=8_000)
    parser.add_argument(
        "--ways", default="", help="only ways whose names contain one of these, with commas between them"
    )
    parser.add_argument("--named", default="", help="only these shown games, with commas between them")
    parser.add_argument("--seed", type=int, default=0, help="of the shown games")
    given = parser.parse_args()
    if given.part == "contest":
        figures = [float(each) for each in given.wanted.split(",") if each]
        setting = tuple(int(each) for each in given.setting.split(",") if each)
        contest(given.games or 60_000, given.levels, given.fresh, given.jobs, figures, setting)
    elif given.part == "shown":
        shown(given.named, given.games, given.seed, given.jobs)
    else:
        games(given.runs, given.most, given.fresh, given.ways)


if __name__ == "__main__":
    main()
