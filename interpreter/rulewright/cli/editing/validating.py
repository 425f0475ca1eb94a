"""`rulewright validate`, which may know from before that files are fine: then nothing is checked, and no checker is loaded."""

from __future__ import annotations

from typing import Any

from rulewright.cli.common.later import kept, later
from rulewright.document import library

_check = later("rulewright.cli.editing.validate_command", "validate")
_known = kept("rulewright.cli.editing.validate_command", "validate")
STDIN, STDIN_TITLE = "-", "<stdin>"


def validate(**options: Any) -> int:  # Any: as the command declares them
    """The exit status. The answer is kept for files without mistakes."""
    if options["watch"] or options["fix"] or options["diff"] or STDIN in options["files"]:
        return _check(**options)
    return _known(**options)


def fine(file: str, overlays: tuple[str, ...], variant: str | None) -> str:
    """What is said of a file without problems, and what was checked."""
    return f"fine: {title(file)}{what_was_checked(file, overlays, variant)}"


def title(file: str) -> str:
    return STDIN_TITLE if file == STDIN else file


def what_was_checked(file: str, overlays: tuple[str, ...], variant: str | None) -> str:
    """In what the check of a file consisted, in brackets."""
    if file != STDIN and library.is_fragment(source := library.demand(file)):
        name = source.name.rpartition("/")[2].partition(".")[0]
        return f" in its shape; what its names are worth shows where a rulebook has `use: [{name}]`: validate that one"
    parts = [f"with {overlay}" for overlay in overlays]
    parts.append(f"variant {variant}" if variant else "all variants and numbers of players")
    return f" ({', '.join(parts)})"
