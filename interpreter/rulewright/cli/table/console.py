"""Talking with the people at the table: lines out, lines in.

Prompts appear only where somebody sits at a terminal; a script that pipes its moves in gets the game and nothing
that only a prompt would need.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from select import select

import click

from rulewright.cli.common.output import note, wants_colour
from rulewright.cli.common.streams import NoInput, own, shown, styled

WIDTH = 88
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
"""An empty screen and nothing left to scroll back to; the last comes last, since some terminals keep what the screen held."""
_LONG = re.compile(r"`([^`]{60})[^`]{20,}`")
"""What somebody typed, if it is told back and goes on for lines."""


class Left(Exception):
    """Nobody types any more: the input has ended, or somebody quits."""


class Talk:
    """Lines to and from the players."""

    def __init__(self) -> None:
        self.somebody_there = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = wants_colour(sys.stdout)
        self.ahead = False
        """Whether the last line was typed before it was asked for."""
        self.unread: list[str] = []
        """What was said and nobody has typed anything since: it is said again on an empty screen."""
        if self.somebody_there:
            with suppress(ImportError):
                import_module("readline")  # gives `input` editing and a history

    @property
    def width(self) -> int:
        """How many columns there are: those of a terminal, as far as lines of that length can be read."""
        return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH) if self.somebody_there else WIDTH

    @property
    def height(self) -> int:
        """How many lines there are."""
        return shutil.get_terminal_size((WIDTH, 24)).lines

    def say(self, text: str = "") -> None:
        click.echo(text)

    def tell(self, text: str) -> None:
        """A sentence, set in from the left and broken between words; of a very long line that it repeats only the beginning."""
        self.say_all(wrapped(_LONG.sub(r"`\1...`", text), max(self.width, 20), "  "))

    def remind(self, text: str) -> None:
        """A sentence that must be seen: it outlives that the screen is cleared before anybody has typed."""
        self.tell(text)
        self.unread.append(text)

    def note(self, text: str) -> None:
        """The same beside the data, on stderr."""
        note(text)
        self.unread.append(text)

    def say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    def strong(self, text: str) -> str:
        return styled(text, bold=True) if self.colour else text

    def faint(self, text: str) -> str:
        return styled(text, dim=True) if self.colour else text

    def ask(self, prompt: str) -> str:
        """A line that somebody typed, without spaces around it. Raises Left at the end of the input."""
        self.ahead = self.typed_ahead()
        if self.somebody_there:
            *before, last = wrapped(prompt, self.width) or [""]
            self.say_all(before)
            try:
                line = input(self._bold(f"{last} ")).strip()
                self.unread.clear()
                return line
            except (EOFError, OSError):  # the terminal may be gone
                self.say()
                raise Left from None
        if isinstance(sys.stdin, NoInput):
            raise click.UsageError("no moves can be typed: standard input is closed")
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def go_on(self) -> str:
        """Time to look at what was shown, until somebody presses Enter; what they typed instead. A script does not wait, nor does who
        has typed on already."""
        if not self.somebody_there or self.typed_ahead():
            return ""
        self.say()
        return self.ask("Enter to go on.").casefold().removeprefix("/")

    def typed_ahead(self) -> bool:
        """Whether something was typed that nobody has read: at a terminal, before what is asked for now was shown. What a script
        pipes in is meant to be there before."""
        if not self.somebody_there:
            return False
        try:
            descriptor = sys.stdin.fileno()
            return waits(descriptor)
        except (OSError, ValueError, ImportError):
            return False

    def _bold(self, prompt: str) -> str:
        """The prompt in bold; the marks tell readline which characters take no room on the line."""
        return f"\001\x1b[1m\002{shown(prompt)}\001\x1b[0m\002" if self.colour else shown(prompt)

    def clear(self) -> None:
        """Nothing that was shown stays in sight, also not by scrolling back."""
        if os.environ.get("TERM") == "dumb":
            self.say("\n" * shutil.get_terminal_size((WIDTH, 24)).lines)
        else:
            self.say(own(CLEARED))
        forget = getattr(sys.modules.get("readline"), "clear_history", None)
        if forget is not None:  # what the one before typed does not come back with an arrow key
            forget()
        for text in self.unread:
            self.tell(text)
        self.unread.clear()


def waits(descriptor: int) -> bool:
    """Whether a terminal holds what was typed, the beginning of a line too, which it keeps to itself while it edits lines."""
    if select([descriptor], [], [], 0)[0]:
        return True
    termios = import_module("termios")  # there is none on Windows
    before = termios.tcgetattr(descriptor)
    edits = before[3] & termios.ICANON
    plain = [*before[:3], before[3] & ~termios.ICANON, *before[4:]]
    try:
        if edits:
            termios.tcsetattr(descriptor, termios.TCSANOW, plain)
        return bool(select([descriptor], [], [], 0)[0])
    finally:
        if edits:
            termios.tcsetattr(descriptor, termios.TCSANOW, before)


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of this width, broken between words and set in."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
