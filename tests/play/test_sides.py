"""Partners who win are one winner: nobody else shares their win."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.play.compare import compare
from rulewright.play.comparing.result import as_text, sections
from rulewright.play.figures.margins import shared, sides_of
from rulewright.play.simulate import simulate

PAIRS = """\
rulebook: 1
name: pairs
players: 4
teams: {count: 2, seats: alternate}
pieces: {dice: {count: 1, faces: 0..1}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: teams, type: number}}
phases:
  turn:
    actions: {roll: {do: [{roll: tray}, {add: tray.face, to: me.team.score}, end_turn]}}
end:
  level:   {at: round, when: team(1).score == team(2).score, result: highest score}
  decided: {at: round, when: team(1).score != team(2).score, result: highest score}
standing: highest score
"""


@pytest.mark.parametrize(
    ("winners", "so"), [(0b0000, False), (0b0101, False), (0b1010, False), (0b1111, True), (0b0011, True)]
)
def test_a_win_is_shared_where_more_than_one_side_has_it(winners: int, so: bool) -> None:
    assert shared(sides_of((0, 1, 0, 1)), winners) is so


@pytest.mark.parametrize("rotated", [False, True])
def test_partners_do_not_share_their_win_with_each_other(rotated: bool) -> None:
    players = ("random",) * 4 if rotated else None
    found = simulate(rw.load_text(PAIRS, engine="reference"), 40, players=players, rotated=rotated)
    level = found.ends["level"]
    assert 0 < level < found.ends["decided"]
    assert found.ties == level
    assert [seat.shared for seat in found.seats] == [level] * 4
    assert [player.shared for player in found.by_player] == [level] * 4 * rotated


def test_partners_who_share_everything_have_one_row_of_a_comparison() -> None:
    late = PAIRS.replace("at: round, when:", "at: round, when: round > 1 and")
    a, b = (rw.load_text(text, engine="reference") for text in (PAIRS, late))
    found = compare(a, b, 40, seed=2)
    names = {section: [line.name for line, _, _ in rows] for section, rows in sections(found)}
    assert names["who wins"] == ["seats 1 and 3 win", "seats 2 and 4 win", "the win is shared"]
    assert names["scores"] == ["mean score", "seats 1 and 3", "seats 2 and 4"]
    assert "seats 1 and 3 win" in as_text(found)
    assert found.line("wins.3").a == found.line("wins.1").a, "programs have a figure for each seat"


def test_partners_who_score_for_themselves_keep_their_rows() -> None:
    own = PAIRS.replace("per: teams", "per: players").replace("me.team.score", "me.score")
    own = own.replace("team(1).score", "seat(1).score").replace("team(2).score", "seat(2).score")
    game = rw.load_text(own, engine="reference")
    (scores,) = (rows for section, rows in sections(compare(game, game, 40, seed=2)) if section == "scores")
    assert [line.name for line, _, _ in scores] == ["mean score", "seat 1", "seat 2", "seat 3", "seat 4"]
