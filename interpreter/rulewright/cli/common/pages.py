"""Files that are written: pages and tables, and options that name where to.

click.option("--html", type=PAGE, metavar="FILE", callback=page_callback)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from rulewright.source import output
from rulewright.source.output import CannotWrite, Kind, is_stream, refuse

PAGE = click.Path(dir_okay=False, path_type=Path)


def file_callback(
    what: str, kind: Kind
) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """For an option that names a file to write: what must not be written over (any file but older output of
    the same kind), and a slip in the name or folder, are reported before play. A pipe or a device may be called as it likes."""

    def checked(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
        if path is None:
            return None
        if path.suffix.lower() not in kind.endings and not is_stream(path):
            raise click.BadParameter(f"{what} is written here, so {path} should end with {kind.endings[0]}")
        try:
            refuse(path, kind=kind)
        except CannotWrite as reason:
            raise click.BadParameter(str(reason)) from None
        return path

    return checked


page_callback = file_callback("a page", output.PAGE)
