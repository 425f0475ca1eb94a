"""How long commands take beside a bare start of Python: on an unchanged rulebook, whose answer is kept, and on one that has just changed.

    python -m tests.benchmarks.startup [--quick] [--processor]

Wanted: at most 60 ms more for the version, 100 ms more for every command on an unchanged rulebook, and 1 s for a check of the largest
game that has changed.  `simulate`, `compare`, `play` and the commands on records have no answer that could be kept: they load the game that was kept.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.pipeline import find_book
from tests.benchmarks.sitting import FreshPython, arguments, differences, sitting, table

BARE, OURS = "python -c pass", "rulewright --version"
GAME = "crib-ino"
KEPT = (
    "--help", "explain unknown-name", "list", f"validate {GAME}", f"rules {GAME}", f"show {GAME}", f"ir {GAME}",
    f"format --check {GAME}", f"diff {GAME} {GAME}", f"trace {GAME}", "test pig",
)  # fmt: skip
"""What is answered without reading the rules."""
SCRIPT = "a\n" * 6
"""What is typed at a table: the first move in the list, six times."""
PLAYED = f"play {GAME} --plain --bots --seed 1"
RECORD = f"{GAME}.record.json"
"""What is left of it, for the commands on records."""
LOADED = (
    f"simulate {GAME} --games 1 --engine reference", "simulate pig --games 1 --engine reference",
    "compare pig pig --games 1 --jobs 1 --engine reference",
    f"play {GAME} --plain", "play pig --plain", PLAYED, f"play --resume {RECORD} --plain", f"replay {RECORD}", f"trace {RECORD} --steps",
)  # fmt: skip
"""What starts from the game that was kept; `play` ends where its input does."""
READ = (f"trace {RECORD} round",)
"""What needs the rulebook, since its question has to be compiled."""
CHANGED = f"rulewright validate {GAME}, changed"


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, 30, 2, given)
    fresh = FreshPython(asked.processor)
    with TemporaryDirectory() as changed, TemporaryDirectory() as folder, chdir(folder):
        fresh.seconds([*_command(), *PLAYED.split()], SCRIPT)
        measured = sitting(
            {
                BARE: fresh.python("pass"),
                OURS: fresh.command(*_command(), "--version"),
                **{
                    words: fresh.command(*_command(), *words.split(), typed=SCRIPT if words == PLAYED else "")
                    for words in (*KEPT, *LOADED, *READ)
                },
                CHANGED: _changed(fresh, Path(changed) / f"{GAME}.rulebook.yaml"),
            },
            asked.rounds,
        )
    fresh.close()
    milliseconds = {name: [1000 * second for second in seconds] for name, seconds in measured.items()}
    bare = milliseconds[BARE]

    def more(name: str, wanted: str) -> Iterator[tuple[str, list[float], str]]:
        yield name, milliseconds[name], ""
        yield "  more", differences(milliseconds[name], bare), wanted

    table(
        "start of the command line, milliseconds",
        [
            (BARE, bare, ""),
            *more(OURS, "at most 60 are wanted"),
            *(row for words in (*KEPT, *LOADED) for row in more(words, "at most 100 are wanted")),
            *(row for words in READ for row in more(words, "")),
            (CHANGED, milliseconds[CHANGED], "under 1000 are wanted"),
        ],
    )


def _changed(fresh: FreshPython, file: Path) -> Callable[[], float]:
    """What a check takes of a text that nobody has checked before."""
    text, numbers = find_book(GAME).text, count()

    def checked() -> float:
        file.write_text(f"{text}\n# change {next(numbers)}\n", encoding="utf-8")
        return fresh.seconds([*_command(), "validate", str(file)])

    return checked


def _command() -> list[str]:
    """The installed command, otherwise the package itself."""
    installed = Path(sys.executable).with_name("rulewright")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "rulewright"]


if __name__ == "__main__":
    main(sys.argv[1:])
