"""What is measured of a game, by games small enough to count by hand."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright as rw
from rulewright.game.game import Game
from rulewright.game.playouts.players import preferred
from rulewright.game.playouts.playout import MeasuredGame, Plain, measure, state_of
from rulewright.play.running.games import Plan
from rulewright.play.running.measured_games import Curve, play_measured
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import counted_rules

RACE = """
rulebook: 1
name: race
players: 2
variables: {score: {per: players, type: number}, turns_played: {type: number}}
turns: {round_end: [{add: 1, to: turns_played}]}
phases:
  turn:
    actions:
      step: {do: [{add: 1, to: me.score}, end_turn]}
      leap: {choose: {by: 2..4}, do: [{add: by, to: me.score}, end_turn]}
      stay: {do: [end_turn]}
    as_soon_as:
      bonus: {after: leap, when: me.score == 4, do: [{add: 1, to: me.score}]}
end: {over: {at: round, when: turns_played >= 3, result: highest score}}
strategies:
  slow: {prefer: {step: 1}}
  far: {prefer: {leap: by, step: none}}
  wild: {prefer: {stay: false}}
  none_at_all: {prefer: {step: none, leap: false, stay: none}}
  failing: {prefer: {step: 6 div me.score}}
"""


def game() -> Game:
    return rw.load_text(RACE, engine="reference")


def played(seats: tuple[str | None, ...], seed: int = 3) -> MeasuredGame:
    race = game()
    return measure(race, seed, 100, Plain(race, seed, seats))


def test_everything_is_counted() -> None:
    found = played(("slow", "far"))
    assert counted_rules(game().program) == (
        "step", "leap", "stay", "phases.turn.as_soon_as.bonus", "turns.round_end",
    )  # fmt: skip
    assert (found.decisions, found.turns, found.rounds) == (6, 6, 3)
    assert found.choices == 6 * 5
    assert found.scores == (3, 13)
    assert found.fired == (3, 3, 0, 1, 3)
    assert (found.open, found.taken) == ((6, 6, 6), (3, 3, 0))
    assert found.by_round == ((1, 5), (2, 9), (3, 13))
    assert (found.ended, found.winners, found.lead_changes) == (1, 0b10, 1)


def test_a_tie_is_no_change_of_the_lead() -> None:
    found = played(("slow", "slow"))
    assert found.by_round == ((1, 1), (2, 2), (3, 3))
    assert found.lead_changes == 0, "only the first player ever leads alone"


def test_of_equal_preferences_each_is_as_likely() -> None:
    race = game()
    cells = race.new_initial_state(seed=1).cells
    legal = race.executor.legal(cells)
    strategies = race.program.strategies
    assert preferred(race.executor, strategies["wild"], cells, legal).choices == legal[:4]
    assert preferred(race.executor, strategies["far"], cells, legal).choices == [Choice(1, (4,))]
    assert preferred(race.executor, strategies["none_at_all"], cells, legal).choices == legal
    taken = Counter(
        state_of(race, seed, 1, Plain(race, seed, ("wild", None))).history[-1].action for seed in range(800)
    )
    assert set(taken) == {"step", "leap 2", "leap 3", "leap 4"}
    assert all(150 < many < 250 for many in taken.values()), "four times 200, standard deviation 12"


def test_states_go_the_same_way() -> None:
    race = game()
    for seats in (("wild", "far"), (None, "wild")):
        state = state_of(race, 8, 100, Plain(race, 8, seats))
        assert tuple(state.scores()) == played(seats, 8).scores


def test_a_preference_that_fails_is_told_with_its_place() -> None:
    with pytest.raises(RuleFailure) as failure:
        played(("failing", None))
    assert failure.value.path == "strategies.failing.prefer.step"
    parts = list(play_measured(game(), range(4), Plan(1, 100, ("slow", "failing"))))
    failed = [each for part in parts for each in part.failures]
    assert [each.number for each in failed] == [0, 1, 2, 3]
    assert {each.path for each in failed} == {"strategies.failing.prefer.step"}


def test_the_record_of_a_preference_that_fails_replays_to_it() -> None:
    race = game()
    with pytest.raises(RuleFailure) as failure:
        state_of(race, 3, 100, Plain(race, 3, ("failing", "far")))
    record = failure.value.record
    assert isinstance(record, dict)
    assert record["failure"]["path"] == "strategies.failing.prefer.step"
    with pytest.raises(RuleFailure) as again:
        rw.replay(record, race)
    assert (again.value.path, again.value.record) == (failure.value.path, record)
    mended = rw.load_text(RACE.replace("6 div me.score", "6 - me.score"), engine="reference")
    assert rw.replay(record, mended).record()["steps"] == record["steps"]


def test_players_go_round_the_seats() -> None:
    plan = Plan(1, 100, ("slow", "far"))
    assert [plan.seats(number) for number in range(3)] == [("slow", "far"), ("far", "slow"), ("slow", "far")]
    assert Plan(1, 100, ("slow", "far"), rotated=False).seats(1) == ("slow", "far")
    (found,) = joined(plan)
    assert found == [0b10, 0b01, 0b10, 0b01, 0b10, 0b01]


def joined(plan: Plan) -> list[list[int]]:
    return [[won for part in play_measured(game(), range(6), plan) for won in part.winners]]


def test_any_division_into_parts_leads_to_the_same() -> None:
    found = []
    for parts in ([range(3, 20)], [range(3, 8), range(8, 20)]):
        curve, columns = Curve([], [], []), []
        for numbers in parts:
            for part in play_measured(game(), numbers, Plan(9, 100, ("wild", "random"))):
                curve.add(part.curve)
                columns += list(zip(part.numbers, part.choices, *part.scores, *part.fired, strict=True))
        found.append((curve, columns))
    assert found[0] == found[1]
    assert [column[0] for column in found[0][1]] == list(range(3, 20))


def test_a_game_that_is_broken_off_is_no_part_of_the_curve() -> None:
    (part,) = play_measured(game(), range(1), Plan(9, 3, ("slow", "slow")))
    assert (part.ended.tolist(), part.decisions.tolist(), part.curve.games) == ([0], [3], [])


def test_the_curve_is_the_sum_of_games() -> None:
    parts = play_measured(game(), range(2), Plan(9, 100, ("slow", "far"), rotated=False))
    total = Curve([], [], [])
    for part in parts:
        total.add(part.curve)
    assert total == Curve([2, 2, 2], [[2, 10], [4, 18], [6, 26]], [[2, 50], [8, 162], [18, 338]])
