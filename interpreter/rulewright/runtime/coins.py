"""Amounts of money in coins, notes or chips: the number of each denomination, the largest first.

coins(65, ((("", 25), ("", 5))))                  2×25 + 3×5
coins(120, (("purple", 50), ("red", 20)))         2 purple + 1 red
"""

from __future__ import annotations

from collections.abc import Sequence

Denominations = Sequence[tuple[str, int]]
"""Pairs of name (may be empty) and worth, from the largest to the smallest."""


def counted(amount: int, denominations: Denominations) -> tuple[tuple[int, ...], int]:
    """The number of each denomination in an amount, and the remainder; a debt has no coins."""
    left, found = max(amount, 0), []
    for _, worth in denominations:
        many, left = divmod(left, worth)
        found.append(many)
    return tuple(found), left


def coins(amount: int, denominations: Denominations) -> str:
    """`2×25 + 3×5`; empty for nothing and for a debt."""
    counts, left = counted(amount, denominations)
    parts = [_some(many, *each) for many, each in zip(counts, denominations, strict=True) if many]
    return " + ".join([*parts, str(left)] if parts and left else parts)


def with_coins(amount: int, denominations: Denominations) -> str:
    """`65 = 2×25 + 3×5`; the amount alone where there are no coins for it."""
    told = coins(amount, denominations)
    return f"{amount} = {told}" if told else str(amount)


def denomination_words(denominations: Denominations) -> str:
    """`purple 50, red 20` or `25, 5`."""
    return ", ".join(f"{name} {worth}" if name else str(worth) for name, worth in denominations)


def _some(many: int, name: str, worth: int) -> str:
    return f"{many} {name}" if name else f"{many}×{worth}"
