"""The command `rulewright validate`: finds mistakes in files, and shows or fixes them.

`--diff` shows certain fixes as a patch, `--fix` carries them out, and `--watch` waits for an author to save and checks again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import pipeline
from rulewright.author.apply_fixes import mend
from rulewright.author.testing import checking
from rulewright.cli.common import saving
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, WRONG_USAGE, was_typed
from rulewright.cli.common.game_arguments import refuse_folder, refuse_what_is_no_rulebook
from rulewright.cli.common.output import note, show_problems
from rulewright.cli.common.streams import NoInput, own
from rulewright.cli.editing.patches import show_patch
from rulewright.cli.editing.validating import STDIN, STDIN_TITLE, fine, title
from rulewright.document import library
from rulewright.document.resolve import lacks_end
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.pages import CODES
from rulewright.problems.problem import RulebookError
from rulewright.source.text import Source

if TYPE_CHECKING:
    from rulewright.author.apply_fixes import Mended
    from rulewright.problems.problem import Problem


def validate(
    files: tuple[str, ...],
    variant: str | None,
    overlays: tuple[str, ...],
    strict: bool,
    watch: bool,
    fix: bool,
    diff: bool,
    style: str,
) -> int:
    """The exit status."""
    if STDIN in files and (fix or diff or watch):
        raise click.UsageError(f"`{STDIN}` is what is piped in, and --fix, --diff and --watch need a file")
    if fix or diff:
        _refuse_beside_fix(diff, watch, style)
        return _fix(files, variant, overlays, strict, style, write=not diff)
    if not watch:
        return _validate(files, variant, overlays, strict, style)
    if style != "text":
        raise click.UsageError("--watch is for reading along, so it goes with --format text only")
    for _ in changes((*files, *overlays)):
        if sys.stdout.isatty():
            click.echo(own("\x1b[H\x1b[2J"), nl=False)
        _validate(files, variant, overlays, strict, style)
        note("watching; Ctrl-C ends it")
    return FINE


def _validate(
    files: tuple[str, ...], variant: str | None, overlays: tuple[str, ...], strict: bool, style: str
) -> int:
    found: list[Problem] = []
    errors: dict[str, list[Problem]] = {}
    for overlay in overlays:
        refuse_folder(overlay, "a house rule", "*.overlay.yaml")
    for file in files:
        if file == STDIN:
            problems = _check_piped_in(overlays, variant)
        else:
            refuse_what_is_no_rulebook(file)
            problems = _check(file, overlays, variant)
        found += [problem for problem in problems if problem not in found]
        errors[file] = [problem for problem in problems if problem.severity == "error"]
        if style == "text" and not problems:
            note(_fine(file, overlays, variant))
    fixable = tuple(file for file in files if file != STDIN and not file.endswith(library.TUNING))
    status = _told(found, fixable, strict, style, overlays, variant)
    for broken, waiting in _not_looked_at(errors).items() if style == "text" else ():
        note(f"not checked, since {broken} has errors: {', '.join(waiting)}")
    return status


def _not_looked_at(errors: dict[str, list[Problem]]) -> dict[str, list[str]]:
    """House rules that could not be checked because of errors in the game that they change, by the file of that game."""
    found: dict[str, list[str]] = {}
    for file, those in errors.items():
        for other, its_own in errors.items():
            known = other != file and those and all(each in its_own and each.file != file for each in those)
            if known and any(each.file == other for each in those):
                found.setdefault(other, []).append(title(file))
    return found


def _check(file: str, overlays: tuple[str, ...], variant: str | None) -> list[Problem]:
    """The problems of a file."""
    try:
        return checking.check_source(library.demand(file), list(overlays), variant)
    except RulebookError as error:
        return error.problems


def _check_piped_in(overlays: tuple[str, ...], variant: str | None) -> list[Problem]:
    """The problems of a text on stdin; files that it names are looked up from the current folder."""
    if isinstance(sys.stdin, NoInput):
        raise click.UsageError("there is nothing to read a rulebook from: standard input is closed")
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        text = library.decoded(data, STDIN_TITLE)
    except RulebookError as unreadable:
        return unreadable.problems
    return checking.check_source(Source(STDIN_TITLE, text), list(overlays), variant)


def _fix(
    files: tuple[str, ...],
    variant: str | None,
    overlays: tuple[str, ...],
    strict: bool,
    style: str,
    *,
    write: bool,
) -> int:
    found: list[Problem] = []
    for overlay in overlays:
        refuse_folder(overlay, "a house rule", "*.overlay.yaml")
    for file in files:
        refuse_what_is_no_rulebook(file)
        tuning = file.endswith(library.TUNING)  # of which nothing is certain
        problems = (
            checking.check(file)
            if tuning
            else fix(file, overlays, variant, write=write, show=style == "text")
        )
        found += [problem for problem in problems if problem not in found]
        if write and style == "text" and not problems:
            note(_fine(file, overlays, variant))
    return _told(found, (), strict, style) if write else _status(found, strict)


def _refuse_beside_fix(diff: bool, watch: bool, style: str) -> None:
    if watch:
        raise click.UsageError("--watch changes nothing: use --fix or --diff without it")
    if diff and style != "text":
        raise click.UsageError(f"--diff prints a patch; as data, fixes are always part of --format {style}")


def _told(
    found: list[Problem],
    files: tuple[str, ...],
    strict: bool,
    style: str,
    overlays: tuple[str, ...] = (),
    variant: str | None = None,
) -> int:
    """Show the problems; the exit status. `files` are those for which `--fix` is suggested."""
    if found or style != "text":
        show_problems(found, style)
    if style == "text" and _is_unread(found):
        note("the rules themselves are checked once these are fixed; there may be more problems then")
    if files and style == "text":
        offer(found, files, overlays, variant)
    return _status(found, strict)


def _is_unread(found: list[Problem]) -> bool:
    """Whether errors in the text or the shape of a file kept its rules from being checked."""
    return any(
        CODES[p.code].stage in ("document", "text")
        for p in found
        if p.severity == "error" and not was_typed(p) and p.span.source.text.strip()
        if not p.file.endswith(library.TUNING)
        if p.code not in ("too-large", "unreadable") and not lacks_end(p)
    )


def _status(found: list[Problem], strict: bool) -> int:
    bad = [problem for problem in found if strict or problem.severity == "error"]
    if bad and all(was_typed(problem) for problem in bad):
        return WRONG_USAGE
    return FALLS_SHORT if bad else FINE


def _fine(file: str, overlays: tuple[str, ...], variant: str | None) -> str:
    """What is said of a file without problems."""
    if not file.endswith(library.TUNING):
        return fine(file, overlays, variant)
    from rulewright.author.tuning.file import read_file  # to start sooner: most files are none for `tune`

    named = read_file(file).game
    if named is None:
        return f"fine: {file} (its keys and the forms of its knobs; with `game:` wishes and paths are checked too)"
    return f"fine: {file} (with {named.text})"


FEW_TRIES = 12
"""How often a file is checked at most to find out whether its fixes would be kept."""


def fix(file: str, overlays: Sequence[str], variant: str | None, *, write: bool, show: bool) -> list[Problem]:
    """Fix one file and report the changes; the remaining problems. Without `write` nothing is changed, and the problems are
    those of the file as it is. Raises RulebookError for a file that cannot be read."""
    source = pipeline.find_book(file)
    mended = mend(source, overlays, variant)
    if not mended.is_changed:
        if mended.remaining:
            left = ", and the file is as it was" if write else ""
            note(f"{source.title}: nothing that could be fixed with certainty{left}")
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
        show_patch(mended.before.name, mended.before.text, mended.after.text)
    note(_fixing_told(mended, write))
    return list(mended.remaining) if write else list(pipeline.check_source(source, overlays, variant))


def offer(
    problems: Sequence[Problem], files: Sequence[str], overlays: Sequence[str], variant: str | None
) -> None:
    """Suggest `--fix` if it would fix some of the problems shown."""
    fixable = _kept(problems, files, overlays, variant)
    if fixable:
        what = "this" if len(problems) == 1 else f"{fixable} of these"
        note(
            f"{what} can be fixed automatically: rulewright validate --fix {' '.join(files)} (--diff shows it first)"
        )


def _kept(
    problems: Sequence[Problem], files: Sequence[str], overlays: Sequence[str], variant: str | None
) -> int:
    """How many of the problems `--fix` would fix."""
    if not any(problem.fix is not None for problem in problems):
        return 0
    found = 0
    for file in files:
        with suppress(RulebookError):  # a file that cannot be read has been reported
            done = mend(pipeline.find_book(file), overlays, variant, FEW_TRIES).done
            told = [(problem.code, problem.message) for problem in done]
            found += sum((p.code, p.message) in told for p in problems if p.fix is not None)
    return min(found, len(problems))


def _fixing_told(mended: Mended, written: bool) -> str:
    slips = "1 mistake" if len(mended.done) == 1 else f"{len(mended.done)} mistakes"
    left = f", {len(mended.remaining)} left" if mended.remaining else ", nothing left"
    return f"{'fixed' if written else 'can fix'} {slips} in {mended.before.name}{left}"


PAUSE = 0.3
"""Seconds between two checks of the folders."""

Seen = dict[Path, tuple[int, int]]


def changes(files: Iterable[str], sleep: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Yield now, and after every change of a YAML file in the folders of `files`, until interrupted."""
    folders = {Path(), *(Path(file).parent for file in files)}
    while True:
        seen = _look(folders)
        yield
        while _look(folders) == seen:
            sleep(PAUSE)


def _look(folders: Iterable[Path]) -> Seen:
    """Time and size of every YAML file; a file that vanishes meanwhile is left out, which is a change too."""
    seen: Seen = {}
    for folder in folders:
        for path in folder.glob("*.y*ml"):
            try:
                state = path.stat()
            except OSError:
                continue
            seen[path] = (state.st_mtime_ns, state.st_size)
    return seen
