"""Input and output at the table: lines printed for the players, and lines that they type.

Prompts appear only at a terminal; a script that pipes in its moves gets the game without prompts.
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

from rulewright.author.report.tree import Sheet
from rulewright.cli.common.output import note, wants_colour
from rulewright.cli.common.streams import NoInput, own, shown, styled
from rulewright.cli.common.text_tables import show_sheet

WIDTH = 88
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen, then the scrollback, since some terminals save a cleared screen to it."""
_LONG = re.compile(r"`([^`]{60})[^`]{20,}`")
"""A very long input that is quoted in a message."""


class Left(Exception):
    """Raised when the input ends or a player quits."""


class Talk:
    """Lines to and from the players."""

    def __init__(self) -> None:
        self.somebody_there = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = wants_colour(sys.stdout)
        self.ahead = False
        """Whether the last line was typed before its prompt was shown."""
        self.unread: list[str] = []
        """Notes since anything was last typed, which are repeated when the screen is cleared."""
        if self.somebody_there:
            with suppress(ImportError):
                import_module("readline")  # gives `input` editing and a history

    @property
    def width(self) -> int:
        """The width of lines: that of the terminal, up to a readable length."""
        return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH) if self.somebody_there else WIDTH

    @property
    def height(self) -> int:
        """The height of the terminal in lines."""
        return shutil.get_terminal_size((WIDTH, 24)).lines

    def say(self, text: str = "") -> None:
        click.echo(text)

    def tell(self, text: str) -> None:
        """Print a sentence, indented and wrapped; a very long input quoted in it is cut."""
        self.say_all(wrapped(_LONG.sub(r"`\1...`", text), max(self.width, 20), "  "))

    def remind(self, text: str) -> None:
        """Print a sentence that must be seen: it is repeated if the screen is cleared before anything is typed."""
        self.tell(text)
        self.unread.append(text)

    def note(self, text: str) -> None:
        """Print a note on stderr, which is repeated in the same way."""
        note(text)
        self.unread.append(text)

    def say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    def page(self, lines: Sequence[str]) -> None:
        """Print an answer of many lines, such as the help."""
        self.say_all(lines)

    def sheet(self, sheet: Sheet) -> None:
        """Print a rule sheet."""
        show_sheet(sheet)

    def strong(self, text: str) -> str:
        return styled(text, bold=True) if self.colour else text

    def faint(self, text: str) -> str:
        return styled(text, dim=True) if self.colour else text

    def ask(self, prompt: str) -> str:
        """Prompt for a line, and return it without surrounding spaces. Raises Left at the end of the input."""
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
        """Wait until a player presses Enter, and return what was typed instead. There is no wait without a terminal, or if
        something was typed ahead."""
        if not self.somebody_there or self.typed_ahead():
            return ""
        self.say()
        return self.ask("Enter to go on.").casefold().removeprefix("/")

    def typed_ahead(self) -> bool:
        """Whether input at a terminal is waiting that was typed before the prompt; always false for a script, whose input is
        meant to be there before."""
        if not self.somebody_there:
            return False
        try:
            descriptor = sys.stdin.fileno()
            return waits(descriptor)
        except (OSError, ValueError, ImportError):
            return False

    def _bold(self, prompt: str) -> str:
        """The prompt in bold; the marks show readline which characters have no width."""
        return f"\001\x1b[1m\002{shown(prompt)}\001\x1b[0m\002" if self.colour else shown(prompt)

    def clear(self) -> None:
        """Clear the screen, the scrollback and the history of typed lines, and repeat unread notes."""
        if os.environ.get("TERM") == "dumb":
            self.say("\n" * shutil.get_terminal_size((WIDTH, 24)).lines)
        else:
            self.say(own(CLEARED))
        forget = getattr(sys.modules.get("readline"), "clear_history", None)
        if forget is not None:  # so that arrow keys do not bring back what the player before typed
            forget()
        for text in self.unread:
            self.tell(text)
        self.unread.clear()


def waits(descriptor: int) -> bool:
    """Whether a terminal has unread input, including a line that is not finished, which line editing hides."""
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
    """A text in indented lines of this width, broken between words."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
