"""HTML pages, written from the templates of this room by Jinja2.

    page("comparison.html", title="...", heading="...", ...)

A page needs nothing else: its style is inside, and it asks the network for nothing.  Every value is escaped, so words that
authors wrote are shown as written: a `<b>` in an `about` is three characters, never markup.
"""

from __future__ import annotations

from typing import Any

from rulewright.author.report.tree import Sheet


def page(template: str, **values: Any) -> str:  # whatever the template shows
    """The text of a template, filled in."""
    from rulewright.author.report import html_templates  # to start sooner: most reports are no pages

    return html_templates.ENVIRONMENT.get_template(template).render(values)


def to_html(sheet: Sheet) -> str:
    """A rule sheet as a whole page, with one heading of the first level."""
    return page("rule_sheet.html", title=f"{sheet.title}: rules", sheet=sheet)
