"""Spaces in expressions: one around signs and words, none inside brackets.

    sum( row.number )*2<=target   ->   sum(row.number) * 2 <= target

Only spaces change: the words and signs of a text are the same before and after, or the text is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_TOKEN: Final = re.compile(
    r"\s*(\.\.|==|!=|<=|>=|[-+*<>.,()\[\]]|[A-Za-z_][A-Za-z_0-9]*|[0-9]+(?![A-Za-z_0-9]))"
)
_BINDING: Final = frozenset(
    [
        "and",
        "before",
        "div",
        "each",
        "else",
        "for",
        "if",
        "in",
        "mod",
        "not",
        "of",
        "or",
        "otherwise",
        "some",
        "through",
        "while",
    ]
)
"""Words after which a bracket begins a group, and a minus is a sign."""
_TIGHT_BEFORE: Final = frozenset((",", ")", "]", ".", ".."))
_TIGHT_AFTER: Final = frozenset(("(", "[", ".", ".."))


def spaced(text: str, before: str = "") -> str:
    """An expression on one line with canonical spaces; unchanged if it has signs that no expression has.

    `before` is the last word or sign of the line above: after a number, a minus subtracts."""
    tokens = tokens_of(text)
    if tokens is None:
        return text
    written, unary = "", False
    for token in tokens:
        if written and not _tight(before, token, unary):
            written += " "
        written += token
        unary = token == "-" and not ends_a_value(before)
        before = token
    return written if tokens_of(written) == tokens else text


def spaced_lines(lines: Sequence[str]) -> list[str]:
    """An expression of several lines: each with canonical spaces, its indentation kept. Lines with comments stay as they are."""
    written: list[str] = []
    before = ""
    for line in lines:
        body = line.strip()
        if "#" in body or "  " in body:
            written.append(line.rstrip())
        else:
            written.append(line[: len(line) - len(line.lstrip())] + spaced(body, before))
        before = (tokens_of(body.split("#")[0]) or [before])[-1]
    return written


_SIGNS: Final = frozenset(("==", "!=", "<=", ">=", "<", ">", "+", "-", "*", ","))


def tokens_of(text: str) -> list[str] | None:
    """The words and signs of an expression; None if it has signs that no expression has."""
    tokens: list[str] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if found is None:
            return None
        tokens.append(found[1])
        place = found.end()
    return tokens


def ends_a_value(token: str) -> bool:
    """Whether a minus after a word or a sign subtracts; otherwise it is the sign of a number."""
    return bool(token) and token not in _TIGHT_AFTER and token not in _BINDING and token not in _SIGNS


def _tight(before: str, token: str, unary: bool) -> bool:
    """Whether there is no space between two tokens; `unary` says that the first is the minus of a number."""
    if token in _TIGHT_BEFORE or before in _TIGHT_AFTER or unary:
        return True
    if token == "(":
        return before not in _BINDING and before not in _SIGNS and before != "["
    return False
