"""What a sheet says of other numbers of players than those it is written for."""

from __future__ import annotations

from rulewright.author.report.tree import Item
from rulewright.author.sheet.other_tables import in_words
from rulewright.author.sheet.rule_sheet import OTHER_TABLES, make_sheet
from rulewright.pipeline import open_source
from rulewright.source.text import Source
from tests.cli.conftest import Run
from tests.cli.conftest import run as run

RACE = """
rulebook: 1
name: race
title: Race
players: 1..5
pieces: {coins: {count: 30}}
zones: {bank: {holds: coins, start: rest}, purse: {holds: coins, per: players, start: 3 if players.count == 2 else 2}}
phases:
  turn:
    actions:
      take: {do: [{move: 1 coins, from: bank, to: me.purse}, end_turn]}
      steal:
        choose: {p: players}
        when: {many: {holds: players.count > 3, says: Only four or more players steal.}, other: p != me, rich: not p.purse.empty}
        do: [{move: 1 coins, from: p.purse, to: me.purse}, end_turn]
end:
  over: {when: bank.empty, result: highest purse.count}
"""


def test_numbers_of_players_in_words() -> None:
    said = [in_words(counts) for counts in ((1,), (3,), (2, 3), (2, 3, 4), (2, 4, 6))]
    assert said == [
        "Alone",
        "With 3 players",
        "With 2 or 3 players",
        "With 2 to 4 players",
        "With 2, 4 or 6 players",
    ]


def differences(book: str, players: int) -> dict[str, tuple[str, ...]]:
    sheet = make_sheet(open_source(Source("race", book), players, engine="reference"), others=True)
    found = (
        block for section in sheet.sections if section.heading == OTHER_TABLES for block in section.blocks
    )
    return {item.name: item.notes for item in found if isinstance(item, Item)}


def test_what_differs_is_said_once_for_all_numbers_that_share_it() -> None:
    found = differences(RACE, 2)
    assert found["With 1, 3, 4 or 5 players"] == ("Purse: 2 coins each.",)
    (steal,) = found["With 4 or 5 players"]
    assert steal.startswith("Steal: Choose one player.")
    assert steal.endswith("Only if that player's purse is not empty.")
    assert found["Alone"] == (
        "As soon as the bank is empty, the game is over; the highest number of coins in the purse is the best result.",
    )


def test_a_rule_that_only_the_table_of_the_sheet_has_does_not_apply_elsewhere() -> None:
    found = differences(RACE, 4)
    assert "There is no “steal”." in found["With 1 to 3 players"]


def test_the_command_says_it_unless_the_number_is_given(run: Run) -> None:
    assert OTHER_TABLES.upper() in run("rules", "crazy-eights").out
    assert OTHER_TABLES.upper() not in run("rules", "crazy-eights", "--players", "3").out


SHARED = """
rulebook: 1
name: shared
title: Shared
players: 2..4
variables: {passes: {type: number, about: players who have passed in succession}, score: {per: players, type: number}}
phases: {turn: {actions: {pass: {do: [{add: 1, to: passes}, end_turn]}, win: {do: [{add: 1, to: me.score}, end_turn]}}}}
end:
  goal: {after: win, when: me.score >= 9, result: highest score}
  passed: {after: pass, when: passes >= players.count, result: highest score}
"""


def test_the_number_of_players_and_a_result_of_all_ends_are_said_once() -> None:
    book = open_source(Source("shared", SHARED), 2, engine="reference")
    sheet = make_sheet(book, others=True)
    (ends,) = (section.blocks for section in sheet.sections if section.role == "end")
    assert ends == (
        "After “win”, if your score is at least 9, the game ends.",
        "After “pass”, if the passes are at least the number of players, the game ends.",
        "In each case, the player with the highest score wins; if there is a tie, the win is shared.",
    )
    assert OTHER_TABLES not in [section.heading for section in sheet.sections]
