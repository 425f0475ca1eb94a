"""Starters that are whole rulebooks: games with dice, cards, a board or tiles, of any size, from the `templates` of Jinja2.

    Dice(count=3).text("my-game", "My game", "rulebook.schema.json")      ->      a complete rulebook

A starter checks its numbers and explains their limits; its examples hold for every size.  Another sort of game is another
class with a template.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from itertools import product

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined

from rulewright.source.dataclass import dataclass


class CannotWrite(Exception):
    """A file cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Roll `count` dice with `faces` faces as often as you dare; `players` are the least and the most."""

    players: tuple[int, int] = (2, 6)
    count: int = 2
    faces: int = 6

    def text(self, name: str, title: str, schema: str) -> str:
        """The rulebook. Raises CannotWrite for a number that would make no game."""
        _check("players", self.players, 2, 20)
        _check("dice", (self.count, self.count), 1, 20)
        _check("faces on a die", (self.faces, self.faces), 2, 100)
        lucky, unlucky = self._rolls()
        return _rulebook("dice", self, name, title, schema, lucky=lucky, unlucky=unlucky)

    def _rolls(self) -> tuple[list[int], list[int]]:
        """A roll that is added to the pot, and an unlucky one."""
        high = min(5, self.faces)
        if self.count == 1:
            return [high], [1]
        low = 2 if high > 2 else 1
        return [low, *[high] * (self.count - 1)], [low] * self.count


STANDARD, NUMBERS = "standard-52", "numbers"
DECKS: Mapping[str, tuple[int, str]] = {
    STANDARD: (52, "a pack of 52 cards"),
    NUMBERS: (60, "60 cards with a number each"),
}
"""The decks of a card game: the number of cards, and a description."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Everybody is dealt `hand` cards of a deck of `DECKS` and plays one a round."""

    players: tuple[int, int] = (2, 5)
    hand: int = 5
    deck: str = STANDARD

    def text(self, name: str, title: str, schema: str) -> str:
        """The rulebook. Raises CannotWrite for a number that would make no game."""
        _check("players", self.players, 2, 10)
        if self.deck not in DECKS:
            raise CannotWrite(f"there is no deck `{self.deck}`; there are {' and '.join(DECKS)}")
        most = DECKS[self.deck][0] // self.players[1]
        reason = f", since {self.players[1]} players share {DECKS[self.deck][0]} cards"
        _check("cards in a hand", (self.hand, self.hand), 1, most, reason)
        numbered = self.deck == NUMBERS
        return _rulebook(
            "cards", self, name, title, schema, most=most, numbered=numbered, hands=self._hands(numbered)
        )

    def _hands(self, numbered: bool) -> list[list[str]]:
        """Two cards for each seat, where the first seat's first card is the highest."""
        others = range(self.players[0] - 1)
        if numbered:
            return [["59", "2"], *([str(50 - seat), str(30 - seat)] for seat in others)]
        suits = ("clubs", "diamonds", "hearts")
        first = [f"{rank} of {suit}" for rank, suit in product(("five", "four", "three"), suits)]
        second = [f"{rank} of {suit}" for rank, suit in product(("six", "seven", "eight"), suits)]
        return [["nine of hearts", "two of spades"], *([first[seat], second[seat]] for seat in others)]


@dataclass(frozen=True, slots=True)
class Board:
    """Put stones on a board of `rows` and `columns`; `line` of one player's in a straight line win."""

    players: tuple[int, int] = (2, 2)
    rows: int = 3
    columns: int = 3
    line: int = 3

    def text(self, name: str, title: str, schema: str) -> str:
        """The rulebook. Raises CannotWrite for a number that would make no game."""
        _check("players", self.players, 2, 4)
        _check("rows", (self.rows, self.rows), 1, 19)
        _check("columns", (self.columns, self.columns), 1, 19)
        longest = max(self.rows, self.columns)
        if longest == 1:
            raise CannotWrite("a board of one space makes no game")
        reason = f", since the board has {self.rows} rows and {self.columns} columns"
        _check("in a line", (self.line, self.line), 2, longest, reason)
        spaces = [self._space(number) for number in range(self.line)]
        return _rulebook("board", self, name, title, schema, longest=longest, spaces=spaces)

    def _space(self, number: int) -> str:
        """The name of a space in a line along the longer side, by its number."""
        return f"{chr(ord('a') + number)}1" if self.columns >= self.rows else f"a{number + 1}"


@dataclass(frozen=True, slots=True)
class Tiles:
    """Lay tiles edge to edge on a table without an edge; each has two numbers from 0 to `highest`, and everybody has
    `hand` of them."""

    players: tuple[int, int] = (2, 4)
    hand: int = 5
    highest: int = 6

    @property
    def count(self) -> int:
        """The number of tiles: each pair of numbers once."""
        return (self.highest + 1) * (self.highest + 2) // 2

    def text(self, name: str, title: str, schema: str) -> str:
        """The rulebook. Raises CannotWrite for a number that would make no game."""
        _check("as the highest number", (self.highest, self.highest), 1, 9)
        reason = f", since there are {self.count} tiles"
        _check("players", self.players, 2, min(self.count - 1, 6), reason)
        most = self.count // self.players[1]
        reason = f", since {self.players[1]} players share {self.count} tiles"
        _check("tiles in a hand", (self.hand, self.hand), 1, most, reason)
        return _rulebook("tiles", self, name, title, schema, most=most)


def quoted(words: str) -> str:
    """Words as a value in YAML: unquoted if YAML reads them as the same text, otherwise in quotes."""
    try:
        plain = yaml.safe_load(f"title: {words}") == {"title": words}
    except yaml.YAMLError:
        plain = False
    return words if plain else json.dumps(words, ensure_ascii=False)


def filled(template: str, **values: object) -> str:
    """One of the `templates` with these values."""
    environment = Environment(
        loader=PackageLoader("rulewright.author"), undefined=StrictUndefined, autoescape=False,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["quoted"] = quoted
    return environment.get_template(template).render(values)


def _rulebook(
    kind: str, starter: Dice | Cards | Board | Tiles, name: str, title: str, schema: str, **values: object
) -> str:
    low, high = starter.players
    given = {each.name: getattr(starter, each.name) for each in fields(starter)}
    given["players"] = str(low) if low == high else f"{low}..{high}"
    return filled(f"{kind}.rulebook.yaml", name=name, title=title, schema=schema, **given, **values)


def _check(what: str, numbers: tuple[int, int], least: int, most: int, reason: str = "") -> None:
    low, high = numbers
    if low > high:
        raise CannotWrite(f"{low}..{high} {what}: the smaller number goes first")
    if low < least or high > most:
        said = str(low) if low == high else f"{low}..{high}"
        raise CannotWrite(f"{said} {what}: this starter takes {least} to {most}{reason}")
