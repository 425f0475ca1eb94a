"""The oracles of Sino and Cinco held against their own rule lists: worked examples ES1-ES7 and EN1-EN7.

No engine takes part. What is wrong here is a mistake in an oracle, never in a rulebook.
"""

from collections.abc import Iterable
from itertools import pairwise, product
from typing import Any

import pytest

from . import cinco, sino

# Sino


def sino_with(*chips: str, seat: int = 0) -> sino.Oracle:
    """A new game of two where a seat has covered some spaces, each told as `red 10`."""
    game = sino.Oracle(2)
    game._chips[seat] = {(colour, int(number)) for colour, number in map(str.split, chips)}
    return game


def announce(game: sino.Oracle, *rows: str) -> list[int]:
    for row in rows:
        game.apply(f"announce_row {row}", {})
    return game.scores()


def in_round_two(**options: Any) -> sino.Oracle:  # Any: those of `sino.Options`
    game = sino.Oracle(2, must_roll_five=False, **options)
    for _ in range(2):
        assert "try_bonus" not in game.legal()
        game.apply("pass_the_cup", {})
    return game


def test_the_card_is_worth_495() -> None:
    assert len(sino.ROWS) == 21
    assert all(sum(number for _, number in spaces) == sino.WORTH[row] for row, spaces in sino.ROWS.items())
    assert sum(sino.WORTH.values()) == 495


def test_es1_to_es3_closing_rows() -> None:
    game = sino_with("red 5", "red 6", "red 7", "red 8", "red 9")
    game._won["diagonal 10"] = 1
    game.apply("roll red", {"red": 10})
    assert "announce_row diagonal 10" not in game.legal()
    assert announce(game, "across red") == [45, 10]
    game = sino_with("green 6", "purple 6", "red 6", *(f"orange {n}" for n in (2, 3, 4, 5, 7)))
    game.apply("roll blue orange", {"blue": 6, "orange": 6})
    assert announce(game, "diagonal 6", "across orange") == [57, 0]
    game = sino_with("green 8", "purple 8")
    game.apply("roll red", {"red": 8})
    assert announce(game, "diagonal 8") == [24, 0]


def test_es4_any_five_numbers() -> None:
    game = sino.Oracle(2)
    for dice in ("red", "red blue", "blue orange"):
        assert "pass_the_cup" not in game.legal()
        game.apply(
            f"roll {' '.join(sorted(dice.split(), key=sino.COLOURS.index))}", dict.fromkeys(dice.split(), 5)
        )
    assert game.legal() == {"pass_the_cup"}


@pytest.mark.parametrize(
    ("numbers", "options", "bonus", "covered"),
    [
        ((1, 2, 3, 4, 5), {}, 30, 0),
        ((6, 2, 3, 4, 5), {}, 40, 0),
        ((6, 2, 3, 4, 5), {"rainbow": "colour_order"}, 20, 0),
        ((1, 2, 3, 4, 6), {}, 16, 0),
        ((1, 2, 3, 4, 6), {"bonus_success_covers": True}, 16, 5),
        ((4, 2, 3, 4, 6), {}, 0, 5),
    ],
)
def test_es6_bonuses(numbers: tuple[int, ...], options: dict[str, Any], bonus: int, covered: int) -> None:
    game = in_round_two(**options)
    game.apply("try_bonus", dict(zip(sino.COLOURS, numbers, strict=True)))
    assert (game.scores()[0], len(game._chips[0])) == (bonus, covered)
    assert not {"try_bonus", "roll red"} & game.legal()


def test_es5_and_es7_rows_of_one_space_forgotten_and_taken() -> None:
    game = sino.Oracle(2, numbers_a_turn=1)
    for _ in range(2):
        game.apply("roll blue", {"blue": 1})
        game.apply("pass_the_cup", {})
    assert "announce_row diagonal 1" in game.legal()
    game.apply("roll red", {"red": 10})
    assert announce(game, "diagonal 10") == [10, 0]
    game.apply("pass_the_cup", {})
    assert announce(game, "diagonal 1") == [10, 1]
    game.apply("roll red", {"red": 5})
    game.apply("pass_the_cup", {})
    assert "announce_row diagonal 1" not in game.legal()


# Cinco


def cinco_with(hand: Iterable[int], taken: dict[int, int] | None = None, **options: Any) -> cinco.Oracle:
    """A game of two; the first seat holds some cards, and tokens of teams stand on spaces."""  # Any: `cinco.Options`
    game = cinco.Oracle(2, **options)
    game._hands[0] = set(hand)
    game._tokens = dict(taken or {})
    return game


def spaces(game: cinco.Oracle, card: int) -> list[int]:
    return sorted(int(text.split()[2]) for text in game.legal() if text.startswith(f"play {card} "))


def test_en1_to_en5_where_a_card_fits() -> None:
    assert spaces(cinco_with([68, 1, 2, 3]), 68) == list(range(68, 91))
    rim = {87: 0, 88: 0, 89: 1}
    for joker in (False, True):
        game = cinco_with([87, 1, 2, 3], rim, joker=joker)
        assert spaces(game, 87) == [90]
        assert "play_dead 87" not in game.legal()
    full_rim = rim | {90: 1}
    assert "play_dead 88" in cinco_with([88, 1, 2, 3], full_rim).legal()
    assert spaces(cinco_with([88, 1, 2, 3], full_rim), 88) == []
    assert spaces(cinco_with([88, 1, 2, 3], full_rim, joker=True), 88) == list(range(1, 87))


def test_en6_drawing_and_exchanging() -> None:
    assert {"exchange"} == {text for text in cinco_with([1, 2, 3, 4]).legal() if "play" not in text}
    assert {"draw"} == {text for text in cinco_with([1, 2, 3]).legal() if "play" not in text}
    assert cinco_with([]).legal() == {"draw"}


@pytest.mark.parametrize(
    ("line", "options", "winners"),
    [
        ((61, 62, 63, 64, 65), {}, {0}),
        ((6, 18, 36, 60, 90), {}, {0}),
        ((33, 16, 5, 2, 10), {}, set()),
        ((33, 16, 5, 2, 10), {"centre": "bridges"}, {0}),
        ((62, 63, 64, 65, 66), {}, set()),
        ((1, 18, 19, 60, 61), {"path": "meander"}, {0}),
    ],
)
def test_en7_lines(line: tuple[int, ...], options: dict[str, Any], winners: set[int]) -> None:
    game = cinco_with([1, 2, 3, 4], dict.fromkeys(line[:-1], 0), **options)
    game.apply(f"play 1 {line[-1]}", [])
    assert game.winners() == winners


@pytest.mark.parametrize("path", ["spiral", "meander"])
def test_numbers_follow_each_other_from_ring_to_ring(path: str) -> None:
    at = cinco.coordinates(path)
    hexagon = [(q, r) for q, r in product(range(-5, 6), repeat=2) if abs(q + r) <= 5]
    assert sorted([*at.values(), cinco.CENTRE]) == sorted(hexagon)
    beside = {(dq * way, dr * way) for dq, dr in cinco.AXES for way in (1, -1)}
    assert all((at[b][0] - at[a][0], at[b][1] - at[a][1]) in beside for a, b in pairwise(sorted(at)))
    assert [max(abs(q), abs(r), abs(q + r)) for q, r in (at[n] for n in (1, 6, 7, 18, 19, 61))] == [
        1,
        1,
        2,
        2,
        3,
        5,
    ]
