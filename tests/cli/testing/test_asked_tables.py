"""`test` at a table that was asked for: examples that tell of the game as it is written are no failures there."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run

BOOK = """\
rulebook: 1
name: climb
title: Climb
about: Climb until somebody is at the top.
players: 2..3
options:
  top: {type: 1..50, default: 10, about: where the top is}
  pace: {type: 1..9, default: 1, about: how far one climbs at once}
variables:
  height: {per: players, type: 0..10, about: how high you are}
phases:
  turn:
    actions:
      climb: {do: [{add: pace, to: me.height}, end_turn]}
end:
  at_the_top: {when: any(p.height >= top for p in players), result: highest height}
variants:
  fixed:
    title: Fixed
    remove: [options.top]
    change: {end: {at_the_top: {when: any(p.height >= 5 for p in players)}}}
    add:
      examples:
        five_is_enough:
          given: {seat(1).height: 4}
          play: [{do: climb}]
          expect: [game.over]
examples:
  a_step_is_small:
    play: [{do: climb}]
    expect: [seat(1).height == 1]
  nine_is_not_enough:
    given: {seat(1).height: 8}
    play: [{do: climb}]
    expect: [not game.over]
  fixed_is_short:
    variant: fixed
    given: {seat(1).height: 4}
    play: [{do: climb}]
    expect: [game.over]
"""
FILE = "climb.rulebook.yaml"


@pytest.fixture
def climb(run: Run) -> str:
    Path(FILE).write_text(BOOK, encoding="utf-8")
    return FILE


def change(old: str, new: str) -> None:
    text = Path(FILE).read_text(encoding="utf-8")
    assert text.count(old) == 1
    Path(FILE).write_text(text.replace(old, new), encoding="utf-8")


def test_an_example_of_another_option_is_told_and_is_no_failure(run: Run, climb: str) -> None:
    ended = run("test", climb, "--set", "top=9", "--games", "4", "--junitxml", "report.xml")
    assert ended.status == 0, ended.out
    assert "examples .c..\n" in ended.out
    assert "changed by --set top=9: 1 example, which holds in the game as written:" in ended.out
    assert "nine_is_not_enough\n" in ended.out
    assert "4 examples, 4 games: 1 changed by --set top=9 in " in ended.out
    root = ElementTree.parse("report.xml").getroot()
    assert (root.get("failures"), root.get("skipped")) == ("0", "1")
    (skipped,) = root.iter("skipped")
    assert re.fullmatch(
        rf"--set top=9 changed this: `not game.over` is expected \(game.over is true\), {FILE}:\d+",
        skipped.get("message", ""),
    )


def test_programs_are_told_what_changed_an_example(run: Run, climb: str) -> None:
    ended = run("test", climb, "--set", "top=9", "--games", "0", "--format", "json")
    (tested,) = ended.json["tested"]
    assert (ended.status, tested["fine"]) == (0, True)
    told = {each["id"]: (each["result"], each["changed_by"]) for each in tested["examples"]}
    assert told == {
        "a_step_is_small": ("passed", None),
        "nine_is_not_enough": ("changed", "table"),
        "fixed_is_short": ("passed", None),
        "five_is_enough": ("passed", None),
    }


def test_with_a_variant_the_examples_of_the_plain_game_may_change(run: Run, climb: str) -> None:
    ended = run("test", climb, "--variant", "fixed", "--games", "0", "-v")
    assert ended.status == 0, ended.out
    assert re.search(r"nine_is_not_enough CHANGED\n", ended.out)
    assert "4 examples, 0 games: 1 changed by --variant fixed in " in ended.out


def test_an_example_of_the_variant_itself_has_to_hold(run: Run, climb: str) -> None:
    change("at_the_top: {when: any(p.height >= 5 ", "at_the_top: {when: any(p.height >= 6 ")
    ended = run("test", climb, "--variant", "fixed", "--games", "0")
    assert ended.status == 1
    assert "4 examples, 0 games: 2 failed, 1 changed by --variant fixed in " in ended.out
    assert re.search(r"FAILED climb\S+ five_is_enough - ", ended.out)


def test_an_example_that_a_variant_writes_anew_is_its_own(run: Run, climb: str) -> None:
    rule = "    change: {end: {at_the_top: {when: any(p.height >= 5 for p in players)}}}\n"
    anew = rule.replace("}}}\n", "}}, examples: {nine_is_not_enough: {expect: [seat(1).height == 8]}}}\n")
    change(rule, anew)
    ended = run("test", climb, "--variant", "fixed", "--games", "0")
    assert ended.status == 1
    assert re.search(r"FAILED climb\S+ nine_is_not_enough - ", ended.out)


def test_an_example_that_holds_nowhere_fails_as_ever(run: Run, climb: str) -> None:
    change("seat(1).height == 1", "seat(1).height == 2")
    ended = run("test", climb, "--set", "top=9", "--games", "0")
    assert ended.status == 1
    assert "4 examples, 0 games: 1 failed, 1 changed by --set top=9 in " in ended.out
    assert "FAILURES" in ended.out


def test_a_rule_that_fails_at_the_table_is_a_failure(run: Run, climb: str) -> None:
    change("type: 0..10, about", "type: 0..6, about")
    change("given: {seat(1).height: 8}", "given: {seat(1).height: 1}")
    ended = run("test", climb, "--set", "pace=7", "--games", "0")
    assert ended.status == 1
    assert re.search(r"FAILED climb\S+ a_step_is_small - a rule failed", ended.out)
    assert not re.search(r"FAILED climb\S+ nine_is_not_enough", ended.out)


def test_players_can_change_an_example_too(run: Run, climb: str) -> None:
    change("expect: [seat(1).height == 1]", "expect: [players.count == 2]")
    ended = run("test", climb, "--players", "3", "--games", "0")
    assert ended.status == 0, ended.out
    assert "1 changed by --players 3 in " in ended.out


def test_many_are_counted_and_some_named(run: Run, climb: str) -> None:
    more = "".join(
        f"  more_{number}: {{given: {{seat(1).height: 8}}, play: [{{do: climb}}], expect: [not game.over]}}\n"
        for number in range(9)
    )
    Path(FILE).write_text(BOOK + more, encoding="utf-8")
    out = run("test", climb, "--set", "top=9", "--games", "0").out
    assert "changed by --set top=9: 10 examples, which hold in the game as written:" in " ".join(out.split())
    assert "and 4 more (-v names them)" in " ".join(out.split())
    assert "-v names" not in run("test", climb, "--set", "top=9", "--games", "0", "-v").out


def test_a_house_rule_and_a_table_are_told_apart(run: Run, climb: str) -> None:
    Path("quick.overlay.yaml").write_text(
        "rulebook: 1\nname: quick\nextends: climb\nchange: {options: {pace: {default: 2}}}\n",
        encoding="utf-8",
    )
    ended = run("test", "quick.overlay.yaml", "--set", "top=10", "--games", "0")
    assert ended.status == 0, ended.out
    assert "changed by the house rule: nine_is_not_enough" in ended.out
    assert "changed by the house rule in " in ended.out
    ended = run("test", "quick.overlay.yaml", "--set", "pace=1", "--set", "top=9", "--games", "0")
    assert "changed by the house rule: nine_is_not_enough" in ended.out
