"""Pages that are drawn: preparing them, and writing the PDF."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.author.report.tree import Sheet
from rulewright.cli.common.output import note
from rulewright.cli.printing.files import PDF, refuse
from rulewright.paper.edition import Edition
from rulewright.paper.fonts import FontError, registered
from rulewright.paper.pages import Paper
from rulewright.pipeline import Book
from rulewright.problems.quoting import series
from rulewright.source import output


def edition_of(
    sheet: Sheet, box: Book, parts: tuple[str, ...], paper: str, backs: bool, font: Path | None
) -> Edition:
    """What is printed. Raises UsageError for a font that cannot be used."""
    try:
        letters = registered(font)
    except FontError as error:
        raise click.UsageError(str(error)) from None
    edition = Edition(sheet, box, parts, Paper.of(paper), backs, letters)
    if lacking := edition.missing():
        note(f"No font has the signs {' '.join(lacking[:20])}: give one that has them with --font.")
    return edition


def write_pdf(target: Path, edition: Edition, asked: bool) -> int:
    """Write the PDF, and say what is in it."""
    if target.suffix.lower() not in PDF.endings and not output.is_stream(target):
        raise click.UsageError(f"a PDF is written here, so {target} should end with .pdf")
    refuse(target, PDF)
    made = edition.made()
    counts = {name: len(pages) for name, pages in made.items()}
    if not any(counts.values()):
        raise click.UsageError(f"there is nothing of the sort in this game: {series(list(counts))}")
    output.write(target, edition.as_pdf(made))
    for name, count in counts.items():
        if asked and not count:
            note(f"There are no {name} in this game.")
    note(f"{target}: {series([name for name, count in counts.items() if count])}")
    if needed := edition.needed():
        note(f"You also need {series(needed)}.")
    note("Print it at 100 %, without fitting it to the page.")
    return 0
