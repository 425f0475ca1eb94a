"""People at one terminal: handing the screen over, numbers that go with the list, and lines that fit."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright import load
from rulewright.cli.table.console import Talk
from rulewright.cli.table.menu import listed, with_signs
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def sitting(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody sat at the terminal, which cannot clear its screen."""
    begin = Talk.__init__

    def sits(talk: Talk) -> None:
        begin(talk)
        talk.somebody_there = True

    monkeypatch.setattr(Talk, "__init__", sits)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "88")
    monkeypatch.setenv("LINES", "24")


def at_table(run: Run, game: str, *lines: str) -> str:
    ended = run(
        "play", game, "--names", "Ann,Bob", "--seed", "1", typed="".join(f"{line}\n" for line in lines)
    )
    assert ended.status == 0, ended.err
    return ended.out


def hands(name: str) -> list[list[str]]:
    """The cards that were dealt, by seat."""
    dealt = json.loads(Path(name).read_text(encoding="utf-8"))["start"]["chance"]
    return [each["pieces"] for each in dealt]


def test_only_enter_shows_the_next_hand(run: Run, card_game: str) -> None:
    shown = at_table(run, card_game, "", "1", "look", "7", "help", "save kept.json", "quit")
    before, after = shown.split("Pass the screen to Bob")[0:2]
    assert "Ann's hand" in before
    assert "Bob's hand" not in after
    assert not any(card in shown for card in hands("kept.json")[1])
    assert shown.count("This is done when Bob sits here and has pressed Enter.") == 2
    assert "Enter           show the table to Bob" in shown
    assert "Saved. `--resume kept.json`" in shown


def test_a_move_is_taken_back_before_the_next_hand_is_seen(run: Run, card_game: str) -> None:
    shown = at_table(run, card_game, "", "1", "undo", "", "2", "quit")
    assert "Taken back: Ann's move." in shown
    assert shown.count("Pass the screen to Ann") == 2, "whoever sits there now"
    kept = json.loads(Path("tricks.record.json").read_text(encoding="utf-8"))
    assert len(kept["steps"]) == 1
    assert not any(card in shown for card in hands("tricks.record.json")[1])


def test_once_the_next_hand_is_seen_a_move_stays(run: Run, card_game: str) -> None:
    shown = at_table(run, card_game, "", "1", "", "undo", "quit")
    assert "The last move was made by Ann, and only your own can be taken back." in shown


def test_where_all_see_the_same_the_screen_stays(run: Run) -> None:
    shown = at_table(run, "crib-ino", "a", "undo", "a", "quit")
    assert "Pass the screen" not in shown
    assert "Taken back: Ann's move." in shown
    assert load("crib-ino").hides, "the stack is hidden from everybody"


def test_a_terminal_that_cannot_clear_gets_blank_lines(run: Run, card_game: str) -> None:
    shown = at_table(run, card_game, "", "quit")
    assert "\x1b" not in shown
    assert "\n" * 24 in shown


def test_every_line_fits_a_narrow_terminal(run: Run, card_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = at_table(run, card_game, "", "help", "hsitory", "1", "help", "quit")
    for prompt in ("Ann> ", "Enter. "):  # behind which Enter begins a new line
        shown = shown.replace(prompt, f"{prompt}\n")
    assert max(map(len, shown.splitlines())) <= 40
    state = load("cinco").new_initial_state(seed=3)
    assert max(map(len, listed(state, state.legal_actions(), width=40))) <= 40


def test_a_number_that_the_list_does_not_show_is_no_move(run: Run) -> None:
    shown = " ".join(at_table(run, "hex", "25", "why 25", "quit").split())
    assert shown.count("Numbers go with the list, and 25 is not on it: `place") == 2
    assert "is number 25." in shown
    assert not Path("hex.record.json").exists()
    assert "Ann: " in at_table(run, "hex", "more", "25", "quit")


def test_numbers_go_on_where_a_list_is_cut_short() -> None:
    state = load("red-hot-yott").new_initial_state(seed=1)
    actions = state.legal_actions()
    assert with_signs(state, actions) == set(actions)
    state = load("cinco").new_initial_state(seed=3)
    actions = state.legal_actions()
    assert [action.name for action in with_signs(state, actions)] == ["exchange"]


def test_of_a_very_long_line_the_beginning_is_told(run: Run) -> None:
    shown = at_table(
        run, "tic-tac-toe", "x" * 3000, "/" + "y" * 3000, "save " + "z" * 3000, "7" * 5000, "²", "quit"
    )
    assert max(map(len, shown.splitlines())) < 200
    assert "yyy...`" in shown
    assert "cannot be written: " in shown
    assert "There are moves 1 to 9." in shown


def test_a_name_with_a_space_is_told_as_it_can_be_typed(run: Run) -> None:
    ended = run("play", "tic-tac-toe", typed="mark a1\nsave a b\nquit\n")
    assert "`--resume 'a b'` goes on from here" in ended.out
    assert "rulewright play --resume 'a b'" in ended.err


def test_the_last_moves_are_told_again(run: Run, card_game: str) -> None:
    shown = at_table(run, card_game, "", "1", "", "history", "quit")
    told = shown.split("Bob> ")[1]
    assert "Ann: play " in told
    assert sum(card in told for card in hands("tricks.record.json")[0]) == 1, "only what Bob saw"
    many = at_table(run, "tic-tac-toe", "history", "mark a1", "mark b2", "history", "quit")
    assert "Nothing has happened yet." in many
    assert many.index("Ann: mark a1", many.index("Bob: mark b2")) < many.rindex("Bob: mark b2")


def test_a_hint_says_what_moves_are_worth(run: Run) -> None:
    advised = at_table(run, "tic-tac-toe", "mark a1", "mark b2", "mark a2", "hint", "quit")
    assert re.search(r"mark a3 +\d+ % ± \d+\n", advised)
    assert "Ann could win at once with `mark a3`; not after mark a3." in advised.replace("\n ", "")
    assert "played on by `hold_at_20` and `keep_pace`" in at_table(run, "pig", "hint", "quit").replace(
        "\n ", ""
    )
