"""Real dice and cards at the table: where they go, in which order they are typed, and how a slip is put right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.table.console import Talk
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def sitting(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody sat at the terminal, so that what is asked for is printed."""
    begin = Talk.__init__

    def sits(talk: Talk) -> None:
        begin(talk)
        talk.somebody_there = True

    monkeypatch.setattr(Talk, "__init__", sits)
    monkeypatch.setenv("COLUMNS", "88")


def typed(run: Run, game: str, *lines: str) -> str:
    ended = run(
        "play", game, "--names", "Ann,Bob", "--dice", "typed", typed="".join(f"{line}\n" for line in lines)
    )
    assert ended.status == 0, ended.err
    return ended.out


def dealt(name: str) -> list[list[str]]:
    record = json.loads(Path(name).read_text(encoding="utf-8"))
    return [each["pieces"] for each in record["start"]["chance"] if "pieces" in each and "drawn" in each]


BOBS, ANNS, OTHERS = "0,1,2,3,4,5", "6,7,8,9,10,11", "12,13,14,15,16,17"


def test_dealing_says_whose_cards_they_are(run: Run) -> None:
    shown = typed(run, "crib-ino", BOBS, ANNS, "quit")
    assert (
        "Ann, draw 6 cards for Bob's hand and type which (commas between): "
        "Ann, draw 6 cards for Ann's hand and type which (commas between): "
    ) in shown


def test_the_set_up_is_taken_back_one_result_after_the_other(run: Run) -> None:
    shown = typed(run, "crib-ino", "undo", BOBS, "undo", "help", OTHERS, ANNS, "quit")
    assert "Nothing has been typed yet." in shown
    assert "undo            take back what was typed last" in shown
    assert dealt("crib-ino.record.json") == [OTHERS.split(","), ANNS.split(",")]


def test_the_set_up_can_still_be_taken_back_before_the_first_move(run: Run) -> None:
    shown = typed(run, "crib-ino", BOBS, ANNS, "a", "undo", "undo", "undo", OTHERS, ANNS, "quit")
    assert "Taken back: Ann's move." in shown
    assert "Taken back: what was typed last to set the game up." in shown
    assert dealt("crib-ino.record.json") == [OTHERS.split(","), ANNS.split(",")]


def test_hidden_hands_stay_as_they_were_dealt(run: Run, card_game: str) -> None:
    game = run("play", card_game, "--players", "2", "--seed", "1", typed="\nsave rolled.json\nquit\n")
    assert game.status == 0
    hands = [",".join(pieces) for pieces in dealt("rolled.json")]
    shown = typed(run, card_game, *hands, "", "undo", "quit")
    assert "The cards drawn in the set-up are hidden, so they cannot be typed again." in shown


def test_a_mistyped_roll_is_taken_back(run: Run, dice_game: str) -> None:
    shown = typed(run, dice_game, "roll", "2 4", "undo", "roll", "2 5", "quit")
    assert "Taken back: Ann's move." in shown
    steps = json.loads(Path("dare.record.json").read_text(encoding="utf-8"))["steps"]
    assert [each["faces"] for step in steps for each in step["chance"]] == [["2", "5"]]


def test_a_mistyped_first_roll_is_taken_back(run: Run) -> None:
    shown = typed(run, "red-hot-yott", "2 2 3 4 5", "undo", "6 6 6 6 6", "quit")
    assert "Taken back: what was typed last to set the game up." in shown
    start = json.loads(Path("red-hot-yott.record.json").read_text(encoding="utf-8"))["start"]
    assert len(set(start["chance"][0]["faces"])) == 1


def test_a_roll_of_the_computer_s_stays(run: Run, dice_game: str) -> None:
    ended = run("play", dice_game, "--seed", "3", typed="roll\nundo\nquit\n")
    assert "drew on chance" in ended.out


def test_dice_that_differ_are_typed_in_the_order_that_is_told(run: Run) -> None:
    shown = typed(run, "sino", "roll blue red", "8 3", "3 8", "roll orange", "3", "quit")
    assert "Ann, roll 2 dice and type what they show (in this order: blue, red): " in shown
    assert "blue die: `8` is not on it. It may show 1 to 6." in shown
    assert "blue 3 red 8" in shown


def test_faces_are_listed_in_the_words_by_which_they_are_typed(run: Run) -> None:
    shown = typed(run, "cinq-o", "roll", "1 2 3 4 5", "4 xx", "3 lo", "quit")
    listed = "1 Hi, 2 Hi, 3 Hi, 1 Lo, 2 Lo, 3 Lo"
    assert f"roll the Hi/Lo die [{listed}] and type what it shows: " in shown
    assert f"Hi/Lo die: `4 xx` is not on it. It may show {listed}." in " ".join(shown.split())
    assert "Hi/Lo die 3 Lo" in shown


def against(run: Run, *lines: str, names: str = "Ann,Bob", seat: str = "2=bold") -> str:
    ended = run(
        "play", "red-hot-yott", "--names", names, "--seat", seat, "--dice", "typed",
        typed="".join(f"{line}\n" for line in lines),
    )  # fmt: skip
    assert ended.status == 0, ended.err
    return ended.out


ASKED = "Ann, roll 5 dice"


def test_the_move_of_a_bot_is_shown_before_its_results_are_asked_for(run: Run) -> None:
    shown = against(run, "2 2 3 4 5", "fill twos", "6 6 6 6 6", "7 7", "help", "quit")
    asked = shown.split("Bob's turn: dice 6 6 6 6 6")[1]
    assert asked.index("\n  Bob: ") < asked.index(ASKED)
    assert asked.count("\n  Bob: ") == 1
    assert "take back what was typed last, with what followed from it" in asked
    resumed = run("play", "--resume", "red-hot-yott.record.json", typed="quit\n").out
    assert resumed.index("\n  Bob: ") < resumed.index(ASKED)


def test_a_mistyped_roll_of_a_bot_is_taken_back_at_the_next_question(run: Run) -> None:
    shown = against(run, "2 2 3 4 5", "fill twos", "6 6 6 6 6", "undo", "fill twos", "2 3 4 5 6", "quit")
    assert "Taken back." in shown
    assert "Called off" not in shown
    assert shown.index("Bob's turn: dice 6 6 6 6 6") < shown.index("Bob's turn: dice 2 3 4 5 6")


def test_a_mistyped_roll_that_a_bot_asked_for_itself_is_taken_back_alone(run: Run) -> None:
    shown = against(run, "2 2 3 4 5", "fill twos", "6 6 6 2 3", "4 4", "undo", "undo", "quit")
    assert "Taken back: Bob's move." in shown
    assert shown.count("Taken back: your move") + shown.count("Taken back.") == 1


def test_a_mistyped_roll_of_a_bot_that_begins_is_taken_back(run: Run) -> None:
    shown = against(run, "6 6 6 6 6", "undo", "2 3 4 5 6", "quit", names="Bob,Ann", seat="1=bold")
    assert "Taken back: what was typed last to set the game up." in shown
    assert "Bob begins: dice 2 3 4 5 6" in shown


OPEN_HANDS = """\
rulebook: 1
name: open
players: 2
pieces: {cards: {one_per: {number: 1..6}, label: card}}
zones:
  deck: {holds: cards, start: all, order: shuffled}
  hand: {per: players, holds: cards, label: hand}
phases:
  turn:
    actions:
      draw: {do: [{move: 1 cards, from: deck, to: me.hand}, end_turn]}
end: {out: {when: deck.empty, result: draw}}
"""


def test_a_card_that_lies_elsewhere_is_said_to_lie_there_if_everybody_sees_it(run: Run) -> None:
    Path("open.rulebook.yaml").write_text(OPEN_HANDS, encoding="utf-8")
    shown = typed(run, "open.rulebook.yaml", "draw", "card 3", "draw", "card 3", "card 4", "quit")
    assert (
        "card 3 cannot be drawn here: it is not among the 5 cards to draw from; it lies in Ann's hand."
        in shown
    )
