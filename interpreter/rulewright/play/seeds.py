"""Seeds of single games, worked out from one seed, so that it does not matter who plays which of them."""

from __future__ import annotations

from rulewright.runtime.words import seed_of


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` (from 0): 53 bits, so that JSON readers everywhere keep it exact."""
    return seed_of(seed, number)
