"""Whole numbers given by callers: seeds, seats, ids and counts, as ints or any type with `__index__`, such as NumPy's.
True and False are no numbers here: in data of other programs they are mistakes, and would be the seats, ids and seeds 1 and 0.

    seed(np.uint64(7)) == 7
    seat(2, players=2)          ValueError: there is no seat 2; seats of this game are 0 to 1
    count("games", 0, least=1)  ValueError: `games` is a whole number from 1 on, not 0

The result is an `int`, so other code never gets numbers with a limited width.
"""

from __future__ import annotations

from operator import index

from rulewright.problems.quoting import shown


def seed(value: object) -> int:
    """The seed as an int; ValueError for anything but a whole number from 0."""
    found = whole(value)
    if found is None or found < 0:
        raise ValueError(f"a seed is a whole number from 0, not {shown(value)}")
    return found


def seat(value: object, players: int, also: str = "") -> int:
    """The seat as an int; ValueError if a game for this number of players does not have it. `also` is what the caller takes
    instead of a seat."""
    found = whole(value)
    if found is None:
        raise ValueError(
            f"there is no seat {shown(value)}: a seat is a whole number from 0 to {players - 1}{also}"
        )
    if not 0 <= found < players:
        raise ValueError(f"there is no seat {shown(value)}; seats of this game are 0 to {players - 1}")
    return found


def number(value: object, what: str) -> int:
    """A whole number as an int; ValueError, which says `what` it is, for anything else."""
    found = whole(value)
    if found is None:
        raise ValueError(f"{what} is a whole number, not {shown(value)}")
    return found


def count(parameter: str, value: object, least: int) -> int:
    """A count of `least` or more, by the name of the argument; TypeError for values that are not whole numbers,
    ValueError for too few."""
    found = whole(value)
    if found is None or found < least:
        problem = TypeError if found is None else ValueError
        raise problem(f"`{parameter}` is a whole number from {least} on, not {shown(value)}")
    return found


def whole(value: object) -> int | None:
    """The value as an int if it is a whole number of any type but `bool`, otherwise None."""
    if isinstance(value, bool):
        return None
    try:
        return int(index(value))  # type: ignore[arg-type]  # fails if it has no `__index__`
    except TypeError:
        return None


def source_of_chance(value: object) -> None:
    """TypeError for a value that is not a source of chance; None is the game's own source."""
    if value is not None and not (hasattr(value, "roll") and hasattr(value, "draw")):
        raise TypeError(f"`chance` is what `game.fixed_chance(...)` makes, not {shown(value)}")
