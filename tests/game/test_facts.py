"""What a game says of all its games: hidden information, chance, simultaneous choices, and its greatest length."""

from __future__ import annotations

from pathlib import Path

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


def test_the_numbers_of_players_that_a_rulebook_allows(tmp_path: Path) -> None:
    game = rw.load("pig", players=3)
    assert game.player_counts == tuple(range(2, 11))
    assert (game.min_players, game.num_players, game.max_players) == (2, 3, 10)
    assert game.fingerprint != rw.load("pig", players=4).fingerprint
    game.save(tmp_path / "pig.game")
    compiled = rw.load_compiled(tmp_path / "pig.game")
    assert (compiled.player_counts, compiled.max_chance_outcomes) == (game.player_counts, 6)
    assert board().player_counts == (2,)


@pytest.mark.parametrize("name", ["pig", "rock-paper-scissors", "tic-tac-toe", "crazy-eights"])
def test_a_compiled_game_says_the_same_of_itself(name: str, tmp_path: Path) -> None:
    game = rw.load(books()[name])
    game.save(tmp_path / "game")
    compiled = rw.load_compiled(tmp_path / "game")
    for fact in (
        "perfect_information", "has_chance", "simultaneous", "max_game_length", "player_counts", "max_chance_outcomes", "utility",
        "min_utility", "max_utility", "utility_sum", "zero_sum",
    ):  # fmt: skip
        assert getattr(compiled, fact) == getattr(game, fact)


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
