"""Files that are written: pages and tables, and options that name where to.

click.option("--html", type=PAGE, metavar="FILE", callback=page_callback)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from rulewright.source.output import CannotWrite, is_stream, refuse

PAGE = click.Path(dir_okay=False, path_type=Path)


def file_callback(
    what: str, *endings: str
) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """For an option that names a file to write: what must not be written over, and a slip in the folder, are reported before play.
    A pipe or a device may be called as it likes."""

    def checked(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
        if path is None:
            return None
        if endings and path.suffix.lower() not in endings and not is_stream(path):
            raise click.BadParameter(f"{what} is written here, so {path} should end with {endings[0]}")
        try:
            refuse(path)
        except CannotWrite as reason:
            raise click.BadParameter(str(reason)) from None
        return path

    return checked


page_callback = file_callback("a page", ".html", ".htm")
