"""What a game says of all its games: hidden information, chance, simultaneous choices, and its greatest length."""

from __future__ import annotations

import pytest

import rulewright as rw
from tests.games.books import books

BOARD = """
rulebook: 1
name: board
players: 2
pieces: {stone: {of: players}}
boards: {board: {grid: {rows: 2, columns: 3}, holds: stone}}
phases:
  turn:
    actions:
      put:
        choose: {at: board.spaces}
        when: {free: {holds: at.empty, says: Take a free space.}}
        do: [{place: stone, to: at}, end_turn]
      MORE
    as_soon_as: {RULE}
end: {full: {when: board.full, result: draw}}
"""


def board(more: str = "", rule: str = "") -> rw.Game:
    return rw.load_text(BOARD.replace("MORE", more).replace("RULE", rule), players=2)


@pytest.mark.parametrize(
    ("name", "perfect", "chance", "simultaneous", "longest"),
    [
        ("tic-tac-toe", True, False, False, 9),
        ("connect-four", True, False, False, 42),
        ("hex", True, False, False, None),
        ("pig", True, True, False, None),
        ("crazy-eights", False, True, False, None),
        ("rock-paper-scissors", False, False, True, None),
        ("little-draughts", True, False, False, None),
    ],
)
def test_what_a_game_says_of_itself(
    name: str, perfect: bool, chance: bool, simultaneous: bool, longest: int | None
) -> None:
    game = rw.load(books()[name])
    said = game.perfect_information, game.has_chance, game.simultaneous, game.max_game_length
    assert said == (perfect, chance, simultaneous, longest)


CASES = (
    ("", "", 6),
    ("again: {choose: {at: board.spaces}, when: {free: at.empty}, do: [{place: stone, to: at}]}", "", 6),
    ("never: {when: {at_no_table: 1 > 2}, do: [end_turn]}", "", 6),
    ("pass: {do: [end_turn]}", "", None),
    ("maybe: {do: [{if: round > 3, do: [{place: stone, to: a1}]}, end_turn]}", "", None),
    ("", "gone: {when: not a1.empty, do: [{remove: a1.piece}]}", None),
    ("", "turned: {after: put, when: not a1.empty, do: [{set: a1.owner, to: me}]}", 6),
)


@pytest.mark.parametrize(("more", "rule", "longest"), CASES)
def test_a_length_is_proved_where_every_action_fills_a_space(
    more: str, rule: str, longest: int | None
) -> None:
    assert board(more, rule).max_game_length == longest
