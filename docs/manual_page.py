"""The manual page, which `man rulewright` shows: written from what the commands say of themselves.

python docs/generate.py         writes docs/man/rulewright.1, too
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from rulewright.cli.main import COMMANDS, START, build_group

PAGE: Final = Path("man/rulewright.1")
WIDE: Final = 10_000


@dataclass(frozen=True, slots=True)
class ManualPage:
    """The page, in the form of `generate.Generated`."""

    path: Path = PAGE
    name: str = "the manual page"

    def wanted(self) -> str:
        return "\n".join(lines()) + "\n"

    def is_up_to_date(self) -> bool:
        written = Path(__file__).parent / self.path
        return written.is_file() and written.read_text(encoding="utf-8") == self.wanted()


def lines() -> Iterator[str]:
    """The page, line by line."""
    group = build_group()
    context = click.Context(group, info_name="rulewright", max_content_width=WIDE)
    yield '.TH RULEWRIGHT 1 "" "Rulewright" "User Commands"'
    yield from (".SH NAME", "rulewright \\- turn the rulebook of a tabletop game into a game")
    yield from (".SH SYNOPSIS", ".B rulewright", ".I COMMAND", "[options]")
    yield from (
        ".SH DESCRIPTION",
        *paragraphs(group.help or ""),
        ".PP",
        ".nf",
        *map(plain, START.splitlines()),
        ".fi",
    )
    yield ".SH COMMANDS"
    for name, (_, about) in COMMANDS.items():
        yield from (".TP", f".B {plain(name)}", plain(about))
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None, f"there is no command {name}"
        yield from of_command(command, click.Context(command, context, name, max_content_width=WIDE))
    yield from (
        ".SH EXIT STATUS",
        "0 if all is well, 1 for a fault in a rulebook or a test that failed, 2 for wrong usage,",
    )
    yield "3 for a mistake in Rulewright, 130 if it was interrupted."
    yield from (".SH SEE ALSO", ".BR rulewright ' COMMAND \\-\\-help'")


def of_command(command: click.Command, context: click.Context) -> Iterator[str]:
    """The section of a command."""
    yield f".SH RULEWRIGHT {plain(command.name or '').upper()}"
    pieces = " ".join(command.collect_usage_pieces(context))
    yield from (f".B rulewright {plain(command.name or '')}", plain(pieces), *paragraphs(command.help or ""))
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None:
            yield from (".TP", f".B {plain(record[0])}", plain(record[1]) or "\\&")


def paragraphs(text: str) -> Iterator[str]:
    """A help text; paragraphs after a line with \\b keep their lines."""
    for paragraph in text.strip().split("\n\n"):
        kept = paragraph.lstrip().startswith("\b")
        yield ".PP"
        if kept:
            yield from (".nf", *(plain(line) for line in paragraph.replace("\b\n", "").splitlines()), ".fi")
        else:
            yield plain(" ".join(paragraph.split()))


def plain(text: str) -> str:
    """A text in which nothing means anything to roff."""
    text = " ".join(text.split()) if not text.startswith(" ") else text.rstrip()
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
