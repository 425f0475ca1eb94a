"""Rulebooks in somebody's project, collected and run by pytest in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

TOP = Path(__file__).resolve().parent.parent.parent

GAME = """\
rulebook: 1
name: snap
title: Snap
players: 2
options:
  extra: {type: 0..5, default: 0}
pieces:
  dice: {count: 1, faces: 1..6, label: die, plural: dice}
zones:
  table: {holds: dice, start: all}
variables:
  points: {per: players, type: 0..1000}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: table}
          - {add: table.face + extra, to: me.points}
          - end_turn
end:
  five_rounds: {at: round, when: round >= 5, result: highest points}
examples:
  a_six_counts:
    play: [{do: roll, rolled: {dice: [6]}}]
    expect: [seat(1).points == 6]
"""
HOUSE_RULE = """\
rulebook: 1
name: generous
extends: snap
change:
  options: {extra: 2}
"""


@pytest.fixture
def game(pytester: pytest.Pytester) -> Path:
    return written(pytester, "snap.rulebook.yaml", GAME)


def written(pytester: pytest.Pytester, name: str, text: str) -> Path:
    path = pytester.path / name
    path.write_text(text, encoding="utf-8")
    return path


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    # A process of its own, as in somebody's project: what it loads does not mix with what is loaded here.
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


@pytest.mark.usefixtures("game")
def test_nothing_is_collected_unless_asked_for(pytester: pytest.Pytester) -> None:
    assert run(pytester).ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.usefixtures("game")
def test_a_sound_rulebook_passes_its_check_examples_and_promises(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--rulewright", "-v")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        [
            "snap.rulebook.yaml::check PASSED*",
            "snap.rulebook.yaml::examples.a_six_counts PASSED*",
            "snap.rulebook.yaml::promises PASSED*",
        ]
    )


@pytest.mark.usefixtures("game")
def test_the_settings_ask_for_rulebooks_and_the_number_of_games(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nrulewright = true\nrulewright_games = 0\n")
    run(pytester, "--strict-config").assert_outcomes(passed=2)


def test_a_number_of_games_that_is_none_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nrulewright_games = many\n")
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*rulewright_games should be a number of games*'many'*"])


def test_a_file_that_is_named_is_wanted(pytester: pytest.Pytester, game: Path) -> None:
    run(pytester, f"{game.name}::check").assert_outcomes(passed=1)


@pytest.mark.usefixtures("game")
def test_other_yaml_is_left_alone(pytester: pytest.Pytester) -> None:
    written(pytester, "deck.fragment.yaml", "no: rulebook\n")
    written(pytester, "settings.yaml", "no: rulebook\n")
    run(pytester, "--rulewright").assert_outcomes(passed=3)


def test_mistakes_are_shown_with_their_place_and_without_a_traceback(pytester: pytest.Pytester) -> None:
    wrong = GAME.replace("to: me.points", "to: me.poinst")
    written(pytester, "snap.rulebook.yaml", wrong)
    result = run(pytester, "--rulewright")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["error[[]*", f"  snap.rulebook.yaml:{line_of(wrong, 'poinst')}:*", "*points*"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_an_example_that_is_not_true_fails_at_its_line(pytester: pytest.Pytester) -> None:
    wrong = GAME.replace("points == 6", "points == 7")
    written(pytester, "snap.rulebook.yaml", wrong)
    result = run(pytester, "--rulewright", "--junitxml=report.xml", "-o", "junit_family=xunit1")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines([f"  snap.rulebook.yaml:{line_of(wrong, 'seat(1)')}:*"])
    report = ElementTree.parse(pytester.path / "report.xml")
    cases = {case.get("name"): case for case in report.iter("testcase")}
    failed = cases["examples.a_six_counts"]
    assert failed.get("file") == "snap.rulebook.yaml"
    assert failed.get("line") == str(
        line_of(wrong, "a_six_counts") - 1
    )  # JUnit's lines count from 0 in pytest
    failure = failed.find("failure")
    assert failure is not None
    assert "seat(1).points == 7" in (failure.text or "")


def test_a_broken_promise_says_how_to_see_it_again(pytester: pytest.Pytester) -> None:
    written(pytester, "snap.rulebook.yaml", GAME.replace("type: 0..1000", "type: 0..7"))
    result = run(pytester, "--rulewright", "--rulewright-games", "4", "-k", "promises")
    result.assert_outcomes(failed=1, deselected=2)
    result.stdout.fnmatch_lines(
        [
            "error[[]range-left]*",
            "*snap.rulebook.yaml:19:*",
            "*3 actions, with 2 players:",
            "  examples:",
            "*rulewright test *snap.rulebook.yaml --games 4",
        ]
    )


@pytest.mark.usefixtures("game")
def test_the_number_of_games_can_be_given(pytester: pytest.Pytester) -> None:
    run(pytester, "--rulewright", "--rulewright-games", "0").assert_outcomes(passed=2)
    result = run(pytester, "--rulewright-games", "few")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--rulewright-games should be a number of games*'few'*"])


@pytest.mark.usefixtures("game")
def test_a_house_rule_has_its_own_example_and_games(pytester: pytest.Pytester) -> None:
    more = (
        HOUSE_RULE
        + "add: {examples: {two_more: {play: [{do: roll, rolled: {dice: [1]}}], expect: [seat(1).points == 3]}}}\n"
    )
    overlay = written(pytester, "generous.overlay.yaml", more)
    result = run(pytester, "--rulewright", "-v", overlay.name)
    result.assert_outcomes(passed=3, skipped=1)
    result.stdout.fnmatch_lines(["generous.overlay.yaml::examples.two_more PASSED*", "*::promises PASSED*"])


@pytest.mark.usefixtures("game")
def test_an_example_that_a_house_rule_changed_is_skipped(pytester: pytest.Pytester) -> None:
    written(pytester, "generous.overlay.yaml", HOUSE_RULE)
    result = run(pytester, "--rulewright", "-rs", "generous.overlay.yaml")
    result.assert_outcomes(passed=2, skipped=1)
    line = line_of(GAME, "a_six_counts")
    said = "the house rule changed this: `seat(1).points == 6` is expected (seat(1).points is 8)"
    result.stdout.fnmatch_lines([f"SKIPPED * snap.rulebook.yaml:{line}: *examples.a_six_counts: {said}"])


@pytest.mark.usefixtures("game")
def test_an_example_that_the_game_itself_breaks_is_not_skipped(pytester: pytest.Pytester) -> None:
    written(pytester, "snap.rulebook.yaml", GAME.replace("points == 6", "points == 7"))
    written(pytester, "generous.overlay.yaml", HOUSE_RULE)
    result = run(pytester, "--rulewright", "generous.overlay.yaml")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*it does not hold in `snap` itself either*"])


def test_a_warning_is_shown_and_fails_only_where_warnings_do(pytester: pytest.Pytester) -> None:
    passing = GAME.replace("          - end_turn\n", "") + "# nobody passes the turn on\n"
    written(pytester, "snap.rulebook.yaml", passing)
    result = run(pytester, "--rulewright", "-k", "check")
    result.assert_outcomes(passed=1, deselected=2, warnings=1)
    result.stdout.fnmatch_lines(["*snap.rulebook.yaml:*: RulebookWarning: *"])
    strict = run(pytester, "--rulewright", "-k", "check", "-W", "error")
    strict.assert_outcomes(failed=1, deselected=2)
    strict.stdout.fnmatch_lines(["warning[[]*", "  snap.rulebook.yaml:*"])
    strict.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_the_plugin_loads_nothing_before_it_is_used() -> None:
    asked = "import sys, rulewright.adapters.pytest_plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    own = {
        name for name in loaded.split() if name.split(".")[0] in {"rulewright", "lark", "yaml", "jsonschema"}
    }
    assert own == {"rulewright", "rulewright.adapters", "rulewright.adapters.pytest_plugin"}


def test_the_hook_and_the_action_call_commands_that_exist() -> None:
    hooks = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["entry"] for hook in hooks] == ["rulewright validate", "rulewright format"]
    action = yaml.safe_load((TOP / ".github/actions/validate/action.yml").read_text(encoding="utf-8"))
    scripts = "\n".join(step.get("run", "") for step in action["runs"]["steps"])
    assert 'rulewright" validate --format github' in scripts
    assert 'rulewright" test --games' in scripts
    assert "${{" not in scripts, "inputs come as variables, not as text of the script"
