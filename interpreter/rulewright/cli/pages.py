"""Files that are written: pages and tables, and options that name where to.

click.option("--html", type=PAGE, metavar="FILE", callback=page_callback)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

PAGE = click.Path(dir_okay=False, path_type=Path)


def file_callback(
    what: str, *endings: str
) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """For an option that names a file to write: a rulebook given there by mistake is not to be written over, and a slip in the folder is
    told before play."""

    def checked(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
        if path is None:
            return None
        if path.suffix.lower() not in endings:
            raise click.BadParameter(f"{what} is written here, so {path} should end with {endings[0]}")
        if not path.parent.is_dir():
            raise click.BadParameter(f"there is no folder {path.parent}")
        return path

    return checked


page_callback = file_callback("a page", ".html", ".htm")
