"""Aligns values of neighbouring lines, and the comments at the ends of lines.

pot:   {type: number}
a: {type: bool}             # S4      ->      values in one column where an author began to align them
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rulewright.author.formatting.lines import Line

_NEAR: Final = 3
"""A comment within this number of columns of most others was meant to be in theirs."""
_SOME: Final = 3
"""The fewest comments that make a column."""


def aligned(lines: list[Line]) -> str:
    """The text of the lines."""
    for run in _runs(lines):
        for group in _groups(run):
            _align(group)
    column = _usual([line.at for line in lines if line.comment])
    return "".join(f"{_with_comment(line, column)}\n" for line in lines)


def _runs(lines: list[Line]) -> Iterator[list[Line]]:
    """Entries of the same mapping that are whole on their line; there may be longer ones between them."""
    open_runs: dict[int, list[Line]] = {}
    for line in lines:
        if line.indent < 0:
            continue
        for indent in [deeper for deeper in open_runs if deeper > line.indent]:
            yield open_runs.pop(indent)
        if line.begins and line.indent in open_runs:
            yield open_runs.pop(line.indent)
        run = open_runs.setdefault(line.indent, [])
        if line.value >= 0:
            run.append(line)
    yield from open_runs.values()


def _groups(run: list[Line]) -> list[list[Line]]:
    """The parts of a run whose values were in one column. A padded line that misses the column of its neighbours a little belongs to them."""
    groups: list[list[Line]] = []
    for line in run:
        if groups and groups[-1][-1].was == line.was:
            groups[-1].append(line)
        else:
            groups.append([line])
    merged: list[list[Line]] = []
    for group in groups:
        if merged and (_strays(group, merged[-1]) or _strays(merged[-1], group)):
            merged[-1] += group
        else:
            merged.append(group)
    return merged


def _strays(one: list[Line], other: list[Line]) -> bool:
    """Whether a single padded line misses the column of lines that are aligned."""
    aligned = len(other) > 1 and any(line.padded for line in other)
    return aligned and len(one) == 1 and one[0].padded and abs(one[0].was - other[-1].was) <= _NEAR


def _align(group: list[Line]) -> None:
    if len(group) < 2 or not any(line.padded for line in group):
        return
    column = max(line.value for line in group)
    for line in group:
        line.text = f"{line.text[: line.value - 1]}{' ' * (column - line.value + 1)}{line.text[line.value :]}"
        line.value = column


def _usual(columns: list[int]) -> int | None:
    """The column of most comments, if there is one."""
    if not columns:
        return None
    column, times = Counter(columns).most_common(1)[0]
    return column if times >= _SOME else None


def _with_comment(line: Line, column: int | None) -> str:
    if not line.comment:
        return line.text
    at = line.at
    room = column is not None and len(line.text) + (1 if at == column else 2) <= column
    if column is not None and room and (at < 0 or at >= column - _NEAR):
        at = column
    elif len(line.text) >= at:
        at = len(line.text) + 2
    return f"{line.text:{at}}{line.comment}"
