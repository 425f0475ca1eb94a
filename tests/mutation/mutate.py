"""Changes every rule of the two big rulebooks by a word and tells which changes nobody notices.

    python -m tests.mutation.mutate [GAME ...] [--every N] [--verbose]

`--every N` takes each N-th mutant only; `--verbose` tells what caught each one.  The exit status is 1 if a mutant
survives that `accepted.py` does not know, or if it knows one that is caught by now.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from rulewright.document import library
from rulewright.source.text import Source
from tests.mutation.accepted import ACCEPTED
from tests.mutation.hunting import caught_by
from tests.mutation.mutants import Mutant, mutants

GAMES = ("cinq-o", "red-hot-yott")


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
    if jobs == 1:
        fates = map(_fate, texts)
    else:
        fates = ProcessPoolExecutor(jobs).map(_fate, texts, chunksize=4)
    for mutant, fate in zip(found, fates, strict=True):
        yield Hunted(mutant, fate)


def _fate(named_text: tuple[str, str]) -> str | None:
    return caught_by(Source(*named_text))


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    wrong = 0
    for game in options.games or GAMES:
        accepted = ACCEPTED[game]
        counts: Counter[str] = Counter()
        for hunted in hunt(game, slice(None, None, options.every), options.jobs):
            counts[(hunted.caught_by or "nothing").partition(" `")[0].partition(":")[0].partition(",")[0]] += 1
            known = str(hunted.mutant) in accepted
            if hunted.caught_by is None:
                wrong += not known
                print(f"{'accepted' if known else 'SURVIVES'}  {hunted.mutant}")
            elif known:
                wrong += 1
                print(f"IS CAUGHT by {hunted.caught_by}  {hunted.mutant}")
            elif options.verbose:
                print(f"caught by {hunted.caught_by}  {hunted.mutant}")
        print(f"{game}: {counts.total()} mutants; caught by {dict(counts)}")
    return 1 if wrong else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", choices=GAMES, metavar="GAME")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
