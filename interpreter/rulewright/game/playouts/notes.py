"""Notes that are taken while a game is played: who decided, among how many choices, what was chosen, and who was ahead.

    notes: dict[int, Notes] = {}
    measured_singly(game, numbers, plan, lambda number, players: noting(game, players, notes, number))
    notes[17].seats, notes[17].options

Notes are taken between the game and its players, so every player can be watched.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import field
from typing import Final

from rulewright.game.game import Game
from rulewright.game.playouts.playout import Players
from rulewright.game.results.standing import keeps_score, scores
from rulewright.ir.layout import CURRENT
from rulewright.runtime.executor import Choice, Position
from rulewright.source.dataclass import dataclass

MOST_KEPT: Final = 128
"""The most positions of a game that are kept; of longer games every second one, every fourth, and so on."""


@dataclass(slots=True)
class Notes:
    """Notes of a game, by decision. `scores`: by seat, before the decision; empty where no score is kept. `kept`: positions, each with the number of the
    decision that is due in it and of the choice that was made."""

    seats: array[int] = field(default_factory=lambda: array("i"))
    options: array[int] = field(default_factory=lambda: array("i"))
    taken: array[int] = field(default_factory=lambda: array("i"))
    legal: list[int] = field(default_factory=list)
    """The actions that were legal, as a bit set."""
    scores: list[tuple[int, ...]] = field(default_factory=list)
    kept: list[tuple[int, Position, int]] = field(default_factory=list)
    every: int = 1


class Noting:
    """Players who are watched."""

    def __init__(self, game: Game, players: Players, notes: Notes) -> None:
        self._executor, self._players, self._notes = game.executor, players, notes
        self._scored = keeps_score(game.program)

    def choose(self, position: Position, legal: Sequence[Choice]) -> Choice:
        """What the player to act chooses."""
        notes, number = self._notes, len(self._notes.seats)
        before = position.copy() if number % notes.every == 0 else None
        chosen = self._players.choose(position, legal)
        notes.seats.append(position.cells[CURRENT])
        notes.options.append(len(legal))
        notes.taken.append(chosen.action)
        notes.legal.append(sum(1 << action for action in {choice.action for choice in legal}))
        if self._scored:
            notes.scores.append(tuple(scores(self._executor, position.cells)))
        if before is not None:
            notes.kept.append((number, before, legal.index(chosen)))
            if len(notes.kept) > MOST_KEPT:
                notes.every *= 2
                notes.kept = [each for each in notes.kept if each[0] % notes.every == 0]
        return chosen


def noting(game: Game, players: Players, notes: dict[int, Notes], number: int) -> Players:
    """Players who are watched, whose notes go to those of a game."""
    notes[number] = Notes()
    return Noting(game, players, notes[number])
