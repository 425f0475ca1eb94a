"""There a move without progress is one without taking, and the game is a draw after forty of them. A jump is an action there as here, so
that plies of one action each are not those of draughts players, for whom a turn with several jumps is one."""

import rulewright as rw
from tests.oracles.outside.squares import beyond
from tests.oracles.outside.twins import Key, Other, Twin, words

OPTIONS: dict[str, int | bool | str] = {"patience": 40, "men_count": False, "repetitions": 0}


def theirs(state: rw.State, action: rw.Action) -> Key:
    chosen = words(action)
    return chosen["at"] + beyond(chosen["at"], chosen["way"], 2 if action.name == "jump" else 1)


def drawn(state: rw.State) -> str:
    """The board as OpenSpiel draws it."""
    signs: dict[tuple[object, object], str] = {
        (None, None): ".",
        (0, "man"): "o",
        (0, "king"): "8",
        (1, "man"): "+",
        (1, "king"): "*",
    }
    lines = []
    for row in range(8, 0, -1):
        places = [f"board.{column}{row}" for column in "abcdefgh"]
        lines.append(
            f"{row}" + "".join(signs[state.get(f"{at}.owner"), state.get(f"{at}.face")] for at in places)
        )
    return "\n".join([*lines, " abcdefgh"])


def theirs_drawn(other: Other) -> str:
    return str(other).rstrip("\n")


TWINS = (
    Twin("english-draughts", "checkers", theirs, options=OPTIONS),
    Twin(
        "english-draughts",
        "checkers",
        positions=(drawn, theirs_drawn),
        options=OPTIONS,
        name="english-draughts by turn",
        most=12,
    ),
)
