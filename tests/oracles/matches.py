"""The tables at which the oracles are compared: every variant, every option with all its values or its ends.

`one_by_one` changes one option at a time, at changing numbers of players; `at_random` changes any of them at once.
"""

from collections.abc import Iterator
from itertools import cycle
from random import Random

from tests.oracles.lockstep import Match, Setting

Values = dict[str, tuple[Setting, ...]]

CINQ_O: Values = {
    "target": (1, 20, 40, 100),
    "max_rolls": (1, 2, 4, 5, 6, 10),
    "five_kind_points": (0, 10, 25, 1000),
    "straight_number": (0, 10, 15, 100),
    "five_kind": ("flat_end", "partial_times_hilo", "bonus_and_continue", "choice"),
    "target_check": ("immediate", "end_of_round"),
    "hilo_reroll": ("optional", "forced"),
    "hilo_roll_alone": (False, True),
    "rack_rule": ("each_roll", "cumulative"),
}
ROUNDS: Values = {
    **{name: values for name, values in CINQ_O.items() if name not in ("target", "target_check")},
    "rounds": (1, 2, 5, 8),
    "ties": ("shared", "playoff"),
}
SOLITAIRE: Values = {name: values for name, values in CINQ_O.items() if name != "target_check"}
RED_HOT_YOTT: Values = {
    "free_rolls": (1, 2, 3, 10),
    "chips_each": (0, 1, 3, 5),
    "doubling_at": (0, 40, 80, 200),
    "chip_cap": (None, 0, 3, 20),
    "not_so_hot": ("free", "only_if_nothing_fits"),
    "yott_as_full_house": (True, False),
    "voluntary_zero": (True, False),
}
TABLES: tuple[tuple[str, str | None, tuple[int, ...], Values], ...] = (
    ("cinq-o", None, (2, 3, 6), CINQ_O),
    ("cinq-o", "rounds", (2, 4, 6), ROUNDS),
    ("cinq-o", "solitaire", (1,), SOLITAIRE),
    ("red-hot-yott", None, (2, 3, 4), RED_HOT_YOTT),
)


def one_by_one() -> Iterator[Match]:
    """The defaults for each number of players, then each value of each option, in games that are soon over."""
    for name, variant, tables, values in TABLES:
        yield from (Match(name, players, variant) for players in tables)
        seats = cycle(tables)
        soon: dict[str, Setting] = {"target": 25} if "target" in values else {}
        for option, some in values.items():
            yield from (Match(name, next(seats), variant, {**soon, option: value}) for value in some)


def at_random(number: int, seed: int) -> Iterator[Match]:
    """So many tables, each option with any of its values and any number of players."""
    random = Random(f"tables {seed}")
    for index in range(number):
        name, variant, tables, values = TABLES[index % len(TABLES)]
        players = random.randint(tables[0], tables[-1])
        options = {option: random.choice(some) for option, some in values.items()}
        yield Match(name, players, variant, options)
