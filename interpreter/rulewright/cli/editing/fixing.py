"""`rulewright validate --fix` and `--diff`: certain fixes as a patch, carried out or only shown.

The patch goes to stdout (`rulewright validate --diff FILE | patch` does what `--fix` does), what is said about
it to stderr.  Only files that are named are changed, never a parent or a house rule that they merely lead to.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import pipeline
from rulewright.author.apply_fixes import mend
from rulewright.cli.common import saving
from rulewright.cli.common.output import note, wants_colour
from rulewright.cli.common.streams import styled
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.author.apply_fixes import Mended
    from rulewright.problems.problem import Problem

FEW_TRIES = 12
"""How often a file is checked at most to learn whether its fixes would be kept."""
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def fix(file: str, overlays: Sequence[str], variant: str | None, *, write: bool, show: bool) -> list[Problem]:
    """Mend one file and say what was done; what is still wrong with it. Without `write` nothing is changed,
    and the problems are those of the file as it is. RulebookError for a file that cannot be read."""
    source = pipeline.find_book(file)
    mended = mend(source, overlays, variant)
    if not mended.is_changed:
        if mended.remaining:
            left = ", and the file is as it was" if write else ""
            note(f"{source.title}: nothing that could be mended with certainty{left}")
        return list(mended.remaining)
    path = Path(source.name)
    try:
        if write:
            saving.refuse(path, file)
            saving.save(path, source.text, mended.after.text)
    except saving.CannotSave as reason:
        note(f"{source.title} {reason}")
        return list(pipeline.check_source(source, overlays, variant))
    if show:
        _show(mended)
    note(_told(mended, write))
    return list(mended.remaining) if write else list(pipeline.check_source(source, overlays, variant))


def offer(
    problems: Sequence[Problem], files: Sequence[str], overlays: Sequence[str], variant: str | None
) -> None:
    """Say that some of the problems shown can be mended, if `--fix` would really keep some of their fixes."""
    fixable = _kept(problems, files, overlays, variant)
    if fixable:
        what = "this" if len(problems) == 1 else f"{fixable} of these"
        note(
            f"for {what} there is a fix: rulewright validate --fix {' '.join(files)} (--diff shows it first)"
        )


def _kept(
    problems: Sequence[Problem], files: Sequence[str], overlays: Sequence[str], variant: str | None
) -> int:
    """How many of the problems `--fix` would mend."""
    if not any(problem.fix is not None for problem in problems):
        return 0
    found = 0
    for file in files:
        with suppress(RulebookError):  # a file that cannot be read has been reported
            done = mend(pipeline.find_book(file), overlays, variant, FEW_TRIES).done
            told = [(problem.code, problem.message) for problem in done]
            found += sum((p.code, p.message) in told for p in problems if p.fix is not None)
    return min(found, len(problems))


def _told(mended: Mended, written: bool) -> str:
    slips = "1 mistake" if len(mended.done) == 1 else f"{len(mended.done)} mistakes"
    left = f", {len(mended.remaining)} left" if mended.remaining else ", nothing left"
    return f"{'mended' if written else 'can mend'} {slips} in {mended.before.name}{left}"


def _show(mended: Mended) -> None:
    coloured = wants_colour(sys.stdout)
    for line in patch(mended.before.name, mended.before.text, mended.after.text):
        colour = _COLOURS.get(line[:1]) if coloured else None
        click.echo(styled(line, fg=colour) if colour else line, nl=False)


def patch(name: str, before: str, after: str) -> Iterator[str]:
    """The lines of a unified diff, each with its end; the last line of a file may lack one, and then says so."""
    lines = difflib.unified_diff(_lines(before), _lines(after), name, name)
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines as `patch` counts them: only a line feed ends one."""
    return [f"{line}\n" for line in text.split("\n")[:-1]] + (
        [text.split("\n")[-1]] if text.split("\n")[-1] else []
    )
