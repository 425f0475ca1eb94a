"""Settings of Sphinx for the site. `make.py` gives it a folder of pages, see there."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

import rulewright
from docs.site.docstrings import in_rst

project = "Rulewright"
author = "Rulewright contributors"
copyright = "Rulewright contributors"
version = release = rulewright.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
language = "en"

# Markdown as GitHub reads it: headings are anchors, and a page may leave out a level of headings.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]

# The interface, from its docstrings.
add_module_names = False
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
default_role = "code"
MADE = ("Comparing", "Precision")
"""The classes of which programs make objects."""
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Rulewright"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
pygments_style, pygments_dark_style = "default", "github-dark"


def _docstring(app: object, what: str, name: str, of: object, options: object, lines: list[str]) -> None:
    lines[:] = in_rst(lines)


def _signature(
    app: object,
    what: str,
    name: str,
    of: object,
    options: object,
    arguments: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Programs make no objects of most classes, so what would make one is not shown."""
    if what in ("class", "exception") and arguments and name.rpartition(".")[2] not in MADE:
        return "", None
    return arguments, returned


def setup(app: object) -> None:
    app.connect("autodoc-process-docstring", _docstring)  # type: ignore[attr-defined]  # an application of Sphinx
    app.connect("autodoc-process-signature", _signature)  # type: ignore[attr-defined]  # the same
