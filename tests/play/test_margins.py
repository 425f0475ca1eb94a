"""By how many points winners are ahead is one measure: of single games, of those that are furthest out, and in the summary."""

from __future__ import annotations

from statistics import fmean

import pytest

import rulewright as rw
from rulewright.game.game import Game
from rulewright.play.figures.margins import Margins
from rulewright.play.figures.single import PlayedGame
from rulewright.play.figures.worst import Worst
from rulewright.play.running.games import Plan
from rulewright.play.simulate import chunks, simulate

RULES = """\
rulebook: 1
name: dice
players: PLAYERS
TEAMSpieces: {dice: {count: 2, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {points: {per: players, type: number}}
phases: {turn: {actions: {roll: {do: [{roll: tray}, {add: sum(tray.face), to: me.points}, end_turn]}}}}
end:
  level:   {at: round, when: round == 1 and seat(1).points == seat(2).points, result: draw}
  decided: {at: round, when: round == 2, result: RESULT}
standing: STANDING
"""


def dice(players: int, result: str, standing: str, teams: str = "") -> str:
    text = RULES.replace("PLAYERS", str(players)).replace("TEAMS", f"{teams}\n" if teams else "")
    return text.replace("RESULT", result).replace("STANDING", standing)


LOW = dice(3, "lowest points", "lowest points")
WON_BY_FEW = dice(2, "lowest points", "highest points")
TOGETHER = dice(2, "highest points", "highest points", "teams: {count: 1, seats: alternate}")


def played(game: Game, games: int = 40) -> list[PlayedGame]:
    found: list[PlayedGame] = []
    simulate(game, games, seed=3, each=found.append)
    return found


def furthest(game: Game, measure: str, games: int = 40) -> list[tuple[int, int]]:
    """All games that have the measure, by number."""
    worst = Worst(game, measure, games)
    for chunk in chunks(game, range(games), Plan(3, 10_000, ("random",) * game.num_players)):
        worst.add(chunk)
    return [(each.number, each.value) for each in worst.found()]


@pytest.mark.parametrize("text", [LOW, WON_BY_FEW])
def test_the_furthest_out_and_the_summary_have_the_margins_of_single_games(text: str) -> None:
    game = rw.load_text(text, engine="reference")
    single = {one.number: one.margin for one in played(game) if one.margin is not None}
    assert 0 < len(single) < 40, "a game that nobody won has none"
    assert dict(furthest(game, "margin")) == dict(furthest(game, "small-margin")) == single
    assert furthest(game, "margin")[0][1] == max(single.values())
    assert furthest(game, "small-margin")[0][1] == min(single.values())
    summed = simulate(game, 40, seed=3).margin
    assert summed is not None
    assert summed.count == len(single)
    assert summed.mean == pytest.approx(fmean(single.values()))


def test_where_the_lowest_score_wins_fewer_points_are_ahead() -> None:
    game = rw.load_text(LOW, engine="reference")
    scores = {one.number: sorted(one.scores) for one in played(game) if one.scores}
    found = furthest(game, "margin")
    assert all(value == scores[number][1] - scores[number][0] for number, value in found)
    assert any(value != scores[number][2] - scores[number][1] for number, value in found)


def test_partners_are_ahead_of_the_other_side_and_not_of_each_other() -> None:
    game = rw.load("crib-ino", players=4, variant="partners")
    scores = {one.number: one.scores for one in played(game) if one.scores}
    found = furthest(game, "margin")
    assert all(value == abs(scores[number][0] - scores[number][1]) for number, value in found)
    assert found[0][1] > 0
    summed = simulate(game, 40, seed=3).margin
    assert summed is not None
    assert summed.maximum == found[0][1]


@pytest.mark.parametrize("text", ["tic-tac-toe", dice(1, "highest points", "highest points"), TOGETHER])
def test_where_nobody_can_be_ahead_there_is_none(text: str) -> None:
    text = text.replace("  level:", "  # level:") if "players: 1" in text else text
    game = (rw.load if text == "tic-tac-toe" else rw.load_text)(text, engine="reference")
    assert not Margins(game).exist
    assert {one.margin for one in played(game, 5)} == {None}
    result = simulate(game, 5, seed=3)
    assert result.margin is result.to_json()["margin"] is None
    assert "COURSE" not in str(result)


@pytest.mark.parametrize("text", [LOW, WON_BY_FEW])
def test_they_are_the_same_for_both_engines_and_any_number_of_jobs(text: str) -> None:
    wanted = simulate(rw.load_text(text, engine="reference"), 30, seed=3)
    assert "COURSE" in str(wanted)
    for jobs in (1, 2):
        assert simulate(rw.load_text(text, engine="native"), 30, seed=3, jobs=jobs).margin == wanted.margin
    assert simulate(rw.load_text(text, engine="reference"), 30, seed=3, jobs=2).margin == wanted.margin
