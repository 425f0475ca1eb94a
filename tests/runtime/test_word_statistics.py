"""Random words held to what chance looks like, along every part of an address by itself and along those that play mixes.

    events        words of events 0, 1, 2, ... of one turn: are they even?  does one know of its neighbours?

Nothing here is drawn anew: addresses are fixed, so a test holds for ever or never.  Each figure is told in standard
deviations from what is expected, and may be 4.5 of them away (the furthest of 1,022 is 4.2, and of four million words along
the same way 2.7).  The last test
shows that words without their finaliser would be found out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt

import pytest

from rulewright.runtime.chance.random_words import GOLDEN, MASK, numbers, turn_key, word

MOST = 4.5
"""Standard deviations."""
HOW_MANY = 1 << 14
NAMES = ("dice", "cards", "players who choose at random")


def at(
    seed: int = 7, name: str = "dice", player: int = 0, turn: int = 1, index: int = 0, number: int = 0
) -> int:
    return word(turn_key(seed, name, player, turn), index, number)


ALONG: dict[str, Callable[[int], int]] = {
    "seeds": lambda n: at(seed=n),
    "seeds apart": lambda n: at(seed=n << 11),
    "streams": lambda n: at(name=f"phases.play.actions.a{n}"),
    "players": lambda n: at(seed=n // 100, player=n % 100),
    "turns": lambda n: at(turn=n),
    "turns apart": lambda n: at(turn=n << 12),
    "events": lambda n: at(index=n),
    "words": lambda n: at(number=n),
    "turns of two players": lambda n: at(player=n % 2, turn=n // 2),
    "three rolls a turn": lambda n: at(player=n % 3 % 2, turn=n // 3, index=n % 3),
    "dice and choices": lambda n: at(name=NAMES[2 * (n % 2)], index=n // 2),
    "two words an event": lambda n: at(index=n // 2, number=n % 2),
    "four events a turn": lambda n: at(turn=n // 4, index=n % 4),
    "choices of two players": lambda n: at(name=NAMES[2], player=n // 3 % 2, turn=n // 6, index=n % 3),
    "a word and a further one": lambda n: at(turn=n // 2, index=n % 2 * 3, number=n % 2),
}
"""Word n of a sequence, from 0."""


@pytest.fixture(scope="module", params=ALONG)
def sequence(request: pytest.FixtureRequest) -> list[int]:
    along = ALONG[request.param]
    return [along(n) for n in range(HOW_MANY)]


@pytest.mark.parametrize("low", range(0, 32, 8))
def test_each_byte_is_even(sequence: list[int], low: int) -> None:
    assert abs(unevenness([drawn >> low & 255 for drawn in sequence], 256)) < MOST


@pytest.mark.parametrize("sides", [2, 3, 6, 52, 252])
def test_dice_are_even(sequence: list[int], sides: int) -> None:
    assert abs(unevenness([drawn * sides >> 32 for drawn in sequence], sides)) < MOST


@pytest.mark.parametrize("distance", [1, 2, 3, 4, 100])
def test_neighbours_do_not_know_of_each_other(sequence: list[int], distance: int) -> None:
    assert abs(likeness(sequence, distance)) < MOST
    for low in (0, 28):
        digits = [drawn >> low & 15 for drawn in sequence]
        pairs = [16 * digit + other for digit, other in zip(digits, digits[distance:], strict=False)]
        assert abs(unevenness(pairs, 256)) < MOST


def test_three_dice_in_a_row_are_even(sequence: list[int]) -> None:
    dice = [drawn * 6 >> 32 for drawn in sequence]
    triples = [36 * one + 6 * two + three for one, two, three in zip(dice, dice[1:], dice[2:], strict=False)]
    assert abs(unevenness(triples, 216)) < MOST


def test_no_bit_follows_its_neighbour(sequence: list[int]) -> None:
    changed = [drawn ^ other for drawn, other in pairwise(sequence)]
    for bit in range(32):
        assert abs(one_sided(sum(word >> bit & 1 for word in changed), len(changed))) < MOST


PARTS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "seed": (64, lambda n, flipped: at(seed=n ^ flipped)),
    "player": (6, lambda n, flipped: at(seed=n, player=n % 64 ^ flipped)),
    "turn": (32, lambda n, flipped: at(seed=n, turn=n ^ flipped)),
    "event": (32, lambda n, flipped: at(seed=n, index=n % 8 ^ flipped)),
    "word": (32, lambda n, flipped: at(seed=n, number=n % 8 ^ flipped)),
}
"""How many bits a part of the address has, and word n with some of them flipped."""


@pytest.mark.parametrize("part", PARTS)
def test_one_bit_of_the_address_changes_half_of_the_word(part: str) -> None:
    bits, drawn = PARTS[part]
    for bit in range(bits):
        changed = [drawn(n, 0) ^ drawn(n, 1 << bit) for n in range(256)]
        assert abs(one_sided(sum(word.bit_count() for word in changed), 32 * len(changed))) < MOST


def test_five_dice_of_each_roll_are_even() -> None:
    """All 7,776 rolls, over the turns and rolls of many games as they are played."""
    rolls = [
        numbers(turn_key(seed, "dice", player, turn), index, [6] * 5)
        for seed in range(300)
        for turn in range(1, 14)
        for player in (0, 1)
        for index in range(3)
    ]
    at_once = [sum(face * 6**place for place, face in enumerate(roll)) for roll in rolls]
    assert abs(unevenness(at_once, 6**5)) < MOST


def test_words_without_their_finaliser_would_be_found_out() -> None:
    sequence = [((turn_key(7, "dice", 0, 1) + GOLDEN * (n + 1)) & MASK) >> 32 for n in range(HOW_MANY)]
    assert abs(likeness(sequence, 1)) > 10 * MOST
    assert abs(unevenness([drawn * 52 >> 32 for drawn in sequence], 52)) > MOST


def unevenness(values: Sequence[int], bound: int) -> float:
    """Chi-square of values that should be even below a bound, in its standard deviations; negative if they are too even."""
    tally, expected = Counter(values), len(values) / bound
    square = sum((tally[value] - expected) ** 2 for value in range(bound)) / expected
    return (square - (bound - 1)) / sqrt(2 * (bound - 1))


def likeness(sequence: Sequence[int], distance: int) -> float:
    """The correlation of words so far apart, in its standard deviations."""
    middle = [drawn / 2**32 - 0.5 for drawn in sequence]
    products = [one * other for one, other in zip(middle, middle[distance:], strict=False)]
    return 12 * sum(products) / sqrt(len(products))


def one_sided(ones: int, of: int) -> float:
    """How far so many ones among bits are from one half, in standard deviations."""
    return (2 * ones - of) / sqrt(of)
