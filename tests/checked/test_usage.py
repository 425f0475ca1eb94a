"""What house rules and variants have to do with names that nobody uses, and what validating costs."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.language.choices import ENOUGH, how_many_sets
from rulewright.problems.problem import Problem

BOOK = """
rulebook: 1
name: race
players: 2
options:
  limit: {type: 1..9, default: 4}
  spare: {type: bool, default: false}
variables:
  score: {per: players, type: number}
  pot: {type: number}
define:
  doubled: {of: {p: players}, is: p.score * 2}
phases:
  turn:
    actions:
      go_on: {when: {not_yet: pot < limit}, do: [{add: 1, to: pot}]}
      take: {do: [{add: pot, to: me.score}, {set: pot, to: 0}, end_turn]}
end:
  enough: {when: any(p.doubled > 90 for p in players), result: highest score}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "race.rulebook.yaml").write_text(BOOK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def overlay(folder: Path, text: str) -> str:
    (folder / "calm.overlay.yaml").write_text(
        f"rulebook: 1\nname: calm\nextends: race\n{text}", encoding="utf-8"
    )
    return "calm.overlay.yaml"


def said(problems: list[Problem]) -> list[tuple[str, int, str]]:
    return [(p.file, p.line, p.code) for p in problems]


def test_the_rulebook_itself_is_told_of_its_own(folder: Path) -> None:
    assert said(rw.check("race.rulebook.yaml")) == [("race.rulebook.yaml", 7, "unused")]


def test_what_the_parent_never_used_is_no_business_of_the_house_rule(folder: Path) -> None:
    assert rw.check(overlay(folder, "change: {options: {limit: 5}}\n")) == []


def test_a_house_rule_hears_of_the_last_use_that_it_removes(folder: Path) -> None:
    (problem,) = rw.check(overlay(folder, "remove: [phases.turn.actions.go_on.when.not_yet]\n"))
    assert said([problem]) == [("calm.overlay.yaml", 4, "unused")]
    assert "nothing uses the option `limit` any more" in problem.message
    assert problem.span.text == "phases.turn.actions.go_on.when.not_yet"
    assert problem.notes[0].span.line == 6
    assert "`remove: [options.limit]`" in problem.help


def test_a_house_rule_hears_of_the_last_use_that_it_changes(folder: Path) -> None:
    text = "change:\n  end:\n    enough:\n      when: any(p.score > 90 for p in players)\n"
    (problem,) = rw.check(overlay(folder, text))
    assert said([problem]) == [("calm.overlay.yaml", 7, "unused")]
    assert "`doubled`" in problem.message


def test_what_a_house_rule_removes_with_its_use_is_gone(folder: Path) -> None:
    text = "remove: [phases.turn.actions.go_on.when.not_yet, options.limit]\n"
    assert rw.check(overlay(folder, text)) == []


def test_a_house_rule_leaves_a_variable_that_is_never_set(folder: Path) -> None:
    text = "change: {phases: {turn: {actions: {go_on: {do: []}, take: {do: [{add: pot, to: me.score}, end_turn]}}}}}\n"
    found = rw.check(overlay(folder, text))
    assert [(p.code, p.file) for p in found if p.code != "never-ends"] == [("never-set", "calm.overlay.yaml")]


def test_what_a_house_rule_adds_needs_a_use(folder: Path) -> None:
    found = rw.check(overlay(folder, "add:\n  variables:\n    seen: {type: bool}\n"))
    assert said(found) == [("calm.overlay.yaml", 6, "unused")]


def test_a_house_rule_beside_a_rulebook_may_use_what_that_does_not(folder: Path) -> None:
    text = "change: {phases: {turn: {actions: {go_on: {when: {not_yet: pot < limit or spare}}}}}}\n"
    assert rw.check("race.rulebook.yaml", overlays=[overlay(folder, text)]) == []


def test_a_house_rule_beside_a_rulebook_is_told_of_what_it_takes_away(folder: Path) -> None:
    rule = overlay(folder, "remove: [phases.turn.actions.go_on.when.not_yet]\n")
    found = rw.check("race.rulebook.yaml", overlays=[rule])
    assert said(found) == [("calm.overlay.yaml", 4, "unused"), ("race.rulebook.yaml", 7, "unused")]


def test_one_variant_alone_tells_nothing_of_what_the_others_use(folder: Path) -> None:
    variants = "variants: {plain: {change: {options: {limit: 3}}}}\n"
    text = BOOK + variants
    assert [p.code for p in rw.check_text(text)] == ["unused"]
    assert rw.check_text(text, variant="plain") == []


def test_fragments_bring_more_than_everybody_needs() -> None:
    text = """
rulebook: 1
name: high-card
players: 2
use: [standard-52]
zones: {hand: {per: players, holds: cards}}
phases: {turn: {actions: {draw: {do: [{move: 1 cards, from: deck, to: me.hand}, end_turn]}}}}
end: {late: {at: round, when: round > 3, result: highest hand.count}}
"""
    assert rw.check_text(text) == []


def test_a_game_with_warnings_can_be_played() -> None:
    assert rw.load_text(BOOK).new_initial_state().legal_actions()


@pytest.mark.parametrize(
    ("alike", "low", "high", "sets"),
    [((2, 1), 1, 3, 5), ((1,) * 4, 0, 4, 16), ((1,) * 20, 1, 20, 2**20 - 1), ((5,), 2, 3, 2), ((), 0, 0, 1), ((3, 3), 5, 2, 0)],
)  # fmt: skip
def test_sets_are_counted_without_listing_them(
    alike: tuple[int, ...], low: int, high: int, sets: int
) -> None:
    assert how_many_sets(alike, low, high) == sets


@pytest.mark.parametrize("alike", [[1] * 10_000, [10] * 1_000])
def test_counting_stops_when_there_are_enough(alike: list[int]) -> None:
    assert ENOUGH < how_many_sets(alike, 1, 10_000) < ENOUGH * 1_000


def test_many_pieces_that_are_all_alike_make_few_sets() -> None:
    assert how_many_sets([10_000], 1, 10_000) == 10_000
