"""Seeds of single games, worked out from one seed, so that it does not matter who plays which of them."""

from __future__ import annotations

from rulewright.runtime.words import GOLDEN, MASK, mix


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` (from 0): 53 bits, so that JSON readers everywhere keep it exact."""
    return mix((mix(seed & MASK) + (number + 1) * GOLDEN) & MASK) >> 11
