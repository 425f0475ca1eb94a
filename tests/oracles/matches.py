"""The tables at which the oracles are compared: every variant, every option with all its values or its ends.

`one_by_one` changes one option at a time, at changing numbers of players; `at_random` changes any of them at once.
"""

from collections.abc import Iterator
from itertools import cycle
from random import Random

from rulewright.pipeline import open_book
from tests.oracles import cinco, cinq_o, crib_ino, red_hot_yott, sino
from tests.oracles.lockstep import Match, Setting

Values = dict[str, tuple[Setting, ...]]

CINQ_O: Values = {
    "first_player": (1, 2),
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
SOLITAIRE: Values = {
    name: values for name, values in CINQ_O.items() if name not in ("first_player", "target_check")
}
RED_HOT_YOTT: Values = {
    "first_player": (1, 2),
    "free_rolls": (1, 2, 3, 10),
    "chips_each": (0, 1, 3, 5),
    "doubling_at": (0, 40, 80, 200),
    "chip_cap": (None, 0, 3, 20),
    "not_so_hot": ("free", "only_if_nothing_fits"),
    "yott_as_full_house": (True, False),
    "voluntary_zero": (True, False),
}
SINO: Values = {
    "first_player": (1, 2),
    "numbers_a_turn": (1, 2, 5, 9),
    "announce": ("explicit", "auto"),
    "late_announce": (True, False),
    "rainbow": ("set", "colour_order"),
    "bonus_success_covers": (False, True),
    "must_roll_five": (True, False),
    "bonus_from_round": (1, 2, 4),
    "rainbow_times": (1, 2, 10),
}
CINCO: Values = {
    "first_player": (1, 2),
    "joker": (False, True),
    "six_players": ("three_teams", "two_teams"),
    "path": ("spiral", "meander"),
    "centre": ("breaks", "bridges"),
    "dead_play": (True, False),
    "exchange_face": ("up", "down"),
    "reshuffle": ("eager", "lazy"),
    "full_board": ("stalemate",),
}
CRIB_INO: Values = {
    "first_dealer": (1, 2),
    "drawing": ("until_playable", "player_choice", "fill_hand"),
    "voluntary_pass": (False, True),
    "debt": ("negative_allowed", "pay_what_you_have"),
    "hand_size": (1, 3, 5, 6),
    "hands_per_game": (None, 1, 5),
    "games": (1, 2),
}
CRIB_INO_PARTNERS: Values = {
    **CRIB_INO,
    "partners_out": ("own_hand", "both_hands"),
    "draw_order": ("own_first", "partner_first"),
}
CRIB_INO_SOLITAIRE: Values = {"leftovers": ("waste", "stay")}
TABLES: tuple[tuple[str, str | None, tuple[int, ...], Values], ...] = (
    ("cinq-o", None, (2, 3, 6), CINQ_O),
    ("cinq-o", "rounds", (2, 4, 6), ROUNDS),
    ("cinq-o", "solitaire", (1,), SOLITAIRE),
    ("red-hot-yott", None, (2, 3, 4), RED_HOT_YOTT),
    ("sino", None, (2, 3, 4), SINO),
    ("cinco", None, (2, 3, 4, 6), CINCO),
    ("crib-ino", None, (2, 3, 4, 5, 6, 7), CRIB_INO),
    ("crib-ino", "partners", (4, 6), CRIB_INO_PARTNERS),
    ("crib-ino", "solitaire", (1,), CRIB_INO_SOLITAIRE),
)
DEFAULTS = {
    "cinq-o": cinq_o.Options(), "red-hot-yott": red_hot_yott.Options(),
    "sino": sino.Options(), "cinco": cinco.Options(), "crib-ino": crib_ino.Options(),
}  # fmt: skip
OPTIONS_BY_NAME = (
    ("cinco", "with_joker", (2, 3, 4, 6)),
    ("cinco", "two_teams_of_three", (6,)),
    ("cinco", "meander_board", (2, 3, 4, 6)),
)
"""Variants that only set options, which are compared above."""


def one_by_one() -> Iterator[Match]:
    """The defaults for each number of players, then each other value of each option, in games that are soon over."""
    for name, variant, tables, values in TABLES:
        yield from (Match(name, players, variant) for players in tables)
        seats = cycle(tables)
        soon: dict[str, Setting] = {"target": 25} if "target" in values else {}
        for option, some in values.items():
            told = [value for value in some if soon or value != getattr(DEFAULTS[name], option)]
            yield from (Match(name, next(seats), variant, {**soon, option: value}) for value in told)
    for name, variant, tables in OPTIONS_BY_NAME:
        yield from (Match(name, players, variant) for players in tables)


def at_random(number: int, seed: int) -> Iterator[Match]:
    """So many tables, each option with any of its values and any number of players."""
    random = Random(f"tables {seed}")
    for index in range(number):
        name, variant, _, values = TABLES[index % len(TABLES)]
        players = random.choice(open_book(name, variant=variant).rulebook.players)
        options = {option: random.choice(some) for option, some in values.items()}
        yield Match(name, players, variant, options)
