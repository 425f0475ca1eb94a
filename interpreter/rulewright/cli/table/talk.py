"""Talking with the people at the table: lines out, lines in.

Prompts appear only where somebody sits at a terminal; a script that pipes its moves in gets the game and nothing
that only a prompt would need.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from rulewright.cli.telling import wants_colour

WIDTH = 88


class Left(Exception):
    """Nobody types any more: the input has ended, or somebody quits."""


class Talk:
    """Lines to and from the players."""

    def __init__(self) -> None:
        self.somebody_there = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = wants_colour(sys.stdout)
        if self.somebody_there:
            with suppress(ImportError):
                import_module("readline")  # gives `input` editing and a history

    @property
    def width(self) -> int:
        """How many columns there are: those of a terminal, as far as lines of that length can be read."""
        return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDTH) if self.somebody_there else WIDTH

    def say(self, text: str = "") -> None:
        click.echo(text)

    def tell(self, text: str) -> None:
        """A sentence, set in from the left and broken between words."""
        self.say_all(
            textwrap.wrap(
                text, max(self.width, 20), initial_indent="  ", subsequent_indent="  ", break_long_words=False,
                break_on_hyphens=False,
            )
        )  # fmt: skip

    def say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    def strong(self, text: str) -> str:
        return click.style(text, bold=True) if self.colour else text

    def faint(self, text: str) -> str:
        return click.style(text, dim=True) if self.colour else text

    def ask(self, prompt: str) -> str:
        """A line that somebody typed, without spaces around it. Raises Left at the end of the input."""
        if self.somebody_there:
            try:
                return input(self._bold(prompt)).strip()
            except EOFError:
                self.say()
                raise Left from None
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def _bold(self, prompt: str) -> str:
        """The prompt in bold; the marks tell readline which characters take no room on the line."""
        return f"\001\x1b[1m\002{prompt}\001\x1b[0m\002" if self.colour else prompt

    def hand_over(self, name: str) -> None:
        """Clear the screen and wait until the next player sits in front of it."""
        if not self.somebody_there:
            return
        click.clear()
        self.ask(f"Pass the screen to {name}, then press Enter. ")
        click.clear()
