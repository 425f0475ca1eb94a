"""The section `Examples` of a rule sheet: examples with a `sheet`, in the author's words or in generated ones, as far as they hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.report.tree import Item
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.author.sheet.worked_examples import MOST
from rulewright.author.testing import checking

BOOK = """\
rulebook: 1
name: worked
players: 2..3
options: {target: {type: 1..100, default: 20, about: points that win}, extra: {type: 0..9, default: 0, about: extra points}}
pieces: {dice: {count: 2, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: players, type: number}}
phases: {turn: {actions: {roll: {do: [{roll: tray}, {add: sum(tray.face) + extra, to: me.score}, end_turn]}}}}
end: {won: {when: any(p.score >= target for p in players), result: highest score}}
examples:
  told:
    label: thirteen and seven
    sheet: You have 13 points and roll a 3 and a 4. With <target> points you win.
    given: {seat(1).score: 13}
    play: [{do: roll, rolled: {dice: [3, 4]}}]
    expect: [game.over, seat(1).score == 20]
  generated:
    sheet: true
    given: {seat(1).score: 3, tray: [6, 5], me: seat(1)}
    play: [{do: roll, rolled: {dice: [3, 4]}}]
    expect: [seat(1).score == 10, me == seat(2), not game.over]
  silent: {expect: [seat(1).score == 0]}
  with_extra_points:
    options: {extra: 5}
    sheet: Each roll brings 5 points more.
    play: [{do: roll, rolled: {dice: [1, 1]}}]
    expect: [seat(1).score == 7]
"""


@pytest.fixture
def printed(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """The examples on the sheet of a text, by title."""

    def items(text: str = BOOK, rule: str = "", **table: object) -> dict[str, str]:
        book, overlay = tmp_path / "worked.rulebook.yaml", tmp_path / "other.overlay.yaml"
        book.write_text(text, encoding="utf-8")
        overlay.write_text(f"rulebook: 1\nname: other\nextends: worked\n{rule}\n", encoding="utf-8")
        opened = pipeline.open_book(book, overlays=[overlay] if rule else [], **table)  # type: ignore[arg-type]  # by name
        sections = make_sheet(opened).sections
        found = next((section.blocks for section in sections if section.heading == "Examples"), ())
        return {item.name: item.text for item in found if isinstance(item, Item)}

    return items


def test_an_example_is_printed_in_its_authors_words(printed: Callable[..., dict[str, str]]) -> None:
    assert (
        printed()["Thirteen and seven"] == "You have 13 points and roll a 3 and a 4. With 20 points you win."
    )


def test_an_example_without_words_says_what_is_given_done_and_expected(
    printed: Callable[..., dict[str, str]],
) -> None:
    assert printed()["Generated"] == (
        "At first player 1's score is 3, in the tray there is 6 and 5 and it is player 1's turn. Player 1: roll (dice 3 4). "
        "Player 1 +7, now 10. Then player 1's score is 10 and it is player 2's turn."
    )


def test_only_examples_with_words_are_printed(printed: Callable[..., dict[str, str]]) -> None:
    assert list(printed()) == ["Thirteen and seven", "Generated"]


def test_examples_of_another_table_are_printed_there(printed: Callable[..., dict[str, str]]) -> None:
    assert list(printed(options={"extra": 5})) == ["With extra points"]


@pytest.mark.parametrize("players", [2, 3])
def test_examples_hold_at_every_number_of_players(
    printed: Callable[..., dict[str, str]], players: int
) -> None:
    assert len(printed(players=players)) == 2


def test_what_a_house_rule_makes_wrong_is_left_out(printed: Callable[..., dict[str, str]]) -> None:
    assert list(printed(rule="change: {options: {target: 30}}")) == ["Generated"]


def test_a_sheet_prints_a_few_examples(printed: Callable[..., dict[str, str]]) -> None:
    more = "".join(
        f"  one_more_{n}: {{sheet: Nobody has points., expect: [seat(1).score == 0]}}\n" for n in range(5)
    )
    assert len(printed(BOOK + more)) == MOST


def test_a_slip_in_a_placeholder_is_reported() -> None:
    codes = [problem.code for problem in checking.check_text(BOOK.replace("<target>", "<targett>"))]
    assert codes == ["unknown-name"]
