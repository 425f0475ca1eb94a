"""Breaks an expression that is too long for its line, before the words and signs that bind its parts most loosely.

    me.hand.empty and stock.empty and all(...)      ->      me.hand.empty
                                                            and stock.empty
                                                            and all(...)

An author who broke an expression chose the places; only one that was written on one line is broken here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.author.formatting.spacing import ends_a_value, spaced, tokens_of

_LOOSEST_FIRST: Final = (
    frozenset([","]),
    frozenset(["for"]),
    frozenset(["else"]),
    frozenset(["if"]),
    frozenset(["or"]),
    frozenset(["and"]),
    frozenset(["otherwise"]),
    frozenset(["+", "-"]),
    frozenset(["*"]),
)
"""The words and signs at which a line may end, by how loosely they bind."""
_OPENS: Final = frozenset("([")
_CLOSES: Final = frozenset(")]")
_DEEPER: Final = 4


def broken(text: str, width: int) -> list[str] | None:
    """The lines of an expression, none wider than `width` where that is possible; None if there is no place to break it."""
    tokens = tokens_of(text)
    if tokens is None:
        return None
    lines = list(_broken(tokens, width, 0))
    return lines if len(lines) > 1 and tokens_of(" ".join(lines)) == tokens else None


def _broken(tokens: Sequence[str], width: int, indent: int, before: str = "") -> Iterator[str]:
    """The lines of a part. `before` is the last word or sign of the line above."""
    whole = " " * indent + spaced(" ".join(tokens), before)
    parts = _parts(tokens) if len(whole) > width else []
    if len(parts) < 2:
        yield whole
        return
    deeper = indent + (_DEEPER if _opened(tokens) else 0)
    for number, part in enumerate(parts):
        yield from _broken(part, width, deeper if number else indent, before)
        before = part[-1]


def _parts(tokens: Sequence[str]) -> list[list[str]]:
    """The parts between the loosest words and signs outside of all brackets; inside brackets if there are none."""
    depths = list(_depths(tokens))
    for depth in sorted(set(depths)):
        for binding in _LOOSEST_FIRST:
            places = [
                place + (token == ",")
                for place, token in enumerate(tokens)
                if token in binding and depths[place] == depth and _joins(tokens, place)
            ]
            if places:
                ends = [*places, len(tokens)]
                return [list(tokens[start:end]) for start, end in zip([0, *places], ends, strict=True)]
    return []


def _depths(tokens: Sequence[str]) -> Iterator[int]:
    """How many brackets are open at each token: less than none after one that was opened before the part."""
    depth = 0
    for token in tokens:
        depth -= token in _CLOSES
        yield depth
        depth += token in _OPENS


def _joins(tokens: Sequence[str], place: int) -> bool:
    """Whether a word or sign joins two parts: not the minus of a number, and not at the beginning."""
    if not place or tokens[place - 1] in _OPENS:
        return False
    return tokens[place] != "-" or ends_a_value(tokens[place - 1])


def _opened(tokens: Sequence[str]) -> bool:
    """Whether the parts are inside brackets that this part opens."""
    depths = list(_depths(tokens))
    places = [place for place, token in enumerate(tokens) if any(token in each for each in _LOOSEST_FIRST)]
    return all(depths[place] > 0 for place in places if _joins(tokens, place))
