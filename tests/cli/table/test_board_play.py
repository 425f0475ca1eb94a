"""Board games at one terminal: moves by the names of spaces, long lists folded, records gone through again."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.cli.table.menu import listed
from rulewright.scene.marks import SYMBOLS, owner_colours, owner_marks, short_names
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (["X", "O"], ("X", "O")),
        (["dark", "light"], ("D", "L")),
        (["black", "blue"], ("B", "L")),
        (["Ann", "Anna"], ("A", "N")),
        (["Player 1", "Player 2"], ("●", "○")),
        (["team 1", "team 2", "team 3"], ("●", "○", "▲")),
        (["7", "8"], ("●", "○")),
        ([f"Player {number}" for number in range(1, 13)], tuple(map(str, range(1, 13)))),
    ],
)
def test_owners_have_marks_that_differ(names: list[str], marks: tuple[str, ...]) -> None:
    assert owner_marks(names) == marks
    assert len(set(marks)) == len(names)
    assert len(SYMBOLS) == len(set(SYMBOLS))


def test_owners_called_by_a_colour_have_it() -> None:
    assert owner_colours(["red", "blue"]) == ("red", "blue")
    assert owner_colours(["Ann", "cyan", "Bob"]) == ("yellow", "cyan", "magenta")


def test_pieces_have_short_names_that_differ() -> None:
    assert short_names(["6", "12"]) == {"6": "6", "12": "12"}
    assert short_names(["king", "knight", "rook"]) == {"king": "ki", "knight": "kn", "rook": "ro"}
    assert short_names(["man", "king"]) == {"man": "m", "king": "k"}
    assert short_names(["two of hearts", "two of clubs"]) == {"two of hearts": "toh", "two of clubs": "toc"}
    assert short_names(["wooden", "woodcut"]) == {"wooden": "1", "woodcut": "2"}


def test_many_moves_to_spaces_are_one_line() -> None:
    state = rw.load("hex", options={"size": 5}).new_initial_state()
    actions = state.legal_actions()
    assert listed(state, actions)[0] == "      place <space>: 25 spaces"
    assert "as in `place a1`" in listed(state, actions)[1]
    whole = "\n".join(listed(state, actions, everything=True))
    assert "  25  place e5" in whole


def test_few_moves_to_spaces_have_numbers() -> None:
    state = rw.load("reversi").new_initial_state()
    assert listed(state, state.legal_actions()) == ["   1  place d3     2  place c4     3  place f5     4  place e6"]  # fmt: skip


def test_moves_of_several_arguments_are_grouped_by_all_but_the_last() -> None:
    state = rw.load("cinco").new_initial_state(seed=5)
    cards = [str(card) for card in state.observation(0)["zones"]["cards"]["seat(1).hand"]["pieces"]]
    lines = listed(state, state.legal_actions())
    assert [line.split("<space>")[0].strip() for line in lines[: len(cards)]] == [
        f"play {card}" for card in cards
    ]
    highest = max(cards, key=int)
    there = next(line for line in lines if f"play {highest} <space>" in line)
    free = 91 - int(highest)
    assert f"{free} spaces" in there or there.split(": ")[1].split() == [
        str(n) for n in range(int(highest), 91)
    ]


def test_moves_are_typed_by_the_names_of_spaces(run: Run) -> None:
    ended = run("play", "reversi", "--names", "Ann,Bob", typed="place a1\nPLACE D3\nwhy place d3\n1\nquit\n")
    assert ended.status == 0
    assert "Not now: Your disc must outflank at least one disc." in ended.out
    assert "Ann: place d3" in ended.out
    assert "The square must be empty." in ended.out
    assert "4   ·   ·   ·   D   D   ·   ·   ·\n3   ·   ·   ·   D   ·   ·   ·   ·" in ended.out
    assert "L Bob   D Ann" in ended.out


def test_a_space_that_is_not_there_is_told(run: Run) -> None:
    ended = run("play", "tic-tac-toe", typed="mark d9\nmark\nquit\n")
    assert "`mark d9` does not fit: `d9` is no space; what fits now: mark a1, mark b1" in " ".join(
        ended.out.split()
    )
    assert "`mark` needs more" in ended.out


def test_lines_are_named_in_moves(run: Run) -> None:
    ended = run("play", "connect-four", typed="drop d\ndrop d\nlook\nquit\n")
    assert "2   ·   ·   ·   R   ·   ·   ·" in ended.out
    assert "1   ·   ·   ·   Y   ·   ·   ·" in ended.out


def test_a_record_of_a_board_game_is_gone_through_again(run: Run) -> None:
    run("play", "tic-tac-toe", "--names", "Ann,Bob", typed="mark b2\nmark a1\nquit\n")
    whole = run("replay", "tic-tac-toe.record.json")
    assert "   1  Ann: mark b2" in whole.out
    assert "1   O   ·   ·" in whole.out
    assert "O Bob   X Ann" in whole.out
    assert "1   ·   ·   ·" in run("replay", "tic-tac-toe.record.json", "--step", "1").out
    seen = run("replay", "tic-tac-toe.record.json", "--seat", "2", "--format", "json").json
    assert seen["observation"]["boards"] == {"board": {"b2": "mark of 1", "a1": "mark of 2"}}


def test_hands_beside_a_board_stay_hidden(run: Run) -> None:
    run("play", "cinco", "--seed", "5", "--bots", typed="more\n1\nquit\n")
    shown = run("replay", "cinco.record.json", "--seat", "1")
    game = rw.load("cinco")
    hands = game.new_initial_state(seed=5).observation(None)["zones"]["cards"]
    assert "Player 2's hand" in shown.out
    assert "4 cards to Player 2's hand" in shown.out
    dealt = shown.out.split("to Player 1's hand")[0]
    assert not any(f" {card}," in dealt for card in hands["seat(2).hand"]["pieces"])


def test_the_end_of_a_board_game_is_told(run: Run) -> None:
    ended = run("play", "tic-tac-toe", typed="mark a1\nmark a2\nmark b1\nmark b2\nmark c1\n")
    assert "X wins." in ended.out
    assert "1   X   X   X" in ended.out
