"""The sheet of a changed game says which words are those of the original, and what holds at this table."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.pipeline import open_book

BOTTOM = "As soon as a player has 100 points, also by five of a kind, the game is over and that player wins"


def printed(folder: Path, game: str, change: str) -> str:
    """The sheet of a game with a house rule."""
    overlay = folder / "wild.overlay.yaml"
    overlay.write_text(f"rulebook: 1\nname: wild\nextends: {game}\n{change}\n", encoding="utf-8")
    return to_markdown(make_sheet(open_book(str(overlay), engine="reference")))


def in_the_turn(rule: str) -> str:
    return f"change: {{phases: {{turn: {{{rule}}}}}}}"


@pytest.mark.parametrize(
    ("game", "change", "told"),
    [
        (
            "cinq-o",
            in_the_turn("as_soon_as: {rack_full: {do: {first: [{add: 1, to: me.score}]}}}"),
            "and add the turn score to your score. At this table first: add 1 to your score.\n",
        ),
        (
            "cinq-o",
            in_the_turn("actions: {rack: {do: {last: [{add: 1, to: me.score}]}}}"),
            "You may rack several, one after another. At this table also: add 1 to your score.\n",
        ),
        (
            "cinq-o",
            in_the_turn("as_soon_as: {rack_full: {do: [end_turn]}}"),
            "add the turn score to your score (words of Cinq-O). At this table: as soon as the Rack is full, your turn ends.\n",
        ),
        (
            "cinq-o",
            in_the_turn("actions: {bank_die: {when: {room_in_bank: bank.empty}}}"),
            "The Bank holds at most 4 dice (words of Cinq-O). At this table: only if the Bank is empty.\n",
        ),
        (
            "cinq-o",
            "change: {define: {turn_score: number * 5}}",
            "as the Hi/Lo die shows (words of Cinq-O). At this table: number × 5.\n",
        ),
        (
            "cinq-o",
            "change: {end: {target_reached: {when: any(p.score > 7 for p in players)}}}",
            f"{BOTTOM} (words of Cinq-O). At this table: as soon as any player's score is more than 7, ",
        ),
        (
            "red-hot-yott",
            "add: {define: {final_total: {sum_of: {chips_left: {is: 20 * p.purse.count, about: 20 for each chip}}}}}",
            "chips left over count nothing (words of Red Hot Yott; changed at this table)**\n",
        ),
        (
            "crib-ino",
            "change: {steps: {going_out: {do: {last: [{pay: 5, from: kitty, to: me.team.score}]}}}}",
            "deals the next hand. At this table also: pay 5 from the kitty to your score.",
        ),
    ],
    ids=["first", "last", "other effects", "condition", "definition", "end", "sum", "step"],
)
def test_words_of_the_original_are_told_apart_from_the_rule(
    tmp_path: Path, game: str, change: str, told: str
) -> None:
    sheet = printed(tmp_path, game, change)
    assert told in sheet
    assert sheet.count("At this table") + sheet.count("at this table") == 2, "the section, and this rule only"


@pytest.mark.parametrize(
    "change",
    [
        "change: {options: {target: 50}}",
        "change: {define: {turn_score: {is: number * 5, about: five times the number}}}",
        in_the_turn("actions: {bank_die: {when: {room_in_bank: {holds: bank.empty, says: One die fits.}}}}"),
    ],
    ids=["option", "definition", "condition"],
)
def test_words_that_a_house_rule_says_itself_are_printed_alone(tmp_path: Path, change: str) -> None:
    assert "words of Cinq-O" not in printed(tmp_path, "cinq-o", change)


def test_words_of_a_variant_are_those_of_its_author() -> None:
    assert "words of Cinq-O" not in to_markdown(make_sheet(open_book("cinq-o", variant="rounds")))


def test_words_that_repeat_a_changed_count_say_how_many_there_are_here(tmp_path: Path) -> None:
    six = tmp_path / "six.overlay.yaml"
    six.write_text("rulebook: 1\nname: six\nextends: counting\nchange: {pieces: {dice: {count: 6}}}\n")
    shutil.copy(Path("tests/corpus/files/counting.rulebook.yaml"), tmp_path)
    sheet = to_markdown(make_sheet(open_book(str(six))))
    assert "Roll five dice (words of counting; at this table: 6 scoring dice)." in sheet
    assert "The sum of the 5 scoring dice (words of counting; at this table: 6 scoring dice)." in sheet
    assert "the best of 15 dice or of five hands." in sheet.lower()


def test_words_that_may_repeat_a_changed_count_say_how_many_there_are_here_too(tmp_path: Path) -> None:
    six = tmp_path / "six.overlay.yaml"
    six.write_text("rulebook: 1\nname: six\nextends: alike\nchange: {pieces: {dice: {count: 6}}}\n")
    shutil.copy(Path("tests/corpus/files/alike.rulebook.yaml"), tmp_path)
    sheet = to_markdown(make_sheet(open_book(str(six))))
    assert (
        "50 if all five are alike, and three of a kind count as well (words of alike; at this table: 6 dice)"
        in sheet
    )
