"""HTML pages, made from the templates of this room with Jinja2.

    page("comparison.html", title="...", heading="...", ...)

A page is self-contained: its style is inline, and it loads nothing from the network.  Every value is escaped, so a `<b>` in an
`about` is shown as three characters and never becomes markup.
"""

from __future__ import annotations

from typing import Any

from rulewright.author.report.tree import Sheet


def page(template: str, **values: Any) -> str:  # whatever the template shows
    """The text of a template filled in with values."""
    from rulewright.author.report import html_templates  # to start sooner: most reports are no pages

    return html_templates.ENVIRONMENT.get_template(template).render(values)


def to_html(sheet: Sheet) -> str:
    """A rule sheet as a whole page, with one heading of the first level."""
    return page("rule_sheet.html", title=f"{sheet.title}: rules", sheet=sheet)
