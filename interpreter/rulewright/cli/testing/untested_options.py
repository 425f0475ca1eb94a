"""Which values of options no game and no example was played with, so that nobody takes a test for more than it was.

unplayed(books)        ("storm=true", "ties=lowest_seat", "target other than 50")
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.cli.common.game_arguments import OptionValue

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Option


def unplayed(books: Iterable[Book]) -> tuple[str, ...]:
    """What the options of these books can be as well; of a number only that it can be another."""
    options: dict[str, Option] = {}
    played: dict[str, set[OptionValue]] = {}
    for book in books:
        for option in book.rulebook.options.values():
            if option.fixed or option.id not in book.program.options:
                continue
            options.setdefault(option.id, option)
            played.setdefault(option.id, set()).add(book.program.options[option.id])
    return tuple(said for option in options.values() for said in _others(option, played[option.id]))


def _others(option: Option, played: set[OptionValue]) -> list[str]:
    if option.one_of:
        return [f"{option.id}={choice.id}" for choice in option.one_of if choice.id not in played]
    if all(isinstance(value, bool) for value in played):
        return [f"{option.id}={str(value).lower()}" for value in (False, True) if value not in played]
    if len(played) == 1:
        (value,) = played
        return [f"{option.id} other than {'none' if value is None else value}"]
    return []
