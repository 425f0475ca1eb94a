"""The health of the bundled games, with which the page of `health` compares a game.

python -m tests.benchmarks.health bundled                       measures all bundled games and writes their figures, a quarter of an hour
python -m tests.benchmarks.health bundled --seconds 5 --games-named pig,hex     a part of it, shorter, which replaces only these
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import rulewright as rw
from rulewright.play.health import compared
from rulewright.play.health.results import Health

FILE = Path(compared.__file__).with_name(compared.FILE)
LEVELS = (2,)
"""The level that plays the bundled games, besides players at random and strategies."""


def measured(name: str, seconds: float, jobs: int) -> Health:
    """The report on a bundled game at its usual table."""
    return rw.health(rw.load(name), levels=LEVELS, games=300, seconds=seconds, jobs=jobs)


def bundled(seconds: float, jobs: int, named: str, file: Path) -> None:
    """Measure the bundled games and write their figures to a file; `named` are those to measure, with commas between them, or all."""
    names = [name.strip() for name in named.split(",")] if named else list(map(str, rw.bundled_games()))
    known = json.loads(file.read_text(encoding="utf-8"))["games"] if file.exists() else {}
    for name in names:
        found = measured(name, seconds, jobs)
        known[name] = {
            "players": found.players,
            "by": found.main,
            "fingerprint": found.fingerprint,
            "figures": compared.figures_of(found),
        }
        print(name, found.main, known[name]["figures"], flush=True)
        text = json.dumps({"games": dict(sorted(known.items()))}, indent=1)
        file.write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=["bundled"])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games-named", default="")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    bundled(given.seconds, given.jobs, given.games_named, given.out)


if __name__ == "__main__":
    main()
