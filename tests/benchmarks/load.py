"""How long rulebooks take to be loaded, the largest one to be checked, and a first move to be made in machine code from the
cache, compared with importing the libraries alone.

    python -m tests.benchmarks.load [--every] [--quick] [--processor]

Wanted: at most 0.3 s more for the largest, and 20 ms from the end of `load` to the end of the first move.  Loading checks the rulebook at one table; `check` does so at the smallest
and the largest one, without a variant and with each.  `--every` loads every bundled rulebook too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial

from rulewright.document import library
from tests.benchmarks.sitting import FreshPython, arguments, differences, sitting, table

LIBRARIES = "import lark, yaml, jsonschema, click"
LARGEST = "cinq-o"
MOVING = ("connect-four", "cinco", "crib-ino", "cinq-o")
ALONE, LOADED, CHECKED = "importing the libraries", f"and loading {LARGEST}", f"and checking all of {LARGEST}"


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 12, 1, [word for word in given if word != "--every"])
    fresh = FreshPython(asked.processor)

    def load(name: str) -> Callable[[], float]:
        return fresh.python(f"{LIBRARIES}; import rulewright; rulewright.load({name!r})")

    others = [name for name, _ in library.bundled() if name != LARGEST] if "--every" in given else []
    measured = sitting(
        {
            ALONE: fresh.python(LIBRARIES),
            LOADED: load(LARGEST),
            CHECKED: fresh.python(
                f"{LIBRARIES}; import rulewright; assert not rulewright.check({LARGEST!r})"
            ),
            **{name: load(name) for name in others},
        },
        asked.rounds,
    )
    moves = sitting(
        {name: partial(_first_move, fresh, name, asked.processor) for name in MOVING}, asked.rounds
    )
    fresh.close()
    table(
        "load and check, seconds",
        [
            *((name, measured[name], "") for name in (ALONE, LOADED, CHECKED)),
            ("more to load", differences(measured[LOADED], measured[ALONE]), "at most 0.3 are wanted"),
            ("more to check all", differences(measured[CHECKED], measured[ALONE]), ""),
            *((f"more to load {name}", differences(measured[name], measured[ALONE]), "") for name in others),
        ],
    )
    table(
        "from load to the first move, milliseconds",
        [(name, moves[name], "at most 20 are wanted") for name in MOVING],
    )


def _first_move(fresh: FreshPython, name: str, processor: bool) -> float:
    """Milliseconds from `load` to the end of the first move in a process of its own, with machine code in the cache."""
    clock = "process_time" if processor else "perf_counter"
    return fresh.printed(
        f"import rulewright, time; game = rulewright.load({name!r}, engine='native'); begun = time.{clock}(); "
        "state = game.new_initial_state(seed=1); state.apply_action(state.legal_ids()[0]); "
        f"print(1000 * (time.{clock}() - begun))"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
