"""The check that an argument is a game, made before anything is played.

    check_game("my-game")       TypeError: `game` has to be a game that was loaded, and is 'my-game': rulewright.load('my-game')

Numbers are checked by `runtime.whole_numbers`.
"""

from __future__ import annotations

from rulewright.game.game import Game
from rulewright.problems.quoting import shown


def check_game(game: object, parameter: str = "game") -> None:
    """Raises TypeError, with a message for the programmer, if the argument is not a game."""
    if isinstance(game, Game):
        return
    loaded = f": rulewright.load({game!r})" if isinstance(game, str) else ""
    raise TypeError(f"`{parameter}` has to be a game that was loaded, and is {shown(game)}{loaded}")
