"""Bots, simulations, statistics and the promises."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.playout import Plain, play_out, state_of
from rulewright.play.bots import RandomBot
from rulewright.play.figures.statistics import interval, student, summary_of, wilson
from rulewright.play.hunting.conformance import check_game
from rulewright.play.simulate import simulate
from rulewright.runtime.chance.random_words import seed_of
from tests.evaluate import programs
from tests.game.tables import PROGRAMS, game


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_games_keep_every_promise(name: str) -> None:
    assert [str(broken) for broken in check_game(game(name), range(3), 2000)] == []


def test_a_broken_promise_is_found() -> None:
    program = PROGRAMS["identical-dice"]
    score = replace(program.layout.groups["score"], high=3)
    narrow = replace(
        program, layout=replace(program.layout, groups={**program.layout.groups, "score": score})
    )
    (found, *_) = check_game(Game(Reference(narrow)), range(1))
    assert found.promise == "no rule fails"
    assert found.record is not None
    endless = programs.with_ends(program)
    (found, *_) = check_game(Game(Reference(endless)), range(1), max_actions=30)
    assert found.promise == "games end"


def test_a_simulation_is_the_same_for_any_number_of_jobs() -> None:
    one = simulate(game("cards"), 60, seed=5, jobs=1)
    two = simulate(game("cards"), 60, seed=5, jobs=2)
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    assert simulate(game("cards"), 60, seed=6).to_json() != one.to_json()


def test_a_simulation_adds_up() -> None:
    seen: list[tuple[int, int]] = []
    result = simulate(game("cards"), 100, seed=1, progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (100, 100)
    assert result.finished == 100
    assert sum(result.ends.values()) == 100
    assert sum(seat.wins for seat in result.seats) >= 100 - result.draws
    assert all(seat.low <= seat.win_rate <= seat.high for seat in result.seats)
    assert result.decisions is not None
    assert result.decisions.minimum <= result.decisions.mean <= result.decisions.maximum


def test_games_that_do_not_end_are_counted_and_not_summed_up() -> None:
    result = simulate(game("pig"), 10, max_actions=3)
    assert (result.finished, len(result.unfinished), result.decisions) == (0, 10, None)
    assert result.seats[0].win_rate == 0.0


def test_rule_failures_are_kept_with_a_record() -> None:
    program = PROGRAMS["identical-dice"]
    score = replace(program.layout.groups["score"], high=3)
    narrow = replace(
        program, layout=replace(program.layout, groups={**program.layout.groups, "score": score})
    )
    result = simulate(Game(Reference(narrow)), 4)
    assert result.failed == 4
    assert result.failures[0].code
    record = result.failures[0].record
    assert isinstance(record, dict)
    assert record["failure"]["code"] == result.failures[0].code


def test_bots_choose_for_their_seats() -> None:
    bots = [RandomBot(seat) for seat in range(3)]
    result = simulate(game("cards"), 20, seed=1, bots=bots)
    assert result.finished == 20
    assert simulate(game("cards"), 20, seed=1, bots=bots, jobs=2).to_json() == result.to_json()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_playout_and_its_state_are_the_same_game(name: str) -> None:
    fast = play_out(game(name), 11, 5000)
    state = state_of(game(name), 11, 5000, Plain(game(name), 11))
    assert tuple(state.scores()) == fast.scores
    assert tuple(state.returns()) == fast.returns
    assert len(state.history) - 1 == fast.decisions


def test_seeds_of_games_differ_and_fit_into_a_json_number() -> None:
    seeds = [seed_of(1, number) for number in range(1000)]
    assert len(set(seeds)) == 1000
    assert max(seeds) < 2**53


@pytest.mark.parametrize("seed", range(20))
def test_a_summary_of_counts_is_that_of_the_values(seed: int) -> None:
    random = Random(seed)
    values = [random.choice((-3, 0, 7, 10**6, random.randrange(50))) for _ in range(random.randint(1, 60))]
    found = summary_of(Counter(values))
    assert found is not None
    assert (found.count, found.minimum, found.maximum) == (len(values), min(values), max(values))
    assert found.mean == statistics.fmean(values)
    if len(values) == 1:
        assert (found.sd, found.low, found.high) == (None, None, None)
    else:
        assert found.sd == pytest.approx(statistics.stdev(values))
        assert (found.low, found.high) == pytest.approx(
            interval(statistics.fmean(values), statistics.variance(values), len(values))
        )
        hundred = statistics.quantiles(values, n=100, method="inclusive")
        assert [found.quantiles[p] for p in (5, 25, 50, 75, 95)] == pytest.approx(
            [hundred[p - 1] for p in (5, 25, 50, 75, 95)]
        )


def test_intervals_have_their_published_values() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert [round(part, 4) for part in wilson(30, 100)] == [0.2189, 0.3958]
    assert wilson(0, 10)[0] == 0.0
    for degrees, value in (
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (10, 2.2281),
        (30, 2.0423),
        (120, 1.9799),
    ):
        assert student(degrees) == pytest.approx(value, abs=0.02 if degrees < 4 else 0.003)
    assert interval(5, 0, 1) == (5, 5)
    assert [round(part, 2) for part in interval(4.5, 5 / 3, 4)] == [2.45, 6.55]
    assert summary_of({}) is None
    assert summary_of({3: 0}) is None


def test_figures_have_the_names_of_the_printed_table() -> None:
    found = simulate(rw.load("pig"), 30, max_actions=150)
    data: Any = found.to_json()
    assert found.decisions is not None
    assert found.decisions.least == found.decisions.minimum == data["decisions"]["least"]
    assert found.decisions.median == found.decisions.quantiles[50] == data["decisions"]["median"]
    assert found.decisions.most == found.decisions.maximum == data["decisions"]["most"]
    assert data["broken_off"] == found.broken_off == len(found.unfinished) > 0
    sides = rw.compare(rw.load("pig"), rw.load("pig"), 20, max_actions=150)
    assert sides.a.broken_off == sides.a.unfinished == sides.a.to_json()["broken_off"]
    assert sides.a.broken_off > 0
