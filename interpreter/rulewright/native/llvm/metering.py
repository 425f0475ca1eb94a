"""Work counted as it is done: a counter in each block of a function that does some.

    metered(lines, "overworked")        the text with counters, which jump to a block when no work is left

The emitter leaves a mark, `;work 7`, wherever the rules do work. Each block gets one counter for all of its marks, as
virtual machines meter gas. Where the body of a loop does little work, one counter at its beginning is enough: it also counts
branches that are not taken, but never too little. A loop that does little in all is counted before it begins.
"""

from __future__ import annotations

import re
from collections import Counter

from rulewright.source.dataclass import dataclass

LITTLE = 100
"""Work of a whole loop that is counted in advance, whichever branches are taken."""
LITTLE_AT_ONCE = 32
"""The same for one round of a loop, and for a function, whose caller counts it."""
MARK, MARK_IN_LOOP = "  ;work ", "  ;work in a loop "
_MARKED = re.compile(r"  ;work (in a loop )?(\d+)")
_JUMP = re.compile(r"label %([\w.]+)")


def mark(work: int) -> str:
    """The line that says that this much work is done here."""
    return f"{MARK}{work}"


def is_marked(lines: list[str]) -> bool:
    """Whether any work is done."""
    return any(line.startswith(MARK) for line in lines)


def is_little(lines: list[str]) -> bool:
    """Whether so little is done, and none of it in a loop, that a caller can count it."""
    return not _has_loops(lines) and _work(lines) <= LITTLE_AT_ONCE


def repeated(lines: list[str], times: int) -> list[str]:
    """The text of a loop whose body runs at most this many times."""
    if not is_marked(lines):
        return lines
    if not _has_loops(lines) and times * _work(lines) <= LITTLE:
        return [mark(times * _work(lines)), *without_marks(lines)]
    return [_in_loop(line) for line in lines]


def without_marks(lines: list[str]) -> list[str]:
    """The text alone."""
    return [line for line in lines if not line.startswith(MARK)]


def metered(lines: list[str], over: str) -> list[str]:
    """The text with counters, which jump to the block `over` when no work is left."""
    blocks = _blocks(lines)
    totals: Counter[Loop | None] = Counter()
    for block in blocks:
        totals[block.loop] += _work(block.lines)
    result: list[str] = []
    for block in blocks:
        if totals[block.loop] > LITTLE_AT_ONCE:
            work = _work(block.lines)
        else:
            work = totals[block.loop] if block.is_first else 0
        text = without_marks(block.lines)
        begun = int(text[:1] != [] and text[0].endswith(":"))
        result += [*text[:begun], *(_counter(len(result), work, over) if work else []), *text[begun:]]
    return result


@dataclass(frozen=True, slots=True)
class Loop:
    """The lines from a label to the last jump back to it."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines without a label inside, in the innermost loop around them."""

    lines: list[str]
    loop: Loop | None
    is_first: bool


def _blocks(lines: list[str]) -> list[_Block]:
    starts = [0, *(number for number, line in enumerate(lines) if line.endswith(":") and number)]
    loops = _loops(lines)
    result = []
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        loop = next((each for each in reversed(loops) if each.first <= start <= each.last), None)
        result.append(_Block(lines[start:stop], loop, start == (loop.first if loop else 0)))
    return result


def _loops(lines: list[str]) -> list[Loop]:
    """All loops, inner ones after those around them. The text is structured: a jump to an earlier label closes a loop."""
    labels = {line[:-1]: number for number, line in enumerate(lines) if line.endswith(":")}
    last: dict[int, int] = {}
    for number, line in enumerate(lines):
        for label in _JUMP.findall(line):
            if labels.get(label, number) < number:
                last[labels[label]] = number
    return [Loop(first, last[first]) for first in sorted(last)]


def _work(lines: list[str]) -> int:
    return sum(int(found[2]) for line in lines if (found := _MARKED.match(line)))


def _has_loops(lines: list[str]) -> bool:
    return any(line.startswith(MARK_IN_LOOP) for line in lines)


def _in_loop(line: str) -> str:
    return line if line.startswith(MARK_IN_LOOP) else line.replace(MARK, MARK_IN_LOOP)


def _counter(number: int, work: int, over: str) -> list[str]:
    left, rest, none, on = (f"work.{number}.{name}" for name in ("left", "rest", "none", "on"))
    return [
        f'  %{left} = load i32, ptr %"work"',
        f"  %{rest} = sub i32 %{left}, {work}",
        f'  store i32 %{rest}, ptr %"work"',
        f"  %{none} = icmp slt i32 %{rest}, 0",
        f"  br i1 %{none}, label %{over}, label %{on}, !prof !0",
        f"{on}:",
    ]
