"""Changes of a text as patches (unified diffs), in colours on a terminal."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from typing import Final

import click

from rulewright.cli.common.output import wants_colour
from rulewright.cli.common.streams import styled

_COLOURS: Final = {"+": "green", "-": "red", "@": "cyan"}


def show_patch(name: str, before: str, after: str) -> None:
    """Print the changes of a file."""
    coloured = wants_colour(sys.stdout)
    for line in patch(name, before, after):
        colour = _COLOURS.get(line[:1]) if coloured else None
        click.echo(styled(line, fg=colour) if colour else line, nl=False)


def patch(name: str, before: str, after: str) -> Iterator[str]:
    """The lines of a unified diff with their line ends, and a note after a last line without one."""
    lines = difflib.unified_diff(_lines(before), _lines(after), name, name)
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines as `patch` counts them: only a line feed ends one."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + (
        [text.split("\n")[-1]] if text.split("\n")[-1] else []
    )
