"""Arguments of a program that make no sense are told in words for whoever wrote it, before anything is played.

check_game("my-game")                    TypeError: `game` has to be a game that was loaded, and is 'my-game': ...
whole_number("games", 0, least=1)        ValueError: `games` is a whole number from 1 on, not 0
"""

from __future__ import annotations

from operator import index

from rulewright.game.game import Game

LONGEST = 60
"""So much of a value is shown."""


def check_game(game: object, parameter: str = "game") -> None:
    """TypeError for what is no game."""
    if isinstance(game, Game):
        return
    loaded = f": rulewright.load({game!r})" if isinstance(game, str) else ""
    raise TypeError(f"`{parameter}` has to be a game that was loaded, and is {shown(game)}{loaded}")


def whole_number(parameter: str, value: object, least: int) -> int:
    """A whole number from `least` on. TypeError or ValueError for anything else."""
    try:
        number = index(value)  # type: ignore[arg-type]  # whether it is one is asked here
    except TypeError:
        raise TypeError(f"`{parameter}` is a whole number from {least} on, not {shown(value)}") from None
    if number < least:
        raise ValueError(f"`{parameter}` is a whole number from {least} on, not {number}")
    return number


def shown(value: object) -> str:
    """A value as Python writes it, cut short."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
