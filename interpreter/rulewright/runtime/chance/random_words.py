"""Random words: how an address becomes 32 bits, and 32 bits a number.  Part of the language's definition.

All arithmetic is on 64-bit words without sign and wraps; operators are Python's (shifts bind less than + and -, more than &, ^
and |), and 2**32 is a power.  `mix` is the finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
number generators", 2014) and GOLDEN = 0x9E3779B97F4A7C15 its increment:

    mix(z):  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;  z = (z ^ z >> 27) * 0x94D049BB133111EB;  z ^ z >> 31

**The address of an event** of chance is (seed, stream, player, turn, index):

    seed      of the game, modulo 2**64
    stream    what is rolled or drawn (the kind's name, `dice`) or which rule picks (its path); known by its name and never by
              its number, so a house rule that adds a kind of pieces leaves the luck of the others alone
    player    who acts, from 0; -1 for nobody
    turn      how many turns this player has begun, this one counted; for nobody, how many stretches outside any turn there
              were with this one (set-up, and what comes between turns)
    index     how many events of this stream the turn, or the stretch outside any, has had before

**From the address to words.**  The parts shared by a game come first, then those shared by a turn:

    key of a stream         K = mix(h), h the 64-bit FNV-1a hash of the name in UTF-8
                                (from h = 0xCBF29CE484222325, for each byte: h = (h ^ byte) * 0x100000001B3)
    base of the stream      B = mix((mix(seed + GOLDEN) ^ K) + GOLDEN)
    key of the turn         T = mix(B + GOLDEN * (turn << 8 | player + 1))          turn < 2**32, player + 1 < 256
    word w of event i           mix(T + GOLDEN * ((i << 32 | w) + 1)) >> 32         i < 2**32 - 1, w < 2**32, from 1
    word 0 of event i           (quarter << 16) | mix(T + GOLDEN * ((i << 32) + 1)) >> 48
    quarter of event i          16 bits of Q = T if i < 4, else mix(T - GOLDEN * (i // 4)): the uppermost if i % 4 = 0,
                                the next ones if i % 4 = 1, and so on

Every event of a turn has bits of its own, so nothing that happens inside one event shifts the luck of another.  This is
fast because the quarter alone nearly always decides a die or a choice among few (`_below`), and the quarters of the
first four events of a turn come from its key.  A rulebook has at most 100 players
(`rulebook.from_document.MOST_PLAYERS`).

**A number below n** (n from 1 to 2**32) comes from a word by Lemire's multiply-shift with rejection: m = word * n; if the
lower 32 bits of m are 2**32 - 2**32 % n or more, the next word is tried; otherwise m >> 32.  It is exactly uniform.

**Several numbers** (the dice of a roll, the cards of a draw) share words, and the event's words are taken from w = 0 in order:
as many bounds, from the first, as have a product of at most 2**32 are one number below that product, split into digits, the
first bound's digit the most significant.  So a further die changes the others as little as possible.

**A draw** of k from n is the beginning of a Fisher-Yates shuffle: the bounds n, n-1, ... n-k+1 give digits d, and for
i = 0 .. k-1 entry i changes places with entry i + d.

**An example** to try an implementation with: the stream `dice` in the game of seed 7, player 1, turn 3:

    K 51AD8E6C01236BA2    B E410B35DB9DAF584    T 2CE3226CCDF64C32
    event 0: 2CE3BC55 6D8E966D ...        event 1: 226CD005 ..., as five dice the faces 0 4 5 0 1, counted from 0
    event 6: 224396E2 ...
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15
WORD = 1 << 32
SEED_BITS = 53
"""The number of bits of a seed that is derived from another."""
FEW = 256
"""For bounds up to this the upper half of the first word is tried before the whole word."""


def mix(z: int) -> int:
    """The finaliser of SplitMix64, on a 64-bit word."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def seed_of(seed: int, number: int) -> int:
    """The seed of game `number` (from 0) in a series with one seed: 53 bits, which every JSON reader keeps exactly."""
    return mix((mix(seed & MASK) + (number + 1) * GOLDEN) & MASK) >> (64 - SEED_BITS)


@lru_cache(maxsize=1024)
def stream_key(name: str) -> int:
    """The 64-bit key of a stream of chance: FNV-1a of its name, finalised."""
    key = 0xCBF29CE484222325
    for byte in name.encode():
        key = ((key ^ byte) * 0x100000001B3) & MASK
    return mix(key)


@lru_cache(maxsize=1024)
def stream_base(seed: int, stream: str) -> int:
    """The 64-bit base of a stream in the game of a seed."""
    return mix(((mix((seed + GOLDEN) & MASK) ^ stream_key(stream)) + GOLDEN) & MASK)


@lru_cache(maxsize=1024)
def turn_key(seed: int, stream: str, player: int, turn: int) -> int:
    """The 64-bit key of a stream in one turn of a player; `player` is -1 for nobody."""
    return mix((stream_base(seed & MASK, stream) + GOLDEN * (turn << 8 | player + 1)) & MASK)


def word(key: int, index: int, number: int) -> int:
    """One word (32 bits) of an event of a turn: `key` of the turn, `index` of the event, `number` of the word, from 0."""
    whole = mix((key + GOLDEN * ((index << 32 | number) + 1)) & MASK)
    return whole >> 32 if number else quarter(key, index) << 16 | whole >> 48


def quarter(key: int, index: int) -> int:
    """The upper half of an event's first word (16 bits)."""
    shared = key if index < 4 else mix((key - GOLDEN * (index >> 2)) & MASK)
    return shared >> 48 - 16 * (index & 3) & 0xFFFF


def numbers(key: int, index: int, bounds: Sequence[int]) -> list[int]:
    """For each bound a number below it, from the words of event `index` in the turn of the key."""
    result: list[int] = []
    start = used = 0
    while start < len(bounds):
        product = bounds[start]
        end = start + 1
        while end < len(bounds) and product * bounds[end] <= WORD:
            product *= bounds[end]
            end += 1
        value, used = _below(key, index, used, product)
        for bound in bounds[start:end]:
            product //= bound
            digit, value = divmod(value, product)
            result.append(digit)
        start = end
    return result


def drawn(key: int, index: int, size: int, count: int) -> list[int]:
    """`count` different entries of `size`, by number and in the order drawn, from the words of event `index`."""
    order = list(range(size))
    for place, digit in enumerate(numbers(key, index, range(size, size - count, -1))):
        order[place], order[place + digit] = order[place + digit], order[place]
    return order[:count]


def _below(key: int, index: int, used: int, bound: int) -> tuple[int, int]:
    """A number below `bound`, and the number of words of the event that are used now."""
    if used == 0 and bound <= FEW:
        product = quarter(key, index) * bound
        if (
            product & 0xFFFF <= (1 << 16) - bound
        ):  # the lower half can neither change the number nor cause a rejection
            return product >> 16, 1
    enough = WORD - WORD % bound
    while True:
        product = word(key, index, used) * bound
        used += 1
        if product & 0xFFFF_FFFF < enough:
            return product >> 32, used
