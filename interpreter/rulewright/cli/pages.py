"""Files that are pages: an option that names where to write one.

click.option("--html", type=PAGE, metavar="FILE", callback=page_callback)
"""

from __future__ import annotations

from pathlib import Path

import click

PAGE = click.Path(dir_okay=False, path_type=Path)


def page_callback(ctx: click.Context, parameter: click.Parameter, page: Path | None) -> Path | None:
    """A rulebook given here by mistake is not to be written over, and a slip in the folder is told before play."""
    if page is None:
        return None
    if page.suffix.lower() not in (".html", ".htm"):
        raise click.BadParameter(f"a page is written here, so {page} should end with .html")
    if not page.parent.is_dir():
        raise click.BadParameter(f"there is no folder {page.parent}")
    return page
