"""How long `rulewright --version` takes, beside a bare start of Python.

    python -m tests.benchmarks.startup [--quick] [--processor]

Wanted: at most 60 ms more.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.sitting import FreshPython, arguments, differences, sitting, table

BARE, OURS = "python -c pass", "rulewright --version"


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 30, 2, given)
    fresh = FreshPython(asked.processor)
    measured = sitting(
        {BARE: fresh.python("pass"), OURS: fresh.command(*_command(), "--version")}, asked.rounds
    )
    fresh.close()
    milliseconds = {name: [1000 * second for second in seconds] for name, seconds in measured.items()}
    table(
        "start of the command line, milliseconds",
        [
            (BARE, milliseconds[BARE], ""),
            (OURS, milliseconds[OURS], ""),
            ("more", differences(milliseconds[OURS], milliseconds[BARE]), "at most 60 are wanted"),
        ],
    )


def _command() -> list[str]:
    """The installed command, otherwise the package itself."""
    installed = Path(sys.executable).with_name("rulewright")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "rulewright"]


if __name__ == "__main__":
    main(sys.argv[1:])
