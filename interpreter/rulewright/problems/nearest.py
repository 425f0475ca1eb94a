"""Finds the name that was probably meant.

    nearest("hnad", ["hand", "deck"]) == "hand"        nearest("numbers_per_turn", ["numbers_a_turn"]) == "numbers_a_turn"

A wrong suggestion is worse than none, so short names must be very near: no slip in one or two
letters, one in up to four, and a third of the letters in longer ones.  Case, `_`, `-` and spaces do not count as slips.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from rulewright.problems.limits import MOST_CANDIDATES

KEPT = 64
"""The number of answers that are kept: a name is looked for at each of its places, and after each keystroke."""
MOST_CERTAIN = 2
"""The most slips that leave no doubt."""


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate with the fewest slips, the first of equals; None if none is near."""
    return _nearest(name, tuple(islice(candidates, MOST_CANDIDATES)))


@lru_cache(maxsize=KEPT)
def _nearest(name: str, candidates: tuple[str, ...]) -> str | None:
    best: str | None = None
    word, limit = Word(name), 0
    for candidate in candidates:
        other = _plain(candidate)
        if best is None:
            limit = _allowed(word.plain, other)
        slips = word.slips(other, limit)
        if slips is not None:
            best, limit = candidate, slips - 1
            if not slips:
                break
    return best or _same_words(name, candidates)


def surely(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is certainly meant: very near, and no other nearly as near. None if there is any doubt.

    surely("tagret", ["target", "total"]) == "target"        surely("rolll", ["roll", "rolls"]) is None
    """
    return _surely(name, tuple(islice(candidates, MOST_CANDIDATES)))


@lru_cache(maxsize=KEPT)
def _surely(name: str, candidates: tuple[str, ...]) -> str | None:
    word = Word(name)
    if not word.plain:
        return None
    near = (c for c in {*candidates} if abs(len(c) - len(name)) <= 4)
    found = ((word.slips(_plain(c), MOST_CERTAIN + 1), c) for c in near)
    slips = sorted((slips, c) for slips, c in found if slips is not None)
    if not slips or slips[0][0] > _certain(word.plain, _plain(slips[0][1])):
        return None
    fewest, best = slips[0]
    nearly = fewest + (fewest > 1)
    return None if len(slips) > 1 and slips[1][0] <= nearly else best


def _certain(one: str, other: str) -> int:
    """The number of slips that leave no doubt: two in long names, one in short ones; `pit` need not mean `pot`, but `pto` does."""
    shorter = min(len(one), len(other))
    if shorter == 3 and len(one) == len(other):
        return 1 if sorted(one) == sorted(other) else 0
    return MOST_CERTAIN if shorter >= 8 else 1 if shorter >= 3 else 0


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _allowed(one: str, other: str) -> int:
    if max(len(one), len(other)) < 3:
        return 0
    return max(1, (min(len(one), len(other)) + 1) // 3)


def _same_words(name: str, candidates: Iterable[str]) -> str | None:
    """`bank` for `bank_die`: the one candidate that begins with the name, or is the beginning of it."""
    if len(name) < 3:
        return None
    matches = [
        c for c in candidates if len(c) >= 3 and (c.startswith(name + "_") or name.startswith(c + "_"))
    ]
    return matches[0] if len(matches) == 1 else None


class Word:
    """A name that is compared with many others, column by column of the table of distances: a column is two numbers, whose bits say
    where it grows and where it falls (Hyyrö's method for optimal string alignment)."""

    def __init__(self, name: str) -> None:
        self.plain = _plain(name)
        self._letters = frozenset(self.plain)
        self._places: dict[str, int] = {}
        for place, letter in enumerate(self.plain):
            self._places[letter] = self._places.get(letter, 0) | 1 << place

    def slips(self, other: str, limit: int) -> int | None:
        """The number of letters to insert, delete, replace or swap with their neighbour; None if there are more than `limit`."""
        length, ahead = len(self.plain), len(other)
        letters = {*other}
        if (
            abs(length - ahead) > limit
            or len(letters - self._letters) > limit
            or len(self._letters - letters) > limit
        ):
            return None  # each letter that only one of them has is a slip
        if not length:
            return ahead
        every = (1 << length) - 1
        grows, falls, same, before = every, 0, 0, 0
        slips, last = length, every & ~(every >> 1)
        for letter in other:
            here = self._places.get(letter, 0)
            swapped = (~same & here) << 1 & before
            same = (((here & grows) + grows) ^ grows) | here | falls | swapped
            right, left = falls | (every & ~(same | grows)), same & grows
            slips += bool(right & last) - bool(left & last)
            ahead -= 1
            if slips - ahead > limit:
                return None
            right, left = right << 1 | 1, left << 1
            grows, falls, before = left | (every & ~(same | right)), right & same, here
        return slips if slips <= limit else None
