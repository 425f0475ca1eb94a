"""Fixes: certain corrections, as edits of characters in the file.

    zones: {tray: {strat: all}}      ->      Fix("write `start`", (Edit(span of `strat`, "start"),))

A fix is offered only where one thing can have been meant: a misspelled name with one near name, a sign from another
language with one word for it here.  `author.apply_fixes` carries fixes out and checks the result before it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import takewhile

from rulewright.problems.nearest import surely
from rulewright.problems.quoting import quoted
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of some characters; an empty span inserts, an empty text deletes."""

    span: Span
    text: str

    def overlaps(self, other: Edit) -> bool:
        """Whether the two edits change the same characters, or insert at the same place."""
        if self.span.source != other.span.source:
            return False
        return self.span.start <= other.span.end and other.span.start <= self.span.end


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together, in the order of the file, with a short title."""

    title: str
    edits: tuple[Edit, ...]

    def overlaps(self, other: Fix) -> bool:
        """Whether an edit of one and an edit of the other overlap."""
        return any(one.overlaps(another) for one in self.edits for another in other.edits)

    def is_in(self, source: Source) -> bool:
        """Whether it changes this source and no other."""
        return all(edit.span.source == source for edit in self.edits)

    def trimmed(self) -> Fix:
        """The fix without the characters at both ends of each edit that stay the same."""
        return Fix(self.title, tuple(_trimmed(edit) for edit in self.edits))

    def to_json(self) -> dict[str, object]:
        """Plain data: title, and for each edit file, line, column, end_line, end_column, text (lines and columns from 1)."""
        return {"title": self.title, "edits": [_edit(edit) for edit in self.edits]}


def rewritten(span: Span, text: str) -> Fix:
    """A fix that replaces a text with another."""
    return Fix(f"write {quoted(text)}", (Edit(span, text),))


def respelled(span: Span, candidates: Iterable[str]) -> Fix | None:
    """A fix of a misspelled name, if it is certain which candidate was meant."""
    meant = surely(span.text, candidates)
    return rewritten(span, meant) if meant is not None else None


def renamed(span: Span, candidates: Iterable[str], built_in: Collection[str]) -> Fix | None:
    """Like `respelled`, for names that rulebooks declare: None where the declaration itself may be misspelled.

    It may be if the known name is used no more often than the unknown one; `built_in` names are never in doubt.
    """
    meant = surely(span.text, candidates)
    if meant is None:
        return None
    used = _times(meant, span.source) - 1
    is_doubtful = meant not in built_in and used >= 0 and _times(span.text, span.source) > used
    return None if is_doubtful else rewritten(span, meant)


def carried_out(source: Source, fixes: Iterable[Fix]) -> tuple[Source, list[Span]]:
    """The source with the fixes carried out, which must not overlap, and the new places of their texts."""
    edits = sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: edit.span.start)
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    end = length = 0
    for edit in edits:
        kept = source.text[end : edit.span.start]
        places.append((length + len(kept), length + len(kept) + len(edit.text)))
        parts += [kept, edit.text]
        length += len(kept) + len(edit.text)
        end = edit.span.end
    changed = Source(source.name, "".join([*parts, source.text[end:]]))
    return changed, [Span(changed, *place) for place in places]


def _times(word: str, source: Source) -> int:
    return len(re.findall(rf"\b{re.escape(word)}\b", source.text))


def _trimmed(edit: Edit) -> Edit:
    old, new = edit.span.text, edit.text
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    kept = Span(edit.span.source, edit.span.start + head, edit.span.end - tail)
    return Edit(kept, new[head : len(new) - tail])


def _same(one: str, other: str) -> int:
    """The length of the longest common beginning of two texts."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _edit(edit: Edit) -> dict[str, object]:
    end_line, end_column = edit.span.source.position(edit.span.end)
    return {
        "file": edit.span.file,
        "line": edit.span.line,
        "column": edit.span.column,
        "end_line": end_line,
        "end_column": end_column,
        "text": edit.text,
    }
