"""What house rules and options move: which are tried, what counts as an effect, and in which order they are reported."""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.author.health.knobs import Turning, other_values, others_of
from rulewright.author.health.page import to_html
from rulewright.author.tuning.opening import Base
from rulewright.language.types import Boolean, Enum, Integer, Optional
from rulewright.play.health.knobs import Knobs, Moved, Turned, strongest
from rulewright.play.health.report import as_text

GAME = """
rulebook: 1
name: race
title: Race
players: 2
options:
  goal: {type: 1..60, default: 20}
  ends_early: {type: bool, default: false}
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
        do:
          - {roll: tray}
          - {add: tray.face, to: me.score}
          - end_turn
end:
  dug: {after: dig, when: me.score >= goal, result: {wins: me}}
  early: {when: ends_early and round > 300, result: draw}
standing: highest score
"""
RULE = """
rulebook: 1
name: {name}
extends: {game}
change:
  phases:
    turn:
      actions:
        dig:
          do: [{{roll: tray}}, {{add: 2 * tray.face, to: me.score}}, end_turn]
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    folder: Path = tmp_path_factory.mktemp("race")
    (folder / "race.rulebook.yaml").write_text(GAME)
    (folder / "twice.overlay.yaml").write_text(RULE.format(name="twice", game="race"))
    (folder / "other.overlay.yaml").write_text(RULE.format(name="other", game="pig"))
    return Base(str(folder / "race.rulebook.yaml"))


@pytest.fixture(scope="module")
def knobs(base: Base) -> Knobs:
    turning = Turning(base, base.open(), "random", 200)
    turning.play(inf, 1, lambda done, of: None)
    return turning.knobs()


def test_the_house_rules_of_the_game_and_the_options_are_tried(base: Base) -> None:
    found = [(each.name, each.sort) for each in others_of(base, base.open())]
    assert found == [
        ("twice", "house rule"), ("goal = 10", "option"), ("ends_early = true", "option"), ("goal = 40", "option")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("type_", "value", "others"),
    [
        (Boolean(), False, [True]),
        (Enum("how", ("low", "high", "any")), 1, ["low", "any"]),
        (Integer(1, 4), 2, [1, 3, 4]),
        (Integer(1, 1000), 100, [50, 200]),
        (Integer(1, 120), 100, [50, 120]),
        (Integer(0, 1000), 0, [1, 1000]),
        (Optional(Integer(1, 3)), None, [1, 2, 3]),
        (Optional(Integer(1, 3)), 2, [None, 1, 3]),
    ],
)
def test_of_a_long_range_half_and_twice_are_tried(type_: object, value: object, others: list[object]) -> None:
    assert other_values(type_, value) == others  # type: ignore[arg-type]  # types of the language


def test_knobs_are_ranked_by_what_they_surely_move(knobs: Knobs) -> None:
    assert knobs.ranked[0].name == "goal = 40"
    assert {each.name for each in knobs.ranked} == {"goal = 40", "goal = 10", "twice"}
    still = next(each for each in knobs.turned if each.name == "ends_early = true")
    assert not still.moves
    best = strongest(knobs, "length")
    assert best is not None
    turned, moved = best
    assert turned.name == "goal = 40"
    assert 60 < moved.low < moved.moved < moved.high < 120


def test_intervals_hold_for_all_figures_together(base: Base, knobs: Knobs) -> None:
    assert knobs.looks == sum(len(each.figures) for each in knobs.turned) > 20
    alone = rw.compare(base.open().game, base.open().at(None, None, {"goal": 40}).game, games=200)
    line = alone.line("decisions")
    moved = next(
        figure
        for each in knobs.turned
        if each.name == "goal = 40"
        for figure in each.figures
        if figure.id == "decisions"
    )
    assert line.a is not None
    assert moved.low < 100 * line.low / line.a < 100 * line.high / line.a < moved.high


def test_the_time_is_kept(base: Base) -> None:
    turning = Turning(base, base.open(), "random", 10_000)
    turning.play(time.perf_counter(), 1, lambda done, of: None)
    assert len(turning.left) == 4
    assert turning.knobs().turned == ()


def test_a_rule_that_cannot_be_played_is_told_with_the_reason(base: Base) -> None:
    broken = Path(base.game).parent / "broken.overlay.yaml"
    broken.write_text(RULE.format(name="broken", game="race").replace("2 * tray", "2 * trai"))
    alone = broken.with_name("alone.overlay.yaml")
    alone.write_text("rulebook: 1\nname: alone\nextends: race\nchange: {players: 1}\n")
    turning = Turning(base, base.open(), "random", 20)
    turning.play(inf, 1, lambda done, of: None)
    broken.unlink()
    alone.unlink()
    refused = {each.name: each.refused for each in turning.knobs().turned if each.refused}
    assert set(refused) == {"alone", "broken"}
    assert refused["alone"].endswith("is not for 2 players")
    assert "trai" in refused["broken"]


def test_the_report_says_so_in_words_tables_and_data(base: Base, knobs: Knobs) -> None:
    found = replace(rw.health(base.open().game, levels=(), games=10, seconds=None), knobs=knobs)
    text = as_text(found)
    assert "surely move something: length most by `goal = 40` (decisions: " in text
    assert "WHAT HOUSE RULES AND OPTIONS MOVE" in text
    assert "No effect was found of `ends_early = true`." in text
    told = found.to_json()["knobs"]
    assert told["turned"][0]["name"] == "goal = 40"
    assert "decisions" in told["turned"][0]["moves"]
    page = to_html(found)
    assert page.count('class="own"') > 3
    assert "goal = 40" in page


def test_what_is_moved_by_nearly_nothing_is_no_effect() -> None:
    sure = Moved("decisions", "decisions", False, 20, 22, 10, 4, 16, True)
    vague = replace(sure, low=-1, sure=False)
    found = Knobs("random", 2, (Turned("a", "option", 10, (vague,)), Turned("b", "option", 10, (sure,))))
    assert [each.name for each in found.ranked] == ["b"]
    assert sure.words == "4 to 16 % more"
