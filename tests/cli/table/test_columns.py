"""What players and teams own, in columns: teams by their players, money with its coins, nothing of what is hidden."""

from __future__ import annotations

from pathlib import Path

import rulewright as rw
from rulewright.cli.table.drawing.fit import Fit
from rulewright.cli.table.drawing.screen import Screen
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


def shown(teams: int, seen_by: str = "all") -> list[str]:
    game = rw.load_text(BOOK.replace("COUNT", str(teams)).replace("SEEN", seen_by))
    state = game.new_initial_state(seed=1)
    state.apply_action("give")
    return [line.rstrip() for line in Screen(game.program, NAMES).lines(state.observation(0), 0)]


def test_teams_have_columns_of_their_own() -> None:
    assert shown(2)[3:] == [
        "pot 31 = 3×10 + 1",
        "",
        "            Ann   Bob   Cleo   Dan",
        "purse        55    65     65    65",
        "  of 25       2     2      2     2",
        "  of 5        1     3      3     3",
        "",
        "                   Ann and Cleo   Bob and Dan",
        "score                       130           120",
        "  gold 50                     2             2",
        "  old silver 5                6             4",
        "tricks 1                      1             0",
        "tricks 2                      0             0",
    ]


def test_who_plays_alone_owns_what_the_team_owns() -> None:
    assert shown(4)[5:] == [
        "                   Ann   Bob   Cleo   Dan",
        "purse               55    65     65    65",
        "  of 25              2     2      2     2",
        "  of 5               1     3      3     3",
        "score              130   120    120   120",
        "  gold 50            2     2      2     2",
        "  old silver 5       6     4      4     4",
        "tricks 1             1     0      0     0",
        "tricks 2             0     0      0     0",
    ]


def test_coins_of_a_hidden_purse_are_hidden() -> None:
    assert shown(4, "owner")[6:9] == [
        "purse               55     ?      ?     ?",
        "  of 25              2     ?      ?     ?",
        "  of 5               1     ?      ?     ?",
    ]


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


def test_rows_side_by_side_are_read_one_block_after_the_other() -> None:
    """Nothing is left out before the closest drawing, which keeps the column of whoever looks at it."""
    game = rw.load_text(BOOK.replace("COUNT", "2").replace("SEEN", "all"))
    seen = game.new_initial_state(seed=1).observation(0)
    drawn = {
        fit: [line.rstrip() for line in Screen(game.program, NAMES, 60).lines(seen, 1, fit=fit)]
        for fit in Fit
    }
    assert sorted(map(len, drawn.values()), reverse=True) == [len(drawn[fit]) for fit in Fit]
    assert len(drawn[Fit.OWN]) < len(drawn[Fit.WHOLE])
    assert all("Dan" in "\n".join(drawn[fit]) for fit in (Fit.WHOLE, Fit.BLOCKS, Fit.PLAIN))
    assert "" not in drawn[Fit.PLAIN]
    assert drawn[Fit.OWN] == [
        "Round 1 · Ann to move",
        "pot 31 = 3×10 + 1",
        "purse       65      of 25      2      of 5       3",
        "score              120    tricks 1             0",
        "  gold 50            2    tricks 2             0",
        "  old silver 5       4",
    ]
