"""Whole numbers that programs give: seeds, seats, ids and how many. Whatever Python counts with will do, NumPy's included.

    seed(np.uint64(7)) == 7
    seat(2, players=2)          ValueError: there is no seat 2; seats of this game are 0 to 1
    count("games", 0, least=1)  ValueError: `games` is a whole number from 1 on, not 0

What comes out is an `int`, so the code that follows never meets numbers of other widths.
"""

from __future__ import annotations

from operator import index

from rulewright.problems.quoting import shown


def seed(value: object) -> int:
    """A seed; ValueError for anything but a whole number from 0."""
    found = whole(value)
    if found is None or found < 0:
        raise ValueError(f"a seed is a whole number from 0, not {shown(value)}")
    return found


def seat(value: object, players: int) -> int:
    """A seat of a game for that number of players; ValueError for any other."""
    found = whole(value)
    if found is None or not 0 <= found < players:
        raise ValueError(f"there is no seat {shown(value)}; seats of this game are 0 to {players - 1}")
    return found


def number(value: object, what: str) -> int:
    """Any whole number; ValueError, which says `what` it is, for anything else."""
    found = whole(value)
    if found is None:
        raise ValueError(f"{what} is a whole number, not {shown(value)}")
    return found


def count(parameter: str, value: object, least: int) -> int:
    """How many, `least` or more, by the name of the argument; TypeError for what is no whole number, ValueError for too few."""
    found = whole(value)
    if found is None or found < least:
        problem = TypeError if found is None else ValueError
        raise problem(f"`{parameter}` is a whole number from {least} on, not {shown(value)}")
    return found


def whole(value: object) -> int | None:
    """A number of any kind that counts, as Python has it; None for all else."""
    try:
        return int(index(value))  # type: ignore[arg-type]  # whether it counts is asked here
    except TypeError:
        return None


def source_of_chance(value: object) -> None:
    """TypeError for what no results of chance come from; None is the game's own source."""
    if value is not None and not (hasattr(value, "roll") and hasattr(value, "draw")):
        raise TypeError(f"`chance` is what `game.fixed_chance(...)` makes, not {shown(value)}")
