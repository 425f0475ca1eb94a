"""Texts changed as no author would: what a fuzzer tries next.

Changes follow the grain of a rulebook (lines, indentation, words, what stands behind a colon), so that what comes out
is often still YAML and reaches the later stages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_CHANGES = 4
LONGEST = 6_000
"""Characters; what grows longer is cut, since a fuzzer lives from many quick tries."""

_TOKEN = re.compile(r"\w+|[^\w\s]+|\s+")
_VALUE = re.compile(r"(?<=: )[^\n{}\[\]]+")


def mutated(text: str, others: Sequence[str], words: Sequence[str], luck: Random) -> str:
    """A text changed in one to four places; `others` lend lines and values, `words` are put anywhere."""
    for _ in range(luck.randint(1, MOST_CHANGES)):
        text = luck.choice(_CHANGES)(text, luck.choice(others), luck.choice(words), luck)
    return text[:LONGEST]


def _between(text: str, luck: Random) -> tuple[int, int]:
    start = luck.randint(0, len(text))
    return start, min(len(text), start + luck.choice((0, 1, 2, 8, 40)))


def _cut(text: str, other: str, word: str, luck: Random) -> str:
    start, end = _between(text, luck)
    return text[:start] + text[end:]


def _double(text: str, other: str, word: str, luck: Random) -> str:
    start, end = _between(text, luck)
    return text[:end] + text[start:end] * luck.choice((1, 1, 2, 50)) + text[end:]


def _put(text: str, other: str, word: str, luck: Random) -> str:
    start, end = _between(text, luck)
    return text[:start] + word + text[luck.choice((start, end)) :]


def _token(text: str, other: str, word: str, luck: Random) -> str:
    """One word takes the place of another: from the dictionary, or from somewhere else in a text."""
    there = list(_TOKEN.finditer(text))
    if not there:
        return word
    old = luck.choice(there)
    lent = _TOKEN.findall(luck.choice((text, other)))
    new = luck.choice((word, luck.choice(lent) if lent else word))
    return text[: old.start()] + new + text[old.end() :]


def _value(text: str, other: str, word: str, luck: Random) -> str:
    """What stands behind one colon, behind another."""
    there = list(_VALUE.finditer(text))
    lent: list[str] = _VALUE.findall(luck.choice((text, other)))
    if not there or not lent:
        return _token(text, other, word, luck)
    old = luck.choice(there)
    return text[: old.start()] + luck.choice(lent) + text[old.end() :]


def _lines(text: str, other: str, word: str, luck: Random) -> str:
    """A line is left out, doubled, moved, lent, or stands deeper or less deep."""
    lines, lent = text.split("\n"), other.split("\n")
    at, to = luck.randrange(len(lines)), luck.randrange(len(lines))
    match luck.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case 3:
            first = luck.randrange(len(lent))
            lines[at:at] = lent[first : first + luck.choice((1, 1, 3, 8))]
        case _:
            lines[at] = "  " + lines[at] if luck.random() < 0.5 else lines[at].removeprefix("  ")
    return "\n".join(lines)


_CHANGES: tuple[Callable[[str, str, str, Random], str], ...] = (
    _cut,
    _double,
    _put,
    _token,
    _token,
    _value,
    _value,
    _lines,
)
