"""The command `rulewright print`: writes a game on paper, and says what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.author.sheet.rule_sheet import make_sheet, sheet_for_all
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.options import refuse_idle
from rulewright.cli.printing.files import CSV, SVG, write_all
from rulewright.paper.forms import FORMS
from rulewright.paper.parts import DRAWN, PARTS, missing_packages
from rulewright.paper.tables import tables
from rulewright.pipeline import Book
from rulewright.problems.quoting import series


def print_game(
    settings: Settings,
    target: Path | None,
    style: str,
    what: Sequence[str],
    paper: str,
    backs: bool,
    font: Path | None,
) -> int:
    """Write the files, and print what is in them."""
    rules = settings.open_book()
    box = rules if settings.players else settings.at(rules.rulebook.players[-1]).open_book()
    if style == "csv":
        return _write_tables(box, target or Path(f"{rules.rulebook.name}-components"), what)
    _refuse_without_packages()
    possible = PARTS if style == "pdf" else DRAWN
    parts = tuple(part for part in possible if part in (what or possible))
    if not parts:
        raise click.UsageError(f"only {series(list(DRAWN))} can be SVG; print {series(list(what))} as PDF")
    from rulewright.cli.printing.drawn import edition_of, write_pdf  # to start sooner: tables need no drawing

    sheet = make_sheet(rules) if settings.players else sheet_for_all(rules)
    edition = edition_of(sheet, box, parts, paper, backs, font)
    if style == "svg":
        return write_all(target or Path(f"{rules.rulebook.name}-pages"), list(edition.svg()), SVG)
    return write_pdf(target or Path(f"{rules.rulebook.name}.pdf"), edition, asked=bool(what))


def _write_tables(box: Book, target: Path, what: Sequence[str]) -> int:
    """Write the tables into a folder, or the only one to a file that ends with .csv."""
    refuse_idle("is for pages, and CSV has none", paper="--paper", backs="--backs", font="--font")
    parts = [part for part in FORMS if part in (what or FORMS)]
    if not parts:
        raise click.UsageError(f"only {series(list(FORMS))} can be CSV; print {series(list(what))} as PDF")
    files = [(f"{kind}.csv", table) for kind, table in tables(box.program, parts)]
    if target.suffix.lower() not in CSV.endings or target.is_dir():
        return write_all(target, files, CSV)
    if len(files) > 1:
        names = series([name.removesuffix(".csv") for name, _ in files])
        raise click.UsageError(f"there are tables of {names}: name a folder, or choose one with --what")
    return write_all(target.parent, [(target.name, table) for _, table in files], CSV)


def _refuse_without_packages() -> None:
    names = missing_packages()
    if names:
        raise click.UsageError(
            f"pages are made with {series(names)}, which {'is' if len(names) == 1 else 'are'} not installed; "
            "in a copy of Rulewright: pip install '.[print]'"
        )
