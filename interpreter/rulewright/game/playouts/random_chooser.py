"""Players who choose at random: each choice is a function of an address, as chance is (`runtime.chance.random_words`)."""

from __future__ import annotations

from rulewright.runtime.chance import random_words
from rulewright.runtime.executor import Luck

STREAM = "players who choose at random"


class RandomChooser:
    """Uniformly random choices, addressed like chance but from other words: each decision of a turn has one of its own, which whoever does
    not choose at random leaves unused."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._turn = (-1, -1)
        self._index = 0

    def index(self, luck: Luck, player: int, count: int) -> int:
        """Which of so many choices the player takes."""
        found = self.foreseen(luck, player, count)
        self.passed(luck, player)
        return found

    def foreseen(self, luck: Luck, player: int, count: int) -> int:
        """The same, of a decision that is still due afterwards."""
        turn = (player, luck.turns[player + 1])
        return random_words.numbers(
            random_words.turn_key(self._seed, STREAM, *turn), self._following(turn), (count,)
        )[0]

    def passed(self, luck: Luck, player: int) -> None:
        """The player has decided, whichever way."""
        turn = (player, luck.turns[player + 1])
        self._index = self._following(turn)
        self._turn = turn

    def _following(self, turn: tuple[int, int]) -> int:
        return self._index + 1 if turn == self._turn else 0
