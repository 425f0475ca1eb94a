"""Filters of choices in house rules, differences and rule sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author.diff import diff
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.pipeline import Book, open_book

BOOK = """\
rulebook: 1
name: filters
players: 2
pieces: {men: {of: players}}
boards: {board: {grid: {rows: 3, columns: 3}, holds: men}}
phases:
  turn:
    actions:
      put: {choose: {at: board.spaces if at.empty}, do: [{place: men, to: at}, end_turn]}
      take:
        choose: {at: {in: board.spaces, if: at.owner == me.opponent, says: Take a man of your opponent.}}
        do: [{remove: at}, end_turn]
      offer: {choose: {n: {one_of: [0, 10, 20]}, at: board.spaces}, when: {high: n > at.row}, do: [{remove: at}, end_turn]}
      leave: {choose: {at: board.spaces}, do: [{remove: at}, end_turn]}
end: {late: {at: round, when: round > 9, result: draw}}
"""
OFFER = "phases.turn.actions.offer.choose.n"
PUT, TAKE, LEAVE = (f"phases.turn.actions.{name}.choose.at" for name in ("put", "take", "leave"))


def opened(folder: Path, changes: str = "") -> Book:
    (folder / "filters.rulebook.yaml").write_text(BOOK, encoding="utf-8")
    if not changes:
        return open_book(folder / "filters.rulebook.yaml")
    text = f"rulebook: 1\nname: house\nextends: filters\n{changes}\n"
    (folder / "house.overlay.yaml").write_text(text, encoding="utf-8")
    return open_book(folder / "house.overlay.yaml")


def changing(path: str, value: str) -> str:
    keys = path.split(".")
    return "change: " + "".join(f"{{{key}: " for key in keys) + value + "}" * len(keys)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (changing(f"{PUT}.if", "at.row > 1"), [("changed", f"{PUT}.if")]),
        (changing(f"{PUT}.in", "neighbours(b2)"), [("changed", f"{PUT}.in")]),
        (changing(PUT, "board.spaces"), [("removed", f"{PUT}.if")]),
        (f"remove: [{PUT}.if]", [("removed", f"{PUT}.if")]),
        (changing(LEAVE, "board.spaces if at.row > 1"), [("added", f"{LEAVE}.if")]),
        (changing(f"{OFFER}.one_of", "[0, 5]"), [("changed", f"{OFFER}.one_of")]),
        (changing(f"{TAKE}.if", "at.row > 1"), [("changed", f"{TAKE}.if")]),
    ],
)
def test_a_house_rule_changes_a_filter_by_its_path(
    tmp_path: Path, change: str, found: list[tuple[str, str]]
) -> None:
    told = diff(opened(tmp_path), opened(tmp_path, change))
    assert [(each.kind, each.path) for each in told.changes if not each.words] == found


def test_a_filter_is_said_with_its_choice_and_words_of_its_own_below(tmp_path: Path) -> None:
    sheet = to_markdown(make_sheet(opened(tmp_path)))
    assert "Choose one space that is empty." in sheet
    assert "Choose one of 0, 10 or 20" in sheet
    assert "Take a man of your opponent." in sheet
