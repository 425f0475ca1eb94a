"""Random words: how an address becomes 32 bits, and 32 bits a number.  Part of the language's definition.

All arithmetic is on 64-bit words and wraps.  `mix` is the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast
splittable pseudorandom number generators", 2014) and GOLDEN its increment:

    mix(z):  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;  z = (z ^ z >> 27) * 0x94D049BB133111EB;  z ^ z >> 31

**The key of an event.**  An event of chance has an address: (seed, stream, player + 1, turn, index).  The stream is
known by its name (`dice`, or the path of a rule), never by its number, so a house rule that adds a kind of pieces
leaves the luck of the others alone.  `stream_key` is FNV-1a (64 bits) of the name in UTF-8, then `mix`.  Then

    key = mix(seed + GOLDEN);   for part in (stream_key, player + 1, turn, index): key = mix((key ^ part) + GOLDEN)

**The words of an event** are the upper halves of the SplitMix64 sequence that begins at its key:
word i (from 0) is mix(key + (i + 1) * GOLDEN) >> 32.  An event that needs more words takes the next ones; it never
touches another index, so nothing that happens inside one event shifts the luck of another.

**A number below n** (n at most 2^32) comes from a word by Lemire's multiply-shift with rejection: m = word * n; if the
lower 32 bits of m are less than (2^32 - n) mod n, the next word is tried; otherwise m >> 32.  It is exactly uniform.

**Several numbers** (the dice of a roll, the cards of a draw) share words: as many bounds, from the first, as have a
product of at most 2^32 are one number below that product, split into digits, the first bound's digit the most
significant.  So a further die changes the others as little as possible.

**A draw** of k from n is the beginning of a Fisher-Yates shuffle: the bounds n, n-1, ... n-k+1 give digits d, and for
i = 0 .. k-1 entry i changes places with entry i + d.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15
WORD = 1 << 32


def mix(z: int) -> int:
    """The finaliser of SplitMix64, on a 64-bit word."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def split_mix(seed: int, count: int) -> list[int]:
    """The first `count` words (64 bits each) of SplitMix64 from a seed, as published."""
    return [mix((seed + i * GOLDEN) & MASK) for i in range(1, count + 1)]


@lru_cache(maxsize=1024)
def stream_key(name: str) -> int:
    """The 64-bit key of a stream of chance: FNV-1a of its name, finalised."""
    key = 0xCBF29CE484222325
    for byte in name.encode():
        key = ((key ^ byte) * 0x100000001B3) & MASK
    return mix(key)


def event_key(seed: int, stream: str, player: int, turn: int, index: int) -> int:
    """The key of one event of chance; `player` is -1 for nobody."""
    key = _stream_of_seed(seed & MASK, stream)
    for part in (player + 1, turn, index):
        key = mix(((key ^ part) + GOLDEN) & MASK)
    return key


def numbers(key: int, bounds: Sequence[int]) -> list[int]:
    """For each bound a number below it, from the words of the event `key`."""
    result: list[int] = []
    start = 0
    while start < len(bounds):
        product = bounds[start]
        end = start + 1
        while end < len(bounds) and product * bounds[end] <= WORD:
            product *= bounds[end]
            end += 1
        value, key = _below(key, product)
        for bound in bounds[start:end]:
            product //= bound
            digit, value = divmod(value, product)
            result.append(digit)
        start = end
    return result


def drawn(key: int, size: int, count: int) -> list[int]:
    """`count` different indices below `size`, in the order drawn, from the words of the event `key`."""
    order = list(range(size))
    for place, digit in enumerate(numbers(key, range(size, size - count, -1))):
        order[place], order[place + digit] = order[place + digit], order[place]
    return order[:count]


def _below(state: int, bound: int) -> tuple[int, int]:
    """A number below `bound`, and the state from which the next word comes."""
    threshold = (WORD - bound) % bound
    while True:
        state = (state + GOLDEN) & MASK
        product = (mix(state) >> 32) * bound
        if product & 0xFFFF_FFFF >= threshold:
            return product >> 32, state


@lru_cache(maxsize=1024)
def _stream_of_seed(seed: int, stream: str) -> int:
    return mix(((mix((seed + GOLDEN) & MASK) ^ stream_key(stream)) + GOLDEN) & MASK)
