"""Finds the name that was probably meant.

    nearest("hnad", ["hand", "deck"]) == "hand"        nearest("numbers_per_turn", ["numbers_a_turn"]) == "numbers_a_turn"

A wrong suggestion is worse than none, so short names must be very near: no slip in one or two
letters, one in up to four, and a third of the letters in longer ones.  Case, `_`, `-` and spaces do not count as slips.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from rulewright.problems.limits import MOST_CANDIDATES


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate with the fewest slips, the first of equals; None if none is near."""
    candidates = list(islice(candidates, MOST_CANDIDATES))
    best: str | None = None
    fewest = 0
    plain = _plain(name)
    letters = frozenset(plain)
    for candidate in candidates:
        other = _plain(candidate)
        limit = _allowed(plain, other) if best is None else fewest - 1
        if abs(len(plain) - len(other)) > limit or len(letters.symmetric_difference(other)) > 2 * limit:
            continue  # a slip changes at most two letters, so this many slips are too many
        slips = _slips(plain, other)
        if slips <= limit:
            best, fewest = candidate, slips
    return best or _same_words(name, candidates)


def surely(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is certainly meant: very near, and no other nearly as near. None if there is any doubt.

    surely("tagret", ["target", "total"]) == "target"        surely("rolll", ["roll", "rolls"]) is None
    """
    plain = _plain(name)
    if not plain:
        return None
    near = (c for c in set(islice(candidates, MOST_CANDIDATES)) if abs(len(c) - len(name)) <= 4)
    slips = sorted((_slips(plain, _plain(c)), c) for c in near)
    if not slips or slips[0][0] > _certain(plain, _plain(slips[0][1])):
        return None
    fewest, best = slips[0]
    nearly = fewest + (fewest > 1)
    return None if len(slips) > 1 and slips[1][0] <= nearly else best


def _certain(one: str, other: str) -> int:
    """The number of slips that leave no doubt: two in long names, one in short ones; `pit` need not mean `pot`, but `pto` does."""
    shorter = min(len(one), len(other))
    if shorter == 3 and len(one) == len(other):
        return 1 if sorted(one) == sorted(other) else 0
    return 2 if shorter >= 8 else 1 if shorter >= 3 else 0


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


def _slips(one: str, other: str) -> int:
    """The number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment)."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
