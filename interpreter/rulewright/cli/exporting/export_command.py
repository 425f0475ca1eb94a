"""The command `rulewright export web`: opens the rules of a page, writes it, and says what it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.common.output import note
from rulewright.export.building import MARK, write_page
from rulewright.export.offers import CannotOffer, offered
from rulewright.pipeline import Book
from rulewright.playground.fetching import NotThere
from rulewright.playground.pyodide import pyodide


def export_web(settings: Settings, folder: Path, house_rules: Sequence[str], of_pyodide: Path | None) -> int:
    """The exit status. Raises UsageError for a folder with other files, and ClickException if something that the page contains
    is not there, and cannot be fetched."""
    _refuse_other_files(folder)
    for path in house_rules:
        refuse_folder(path, "a house rule", "*.overlay.yaml")

    def opened(players: int | None, variant: str | None, more: Sequence[str]) -> Book:
        overlays = (*settings.overlays, *more)
        return replace(
            settings, players=players, variant=variant, overlays=overlays, engine="reference"
        ).open_book()

    try:
        offer = offered(opened, settings.players, settings.variant, house_rules, dict(settings.options))
        written = write_page(folder, offer, pyodide(of_pyodide, note), note)
    except CannotOffer as error:
        raise click.UsageError(f"{error}") from None
    except NotThere as error:
        raise click.ClickException(f"{error}.") from None
    click.echo(f"Written: {folder}, {len(written.paths)} files, {written.size / 1e6:.1f} MB.")
    for name in offer.left_out:
        note(f"The variant {name} is not in the page: it cannot be played with these options (--set).")
    for title, why in written.without:
        note(f"{title}: the page plays it, but makes no figures of it: {why}.")
    note(f"To try it: python -m http.server --directory {folder}, and open http://localhost:8000/")
    return FINE


def _refuse_other_files(folder: Path) -> None:
    """Raise UsageError for a folder in which other files might be overwritten."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise click.UsageError(
            f"{folder} has other files: name a new folder, an empty one, or that of an earlier export"
        )
