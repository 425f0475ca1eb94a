"""What players and teams own, in columns: teams by their players, money with its coins, nothing of what is hidden."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.cli.drawing.printed import lines
from rulewright.scene.table import scene_of
from tests.cli.conftest import Run

BOOK = """
rulebook: 1
name: purses
players: 4
teams: {count: COUNT, seats: alternate}
variables:
  purse: {per: players, type: number, start: 65, denominations: [25, 5], seen_by: SEEN}
  score: {per: teams, type: number, start: 120, denominations: {gold: 50, old_silver: 5}}
  tricks: {per: [teams, 1..2], type: number, about: tricks won}
  pot: {type: number, start: 31, denominations: [10, 5]}
phases:
  turn:
    actions:
      give: {do: [{pay: 10, from: me.purse, to: me.team.score}, {add: 1, to: me.team.tricks(1)}, end_turn]}
end: {late: {when: round > 9, result: highest score}}
invariants: {kept: pot > 0}
"""
NAMES = ["Ann", "Bob", "Cleo", "Dan"]


def shown(teams: int, seen_by: str = "all", width: int = 60) -> list[str]:
    game = rw.load_text(BOOK.replace("COUNT", str(teams)).replace("SEEN", seen_by))
    state = game.new_initial_state(seed=1)
    state.apply_action("give")
    return lines(scene_of(state, 0, NAMES), width)


def test_teams_have_columns_of_their_own() -> None:
    assert shown(2)[3:] == [
        "pot 31 = 3×10 + 1",
        "",
        "         Ann  Bob  Cleo  Dan",
        "purse     55   65    65   65",
        "         Ann + Cleo  Bob + Dan",
        "score           130        120",
        "tricks 1          1          0",
        "tricks 2          0          0",
    ]


def test_who_plays_alone_owns_what_the_team_owns() -> None:
    assert shown(4)[5:] == [
        "         Ann  Bob  Cleo  Dan",
        "purse     55   65    65   65",
        "score    130  120   120  120",
        "tricks 1   1    0     0    0",
        "tricks 2   0    0     0    0",
    ]


def test_a_hidden_purse_is_a_question() -> None:
    assert shown(4, "owner")[6] == "purse     55    ?     ?    ?"


def test_standings_of_teams_are_told_by_their_players(run: Run, tmp_path: Path) -> None:
    book = tmp_path / "purses.rulebook.yaml"
    worth = """
standing: highest worth
define:
  worth: {of: {t: teams}, is: t.score + sum(p.purse for p in t.members)}
"""
    book.write_text(BOOK.replace("COUNT", "2").replace("SEEN", "all") + worth, encoding="utf-8")
    shown = run("play", str(book), "--names", ",".join(NAMES), typed="1\nquit\n").out
    assert "Worth: Ann and Cleo 250 · Bob and Dan 250" in shown


def test_a_table_that_is_too_high_is_in_blocks_and_then_without_the_others() -> None:
    """Nothing is left out before the closest drawing, which keeps what the viewer has and names the way to see the rest."""
    game = rw.load_text(BOOK.replace("COUNT", "2").replace("SEEN", "all"))
    scene = scene_of(game.new_initial_state(seed=1), 1, NAMES)
    whole, blocks, own = lines(scene, 80), lines(scene, 80, 10), lines(scene, 60, 5)
    assert len(whole) > len(blocks) > len(own)
    assert len(blocks) <= 10
    assert all("Dan" in "\n".join(drawn) for drawn in (whole, blocks))
    assert own == [
        "Round 1 · Ann to move",
        "pot 31 = 3×10 + 1                        Bob",
        "                    purse    65 = 2×25 + 3×5",
        "                                               Bob + Dan",
        "                    score    120 = 2 gold + 4 old silver",
        "                    tricks 1                           0",
        "                    tricks 2                           0",
        "(only what Bob has is shown: `look` shows the whole table)",
    ]


def test_amounts_are_shown_in_coins_where_they_have_room() -> None:
    assert shown(2, width=88)[5:9] == [
        "                     Ann              Bob             Cleo              Dan",
        "purse    55 = 2×25 + 1×5  65 = 2×25 + 3×5  65 = 2×25 + 3×5  65 = 2×25 + 3×5",
        "                          Ann + Cleo                    Bob + Dan",
        "score    130 = 2 gold + 6 old silver  120 = 2 gold + 4 old silver",
    ]
