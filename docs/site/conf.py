"""Settings of Sphinx for the site. `make.py` gives it a folder of pages, see there."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from docstrings import in_rst  # noqa: E402  (this folder is no package, since Sphinx runs this file by its path)

import rulewright  # noqa: E402

project = "Rulewright"
author = "Rulewright contributors"
copyright = "Rulewright contributors"  # noqa: A001  (Sphinx wants this name)
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


def setup(app: object) -> None:
    app.connect("autodoc-process-docstring", _docstring)  # type: ignore[attr-defined]  # an application of Sphinx
