"""Output of commands: data on stdout, progress and notes on stderr, colour only on a terminal.

`NO_COLOR` turns colour off whatever the terminal can do.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from typing import IO, TYPE_CHECKING

import click

from rulewright.cli.common.streams import own
from rulewright.language.players import is_timed
from rulewright.problems.quoting import counted, series
from rulewright.problems.terminal import escaped

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from rulewright.problems.problem import Problem
    from rulewright.runtime.fallbacks import Fallbacks


PIPE_WIDTH = 100


def wants_colour(stream: IO[str]) -> bool:
    """Whether a stream is a terminal on which colour has not been turned off."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(stream: IO[str] | None = None) -> Console:
    """A rich console on a stream (stdout if none is given), which writes plain text if colour is unwanted.

    It is as wide as its terminal; in a pipe as `COLUMNS` says, or else 100 columns.
    """
    from rich.console import Console  # to start sooner: --help prints without rich

    target = stream or sys.stdout
    return Console(
        file=target,
        color_system="auto" if wants_colour(target) else None,
        highlight=False,
        width=None if target.isatty() else columns_asked_for() or PIPE_WIDTH,
    )


def width() -> int:
    """The width of a line on stdout."""
    usual = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH
    return columns_asked_for() or usual


def columns_asked_for() -> int | None:
    """The width that `COLUMNS` sets, if it sets one."""
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isdecimal() and int(asked) > 0 else None


def edge_of(stream: IO[str]) -> int | None:
    """The maximum width of a line on a stream; None for a file or a pipe, unless `COLUMNS` is set."""
    asked = columns_asked_for()
    return asked if asked or not stream.isatty() else shutil.get_terminal_size().columns


def has_edge() -> bool:
    """Whether lines on stdout have a maximum width: a file or a pipe takes lines of any length."""
    return sys.stdout.isatty() or columns_asked_for() is not None


def show(*things: RenderableType, at_least: int = 0) -> None:
    """Print tables and texts of rich on stdout, without trailing spaces, `at_least` a number of columns wide whatever the
    width of the terminal."""
    screen = console()
    screen.width = max(screen.width, at_least)
    for line in _printed(screen, things):
        click.echo(own(line))


def in_lines(things: Sequence[RenderableType], width: int) -> list[str]:
    """Tables and texts of rich in lines of plain text."""
    screen = console(StringIO())
    screen.width = width
    return _printed(screen, things)


def _printed(screen: Console, things: Sequence[RenderableType]) -> list[str]:
    with screen.capture() as captured:
        for thing in things:
            screen.print(thing)
    return [line.rstrip() for line in captured.get().splitlines()]


def note(text: str) -> None:
    """A note for the person, on stderr."""
    click.echo(text, err=True)


def engine_told(found: Fallbacks, engine: str) -> dict[str, object]:
    """The part of `timing` in JSON that says which engine played, and what the reference carried out."""
    return {"engine": engine, "early_steps": found.early, "fallbacks": found.to_json()}


def note_engine(found: Fallbacks, engine: str) -> None:
    """Note which engine played."""
    early = ""
    if found.early and engine == "reference":
        early = ", since compiling did not pay yet"
    elif found.early:
        early = f"; {counted(found.early, 'step')} by the reference, before compiling paid"
    note(f"Played by the {engine} engine{early}.")


def note_clock(players: Iterable[str]) -> None:
    """Note who thinks by the clock, so that the same games cannot be played again."""
    timed = list(dict.fromkeys(name for name in players if is_timed(name)))
    if timed:
        thinks = "thinks" if len(timed) == 1 else "think"
        note(
            f"{series([f'`{name}`' for name in timed])} {thinks} by the clock, so these games cannot be repeated; `mcts:2000` says in how many games."
        )


def note_fallbacks(found: Fallbacks, games: int = 0) -> None:
    """Note what the reference carried out because machine code gave up, if anything; `games`: the number of games played."""
    if found:
        note(f"{found.sentence(games)}.")


def show_json(value: object) -> None:
    click.echo(escaped(json.dumps(value, indent=2, ensure_ascii=False)))


def show_problems(problems: Sequence[Problem], style: str = "text", to_stderr: bool = False) -> None:
    """Print problems in one of the styles `text`, `json`, `github`, `sarif`."""
    from rulewright.problems import rendering, reports  # to start sooner: most commands find no problems

    stream = sys.stderr if to_stderr else sys.stdout
    match style:
        case "json":
            text = reports.to_json(problems)
        case "github":
            text = reports.to_github(problems)
        case "sarif":
            text = reports.to_sarif(problems)
        case _:
            text = own(rendering.render_all(problems, colour=wants_colour(stream), columns=edge_of(stream)))
    if text:
        click.echo(text.rstrip("\n"), err=to_stderr)


SECONDS, MOST_SECONDS = 5.0, 80.0
"""Without a terminal: the wait before the first line of progress, and the longest between two lines; each wait is twice as
long as the last."""


_UNITS = ((86400, "days"), (3600, "h"), (60, "min"))


class Progress:
    """A line of progress on stderr, updated in place. A pipe or a file gets a new line at growing intervals.

    with Progress("games") as progress:
        progress(40, 1000)
    """

    def __init__(self, what: str, steady: bool = True) -> None:
        """`steady`: all take about the same time, so the rest can be predicted."""
        self.what, self.steady = what, steady
        self.shown = 0
        """The width of the line."""
        self._said = time.monotonic()
        self._wait = SECONDS
        self._began: tuple[float, int] | None = None
        """The time of the first call, and what was done then: a run may go on from an earlier one."""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Make room for something else; the next call writes the line again."""
        if self.shown:
            sys.stderr.write(own(f"\r{'': <{self.shown}}\r"))
            sys.stderr.flush()
            self.shown = 0

    def __call__(self, done: int, of: int, so_far: Callable[[], str] = str) -> None:
        """`so_far`: the main figure of what is done, for the line on a terminal."""
        if not sys.stderr.isatty():
            self._now_and_then(done, of)
            return
        share = done * 24 // max(of, 1)
        parts = [f"{done} of {of} {self.what}", self._pace(done, of), so_far()]
        line = f"{'█' * share}{'░' * (24 - share)} {', '.join(filter(None, parts))}"[: console().width - 1]
        sys.stderr.write(own(f"\r{line: <{self.shown}}"))
        self.shown = len(line)
        sys.stderr.flush()

    def _now_and_then(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self._said >= self._wait:
            self._said, self._wait = now, min(2 * self._wait, MOST_SECONDS)
            note(", ".join(filter(None, (f"{done:,} of {of:,} {self.what}", self._pace(done, of)))))

    def _pace(self, done: int, of: int) -> str:
        """The number a second, and the time that is left; empty at first."""
        now = time.monotonic()
        if self._began is None:
            self._began = now, done
        seconds, new = now - self._began[0], done - self._began[1]
        if seconds < 1 or not new or not self.steady:
            return ""
        rate = new / seconds
        left = max(of - done, 0) / rate
        unit, name = next((each for each in _UNITS if left >= 2 * each[0]), (1, "s"))
        return f"{rate:,.{0 if rate >= 10 else 1}f} a second, {left / unit:.0f} {name} left"
