"""The positions that follow an action, each with its probability, found in machine code where dice are rolled first and nothing else is left to chance.

    listed = Listed(game)
    listed.results(cells, choice)        [(Fraction(1, 6), cells), ...]; None if the reference has to list them

Each result of the dice is written into the position, and the rest of the action is carried out in machine code.
"""

from __future__ import annotations

from array import array
from fractions import Fraction

from rulewright.game.game import Game
from rulewright.game.playouts.position_graph import Results
from rulewright.game.turns.quick import by_chance_in
from rulewright.game.turns.rolled import Rolled
from rulewright.ir.chance import has_chance
from rulewright.runtime.chance.sampled import new_luck
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.fast import Stepping


def listed_by(game: Game) -> Results | None:
    """The function that lists positions; None without chance, where nothing has to be listed."""
    return Listed(game).results if has_chance(game.program) else None


class Listed:
    """What follows each action of a game."""

    def __init__(self, game: Game) -> None:
        self._players = game.num_players
        self._rolled = Rolled(game.executor)
        rest = self._rolled.without_rolls()
        self._left_to_chance = by_chance_in(rest)
        executor = game.executor.remake(rest)
        self._step = executor.step if isinstance(executor, Stepping) else None

    def results(self, cells: array[int], choice: Choice) -> list[tuple[Fraction, array[int]]] | None:
        """The positions that follow, if they can be listed in this way."""
        if self._step is None or choice.action in self._left_to_chance:
            return None
        without = self._rolled.without_faces(cells, choice)
        if without is None:
            after = self._after(cells, choice)
            return None if after is None else [(Fraction(1), after)]
        total, shown = self._rolled.results(without, choice)
        found: list[tuple[Fraction, array[int]]] = []
        for ways, faces in shown:
            begun = without[:]
            for cell, face in faces:
                begun[cell] = face
            after = self._after(begun, choice)
            if after is None:
                return None
            found.append((Fraction(ways, total), after))
        return found

    def _after(self, cells: array[int], choice: Choice) -> array[int] | None:
        assert self._step is not None
        position = self._step(Position(cells, new_luck(0, self._players)), choice)
        return position.cells if isinstance(position, Position) else None
