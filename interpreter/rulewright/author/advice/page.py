"""A reviewed game as one self-contained page: who gave away what, a curve, the turning points with their positions, luck, and every step."""

from __future__ import annotations

from rulewright.author.advice.curve import curve
from rulewright.author.advice.reviewed import Reviewed
from rulewright.author.report.html import page


def to_html(found: Reviewed) -> str:
    """The text of the page, which loads nothing."""
    return page("review.html", title=f"{found.title}: a review", found=found, curve=curve(found))
