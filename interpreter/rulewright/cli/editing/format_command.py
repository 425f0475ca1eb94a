"""The command `rulewright format`: writes files in their canonical form, or says which ones are not."""

from __future__ import annotations

import sys
from dataclasses import field
from pathlib import Path

import click

from rulewright.author.formatting.formatted import Formatted, formatted
from rulewright.cli.common import saving
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE
from rulewright.cli.common.game_arguments import refuse_what_is_no_rulebook
from rulewright.cli.common.output import note, show_problems
from rulewright.cli.common.streams import NoInput
from rulewright.cli.editing.patches import show_patch
from rulewright.document import library
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.problem import Problem, RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source

STDIN, STDIN_TITLE = "-", "<stdin>"


def format_files(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """The exit status."""
    outcome = _Outcome()
    for file in files:
        result = _read(file)
        outcome.problems += [problem for problem in result.problems if problem not in outcome.problems]
        if diff and result.is_changed:
            show_patch(result.source.name, result.source.text, result.text)
        if check or diff:
            outcome.changed += [result.source.title] * result.is_changed
        elif file == STDIN:
            click.echo(result.text, nl=False)
        elif result.is_changed:
            _save(file, result, outcome)
    if outcome.problems:
        show_problems(outcome.problems, "text")
    _say(files, outcome, check or diff)
    falls_short = outcome.problems or outcome.refused or (outcome.changed and (check or diff))
    return FALLS_SHORT if falls_short else FINE


@dataclass(slots=True)
class _Outcome:
    """What became of the files: those that were changed or would be, those that were not written, and problems."""

    changed: list[str] = field(default_factory=list)
    refused: int = 0
    problems: list[Problem] = field(default_factory=list)


def _read(file: str) -> Formatted:
    """A file, formatted; with the problems for which it cannot be."""
    try:
        if file != STDIN:
            refuse_what_is_no_rulebook(file)
            return formatted(library.demand(file))
        if isinstance(sys.stdin, NoInput):
            raise click.UsageError("there is nothing to read a rulebook from: standard input is closed")
        return formatted(
            Source(STDIN_TITLE, library.decoded(sys.stdin.buffer.read(MOST_BYTES + 1), STDIN_TITLE))
        )
    except RulebookError as unreadable:
        return Formatted(Source(file, ""), "", tuple(unreadable.problems))


def _save(file: str, result: Formatted, outcome: _Outcome) -> None:
    path = Path(result.source.name)
    try:
        saving.refuse(path, file)
        saving.save(path, result.source.text, result.text)
        outcome.changed.append(result.source.title)
    except saving.CannotSave as reason:
        note(f"{result.source.title} {reason}")
        outcome.refused += 1


def _say(files: tuple[str, ...], outcome: _Outcome, only_looked: bool) -> None:
    for title in outcome.changed:
        note(f"{'not formatted' if only_looked else 'formatted'}: {title}")
    as_they_were = (
        len(files) - len(outcome.changed) - outcome.refused - len({p.file for p in outcome.problems})
    )
    if STDIN not in files and as_they_were > 0 and not outcome.changed:
        note("formatted already" if as_they_were == 1 else f"all {as_they_were} are formatted already")
    if outcome.changed and only_looked:
        note(f"to format: rulewright format {' '.join(file for file in files if file != STDIN)}".rstrip())
