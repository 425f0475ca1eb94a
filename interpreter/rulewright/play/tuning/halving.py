"""Successive halving: many settings play a few games, the better half plays twice as many, and so on.

Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013. It needs no library and no order among values, and
is right for a few dozen settings.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import ceil, log2
from typing import Final

from rulewright.play.tuning.knobs import Setting, Space
from rulewright.play.tuning.trials import Trials

FIRST: Final = 20
"""The fewest games of a setting in the first round."""


def halving(trials: Trials, space: Space, games: int, luck: random.Random) -> Iterator[Setting]:
    """Play about this number of games in all. Yields each setting after it has played."""
    groups = len(trials.groups)
    rivals = space.some(_most(games // groups), luck)
    rounds = max(ceil(log2(len(rivals))), 1)
    many = 0
    for _ in range(rounds):
        many += max(games // (groups * rounds * len(rivals)), 1)
        for setting in rivals:
            trials.play(setting, many)
            yield setting
        rivals = [setting for setting in sorted(rivals, key=trials.loss) if not trials.tried[setting].refused]
        if len(rivals) < 2:
            return
        rivals = rivals[: max((len(rivals) + 1) // 2, 2)]


def _most(games: int) -> int:
    """The largest number of settings that can play enough games in the first of their rounds."""
    many = 2
    while games >= FIRST * (many + 1) * ceil(log2(many + 1)):
        many += 1
    return many
