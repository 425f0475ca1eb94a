"""What notebooks and `print` ask for, in one place: see `source.shown`."""

from __future__ import annotations

from rulewright.notebook import tables
from rulewright.notebook.frames import to_frame as to_frame
from rulewright.notebook.page import to_html
from rulewright.notebook.plain import to_text
from rulewright.notebook.results import page_of


def html(shown: object) -> str:
    """An object of this package as the output of a cell."""
    return to_html(page_of(shown))


def text(shown: object) -> str:
    """The same for people who print it."""
    return to_text(page_of(shown))


def svg(shown: object) -> str | None:
    """The boards of a state or a scene as one picture; None where there is no board."""
    return tables.svg(tables.scene(shown))
