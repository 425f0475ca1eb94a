"""Messages to the programmer about arguments: a game that was not loaded, a player who is not to act, a bot that cannot be sent
to other processes.

    check_game("my-game")       TypeError: `game` has to be a game that was loaded, and is 'my-game': rulewright.load('my-game')

Numbers are checked by `runtime.whole_numbers`.
"""

from __future__ import annotations

from rulewright.game.game import Game, State
from rulewright.problems.quoting import shown


def check_game(game: object, parameter: str = "game") -> None:
    """Raises TypeError, with a message for the programmer, if the argument is not a game."""
    if isinstance(game, Game):
        return
    loaded = f": rulewright.load({game!r})" if isinstance(game, str) else ""
    raise TypeError(f"`{parameter}` has to be a game that was loaded, and is {shown(game)}{loaded}")


def check_turn(state: State, player: int) -> None:
    """Raises ValueError, with whose turn it is, if there is nothing to choose for this player."""
    acts = state.current_player()
    if acts is not None and acts == player:
        return
    if acts is not None:
        state.game.check_seat(player)
        raise ValueError(
            f"it is seat {acts}'s turn, counted from 0: a bot chooses only for the player to act, not for seat {player}"
        )
    over = "chance decides next" if state.is_chance_node() else "the game is over"
    raise ValueError(f"{over}: no player has anything to choose")


def cannot_be_sent(what: str, error: Exception) -> TypeError:
    """The error for a bot that pickle cannot copy, or that a worker cannot read, with what to do."""
    return TypeError(
        f"{what} cannot be sent to other processes ({error}). Define its class, or a function that makes it, at the top of a module "
        "that they can import, and pass `Class()`, `Class`, or `functools.partial(Class, ...)` with arguments that pickle can copy; "
        "or use jobs=1 without an executor"
    )
