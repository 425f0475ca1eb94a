"""Rules that never mattered: which are listed, in how many games, and how far that can be relied on."""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.author.health.idle import IdleRules
from rulewright.author.health.page import to_html
from rulewright.author.tuning.opening import Base
from rulewright.play.health.idle import Idle, at_most, said_of
from rulewright.play.health.report import as_text
from rulewright.source.text import Source

GAME = """
rulebook: 1
name: dig
title: Dig
players: 2
options:
  greedy: {type: bool, default: false}
pieces:
  dice: {count: 1, faces: 1..6, label: die}
zones:
  tray: {holds: dice, start: all}
variables:
  score: {per: players, type: number}
setup:
  - {roll: tray}
phases:
  turn:
    actions:
      dig:
        when:
          not_yet_rich: me.score < 20
          not_unlucky: tray.face > 1 or round < 300
        do:
          - {roll: tray}
          - {add: tray.face, to: me.score}
          - if: greedy
            do: [twice]
          - if: tray.face > 6 - 1
            do: [{add: 1, to: me.score}]
          - end_turn
      swap:
        when:
          both_have_the_same: all(p.score == me.score and p.score > 15 for p in players) and round > 350
        do: [end_turn]
steps:
  twice:
    do: [{add: tray.face, to: me.score}]
end:
  dug: {after: dig, when: me.score >= 20, result: {wins: me}}
  worked_out: {when: round > 400, result: draw}
standing: highest score
"""


@pytest.fixture(scope="module")
def book() -> pipeline.Book:
    return pipeline.open_source(Source("dig.rulebook.yaml", GAME))


@pytest.fixture(scope="module")
def idle(book: pipeline.Book) -> Idle:
    counting = IdleRules(book, ("random",), 60)
    counting.play(inf, lambda done, of: None)
    return counting.idle()


def test_rules_that_no_game_needed_are_listed_with_the_reason(idle: Idle) -> None:
    found = {each.path: each.reason for each in idle.rules if not each.is_part}
    assert found["phases.turn.actions.swap"] == "never taken"
    assert found["phases.turn.actions.dig.when.not_yet_rich"].startswith("never refused anything (asked ")
    assert found["phases.turn.actions.swap.when.both_have_the_same"].startswith("refused everything (asked ")
    assert found["end.worked_out"].startswith("never held")
    assert "phases.turn.actions.dig" not in found
    assert "end.dug" not in found


def test_what_options_switch_off_is_counted_apart(idle: Idle) -> None:
    assert not any("twice" in each.path or "greedy" in each.path for each in idle.rules)
    assert idle.settled >= 2


def test_nothing_in_n_games_allows_about_three_in_n() -> None:
    assert at_most(300) == pytest.approx(3 / 300, rel=0.01)
    assert (1 - at_most(50)) ** 50 == pytest.approx(0.05)
    assert at_most(300, 20) > at_most(300)
    assert at_most(0) == 1


def test_counting_ends_when_time_is_over(book: pipeline.Book) -> None:
    counting = IdleRules(book, ("random",), 1000)
    counting.play(time.perf_counter(), lambda done, of: None)
    assert counting.idle().games == 1


def test_the_report_says_so_in_words_tables_and_data(book: pipeline.Book) -> None:
    counting = IdleRules(book, ("random",), 40)
    counting.play(inf, lambda done, of: None)
    measured = rw.health(book.game, levels=(), games=10, seconds=None)
    found = replace(measured, idle=counting.idle())
    text = as_text(found)
    assert "never mattered in 40 games between players at random: `phases.turn.actions" in text
    assert "RULES THAT NEVER MATTERED" in text
    assert "With 95 % confidence each of them does in at most 7.2 of 100 games." in text
    data = found.to_json()["idle"]
    assert data["games"] == 40
    assert data["bound"] == pytest.approx(at_most(40))
    assert {"path", "sort", "file", "line", "reason", "inside"} == set(data["rules"][0])
    assert "never refused anything" in to_html(found)


def test_what_mattered_in_other_games_is_not_listed(idle: Idle) -> None:
    left = {each.path for each in idle.without({"end.worked_out"}).rules}
    assert left == {each.path for each in idle.rules} - {"end.worked_out"}


def test_ends_that_other_games_of_the_report_had_are_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.author.health.examining.MOST_COUNTED", 1)
    path = tmp_path / "dig.rulebook.yaml"
    path.write_text(GAME.replace("when: round > 400,", "after: dig, when: me.score == 12,"), encoding="utf-8")
    base = Base(str(path))
    counting = IdleRules(base.open(), ("random",), 1)
    counting.play(inf, lambda done, of: None)
    assert "end.dug" in {each.path for each in counting.idle().rules}
    found = rw.health(str(path), levels=(), games=400, seconds=None)
    assert found.ends[0].ends["dug"] > 0
    assert found.idle is not None
    assert found.idle.games == 1
    assert "end.dug" not in {each.path for each in found.idle.rules}
    assert not [*said_of(found.idle)], "one game says too little for the verdict"


def test_a_game_by_its_name_has_a_table_and_a_loaded_one_has_it_already(book: pipeline.Book) -> None:
    with pytest.raises(rw.RulebookError, match="nothing"):
        rw.health("nothing-like-it", players=2)
    with pytest.raises(TypeError, match="is open already"):
        rw.health(book.game, players=3)
