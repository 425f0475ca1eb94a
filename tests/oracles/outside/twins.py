"""A twin: one of our games at one table, and the same game of somebody else.

Nothing of the other side is imported before a game of it is opened, so that lists of twins cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

import rulewright as rw
from tests.games.books import loaded

Key = int | str
"""An action or a result of chance on the other side: its number, or its text there."""
LEFT_OUT: Final = "left out"
"""Says of an action of ours that they do not have it, and that it is never played: a known difference of the rules."""
Setting = int | bool | str
GAMES = Path(__file__).with_name("games")


class Other(Protocol):
    """A position on the other side.  `CHANCE` and `OVER` are no players."""

    def turn(self) -> int: ...

    def legal(self) -> Mapping[int, str]:
        """Numbers and texts of the legal actions."""
        ...

    def chance(self) -> Mapping[int, tuple[str, float]]:
        """Texts and probabilities of the results of chance."""
        ...

    def apply(self, number: int) -> None: ...

    def returns(self) -> Sequence[float]: ...

    def copy(self) -> Other: ...


CHANCE, OVER = -1, -4


def words(action: rw.Action) -> dict[str, str]:
    """The choices of an action by name, as texts."""
    return {name: str(value) for name, value in action.args.items()}


def setting(state: rw.State, option: str) -> int:
    """An option of ours that is a number."""
    value = state.game.options[option]
    assert isinstance(value, int)
    return value


@lru_cache(maxsize=1)
def pieces(state: rw.State, board: str = "board") -> Mapping[str, str]:
    """What is on each space of a board that is not empty, in our words.  Kept while the position is the same."""
    found: dict[str, dict[str, str]] = state.observation(None)["boards"]
    return found[board]


def in_openspiel(game: str) -> Callable[[], Other]:
    """Opens the game that OpenSpiel has under this string."""

    def opened() -> Other:
        from tests.oracles.outside.openspiel import (
            OpenSpiel,
        )  # not before it is needed: not every Python has it

        return OpenSpiel.begun(game)

    return opened


def _same(text: str) -> Key:
    return text


def _never(ours: rw.State, theirs: Other) -> bool:
    return False


@dataclass(frozen=True)
class Twin:
    """A game on both sides.

    `theirs` names our action over there; or is None for a step that only we have, and `LEFT_OUT` for one that is not compared.  `alone` are texts of steps that only they
    have, made as soon as nothing else is legal.  `chance` is our result of chance (as `chance_text` writes it) in their words;
    where ours are too many to list, `dealt` says what chance did over there when it did what it did here.  `seats` are their
    numbers of our players.  `returns` are ours, where `state.returns()` is measured differently.  `most` steps are compared,
    and a game is `left` where the sides are known to part from there on.
    `name` is only needed for a second twin of a game. `library` and `differs`, what is known to differ and is not compared,
    are for the page of the game."""

    game: str
    outside: str
    theirs: Callable[[rw.State, rw.Action], Key | None] | None = None
    positions: tuple[Callable[[rw.State], Hashable], Callable[[Other], Hashable]] | None = None
    name: str = ""
    library: str = "OpenSpiel"
    differs: str = ""
    players: int = 2
    variant: str | None = None
    options: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))
    seats: tuple[int, ...] = ()
    chance: Callable[[str], Key] = _same
    dealt: Callable[[rw.State, Other], Iterable[Key]] | None = None
    alone: frozenset[str] = frozenset()
    returns: Callable[[rw.State], Sequence[float]] = rw.State.returns
    most: int = 5_000
    left: Callable[[rw.State, Other], bool] = _never
    opens: Callable[[], Other] | None = None

    def __post_init__(self) -> None:
        assert (self.theirs is None) != (self.positions is None), "a twin compares actions, or positions"

    def __str__(self) -> str:
        return self.name or self.game

    def load(self) -> rw.Game:
        if self.options:
            return rw.load(self.game, players=self.players, variant=self.variant, options=dict(self.options))
        return loaded(self.game, self.players, self.variant)

    def open(self) -> Other:
        return (self.opens or in_openspiel(self.outside))()

    def player(self, seat: int) -> int:
        return self.seats[seat] if self.seats else seat


def names() -> list[str]:
    """Of all twins, in the order of their files."""
    return [str(twin) for twin in twins()]


def named(name: str) -> Twin:
    return next(twin for twin in twins() if str(twin) == name)


def twins() -> Iterator[Twin]:
    for path in sorted(GAMES.glob("[!_]*.py")):
        yield from import_module(f"tests.oracles.outside.games.{path.stem}").TWINS
