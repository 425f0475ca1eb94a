"""Players who move one seat on with each game: each is judged by all seats, and held against the others game by game."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.document.bundled import rulebooks_folder
from rulewright.play.figures.rotation import Player, Rotation
from rulewright.play.running.games import Plan
from rulewright.play.running.measured_games import play_measured
from rulewright.play.simulate import Simulation, simulate, whole_rotations

SEATS_MATTER = """
rulebook: 1
name: seats
title: Seats
players: 2..4
variables: {points: {per: players, type: 0..99}}
phases:
  turn:
    actions:
      take: {do: [{add: 2, to: me.points}, end_turn]}
      leave: {do: [end_turn]}
end: {over: {at: round, when: round == 2, result: highest points}}
standing: highest points
strategies:
  taker: {prefer: {take: 1}}
  leaver: {prefer: {leave: 1}}
"""

SOURCE = (rulebooks_folder() / "classics" / "dice" / "pig.rulebook.yaml").read_text(encoding="utf-8")
ALIKE = "{prefer: {hold: pot >= 20 or me.score + pot >= target}}"
HASTY = "{prefer: {hold: pot > 11}}"


def pig(players: int, engine: str = "reference") -> rw.Game:
    return rw.load("pig", players=players, options={"target": 30}, engine=engine)


def by_hand(bots: tuple[str, ...], games: int, most: int) -> list[tuple[int, int]]:
    """Of each player wins, and points over all games that were finished."""
    found = [[0, 0] for _ in bots]
    for part in play_measured(pig(len(bots)), range(games), Plan(3, most, bots)):
        for place, number in enumerate(part.numbers):
            for player in range(len(bots)) if part.ended[place] else ():
                seat = (player + number) % len(bots)
                found[player][0] += part.winners[place] >> seat & 1
                found[player][1] += part.scores[seat][place]
    return [(wins, points) for wins, points in found]


def told(result: Simulation) -> list[tuple[int, int]]:
    return [(each.wins, round(each.score.mean * each.score.count)) for each in result.by_player if each.score]


@pytest.mark.parametrize("bots", [("hold_at_20", "random"), ("keep_pace", "hold_at_20", "hold_at_20")])
@pytest.mark.parametrize("most", [10_000, 40])
def test_players_are_counted_wherever_they_sit(bots: tuple[str, ...], most: int) -> None:
    result = simulate(pig(len(bots)), 60, seed=3, max_actions=most, players=bots, rotated=True)
    assert told(result) == by_hand(bots, 60, most)
    assert [each.bot for each in result.by_player] == list(bots)
    assert sum(each.wins for each in result.by_player) == sum(seat.wins for seat in result.seats)
    assert bool(result.unfinished) == (most == 40)


def test_it_is_the_same_for_both_engines_and_any_number_of_jobs() -> None:
    bots = ("hold_at_20", "keep_pace")
    wanted = simulate(pig(2), 40, seed=3, players=bots, rotated=True).to_json()
    for engine, jobs in (("native", 1), ("native", 2), ("reference", 2)):
        found = simulate(pig(2, engine), 40, seed=3, jobs=jobs, players=bots, rotated=True)
        assert found.to_json() == wanted


def test_everybody_sits_everywhere_equally_often() -> None:
    result = simulate(pig(3), 10, players=("hold_at_20", "random", "random"), rotated=True)
    assert result.games == whole_rotations(10, ("hold_at_20", "random", "random")) == 12
    assert [each.player for each in result.by_player] == ["hold_at_20", "random 1", "random 2"]


def test_a_seat_that_always_wins_makes_nobody_stronger() -> None:
    game = rw.load("tic-tac-toe", engine="reference")
    result = simulate(game, 2, players=("greedy", "random"), rotated=False)
    assert (result.rotated, result.by_player, result.duels) == (False, (), ())
    first_wins = SEATS_MATTER.replace("result: highest points", "result: {wins: seat(1)}")
    seats = rw.load_text(first_wins, players=2, engine="reference")
    result = simulate(seats, 100, players=("taker", "leaver"), rotated=True)
    assert [seat.win_rate for seat in result.seats] == [1, 0]
    assert [each.win_rate for each in result.by_player] == [0.5, 0.5]
    (duel,) = result.duels
    assert duel.difference == 0
    assert duel.words == "no difference found (between -19 and 19 in 100 games)"


def test_shared_wins_count_for_each_and_for_no_difference() -> None:
    seats = rw.load_text(SEATS_MATTER, players=4, engine="reference")
    result = simulate(seats, 40, players=("taker", "leaver", "taker", "leaver"), rotated=True)
    taker, leaver, other, _ = result.by_player
    assert (taker.wins, taker.shared, taker.win_rate) == (40, 40, 1)
    assert (leaver.wins, other.wins) == (0, 40)
    assert [(duel.player, duel.other) for duel in result.duels] == [
        ("taker 1", "leaver 1"),
        ("taker 1", "leaver 2"),
    ]
    assert result.duels[0].difference == 1
    assert result.duels[0].words.startswith("wins more often by 100 in 100 games, 95 % interval ")


def test_nothing_is_said_of_no_games() -> None:
    rotation = Rotation(pig(2), ("hold_at_20", "random"))
    assert rotation.duels() == ()
    assert rotation.players()[0] == Player("hold_at_20", "hold_at_20", 0, 0, 0.0, 0.0, 1.0, None)


def test_players_who_play_alike_are_seldom_told_apart() -> None:
    """95 % intervals leave out 0 in 20 of 400 comparisons; more than 35 or fewer than 7 would be so in one run in a thousand."""
    rules = SOURCE.replace(
        "strategies:", f"strategies:\n  twin: {ALIKE}\n  other: {ALIKE}\n  hasty: {HASTY}", 1
    )
    for bots in (("twin", "other"), ("twin", "other", "hasty")):
        game = rw.load_text(rules, players=len(bots))
        duels = [simulate(game, 120, seed=seed, players=bots, rotated=True).duels[0] for seed in range(400)]
        assert 7 <= sum(not duel.low <= 0 <= duel.high for duel in duels) <= 35
        assert abs(sum(duel.difference for duel in duels)) / 400 < 0.02
