"""Commands as pages show them, carried out and held against the output that the page prints below them.

    $ rulewright list                        a command
    NAME            TITLE                    what it prints: these lines, in this order
    ...                                      anything, also nothing
    $ rulewright validate wrong.yaml  # exit 1
    $ rulewright simulate pig --format json > pig.json

Only `rulewright` and `python` can be called; what a page prints below a command is optional.
"""

from __future__ import annotations

import io
import math
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from rulewright.cli.common import output
from rulewright.cli.main import main

ANYTHING = "..."
FEWER_GAMES = {
    "simulate": ("--games", "2"),
    "compare": ("--games", "2"),
    "health": ("--games", "2", "--levels", "none"),
    "test": ("--games", "0"),
}
"""What is added to a command whose output a page does not show, so that trying the pages stays quick: the promises
of `rulewright test` are held elsewhere."""
EXIT = re.compile(r"\s+# exit (?P<status>\d+)$")


@dataclass(frozen=True, slots=True)
class Command:
    text: str
    words: tuple[str, ...]
    status: int
    target: str | None
    line: int
    shown: tuple[str, ...] = ()


def read(text: str, line: int) -> list[Command]:
    """The commands of a console block that begins at this line of its page."""
    found: list[Command] = []
    for number, written in enumerate(text.splitlines(), start=line):
        if written.startswith("$ "):
            found.append(_command(written[2:], number))
        elif found:
            found[-1] = replace(found[-1], shown=(*found[-1].shown, written))
        else:
            raise AssertionError(f"line {number}: output without a command")
    return found


def carry_out(command: Command, folder: Path) -> str:
    """Run a command in a folder and return what a person at a terminal sees of it."""
    called, *arguments = command.words
    if not command.shown and called == "rulewright":
        arguments += FEWER_GAMES.get(arguments[0], ()) if arguments else ()
    assert called in ("rulewright", "python"), f"pages call rulewright or python, not {called}"
    with patch.dict(os.environ, {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1"}), chdir(folder):
        status, printed = _rulewright(arguments) if called == "rulewright" else _python(arguments)
    if command.target:
        (folder / command.target).write_text(printed, encoding="utf-8")
    told = f"line {command.line}: `{command.text}` ended with {status}, not {command.status}:\n{printed}"
    assert status == command.status, told
    return printed


def _rulewright(arguments: Sequence[str]) -> tuple[int, str]:
    """Status and output of the command line, called in this process: a page has many commands."""
    printed = io.StringIO()
    slowly = patch.object(output, "SECONDS", math.inf)  # no lines of progress, however slow this machine is
    with patch("sys.stdin", io.StringIO()), redirect_stdout(printed), redirect_stderr(printed), slowly:
        status = main(arguments)
    return status, printed.getvalue()


def _python(arguments: Sequence[str]) -> tuple[int, str]:
    result = subprocess.run(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return result.returncode, result.stdout


def differs(shown: tuple[str, ...], printed: str) -> str | None:
    """Why printed output is not what a page shows, or None if it is. A page that shows nothing promises nothing."""
    wanted = [line.rstrip() for line in shown]
    while wanted and not wanted[-1]:
        wanted.pop()
    if not wanted:
        return None
    got = [line.rstrip() for line in printed.rstrip("\n").split("\n")]
    if _fits(wanted, got):
        return None
    return "the page shows\n\n" + "\n".join(wanted) + "\n\nbut it prints\n\n" + "\n".join(got)


def _fits(wanted: Sequence[str], got: Sequence[str]) -> bool:
    """Whether lines are those wanted, where a line `...` stands for any lines. What follows one of these is looked for as early as
    possible, so the time grows with the product of the lengths at most."""
    parts: list[list[re.Pattern[str]]] = [[]]
    for line in wanted:
        if line == ANYTHING:
            parts.append([])
        else:
            parts[-1].append(_line(line))
    if len(parts) == 1:
        return _begins(parts[0], got) and len(got) == len(parts[0])
    first, *middle, last = parts
    at, end = len(first), len(got) - len(last)
    if at > end or not _begins(first, got) or not _begins(last, got[end:]):
        return False
    for part in middle:
        found = next((start for start in range(at, end) if _begins(part, got[start:end])), None)
        if found is None:
            return False
        at = found + len(part)
    return at <= end


def _begins(part: Sequence[re.Pattern[str]], lines: Sequence[str]) -> bool:
    return len(part) <= len(lines) and all(
        pattern.fullmatch(line) for pattern, line in zip(part, lines, strict=False)
    )


def _line(line: str) -> re.Pattern[str]:
    """A line of output; ` ... ` inside it stands for anything on this line."""
    return re.compile(".*".join(re.escape(part) for part in line.split(ANYTHING)))


def _command(text: str, line: int) -> Command:
    status = EXIT.search(text)
    words = shlex.split(EXIT.sub("", text), comments=True)
    target = None
    if len(words) > 2 and words[-2] == ">":
        target = words[-1]
        words = words[:-2]
    return Command(text, tuple(words), int(status["status"]) if status else 0, target, line)
