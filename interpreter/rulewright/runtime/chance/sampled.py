"""Chance from a seed: every result is a function of its address, defined in `random_words`.

    Sampled(("dice",)).roll(Luck(7, [0, 1, 0]), 0, 0, "dice", (), (6, 6), True)      ->      two face indices

`fixed` replaces results by given ones, and `enumerated` goes through all of them.  With every source an event uses its
index, so fixing one result does not change the next.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.runtime.chance import random_words
from rulewright.runtime.executor import Luck, Position


def new_position(program: ir.Program, seed: int) -> Position:
    """The cells and the luck before set-up."""
    return Position(array("i", program.layout.initial()), new_luck(seed, program.players))


def new_luck(seed: int, players: int) -> Luck:
    """Luck before set-up."""
    return Luck(seed, [0] * (players + 1))


def use_index(luck: Luck, stream: int) -> int:
    """The index of the next event of a stream within this turn; counts the event."""
    index = luck.used.get(stream, 0)
    luck.used[stream] = index + 1
    return index


class Sampled:
    """Chance from the seed. `streams` are the names of the sources by number (`Program.streams`)."""

    def __init__(self, streams: Sequence[str]) -> None:
        self.streams = tuple(streams)

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        return tuple(random_words.numbers(self._key(luck, player, stream), use_index(luck, stream), sides))

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        return tuple(
            random_words.drawn(self._key(luck, player, stream), use_index(luck, stream), len(pool), count)
        )

    def _key(self, luck: Luck, player: int, stream: int) -> int:
        return random_words.turn_key(luck.seed, self.streams[stream], player, luck.turns[player + 1])
