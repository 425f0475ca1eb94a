"""Changes every rule of the bundled rulebooks by a word and tells which changes nobody notices.

    python -m tests.mutation.mutate [GAME ...] [--every N] [--verbose]

`--every N` takes each N-th mutant only; `--verbose` tells what caught each one.  The exit status is 1 if a mutant
survives that `accepted.py` does not know, or if it knows one that is caught by now.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass

from rulewright.document import library
from rulewright.source.text import Source
from tests.mutation.accepted import reason
from tests.mutation.hunting import caught_by
from tests.mutation.mutants import Mutant, mutants

GAMES = (
    "cinq-o", "red-hot-yott", "sino", "cinco", "crib-ino", "tic-tac-toe", "connect-four", "reversi", "hex", "gomoku",
    "yahtzee", "crazy-eights", "dominoes", "pig",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hunted:
    """A mutant and what caught it; None for a survivor."""

    mutant: Mutant
    caught_by: str | None


def hunt(game: str, chosen: slice, jobs: int = 1) -> Iterator[Hunted]:
    """The mutants of a bundled rulebook that a slice of their list has, each with what became of it."""
    source = library.demand(game)
    found = mutants(source)[chosen]
    texts = [(source.name, mutant.of(source.text)) for mutant in found]
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        fates = pool.map(_fate, texts, chunksize=4) if pool else map(_fate, texts)
        for mutant, fate in zip(found, fates, strict=True):
            yield Hunted(mutant, fate)


def _fate(named_text: tuple[str, str]) -> str | None:
    return caught_by(Source(*named_text))


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    wrong = 0
    for game in options.games or GAMES:
        counts: Counter[str] = Counter()
        for hunted in hunt(game, slice(None, None, options.every), options.jobs):
            counts[re.split("[`:,]", hunted.caught_by or "nothing")[0].strip()] += 1
            known = reason(game, hunted.mutant)
            wrong += (hunted.caught_by is None) != (known is not None)
            if hunted.caught_by is None:
                print(f"accepted ({known})  {hunted.mutant}" if known else f"SURVIVES  {hunted.mutant}")
            elif known:
                print(f"IS CAUGHT although accepted, by {hunted.caught_by}  {hunted.mutant}")
            elif options.verbose:
                print(f"caught by {hunted.caught_by}  {hunted.mutant}")
        print(f"{game}: {counts.total()} mutants; caught by {dict(counts)}")
    return 1 if wrong else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"among {', '.join(GAMES)}; otherwise all")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
