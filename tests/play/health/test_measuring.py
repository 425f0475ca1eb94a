"""The health of games: shares and their intervals, notes, and reports that say where a figure has no meaning."""

from __future__ import annotations

from array import array
from collections import Counter

import pytest

import rulewright as rw
from rulewright.play.figures.statistics import Z95, wilson
from rulewright.play.health.courses import waits_of
from rulewright.play.health.measuring import Measuring
from rulewright.play.health.report import as_text
from rulewright.play.health.shares import Share, distance_for, shares_of
from rulewright.play.health.verdict import alarms, verdict

pytestmark = pytest.mark.usefixtures("optimised")


def test_the_share_of_wins_and_losses_has_the_interval_of_wilson() -> None:
    assert Share.of(Counter({0: 70, 2: 30}), 2).interval() == pytest.approx(wilson(30, 100))


def test_draws_make_an_interval_narrower_but_never_a_point() -> None:
    decided, drawn = Share.of(Counter({0: 50, 2: 50}), 2), Share.of(Counter({0: 10, 1: 80, 2: 10}), 2)
    only_drawn = Share.of(Counter({1: 100}), 2)
    widths = [high - low for low, high in (each.interval() for each in (decided, drawn, only_drawn))]
    assert widths[0] > widths[1] > widths[2] > 0


def test_an_interval_for_several_looks_is_wider() -> None:
    assert distance_for(1) == pytest.approx(Z95)
    assert distance_for(10) > distance_for(2) > Z95


def test_shares_of_all_sides_add_up_to_one_in_every_game() -> None:
    winners = Counter({0b001: 5, 0b011: 3, 0b000: 2})
    assert shares_of(winners, [1, 2, 4]) == [{6: 5, 3: 3, 2: 2}, {0: 5, 3: 3, 2: 2}, {0: 5 + 3, 2: 2}]


def test_waiting_counts_the_decisions_of_others_between_two_turns() -> None:
    assert waits_of(array("i", [0, 0, 1, 1, 1, 0, 1, 0])) == {3: 1, 1: 2}
    assert waits_of(array("i", [0, 0, 0])) == {}


def test_an_unfair_seat_raises_an_alarm_with_an_interval_that_holds_for_all_lines() -> None:
    found = rw.health(rw.load("tic-tac-toe"), levels=(), games=400, seconds=None)
    (share, _) = found.seats
    assert share.is_unfair
    assert share.sure_low <= share.low < share.share < share.high <= share.sure_high
    assert share.sure_low > share.fair
    assert [each.about for each in alarms(found)] == ["seats"]
    assert "X gets" in alarms(found)[0].words
    assert verdict(found)[0] == "One thing to look at."


def test_a_fair_game_raises_none() -> None:
    found = rw.health(rw.load("pig", players=2), levels=(), games=200, seconds=None, seconds_per_decision=30)
    assert alarms(found) == []
    assert found.main == "hold_at_20"
    assert found.length is not None
    assert found.length.minutes == pytest.approx(found.length.decisions.mean / 2)
    assert found.length.wait is not None
    assert 3 < found.length.wait < 5
    assert "No seat has a clear advantage" in as_text(found)


def test_without_a_limit_of_time_a_report_is_the_same_each_time() -> None:
    once, again = (
        rw.health(rw.load("tic-tac-toe"), levels=(1,), games=12, seconds=None, seed=3) for _ in range(2)
    )
    assert once == again
    assert once.kinds == ("random", "level:1")
    assert once.cut == ()


def test_one_player_has_no_rival() -> None:
    found = rw.health(rw.load("yahtzee", players=1), levels=(), games=20, seconds=None)
    assert found.together
    assert found.seats == ()
    assert found.length is not None
    assert found.length.wait is None
    assert "One player plays, so no seat has an advantage" in as_text(found)


def test_games_without_an_end_are_an_alarm() -> None:
    found = rw.health(rw.load("pig", players=2), levels=(), games=20, seconds=None, max_actions=5)
    assert found.length is None
    assert {each.about for each in alarms(found)} == {"endless"}
    assert verdict(found)[0] == "No game was finished, so there is little to say."
    assert as_text(found)


def test_a_report_that_was_interrupted_has_what_was_played() -> None:
    measuring = Measuring(rw.load("pig", players=2), levels=(), games=20, seconds=None)

    def stop(what: str, done: int, of: int) -> None:
        if what == "games of players at random, decision by decision":
            raise KeyboardInterrupt

    assert as_text(measuring.health())
    with pytest.raises(KeyboardInterrupt):
        measuring.measure(stop)
    assert measuring.health().kinds == ("random",)
    assert as_text(measuring.health())


def test_what_there_was_no_time_for_is_listed() -> None:
    found = rw.health(rw.load("tic-tac-toe"), levels=(1,), games=100, seconds=1e-6)
    assert found.cut
    assert "WHAT WAS LEFT OUT" in as_text(found)


@pytest.mark.parametrize("wrong", [{"levels": (7,)}, {"games": 0}, {"seconds_per_decision": -1}, {"jobs": 0}])
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"level 7|games|seconds_per_decision|jobs"):
        rw.health(rw.load("tic-tac-toe"), **wrong)  # type: ignore[arg-type]  # what is wrong is asked here
