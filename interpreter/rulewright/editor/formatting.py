"""The formatted text of a file, as changes of the lines that differ, so that an editor keeps the cursor and what is folded.

formatting(desk, path)      ->      [Change(file, Range(7, 0, 8, 0), "pieces: {dice: {count: 1, faces: 1..6}}\\n")]
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path

from rulewright.author.formatting.formatted import formatted
from rulewright.editor.desk import Desk
from rulewright.editor.diagnosis import Change
from rulewright.editor.ranges import range_of
from rulewright.source.text import Span


def formatting(desk: Desk, path: Path) -> list[Change]:
    """The changes that format a text as it is on the screen; none for one that cannot be read."""
    source = desk.source(path)
    result = formatted(source) if source is not None else None
    if source is None or result is None or not result.is_changed:
        return []
    before, after = source.text.splitlines(keepends=True), result.text.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, before))]
    same = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [
        Change(
            str(path), range_of(Span(source, starts[first], starts[last])), "".join(after[new_first:new_last])
        )
        for tag, first, last, new_first, new_last in same
        if tag != "equal"
    ]
