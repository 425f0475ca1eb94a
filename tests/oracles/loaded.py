"""Chance with a bias, so that random games meet what is rare: `Loaded` dice often show one face more than once.

A roll is a function of its address like any other (`Sampled` sees to that); then, every third time, all its dice show
what the first one does, and every third time each takes over the face before it or not.
"""

from collections.abc import Sequence
from random import Random

from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Luck


class Loaded(Sampled):
    """Sampled chance whose dice like to be equal; the rest of it is drawn from `seed`."""

    def __init__(self, streams: Sequence[str], seed: int) -> None:
        super().__init__(streams)
        self._random = Random(f"loaded dice {seed}")

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        faces = list(super().roll(luck, player, stream, kind, pieces, sides, alike))
        bias = self._random.randrange(3)
        for index in range(1, len(faces)):
            if bias == 0 or (bias == 1 and self._random.random() < 0.5):
                faces[index] = faces[index - 1]
        return tuple(faces)
