"""Every single game of a simulation is told as it was, and all of them come to the summary."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import fmean

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_out
from rulewright.play.figures.single import PlayedGame
from rulewright.play.simulate import Simulation, simulate

DICE = """\
rulebook: 1
name: dice
players: PLAYERS
pieces: {dice: {count: 2, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {points: {per: players, type: number}, bonus: {per: players, type: number}}
phases:
  turn:
    actions: {roll: {do: [{roll: tray}, {add: sum(tray.face), to: me.points}, {add: 1, to: me.bonus}, end_turn]}}
end:
  level:   {at: round, when: all(p.points == seat(1).points for p in players), result: draw}
  decided: {at: round, when: round == 2, result: RESULT}
standing: STANDING
"""
PARTNERS = """\
rulebook: 1
name: pairs
players: 4
teams: {count: 2, seats: alternate}
pieces: {dice: {count: 1, faces: 0..3}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: teams, type: number}}
phases:
  turn:
    actions: {roll: {do: [{roll: tray}, {add: tray.face, to: me.team.score}, end_turn]}}
end: {over: {at: round, when: round == 2, result: highest score}}
standing: highest score
"""


def dice(players: str, result: str, standing: str) -> str:
    return DICE.replace("PLAYERS", players).replace("RESULT", result).replace("STANDING", standing)


LOW = dice("3", "lowest points", "lowest points")
ALONE = dice("1", "highest points", "highest points").replace("  level:", "  # level:")
OTHER_POINTS = ALONE.replace("standing: highest points", "standing: highest bonus")
WON_BY_FEW = dice("2", "lowest points", "highest points")


def told(game: Game, games: int, **more: object) -> tuple[list[PlayedGame], Simulation]:
    """The games one by one, and their summary."""
    found: list[PlayedGame] = []
    result = simulate(game, games, each=found.append, **more)  # type: ignore[arg-type]  # whatever a test asks for
    return found, result


def by_seat(found: list[PlayedGame], seats: int) -> list[list[int]]:
    return [[one.scores[seat] for one in found if one.scores] for seat in range(seats)]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("text", [LOW, PARTNERS, ALONE, WON_BY_FEW, "tic-tac-toe"])
def test_each_game_is_told_as_it_was_played(text: str, engine: str) -> None:
    game = rw.load(text, engine=engine) if text == "tic-tac-toe" else rw.load_text(text, engine=engine)
    found, _ = told(game, 20, seed=3)
    assert [one.number for one in found] == list(range(20))
    for one in found:
        played = play_out(game, one.seed, 10_000)
        assert (one.decisions, one.rounds, one.ended_by) == (played.decisions, played.rounds, played.ended_by)
        assert (one.winners, one.returns, one.outcome) == (played.winners, played.returns, "finished")
        assert one.scores == (None if text == "tic-tac-toe" else played.scores)


def test_points_that_are_no_score_are_not_known() -> None:
    found, _ = told(rw.load_text(OTHER_POINTS, engine="reference"), 5)
    assert {one.returns for one in found} == {None}
    assert {one.scores for one in found} == {(2,)}


def test_the_margin_is_between_the_winner_and_the_second() -> None:
    def margins(text: str) -> list[tuple[tuple[int, ...], int | None]]:
        """The scores of each game that was won, from the lowest, and the margin."""
        found, _ = told(rw.load_text(text, engine="reference"), 15)
        assert all(one.margin is None for one in found if not one.winners)
        return [(tuple(sorted(one.scores)), one.margin) for one in found if one.winners and one.scores]

    assert all(margin == scores[1] - scores[0] for scores, margin in margins(LOW))
    assert all(margin == scores[3] - scores[0] for scores, margin in margins(PARTNERS)), "partners are one"
    assert all(margin == scores[0] - scores[1] for scores, margin in margins(WON_BY_FEW)), "less than 0"
    assert {margin for _, margin in margins(ALONE)} == {None}
    assert any(margin for _, margin in margins(PARTNERS))


@pytest.mark.parametrize("most", [10_000, 40])
@pytest.mark.parametrize("rotated", [False, True])
def test_they_come_to_the_summary(rotated: bool, most: int) -> None:
    game = rw.load("pig", options={"target": 30}, engine="reference")
    bots = ("hold_at_20", "random")
    found, result = told(game, 40, seed=3, bots=bots, rotated=rotated, max_actions=most)
    done = [one for one in found if one.outcome == "finished"]
    assert (len(found), len(done)) == (result.games, result.finished)
    assert result.decisions is not None
    assert fmean(one.decisions or 0 for one in done) == pytest.approx(result.decisions.mean)
    assert Counter(one.ended_by for one in done) == result.ends
    assert tuple(one.seed for one in found if one.outcome == "broken_off") == result.unfinished
    assert bool(result.unfinished) == (most == 40)
    for seat, scores in zip(result.seats, by_seat(done, 2), strict=True):
        assert seat.score is not None
        assert fmean(scores) == pytest.approx(seat.score.mean)
    for player in result.by_player:
        assert sum(player.player in [one.bots[seat] for seat in one.winners] for one in done) == player.wins
    sat = {one.bots for one in found}
    assert sat == ({bots, bots[::-1]} if rotated else {bots})


def test_a_name_that_several_have_gets_a_number_where_everybody_moves() -> None:
    game = rw.load("pig", players=3, options={"target": 20}, engine="reference")
    bots = ("hold_at_20", "random", "hold_at_20")
    found, result = told(game, 3, bots=bots, rotated=True)
    assert found[0].bots == tuple(player.player for player in result.by_player)
    assert found[1].bots == ("hold_at_20 2", "hold_at_20 1", "random")
    assert told(game, 1, bots=bots)[0][0].bots == bots


@pytest.mark.parametrize("bots", [None, ("hold_at_20", "random")])
def test_they_are_the_same_for_both_engines_and_any_number_of_jobs(bots: tuple[str, ...] | None) -> None:
    def games(engine: str, jobs: int) -> list[PlayedGame]:
        game = rw.load("pig", options={"target": 30}, engine=engine)
        return told(game, 30, seed=3, bots=bots, rotated=bots is not None, jobs=jobs)[0]

    wanted = games("reference", 1)
    assert games("native", 1) == games("native", 2) == games("reference", 2) == wanted


@pytest.mark.parametrize("high", [20, 101])
def test_games_in_which_a_rule_fails_have_their_place(high: int) -> None:
    program = rw.load("pig", engine="reference").program
    score = replace(program.layout.groups["score"], high=high)
    narrow = replace(
        program, layout=replace(program.layout, groups={**program.layout.groups, "score": score})
    )
    found, result = told(Game(Reference(narrow)), 20, seed=1)
    assert [one.number for one in found] == list(range(20))
    failed = [one for one in found if one.outcome == "failed"]
    assert 0 < len(failed) == result.failed
    assert {(one.decisions, one.scores, one.winners) for one in failed} == {(None, None, ())}
    assert [one.seed for one in failed][:10] == [each.seed for each in result.failures]


def test_they_are_told_as_they_come() -> None:
    seen: list[PlayedGame] = []
    known: list[bool] = []
    game = rw.load("tic-tac-toe", engine="reference")
    simulate(game, 50, each=seen.append, progress=lambda done, of: known.append(len(seen) == done))
    assert len(known) > 2
    assert all(known)
