"""What a shell offers where a game is asked for."""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem


def games(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bundled games whose names begin so; files if there is none."""
    bundled = import_module("rulewright.document.library").bundled()  # only when Tab is pressed
    found = [CompletionItem(name) for name, _ in bundled if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]
