"""Listening to chance: what it said, in the order in which it was asked, so that a record can replay it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.runtime.executor import Chance, Luck, Value


@dataclass(frozen=True, slots=True)
class Heard:
    """One answer of chance: face indices of a roll (of these pieces, if they can be told apart), or what was drawn
    from a pool."""

    rolled: bool
    kind: str
    stream: int
    values: tuple[Value, ...]
    pieces: tuple[int, ...] = ()


class Listening:
    """Passes everything on to another source of chance and keeps the answers."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.heard: list[Heard] = []

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        result = self._chance.roll(luck, player, stream, kind, pieces, sides, alike)
        self.heard.append(Heard(True, kind, stream, result, pieces))
        return result

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        result = self._chance.draw(luck, player, stream, kind, pool, count, ordered)
        self.heard.append(Heard(False, kind, stream, tuple(pool[index] for index in result)))
        return result
