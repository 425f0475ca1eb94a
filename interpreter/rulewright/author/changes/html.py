"""A diff as a part of a page: one line that says how much is different, and a table of it to be opened.

    part                      A        B
    options.target.default    100      50

Where few things are different the table is open, and so it is printed.
"""

from __future__ import annotations

from rulewright.author.changes import words
from rulewright.author.changes.model import Change, Diff, Mark, Sign
from rulewright.author.report.html import page

FEW = 6
"""At most this many changes are shown at once."""
_SIDES: tuple[Sign, Sign] = ("-", "+")


def to_html(diff: Diff) -> str:
    """Empty for a diff that has no changes."""
    if not diff.changes:
        return ""
    many, short = words.are_many(diff), words.shortened(diff)
    changes = () if many else (*diff.rules, *diff.strategies, *diff.words)
    return page(
        "changes.html",
        few=len(diff.changes) <= FEW,
        summary=words.summary(diff),
        sections=words.by_section(diff.changes) if many else (),
        changes=[_row(change, short) for change in changes],
    )


def _row(change: Change, short: words.Shortened) -> tuple[str, str, list[list[str]]]:
    """The path of a change, what happened to it, and the lines of both sides."""
    path, _, note = words.heading(change, short).partition(" ")
    return path, note, [_side(change.lines, sign) for sign in _SIDES]


def _side(marks: tuple[Mark, ...], sign: Sign) -> list[str]:
    """The lines that one side has, in those around them; none if it has none of its own."""
    if all(mark.sign != sign for mark in marks):
        return []
    lines = [mark.text for mark in marks if mark.sign in (sign, " ")]
    left = len(lines) - words.MOST_LINES
    return [*lines[: words.MOST_LINES], f"... {left} more lines"] if left > 0 else lines
