"""The tables at which random games of a rulebook are played.

Table(2, "long", (("target", 50),), open).id        ->      2_players[long]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from rulewright.author.examples.examples import OptionValue
from rulewright.problems.quoting import counted
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.pipeline import Book


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players, a variant and options. `open` returns the book, and is called once."""

    players: int
    variant: str | None
    options: tuple[tuple[str, OptionValue], ...]
    open: Callable[[], Book] = field(repr=False)
    _opened: list[Book] = field(default_factory=list, init=False, repr=False, compare=False)

    def book(self) -> Book:
        if not self._opened:
            self._opened.append(self.open())
        return self._opened[0]

    def game(self) -> Game:
        return self.book().game

    @property
    def id(self) -> str:
        """A name for lists of tests: `2_players`, `3_players[long]`."""
        name = f"{self.players}_player{'' if self.players == 1 else 's'}"
        return f"{name}[{self.variant}]" if self.variant else name

    def __str__(self) -> str:
        people = counted(self.players, "player")
        return f"{people}, variant {self.variant}" if self.variant else people
