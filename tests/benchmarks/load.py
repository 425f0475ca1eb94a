"""How long rulebooks take to be loaded, and the largest one to be checked, beside importing the libraries alone.

    python -m tests.benchmarks.load [--every] [--quick] [--processor]

Wanted: at most 0.3 s more for the largest.  Loading checks the rulebook at one table; `check` does so at the smallest
and the largest one, without a variant and with each.  `--every` loads every bundled rulebook too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from rulewright.document import library
from tests.benchmarks.sitting import FreshPython, arguments, differences, sitting, table

LIBRARIES = "import lark, yaml, jsonschema, click"
LARGEST = "cinq-o"
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


if __name__ == "__main__":
    main(sys.argv[1:])
