"""How long the largest rulebook takes to be loaded and checked, beside importing the libraries alone.

    python -m tests.benchmarks.load [--quick] [--processor]

Wanted: at most 0.3 s more.  Loading checks the rulebook at one table; `check` does so at the smallest and the largest
one, without a variant and with each.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.benchmarks.sitting import FreshPython, arguments, differences, sitting, table

LIBRARIES = "import lark, yaml, jsonschema, click"
LARGEST = "cinq-o"
ALONE, LOADED, CHECKED = "importing the libraries", f"and loading {LARGEST}", f"and checking all of {LARGEST}"


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 12, 1, given)
    fresh = FreshPython(asked.processor)
    measured = sitting(
        {
            ALONE: fresh.python(LIBRARIES),
            LOADED: fresh.python(f"{LIBRARIES}; import rulewright; rulewright.load({LARGEST!r})"),
            CHECKED: fresh.python(
                f"{LIBRARIES}; import rulewright; assert not rulewright.check({LARGEST!r})"
            ),
        },
        asked.rounds,
    )
    fresh.close()
    table(
        "load and check, seconds",
        [
            *((name, seconds, "") for name, seconds in measured.items()),
            ("more to load", differences(measured[LOADED], measured[ALONE]), "at most 0.3 are wanted"),
            ("more to check all", differences(measured[CHECKED], measured[ALONE]), ""),
        ],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
