"""A diff as a part of a page: one line that says how much is different, and a table of it to be opened.

    part                      A        B
    options.target.default    100      50

Where few things are different the table is open, and so it is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rulewright.author.changes import words
from rulewright.author.changes.model import Change, Diff, Mark, Sign

FEW = 6
"""So many changes or fewer are shown at once."""


def to_html(diff: Diff) -> Iterator[str]:
    """The lines of it; of a diff that has no changes none."""
    if not diff.changes:
        return
    opened = " open" if len(diff.changes) <= FEW else ""
    yield f"<details{opened}>\n<summary>What is different. {escape(words.summary(diff))}</summary>"
    yield "<table>"
    if words.are_many(diff):
        for section, said in words.by_section(diff.changes):
            yield f"<tr><th><code>{escape(section)}</code></th><td>{escape(said)}</td></tr>"
    else:
        yield '<thead><tr><th scope="col">part</th><th scope="col">A</th><th scope="col">B</th></tr></thead>\n<tbody>'
        short = words.shortened(diff)
        yield from (_row(change, short) for change in (*diff.rules, *diff.strategies, *diff.words))
        yield "</tbody>"
    yield "</table>\n</details>"


def _row(change: Change, short: words.Shortened) -> str:
    path, *note = words.heading(change, short).split(" ", 1)
    told = f" {escape(note[0])}" if note else ""
    sides = "".join(f"<td>{_side(change.lines, sign)}</td>" for sign in _SIDES)
    return f"<tr><th><code>{escape(path)}</code>{told}</th>{sides}</tr>"


_SIDES: tuple[Sign, Sign] = ("-", "+")


def _side(marks: tuple[Mark, ...], sign: Sign) -> str:
    """The lines that one side has, in those around them."""
    lines = [mark.text for mark in marks if mark.sign in (sign, " ")]
    if all(mark.sign != sign for mark in marks):
        return ""
    left = len(lines) - words.MOST_LINES
    shown = [*lines[: words.MOST_LINES], f"... {left} more lines"] if left > 0 else lines
    return f"<pre>{escape(chr(10).join(shown))}</pre>"
