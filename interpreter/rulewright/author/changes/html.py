"""A diff as part of an HTML page: a summary in one line, and a table of the changes that can be opened.

    part                      A        B
    options.target.default    100      50

If there are few changes the table is open, so that it is printed too.
"""

from __future__ import annotations

from rulewright.author.changes import words
from rulewright.author.changes.model import Diff, Sign
from rulewright.author.report.html import page

FEW = 6
"""With at most this many changes the table is open."""
_SIDES: tuple[Sign, Sign] = ("-", "+")


def to_html(diff: Diff) -> str:
    """The diff as HTML; empty if it has no changes."""
    if not diff.changes:
        return ""
    groups = list(words.outline(diff))
    counted = words.by_section(diff.changes) if any(group.counts for group in groups) else ()
    return page(
        "changes.html",
        few=len(diff.changes) <= FEW,
        summary=words.summary(diff),
        sections=counted,
        changes=[
            (change.path, change.note, [_side(change, sign) for sign in _SIDES])
            for group in groups
            for change in group.changes
        ],
    )


def _side(change: words.Shown, sign: Sign) -> list[str]:
    """The lines of one side and those around them; empty if it has none of its own."""
    if all(mark.sign != sign for mark in change.lines):
        return []
    lines = [mark.text for mark in change.lines if mark.sign in (sign, " ")]
    left = len(lines) - words.MOST_LINES
    return [*lines[: words.MOST_LINES], f"... {left} more lines"] if left > 0 else lines
