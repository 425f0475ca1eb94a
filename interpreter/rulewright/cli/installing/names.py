"""What a shell offers where a game, a file or a code is asked for."""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem


def games(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bundled games whose names begin so; files if there is none."""
    bundled = import_module("rulewright.document.library").bundled()  # only when Tab is pressed
    found = [CompletionItem(name) for name, _ in bundled if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def files(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files."""
    return [CompletionItem(incomplete, type="file")]


def codes(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The codes of problems that begin so."""
    known = import_module("rulewright.problems.pages").CODES
    return [CompletionItem(code) for code in known if code.startswith(incomplete)]
