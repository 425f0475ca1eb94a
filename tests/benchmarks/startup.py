"""How long `rulewright --version` takes, and `validate` of a game: anew, and once its answer is kept, beside a bare start of Python.

    python -m tests.benchmarks.startup [--quick] [--processor]

Wanted: at most 60 ms more for the version, 100 ms more for an answer that is kept, and 1 s for the largest game anew.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.sitting import FreshPython, arguments, differences, sitting, table

BARE, OURS = "python -c pass", "rulewright --version"
GAME = "crib-ino"
ANEW, AGAIN = f"rulewright validate {GAME}, checked", f"rulewright validate {GAME}, kept"


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 30, 2, given)
    fresh = FreshPython(asked.processor)
    measured = sitting(
        {
            BARE: fresh.python("pass"),
            OURS: fresh.command(*_command(), "--version"),
            ANEW: fresh.command(*_command(), "validate", GAME, "--format", "json"),
            AGAIN: fresh.command(*_command(), "validate", GAME),
        },
        asked.rounds,
    )
    fresh.close()
    milliseconds = {name: [1000 * second for second in seconds] for name, seconds in measured.items()}
    table(
        "start of the command line, milliseconds",
        [
            (BARE, milliseconds[BARE], ""),
            (OURS, milliseconds[OURS], ""),
            ("more", differences(milliseconds[OURS], milliseconds[BARE]), "at most 60 are wanted"),
            (ANEW, milliseconds[ANEW], "under 1000 are wanted"),
            (AGAIN, milliseconds[AGAIN], ""),
            ("more", differences(milliseconds[AGAIN], milliseconds[BARE]), "at most 100 are wanted"),
        ],
    )


def _command() -> list[str]:
    """The installed command, otherwise the package itself."""
    installed = Path(sys.executable).with_name("rulewright")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "rulewright"]


if __name__ == "__main__":
    main(sys.argv[1:])
