"""Fixes: those of the problems at a place, and all that are certain in a file.

The fixes themselves belong to the problems (`problems.fix`), and `author.apply_fixes` tries each before it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.author.apply_fixes import mend
from rulewright.editor.desk import Desk
from rulewright.editor.diagnosis import Change, Diagnosis
from rulewright.editor.ranges import Range, common_ends, range_of
from rulewright.source.text import Span

TRIES = 12
"""The most times that a text is checked while all its fixes are carried out."""


def quick_fixes(found: Sequence[Diagnosis], file: Path, at: Range) -> list[Diagnosis]:
    """The problems with a fix that touch a range of a file."""
    return [
        each
        for each in found
        if each.changes and each.file == str(file) and _touch(each.range, at)
    ]  # fmt: skip


def all_fixes(desk: Desk, path: Path) -> list[Change]:
    """All certain fixes of a file, as one change of its lines that differ; none if there is nothing to fix."""
    source = desk.source(path)
    if source is None:
        return []
    mended = mend(source, tries=TRIES, files=desk.files)
    if not mended.is_changed:
        return []
    before, after = source.text, mended.after.text
    head, tail = common_ends(before, after)
    span = Span(source, head, len(before) - tail)
    return [Change(str(path), range_of(span), after[head : len(after) - tail])]


def _touch(one: Range, other: Range) -> bool:
    begins = (one.line, one.character) <= (other.end_line, other.end_character)
    return begins and (other.line, other.character) <= (one.end_line, one.end_character)
