"""Turns the knobs of a game one by one: each house rule, each variant and other values of each option alone, next to the game as it is.

    turning = Turning(Base("my-game", players=3), book, "bold", games=1000)
    turning.play(until=time.perf_counter() + 15, jobs=2)        may be interrupted
    turning.knobs()                                             a `Knobs` of the games so far

Of an option that is a number, half and twice its value are tried, and all values if there are few.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final

from rulewright.author.tuning.opening import Base
from rulewright.checked.options import Setting, written
from rulewright.document import library
from rulewright.game.game import Game
from rulewright.language.literals import literal
from rulewright.language.types import Boolean, Enum, Integer, Optional, Player, Team, Type
from rulewright.pipeline import Book
from rulewright.play.compare import Comparing
from rulewright.play.comparing.result import Line
from rulewright.play.health.knobs import Knobs, knobs_of
from rulewright.play.running.measured_games import plain_seats
from rulewright.problems.problem import RulebookError
from rulewright.runtime.fast import SharesCode
from rulewright.source.dataclass import dataclass

FEW: Final = 5
"""Of an option with at most this number of values all are tried."""
STEPS: Final = (100, 300)
"""The numbers of games after which it is looked whether there is time for more."""
EXTENDS: Final = re.compile(r"(?m)^extends: *[\"']?([^\s\"'#]+)")
"""Which game a house rule changes."""


@dataclass(frozen=True, slots=True)
class Other:
    """The game with one knob turned."""

    name: str
    sort: str
    open: Callable[[], Game]
    """Raises RulebookError."""


class Turning:
    """Compares a game with itself, each time with one knob turned."""

    def __init__(
        self, base: Base, book: Book, players: str, games: int, seed: int = 0, max_actions: int = 10_000
    ) -> None:
        self._base, self._book, self._players = base, book, players
        self._games, self._seed, self._max_actions = games, seed, max_actions
        self._found: list[tuple[str, str, int, Sequence[Line], str]] = []
        self.left: list[str] = []
        """The knobs for which there was no time."""
        self.wanted = 0.0
        """About the seconds that all of them would have taken."""

    def play(self, until: float, jobs: int, progress: Callable[[int, int], None]) -> None:
        """Play the games of all knobs, those that fit into a time."""
        others = list(others_of(self._base, self._book))
        self.left = [each.name for each in others]
        shared = self._book.game.executor
        begun = time.perf_counter()
        for number, other in enumerate(others):
            now = time.perf_counter()
            self.wanted = (now - begun) * len(others) / max(number, 1)
            if now > until:
                return
            mine = now + (until - now) / (len(others) - number)
            try:
                game = other.open()
            except RulebookError as error:
                self._found.append((other.name, other.sort, 0, (), error.problems[0].message))
            else:
                seats = plain_seats(game, (self._players,)) or ()
                for executor in (shared, game.executor):
                    if isinstance(executor, SharesCode):
                        executor.share_code(shared, tuple(name for name in seats if name))
                self._compare(other, game, mine, jobs)
            self.left.pop(0)
            progress(number + 1, len(others))

    def _compare(self, other: Other, game: Game, until: float, jobs: int) -> None:
        comparing = Comparing((self._book.game, game), self._players, self._seed, jobs, self._max_actions)
        for games in (*(each for each in STEPS if each < self._games), self._games):
            if comparing.played and time.perf_counter() + self._more(comparing, games) > until:
                break
            begun = time.perf_counter()
            comparing.play(games)
            self._each = (time.perf_counter() - begun) / max(comparing.played, 1)
        found = comparing.comparison()
        self._found.append((other.name, other.sort, found.games, found.lines, ""))

    _each = 0.0
    """About the seconds for a game of the comparison that is played."""

    def _more(self, comparing: Comparing, games: int) -> float:
        return self._each * (games - comparing.played)

    def knobs(self) -> Knobs:
        """What the knobs move, of those that were turned."""
        return knobs_of(self._players, self._found)


def others_of(base: Base, book: Book) -> Iterator[Other]:
    """All knobs: house rules, variants, then options, the nearest values of all first. Each is opened for as many players as the game."""
    base = replace(base, players=book.game.num_players)
    source = library.find(base.game)
    names = {each.name for each in book.house_rules}
    for name in library.names(source) if source is not None else ():
        found = library.find(name, source)
        match = (
            EXTENDS.search(found.text) if found is not None and found.name.endswith(".overlay.yaml") else None
        )
        if found is not None and match and match[1] == book.game.name and found.name not in names:
            yield Other(name, "house rule", _opens(base, more=found.name))
    if book.rulebook.variant is None:
        for name in book.rulebook.variants:
            yield Other(name, "variant", _opens(replace(base, variant=name)))
    each = [
        [(name, value) for value in other_values(*book.checked.options[name])]
        for name, option in book.rulebook.options.items()
        if not option.fixed and name in book.checked.options
    ]
    for pair in chain.from_iterable(zip_longest(*each)):
        if pair is not None:
            name, value = pair
            yield Other(f"{name} = {literal(value)}", "option", _at(base, book, name, value))


def _opens(base: Base, more: str = "") -> Callable[[], Game]:
    return lambda: base.open(more=[more] if more else []).game


def _at(base: Base, book: Book, name: str, value: Setting) -> Callable[[], Game]:
    return lambda: book.at(base.players, base.variant, {**base.options, name: value}).game


def other_values(type_: Type, value: object) -> list[Setting]:
    """The values that are tried of an option, besides the one that it has."""
    match type_:
        case Boolean() | Enum() | Player() | Team():
            every: list[int | bool] = (
                [False, True] if isinstance(type_, Boolean) else list(range(_many(type_)))
            )
            return [written(each, type_) for each in every if each != value]
        case Integer(low=low, high=high) if high - low < FEW:
            return [each for each in range(low, high + 1) if each != value]
        case Integer(low=low, high=high) if isinstance(value, int):
            wanted = (-(-value // 2), 2 * value) if value else (1, high)
            return [
                each for each in dict.fromkeys(min(max(each, low), high) for each in wanted) if each != value
            ]
        case Optional(of=inner):
            return [*([] if value is None else [None]), *other_values(inner, value)]
        case _:
            return []


def _many(type_: Enum | Player | Team) -> int:
    return len(type_.members) if isinstance(type_, Enum) else type_.count
