"""What `rulewright validate` says of files that are fine, which it may know from before: then nothing is checked, and no checker is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.game_arguments import refuse_folder, refuse_what_is_no_rulebook
from rulewright.cli.common.later import later
from rulewright.cli.common.output import note
from rulewright.cli.editing.kept_answers import Question
from rulewright.document import library

_check = later("rulewright.cli.editing.validate_command", "validate")
STDIN, STDIN_TITLE = "-", "<stdin>"


def validate(**options: Any) -> int:  # Any: as the command declares them
    """The exit status."""
    files, overlays, variant = options["files"], options["overlays"], options["variant"]
    told = options["style"] == "text" and not (options["watch"] or options["fix"] or options["diff"])
    if told and STDIN not in files and _are_known_to_be_fine(files, overlays, variant):
        for file in files:
            note(fine(file, overlays, variant))
        return FINE
    return _check(**options)


def _are_known_to_be_fine(files: Sequence[str], overlays: tuple[str, ...], variant: str | None) -> bool:
    for overlay in overlays:
        refuse_folder(overlay, "a house rule", "*.overlay.yaml")
    for file in files:
        refuse_what_is_no_rulebook(file)
        if not Question(file, overlays, variant).is_known_to_be_fine():
            return False
    return True


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
