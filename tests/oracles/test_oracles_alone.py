"""The oracles held against their own rule lists: worked examples EQ1-EQ10 and EY1-EY12, options, and odds.

No engine takes part. What is wrong here is a mistake in an oracle, never in a rulebook.
"""

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from . import cinq_o, red_hot_yott

# Cinq-O


def cinq_o_after(
    dice: list[int],
    hilo: str,
    **options: Any,  # Any: those of `cinq_o.Options`
) -> cinq_o.Oracle:
    """A new game of two after its first roll."""
    game = cinq_o.Oracle(2, **options)
    game.apply("roll everything", {"dice": dice, "hilo": [hilo]})
    return game


def play(game: cinq_o.Oracle, *actions: str) -> None:
    """Apply actions that throw no dice."""
    for action in actions:
        game.apply(action, {})


def play_turn(game: cinq_o.Oracle, dice: list[int], hilo: str) -> None:
    """A whole turn of one roll: everything goes to the Rack."""
    game.apply("roll everything", {"dice": dice, "hilo": [hilo]})
    play(game, *(f"rack {face}" for face in dice))


def turn_score(dice: list[int], hilo: str) -> int:
    """What a full Rack is worth with a face of the Hi/Lo die."""
    side, multiplier = cinq_o.HILO_FACES[hilo]
    return cinq_o.number_for(tuple(dice), side) * multiplier


def test_eq1_any_die_may_be_racked_and_nothing_is_forced() -> None:
    game = cinq_o_after([1, 2, 4, 3, 3], "down3")
    banking = {f"bank_die {face}" for face in (1, 2, 3, 4)}
    racking = {f"rack {face}" for face in (1, 2, 3, 4)}
    assert game.legal() == banking | racking | {"box"}
    play(game, "rack 1", "rack 2", "rack 4", "rack 3", "rack 3")
    assert game.scores() == [3, 0]
    assert game.current == 1


def test_eq2_a_banked_die_can_be_racked_later_but_never_rolled_again() -> None:
    game = cinq_o_after([6, 5, 3, 3, 2], "up1")
    assert not any(action.startswith("roll") for action in game.legal())
    play(game, "rack 6", "bank_die 5")
    assert {"roll everything", "roll dice_only", "rack 5 from bank"} <= game.legal()
    with pytest.raises(ValueError, match="3 dice and 1 Hi/Lo dice"):
        game.apply("roll everything", {"dice": [4, 2, 3, 5], "hilo": ["up2"]})
    game.apply("roll everything", {"dice": [4, 2, 3], "hilo": ["up2"]})
    assert not any(action.startswith("roll") for action in game.legal())
    play(game, "rack 5 from bank")
    state = {"tray": [2, 3, 4], "bank": [], "rack": [5, 6], "hilo": "up2", "boxed": False}
    assert game.snapshot() == {"score": [0, 0], "round": 1, "rolls": 2, **state}
    assert {"roll everything", "roll dice_only"} <= game.legal()


@pytest.mark.parametrize(
    ("example", "dice", "hilo", "score"),
    [
        ("EQ3", [1, 1, 1, 1, 2], "down2", 16),
        ("EQ4", [6, 6, 6, 6, 6], "up3", 30),
        ("EQ5", [1, 1, 1, 1, 1], "down3", 30),
        ("EQ6", [1, 2, 3, 4, 5], "down3", 30),
        ("EQ6", [5, 4, 3, 2, 1], "up1", 10),
        ("EQ6", [2, 3, 4, 5, 6], "up2", 20),
        ("EQ7", [6, 6, 6, 6, 6], "down2", 2),
        ("EQ7", [1, 1, 1, 1, 1], "up3", 3),
    ],
)
def test_eq3_to_eq7_scores(example: str, dice: list[int], hilo: str, score: int) -> None:
    assert turn_score(dice, hilo) == score, example
    if len(set(dice)) > 1:  # five equal dice in one roll are another rule, Q27
        game = cinq_o.Oracle(2)
        play_turn(game, dice, hilo)
        assert game.scores() == [score, 0]


def test_eq4_in_play_five_sixes_of_two_rolls() -> None:
    game = cinq_o_after([6, 6, 6, 6, 1], "up3")
    play(game, "rack 6", "rack 6", "rack 6", "rack 6", "box")
    game.apply("roll everything", {"dice": [6]})
    play(game, "rack 6")
    assert game.scores() == [30, 0]


def test_the_two_sides_of_the_card_mirror_each_other() -> None:
    racks = {sum(rack): rack for rack in product(range(1, 7), repeat=5) if len(set(rack)) < 5}
    for total in range(5, 31):
        assert cinq_o.number_for(racks[total], "Hi") == cinq_o.number_for(racks[35 - total], "Lo")


def test_eq8_five_of_a_kind_scores_ten_and_the_player_starts_afresh() -> None:
    game = cinq_o_after([4, 4, 4, 4, 4], "up3")
    fresh: dict[str, object] = {"tray": [], "bank": [], "rack": [], "hilo": None, "boxed": False}
    assert game.snapshot() == {"score": [10, 0], "round": 1, "rolls": 0, **fresh}
    assert game.current == 0
    assert game.legal() == {"roll everything"}
    game.apply("roll everything", {"dice": [1] * 5, "hilo": ["up1"]})  # it may chain
    assert (game.scores(), game.current) == ([20, 0], 0)
    play_turn(game, [1, 1, 1, 1, 2], "down2")
    assert (game.scores(), game.current) == ([36, 0], 1)


TURNS_WORTH = {
    1: ([6, 6, 5, 5, 2], "down1"),
    2: ([6, 6, 5, 5, 2], "down2"),
    5: ([6, 6, 5, 5, 4], "up1"),
    30: ([1, 2, 3, 4, 5], "up3"),
}


def game_with_first_seat_at_95() -> cinq_o.Oracle:
    """Seat 0 has 95 points and is to play, seats 1 and 2 have 5 each."""
    game = cinq_o.Oracle(3)
    for first, others in [(30, 1), (30, 1), (30, 1), (5, 2)]:
        play_turn(game, *TURNS_WORTH[first])
        play_turn(game, *TURNS_WORTH[others])
        play_turn(game, *TURNS_WORTH[others])
    return game


def test_eq9_reaching_the_target_ends_the_game_at_once() -> None:
    game = game_with_first_seat_at_95()
    assert (game.scores(), game.current) == ([95, 5, 5], 0)
    assert game.winners() == set()
    play_turn(game, *TURNS_WORTH[5])
    assert game.scores() == [100, 5, 5]
    assert (game.current, game.winners(), game.legal()) == (None, {0}, set())


def test_five_of_a_kind_that_reaches_the_target_wins_without_a_second_turn() -> None:
    game = game_with_first_seat_at_95()
    game.apply("roll everything", {"dice": [2] * 5, "hilo": ["up1"]})
    assert (game.scores(), game.current, game.winners()) == ([105, 5, 5], None, {0})


def test_eq10_splits_of_one_roll_between_rack_and_bank() -> None:
    reached: set[cinq_o.Turn] = set()
    unfinished = [cinq_o_after([6, 5, 3, 3, 2], "up1")]
    while unfinished:
        game = unfinished.pop()
        turn = game._turn
        if turn.rolls == 0 or turn in reached:
            continue
        reached.add(turn)
        for action in game.legal():
            if action.startswith(("rack", "bank_die")):
                following = deepcopy(game)
                play(following, action)
                unfinished.append(following)
    all_racked = ((2, 3, 3, 5, 6), ())  # ends the turn, so it does not stay on the table
    splits: set[tuple[tuple[int, ...], tuple[int, ...]]] = {all_racked}
    splits |= {(turn.rack, turn.bank) for turn in reached if turn.rack}
    without_loose_dice = [split for split in splits if len(split[0] + split[1]) == 5 and split[1]]
    assert len(splits) == 138
    assert len(without_loose_dice) == 22


def test_the_last_roll_racks_what_is_left_and_scores() -> None:
    game = cinq_o_after([6, 5, 3, 3, 2], "up1", max_rolls=2)
    play(game, "bank_die 6", "bank_die 5", "rack 3")
    game.apply("roll dice_only", {"dice": [6, 6]})
    assert (game.scores(), game.current) == ([5, 0], 1)  # 3 + 5 + 6 + 6 + 6 = 26, still 1 up


def test_the_bank_holds_four_dice() -> None:
    game = cinq_o_after([1, 1, 1, 1, 2], "up1")
    play(game, *["bank_die 1"] * 4)
    assert game.legal() == {"rack 2", "rack 1 from bank", "box"}


def test_a_boxed_hilo_die_is_not_rolled_again() -> None:
    game = cinq_o_after([6, 5, 3, 3, 2], "up1")
    play(game, "box", "rack 6")
    assert "box" not in game.legal()
    assert {action for action in game.legal() if action.startswith("roll")} == {"roll everything"}
    game.apply("roll everything", {"dice": [1, 1, 1, 1]})
    assert game.snapshot()["hilo"] == "up1"


def test_forced_hilo_die_cannot_sit_out() -> None:
    game = cinq_o_after([6, 5, 3, 3, 2], "up1", hilo_reroll="forced")
    play(game, "rack 6")
    assert {action for action in game.legal() if action.startswith("roll")} == {"roll everything"}


def test_hilo_die_is_rolled_alone_only_by_agreement() -> None:
    placing = ["rack 6", "bank_die 5", "bank_die 3", "bank_die 3", "bank_die 2"]
    alone = {"rack 5 from bank", "rack 3 from bank", "rack 2 from bank", "box"}
    game = cinq_o_after([6, 5, 3, 3, 2], "up1")
    play(game, *placing)
    assert game.legal() == alone
    game = cinq_o_after([6, 5, 3, 3, 2], "up1", hilo_roll_alone=True)
    play(game, *placing)
    assert game.legal() == alone | {"roll everything"}
    game.apply("roll everything", {"hilo": ["down2"]})
    assert game.legal() == alone
    play(game, "rack 2 from bank")
    assert "roll everything" in game.legal()
    play(game, "box")
    assert "roll everything" not in game.legal()


def test_cumulative_rack_rule_counts_dice_racked_earlier() -> None:
    game = cinq_o_after([6, 6, 3, 3, 2], "up1", rack_rule="cumulative")
    play(game, "rack 6", "rack 6")
    game.apply("roll everything", {"dice": [1, 2, 3], "hilo": ["up2"]})
    assert "roll everything" in game.legal()
    game.apply("roll everything", {"dice": [1, 2, 3], "hilo": ["up2"]})
    assert "roll everything" not in game.legal()


def test_readings_of_five_of_a_kind() -> None:
    game = cinq_o_after([4] * 5, "up3", five_kind="partial_times_hilo")
    assert (game.scores(), game.current, game.legal()) == ([30, 0], 0, {"roll everything"})
    game = cinq_o_after([6] * 5, "up3", five_kind="bonus_and_continue")
    assert (game.scores(), game.current) == ([10, 0], 0)
    play(game, *["rack 6"] * 5)
    assert (game.scores(), game.current) == ([40, 0], 1)
    game = cinq_o_after([6] * 5, "up3", five_kind="choice")
    assert game.legal() == {"rack 6", "bank_die 6", "box", "take_points"}
    play(game, "take_points")
    assert (game.scores(), game.current, game.legal()) == ([10, 0], 0, {"roll everything"})
    game = cinq_o_after([6] * 5, "up3", five_kind="choice")
    play(game, "rack 6")
    assert "take_points" not in game.legal()
    play(game, *["rack 6"] * 4)
    assert (game.scores(), game.current) == ([30, 0], 1)


def test_five_of_a_kind_in_the_last_roll_is_still_a_choice() -> None:
    game = cinq_o_after([6] * 5, "up3", five_kind="choice", max_rolls=1)
    assert game.legal() == {"rack 6", "bank_die 6", "box", "take_points"}
    declined = deepcopy(game)
    play(game, "take_points")
    assert (game.scores(), game.current) == ([10, 0], 0)
    play(declined, "rack 6")
    assert (declined.scores(), declined.current) == ([30, 0], 1)


def test_a_round_goes_from_the_youngest_to_the_seat_before() -> None:
    game = cinq_o.Oracle(3, "rounds", rounds=1, ties="playoff", first_player=2)
    for seat, hilo in [(1, "up1"), (2, "up2"), (0, "up2"), (2, "up1"), (0, "up2")]:
        assert (game.current, game.winners()) == (seat, set())
        play_turn(game, [1, 2, 3, 4, 5], hilo)
    assert (game.winners(), game.snapshot()["round"]) == ({0}, 2)


def test_target_at_the_end_of_the_round_gives_everyone_the_same_turns() -> None:
    game = cinq_o.Oracle(2, target=30, target_check="end_of_round")
    play_turn(game, [1, 2, 3, 4, 5], "up3")
    assert (game.scores(), game.current) == ([30, 0], 1)
    game.apply("roll everything", {"dice": [1] * 5, "hilo": ["up1"]})
    play_turn(game, [6, 5, 4, 3, 2], "up3")
    assert (game.scores(), game.current, game.winners(), game.snapshot()["round"]) == ([30, 40], None, {1}, 1)


def test_rounds_are_won_by_the_highest_total_and_ties_are_shared_or_played_off() -> None:
    shared = cinq_o.Oracle(3, "rounds", rounds=1)
    playoff = cinq_o.Oracle(3, "rounds", rounds=1, ties="playoff", target=20)
    for game in (shared, playoff):
        for hilo in ("up3", "up2", "up3"):
            play_turn(game, [1, 2, 3, 4, 5], hilo)
    assert (shared.current, shared.winners()) == (None, {0, 2})
    assert (playoff.current, playoff.snapshot()["round"]) == (0, 2)
    for seat, hilo in [(0, "up1"), (2, "up1"), (0, "up1"), (2, "up2")]:
        assert playoff.current == seat
        play_turn(playoff, [1, 2, 3, 4, 5], hilo)
    assert (playoff.winners(), playoff.scores(), playoff.snapshot()["round"]) == ({2}, [50, 20, 60], 3)


def test_solitaire_counts_rounds() -> None:
    game = cinq_o.Oracle(1, "solitaire")
    for _ in range(3):
        assert game.result_rounds is None
        play_turn(game, [1, 2, 3, 4, 5], "up3")
    game.apply("roll everything", {"dice": [1] * 5, "hilo": ["up1"]})
    assert game.result_rounds == 4
    assert game.winners() == {0}


CINQ_O_OPTIONS: list[dict[str, Any]] = [  # Any: the values of `cinq_o.Options`
    dict(zip(cinq_o.CHOICES, values, strict=True)) | {"hilo_roll_alone": alone, "rounds": 2, "target": 60}
    for values in product(*cinq_o.CHOICES.values())
    for alone in (False, True)
]


@pytest.mark.parametrize("variant", [None, "rounds", "solitaire"])
def test_every_random_game_of_cinq_o_ends_and_keeps_what_is_always_true(variant: str | None) -> None:
    chance = random.Random(2003)
    for options in CINQ_O_OPTIONS:
        game = cinq_o.Oracle(1 if variant == "solitaire" else 3, variant, **options)
        while game.current is not None:
            turn = game._turn
            assert turn.rolls <= 5
            assert len(turn.rack) >= turn.rolls - 1
            assert len(turn.tray) + len(turn.bank) + len(turn.rack) == (5 if turn.rolls else 0)
            action = chance.choice(sorted(game.legal()))
            rolls_hilo = action == "roll everything" and not turn.boxed
            loose = turn.loose if action.startswith("roll") else 0
            same_face = [chance.randint(1, 6)] * loose
            dice = chance.choice([same_face, [chance.randint(1, 6) for _ in range(loose)]])
            hilo = [chance.choice(sorted(cinq_o.HILO_FACES))] if rolls_hilo else []
            game.apply(action, {"dice": dice, "hilo": hilo})
        assert game.winners()


# Red Hot Yott

FILLER = ["two", "three", "four", "five", "six"]
FOUR_THREES = ["three"] * 4 + ["two"]


def yott_after(
    dice: list[str],
    **options: Any,  # Any: those of `red_hot_yott.Options`
) -> red_hot_yott.Oracle:
    """A new game of two after its first roll."""
    game = red_hot_yott.Oracle(2, **options)
    game.start({"dice": dice})
    return game


def sheet_of(game: red_hot_yott.Oracle, seat: int = 0) -> dict[str, int]:
    """What a seat has filled in."""
    return dict(game._sheets[seat])


def play_first_seat(
    turns: Sequence[tuple[str, list[str]]],
    **options: Any,  # Any: those of `red_hot_yott.Options`
) -> red_hot_yott.Oracle:
    """A game of two where seat 0 makes these entries with these dice, and seat 1 has poor rolls."""
    game = yott_after(turns[0][1], **options)
    for number, (entry, _) in enumerate(turns):
        game.apply(entry, {"dice": FILLER})
        last = number + 1 == len(red_hot_yott.CATEGORIES)
        following = turns[number + 1][1] if number + 1 < len(turns) else [] if last else FILLER
        game.apply(f"fill {red_hot_yott.CATEGORIES[number]}", {"dice": following})
    return game


def hand(code: str) -> list[str]:
    """Faces from digits, D for a dot: `D2255`."""
    names = dict(zip("D23456", red_hot_yott.FACES, strict=True))
    return [names[letter] for letter in code]


def points(category: str, code: str, yott_as_full_house: bool = True) -> int:
    """What a hand written in digits scores."""
    return red_hot_yott.points_for(category, hand(code), yott_as_full_house)


def test_ey1_four_threes() -> None:
    game = yott_after(FOUR_THREES)
    game.apply("fill threes", {"dice": FILLER})
    assert (sheet_of(game), game.scores(), game.current) == ({"threes": 12}, [12, 0], 1)


FOUR_OF_EACH_HIGH = [("fill fours", "44442"), ("fill fives", "55552"), ("fill sixes", "66662")]


@pytest.mark.parametrize(
    ("example", "threes", "twos", "total"),
    [("EY2", "33332", "22223", 160), ("EY3", "33333", "22223", 166), ("EY3", "3333D", "22223", 166)],
)
def test_ey2_and_ey3_doubling(example: str, threes: str, twos: str, total: int) -> None:
    turns = [*FOUR_OF_EACH_HIGH, ("fill twos", twos), ("fill threes", threes)]
    game = play_first_seat([(entry, hand(code)) for entry, code in turns])
    assert game.scores()[0] == total, example


def test_ey3_seventy_nine_points_are_not_doubled() -> None:
    sheet = {"twos": 8, "threes": 12, "fours": 16, "fives": 20, "sixes": 23}
    assert red_hot_yott.final_total(sheet, 0, 80) == 79
    assert red_hot_yott.final_total(sheet, 0, 79) == 158


def test_ey4_full_house_and_ey5_four_of_a_kind() -> None:
    assert points("full_house", "22255") == 30
    assert points("four_of_a_kind", "33336") == 40


@pytest.mark.parametrize(
    ("category", "code", "score", "chips"),
    [
        ("red_hot_yott", "444DD", 50, 4),  # EY6
        ("red_hot_yott", "44444", 50, 4),  # EY6, C-Y3
        ("natural_yott", "44444", 100, 4),  # EY7
        ("natural_yott", "DDDDD", 100, 4),  # EY7
        ("natural_yott", "4444D", 0, 4),
        ("threes", "33333", 15, 4),  # EY11
        ("full_house", "33333", 30, 4),  # EY11
        ("threes", "33332", 12, 3),
    ],
)
def test_ey6_ey7_and_ey11_any_yott_wins_one_chip(category: str, code: str, score: int, chips: int) -> None:
    game = yott_after(hand(code))
    game.apply(f"fill {category}", {"dice": FILLER})
    assert sheet_of(game) == {category: score}
    assert (game.snapshot()["chips"], game.supply) == ([chips, 3], 20 - chips - 3)


@pytest.mark.parametrize(("first", "bonus"), [("44444", 200), ("44442", 100)])
def test_ey8_natural_yotts_after_the_row_is_filled(first: str, bonus: int) -> None:
    turns = [("fill natural_yott", first), ("fill fives", "66666"), ("fill fours", "66666")]
    game = play_first_seat([(entry, hand(code)) for entry, code in turns])
    assert game.snapshot()["extra_naturals"] == [2, 0]
    assert game.scores()[0] == sheet_of(game)["natural_yott"] + bonus


def test_a_natural_yott_before_the_row_is_filled_is_no_bonus() -> None:
    turns = [("fill sixes", "66666"), ("cross_out natural_yott", "66666")]
    game = play_first_seat([(entry, hand(code)) for entry, code in turns])
    assert game.snapshot()["extra_naturals"] == [0, 0]
    assert game.snapshot()["chips"] == [5, 3]


def test_ey9_not_so_hot_adds_up_dots_as_six() -> None:
    assert points("not_so_hot_row", "D2356") == 22
    assert points("not_so_hot_row", "DDDDD") == 30


@pytest.mark.parametrize(
    ("code", "fitting", "others"),
    [
        ("D2255", ["full_house"], ["four_of_a_kind", "red_hot_yott"]),
        ("D2225", ["full_house", "four_of_a_kind"], ["red_hot_yott"]),
        ("DD234", [], ["full_house", "four_of_a_kind"]),
        ("DD225", ["full_house", "four_of_a_kind"], ["red_hot_yott"]),
        ("DDD23", ["full_house", "four_of_a_kind"], ["red_hot_yott"]),
        ("D4444", ["red_hot_yott", "four_of_a_kind"], ["natural_yott"]),
    ],
)
def test_ey10_dots_are_wild(code: str, fitting: list[str], others: list[str]) -> None:
    assert all(points(category, code) > 0 for category in fitting)
    assert all(points(category, code) == 0 for category in others)


def test_ey12_the_highest_final_total() -> None:
    rows = ["natural_yott", "full_house", "four_of_a_kind", "red_hot_yott", "not_so_hot_row"]
    turns = [(f"fill {row}", hand("66666")) for row in rows]
    turns += [(f"fill {row}", [face] * 5) for row, face in red_hot_yott.TOP.items()]
    game = play_first_seat(turns)
    assert game.scores()[0] == 1350
    assert (game.current, game.winners(), game.round, game.legal()) == (None, {0}, 10, set())
    assert game.snapshot()["chips"] == [13, 3]


def test_rerolls_then_bought_rolls() -> None:
    game = yott_after(hand("6D322"), free_rolls=2, chips_each=1)
    assert {"reroll dot", "reroll two two", "reroll dot two two three six"} <= game.legal()
    assert len([action for action in game.legal() if action.startswith("reroll")]) == 2 * 2 * 2 * 3 - 1
    assert not any(action.startswith("buy_roll") for action in game.legal())
    game.apply("reroll two two three", {"dice": hand("546")})
    assert game.snapshot()["dice"] == hand("D4566")
    assert not any(action.startswith("reroll") for action in game.legal())
    game.apply("buy_roll four five", {"dice": hand("66")})
    assert (game.snapshot()["chips"], game.supply, game.snapshot()["rolls"]) == ([0, 1], 19, 3)
    assert {action.split()[0] for action in game.legal()} == {"fill", "cross_out"}
    game.apply("fill red_hot_yott", {"dice": FILLER})
    assert game.snapshot()["chips"] == [1, 1]


def test_chips_are_limited_by_a_cap_and_by_the_supply() -> None:
    capped = yott_after(hand("66666"), chip_cap=3)
    emptied = yott_after(hand("66666"), chips_each=10)
    for game in (capped, emptied):
        before = game.snapshot()["chips"]
        game.apply("fill sixes", {"dice": FILLER})
        assert game.snapshot()["chips"] == before


def test_not_so_hot_only_if_nothing_fits() -> None:
    game = yott_after(hand("22346"), not_so_hot="only_if_nothing_fits")
    assert "fill not_so_hot_row" not in game.legal()
    tops = [("fill twos", "33333"), ("fill fours", "33333"), ("fill fives", "33333"), ("fill sixes", "22346")]
    turns = [(entry, hand(code)) for entry, code in [*tops, ("fill threes", "22446")]]
    game = play_first_seat(turns, not_so_hot="only_if_nothing_fits")
    assert "fill not_so_hot_row" in game.legal()


def test_voluntary_zero() -> None:
    scoring = {f"cross_out {row}" for row in (*red_hot_yott.TOP, "not_so_hot_row")}
    assert {action for action in yott_after(FILLER).legal() if action.startswith("cross_out")} == scoring
    forbidden = yott_after(FILLER, voluntary_zero=False)
    assert not any(action.startswith("cross_out") for action in forbidden.legal())
    turns = [(f"fill {row}", FILLER) for row in red_hot_yott.TOP]
    left = play_first_seat(turns, voluntary_zero=False).legal()
    assert not any(action.startswith("cross_out") for action in left)


def test_five_equal_dice_as_full_house_only_by_agreement() -> None:
    for code in ("44444", "4444D"):
        assert (points("full_house", code), points("full_house", code, False)) == (30, 0)
    for code in ("DDDDD", "4DDDD", "44DDD", "444DD", "22255"):
        assert (points("full_house", code), points("full_house", code, False)) == (30, 30)


def scores_in(category: str) -> Callable[[Sequence[str]], bool]:
    """The predicate that five dice score in a category."""
    return lambda dice: red_hot_yott.points_for(category, dice) > 0


@pytest.mark.parametrize(
    ("predicate", "odds"),
    [
        (scores_in("natural_yott"), Fraction(1, 1296)),
        (scores_in("red_hot_yott"), Fraction(13, 648)),
        (scores_in("four_of_a_kind"), Fraction(91, 486)),
        (scores_in("full_house"), Fraction(58, 243)),
    ],
    ids=["natural_yott", "red_hot_yott", "four_of_a_kind", "full_house"],
)
def test_odds_over_all_rolls_of_five_dice(predicate: Callable[[Sequence[str]], bool], odds: Fraction) -> None:
    rolls = list(product(red_hot_yott.FACES, repeat=5))
    assert Fraction(sum(map(predicate, rolls)), len(rolls)) == odds


def test_every_random_game_of_red_hot_yott_fills_all_sheets() -> None:
    chance = random.Random(1999)
    settings = product(("free", "only_if_nothing_fits"), (False, True), (False, True), (None, 3), (2, 3, 4))
    for not_so_hot, house, zero, cap, players in settings:
        game = red_hot_yott.Oracle(
            players, not_so_hot=not_so_hot, yott_as_full_house=house, voluntary_zero=zero, chip_cap=cap
        )
        game.start({"dice": chance.choices(red_hot_yott.FACES, k=5)})
        while game.current is not None:
            kinds = sorted({action.split()[0] for action in game.legal()})
            kind = chance.choice(kinds)
            action = chance.choice(sorted(text for text in game.legal() if text.startswith(f"{kind} ")))
            rolled = len(action.split()) - 1 if "roll" in kind else 5
            last_entry = "roll" not in kind and sum(map(len, game._sheets)) == 10 * players - 1
            game.apply(action, {"dice": chance.choices(red_hot_yott.FACES, k=0 if last_entry else rolled)})
            assert 0 <= game.supply <= 20
        assert game.round == 10
        assert game.winners()
        assert all(len(sheet_of(game, seat)) == 10 for seat in range(players))
