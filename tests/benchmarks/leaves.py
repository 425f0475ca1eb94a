"""Chess with `leaves: not me.in_check` and with a test written by hand of whether the king is attacked afterwards, in one sitting.

    python -m tests.benchmarks.leaves [--quick] [--processor] [--rounds N]

Both are the same game, so the same seeds give the same games; that is checked. Decisions of random players a second, in machine code.
"""

from __future__ import annotations

import re
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial

from rulewright import pipeline
from rulewright.document.library import bundled
from rulewright.evaluate.reference import Reference
from rulewright.native.driver.executor import Native
from rulewright.runtime.fast import DECISIONS
from tests.benchmarks.sitting import arguments, ratios, sitting, table

BY_HAND = """\
  seen_after:
    sheet: false
    of: {k: board.spaces, f: board.spaces, t: board.spaces, way: board.directions}
    is: first(s for s in ray(k, way) if s == t or (not s.empty and s != f))
  hit_after:
    sheet: false
    of: {x: board.spaces or none, k: board.spaces, t: board.spaces, way: board.directions}
    is: |
      (straight_attack(x, k, way, me.opponent) if straight(way) else diagonal_attack(x, k, way, me.opponent)) and not x == t
  exposed:
    sheet: false
    of: {k: board.spaces, f: board.spaces, t: board.spaces}
    is: |
      any(hit_after(seen_after(k, f, t, way), k, t, way) for way in board.directions)
      or any(leap(k, s) for s in board.spaces if s.owner == me.opponent and s.face == knight and s != t)
  safe_after:
    sheet: false
    of: {f: board.spaces, t: board.spaces}
    is: "not exposed(t if f.face == king else me.throne, f, t)"

"""
"""What somebody would write without `leaves`: the king's square after the move, and the first man seen from it in each direction then."""
LONGEST = 300


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 5, 1, given)
    clock = time.process_time if asked.processor else time.perf_counter
    seeds = array("Q", range(1, 3 if asked.quick else 401))
    with_leaves = dict(bundled())["chess"].read_text(encoding="utf-8").partition("\nexamples:")[0]
    games = {"leaves": _native(with_leaves), "by hand": _native(by_hand(with_leaves))}
    lengths = [list(each.play_many(seeds, LONGEST).column(DECISIONS)) for each in games.values()]
    assert lengths[0] == lengths[1], "not the same game"
    measured = sitting(
        {name: partial(_a_second, clock, each, seeds) for name, each in games.items()}, asked.rounds
    )
    over = ratios(measured["leaves"], measured["by hand"])
    rows = [(name, figures, "") for name, figures in measured.items()]
    table("decisions of chess a second", [*rows, ("leaves / by hand", over, "")])


def by_hand(text: str) -> str:
    """Chess with a test by hand for moves and promotions; castling and taking in passing, which move two men, keep `leaves`."""
    plain, en_passant, rest = text.replace("  # Castling.\n", BY_HAND + "  # Castling.\n").partition(
        "      en_passant:"
    )
    changed, many = re.subn(
        r"king_safe:\s*\{?\s*leaves: not me.in_check", lambda found: found[0].replace(
            "leaves: not me.in_check", 'holds: "safe_after(from, to)"'
        ), plain,
    )  # fmt: skip
    assert many == 2, many
    return changed + en_passant + rest


def _native(text: str) -> Native:
    program = pipeline.load_text(text, engine="reference").program
    return Native(program, Reference(program))


def _a_second(clock: Callable[[], float], native: Native, seeds: array[int]) -> float:
    begun = clock()
    decisions = sum(native.play_many(seeds, LONGEST).column(DECISIONS))
    return decisions / max(clock() - begun, 1e-9)


if __name__ == "__main__":
    main(sys.argv[1:])
