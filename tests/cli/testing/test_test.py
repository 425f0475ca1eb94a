"""`test`: examples, then random games against every promise."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.author.testing import invariants
from rulewright.cli.common import output
from rulewright.cli.testing.report import Reporter
from tests.cli.conftest import Run


def change(file: str, old: str, new: str, times: int | None = 1) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, -1 if times is None else times), encoding="utf-8")


def test_a_sound_rulebook_passes_with_a_summary(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "--games", "6")
    assert ended.status == 0
    assert "4 examples, 6 games: all passed in " in ended.out
    assert "examples ....\n" in ended.out
    assert "games    ......\n" in ended.out


def test_hidden_hands_keep_every_promise(run: Run, card_game: str) -> None:
    ended = run("test", card_game, "--games", "8")
    assert ended.status == 0, ended.out


def test_a_failed_example_shows_its_place_and_what_came(run: Run, dice_game: str) -> None:
    change(dice_game, "expect: [pot == 7,", "expect: [pot == 8,")
    ended = run("test", dice_game, "--games", "0")
    assert ended.status == 1
    assert "`pot == 8` is expected" in ended.out
    assert "pot is 7" in ended.out
    assert "dare.rulebook.yaml:" in ended.out
    assert "4 examples, 0 games: 1 failed in " in ended.out
    assert re.search(r"FAILED dare.rulebook.yaml:\d+ \w+ - `pot == 8` is expected \(pot is 7\)", ended.out)


def test_every_number_of_players_is_played(run: Run, dice_game: str) -> None:
    assert "5 games: all passed" in run("test", dice_game, "--games", "1").out
    assert "1 game: all passed" in run("test", dice_game, "--games", "1", "--players", "3").out


def test_more_games_than_were_asked_for_have_a_reason(run: Run, dice_game: str) -> None:
    why = "  5 tables (numbers of players, variants) are played at, so that many games at least\n"
    assert why in run("test", dice_game, "--games", "1").out
    assert why not in run("test", dice_game, "--games", "5").out


def test_a_rule_that_fails_is_found_and_leaves_a_record(run: Run, dice_game: str) -> None:
    change(dice_game, "pot:   {type: number", "pot:   {type: 0..20")
    ended = run("test", dice_game, "--games", "10")
    assert ended.status == 1
    assert "error[range-left]" in ended.out
    assert "rulewright replay dare-broken.record.json" in ended.out
    again = run("replay", "dare-broken.record.json")
    assert again.status == 1
    assert "0..20" in again.err or "20" in again.err


def test_a_game_that_does_not_end_is_found(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "--games", "5", "--max-actions", "3")
    assert ended.status == 1
    assert "a game did not end: after 3 actions nobody had won" in ended.out
    assert "(dare.rulebook.yaml:" in ended.out
    assert "never held in " in ended.out


def test_a_table_whose_games_do_not_end_is_told_once(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "--games", "50", "--max-actions", "3", "--players", "2")
    assert ended.out.count("a game did not end: ") == 1
    assert "50 games: 1 failed" in ended.out


def test_failing_runs_leave_one_record(run: Run, dice_game: str) -> None:
    for _ in range(3):
        run("test", dice_game, "--games", "5", "--max-actions", "3")
    assert [path.name for path in Path().glob("*.record.json")] == ["dare-broken.record.json"]


def test_a_file_that_is_no_record_is_not_replaced(run: Run, dice_game: str) -> None:
    Path("dare-broken.record.json").write_text("mine", encoding="utf-8")
    run("test", dice_game, "--games", "5", "--max-actions", "3")
    assert Path("dare-broken.record.json").read_text(encoding="utf-8") == "mine"
    assert Path("dare-broken-2.record.json").is_file()


def test_ctrl_c_reports_what_is_done(run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checking = invariants.checking

    def interrupted(*arguments: object) -> object:
        games = iter(checking(*arguments))  # type: ignore[arg-type]  # whatever the command passes on
        yield from (next(games) for _ in range(4))
        raise KeyboardInterrupt

    monkeypatch.setattr(invariants, "checking", interrupted)
    ended = run("test", dice_game)
    assert ended.status == 130
    assert "4 examples, 3 games: all passed" in ended.out
    assert "Stopped after 4 examples and 3 games." in ended.err


def test_where_games_do_not_show_it_is_told_how_far_it_is(
    run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("test", dice_game, "--no-cache", "--games", "6").err == ""
    monkeypatch.setattr(output, "SECONDS", 0.0)
    for words in ([], ["-v"], ["--format", "json"]):
        assert "\n6 of 6 games" in run("test", dice_game, "--no-cache", "--games", "6", *words).err


def test_where_notes_go_with_the_results_each_game_shows_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    with one.open("w") as out, one.open("a") as err, other.open("w") as apart:
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        assert Reporter(verbose=False, max_actions=100).shows_games
        assert not Reporter(verbose=True, max_actions=100).shows_games
        monkeypatch.setattr(sys, "stderr", apart)
        assert not Reporter(verbose=False, max_actions=100).shows_games


def test_what_a_house_rule_changes_is_told_and_is_no_mistake(run: Run, dice_game: str) -> None:
    Path("easy.overlay.yaml").write_text(
        "rulebook: 1\nname: easy\nextends: dare\nchange: {options: {target: 100}}\n", encoding="utf-8"
    )
    ended = run("test", dice_game, "--with", "easy.overlay.yaml", "--games", "0")
    assert ended.status == 0
    assert "changed by the house rule: the_target_wins" in ended.out
    assert "4 examples, 0 games: 1 changed by the house rule" in ended.out


def test_examples_that_a_house_rule_changes_for_one_reason_are_told_together(run: Run) -> None:
    Path("six.overlay.yaml").write_text(
        "rulebook: 1\nname: six\nextends: cinq-o\nremove: [tables.lo.rows.5]\nchange: {pieces: {dice: {count: 6}}}\n"
        "add: {tables: {hi: {rows: {31..36: 12}}}}\n",
        encoding="utf-8",
    )
    lines = run("test", "six.overlay.yaml", "--games", "0").out.splitlines()
    assert lines.count("    6 dice are rolled here, and 5 results are given") == 1
    assert any(re.search(r"house rule: \d\d examples, for the same reason:", line) for line in lines)
    assert len(lines) < 40


EASY = "rulebook: 1\nname: easy\nextends: dare\nchange: {options: {target: 100}}\n"


def test_what_the_game_itself_breaks_is_not_blamed_on_the_house_rule(run: Run, dice_game: str) -> None:
    change(dice_game, "expect: [pot == 7,", "expect: [pot == 8,")
    Path("easy.overlay.yaml").write_text(EASY, encoding="utf-8")
    Path("easier.overlay.yaml").write_text("rulebook: 1\nname: easier\nextends: easy\n", encoding="utf-8")
    for words in (["easy.overlay.yaml"], ["easier.overlay.yaml"], [dice_game, "--with", "easy.overlay.yaml"]):
        ended = run("test", *words, "--games", "0")
        assert ended.status == 1
        assert "4 examples, 0 games: 1 failed, 1 changed by the house rule" in ended.out
        assert "changed by the house rule: the_target_wins" in ended.out
        assert "it does not hold in `dare` itself either: rulewright test dare.rulebook.yaml -k " in ended.out


def test_an_example_for_whom_the_game_itself_is_not_fails(run: Run, dice_game: str) -> None:
    change(dice_game, "    expect: [pot == 7,", "    players: 1\n    expect: [pot == 7,")
    Path("easy.overlay.yaml").write_text(EASY, encoding="utf-8")
    ended = run("test", "easy.overlay.yaml", "--games", "0")
    assert "1 failed, 1 changed by the house rule" in ended.out


def test_a_table_that_the_house_rule_took_away_is_its_change(run: Run, dice_game: str) -> None:
    change(dice_game, "    expect: [pot == 7,", "    players: 2\n    expect: [pot == 7,")
    Path("many.overlay.yaml").write_text(
        "rulebook: 1\nname: many\nextends: dare\nchange: {players: 3..4}\n", encoding="utf-8"
    )
    ended = run("test", "many.overlay.yaml", "--games", "0")
    assert ended.status == 0, ended.out
    assert "`many` is not for 2 players" in ended.out


def test_the_report_can_be_json(run: Run, dice_game: str) -> None:
    (tested,) = run("test", dice_game, "--games", "5", "--format", "json").json["tested"]
    assert tested["fine"]
    assert tested["games"] == 5
    assert {example["result"] for example in tested["examples"]} == {"passed"}


def test_a_rulebook_with_mistakes_cannot_be_tested(run: Run, dice_game: str) -> None:
    change(dice_game, "to: me.score}", "to: me.scor}")
    ended = run("test", dice_game)
    assert ended.status == 1
    assert "error[" in ended.out
    assert "cannot be tested: " in ended.out
    assert "0 examples, 0 games: 1 rulebook cannot be tested" in ended.out


def test_a_broken_file_does_not_keep_the_others_from_being_tested(run: Run, dice_game: str) -> None:
    Path("bad.rulebook.yaml").write_text("rulebook: 1\nname: bad\n", encoding="utf-8")
    Path("report.xml").write_text("<testsuites name='yesterday'/>", encoding="utf-8")
    Path("easy.overlay.yaml").write_text("rulebook: 1\nname: easy\nextends: dare\n", encoding="utf-8")
    files = (dice_game, "bad.rulebook.yaml", "easy.overlay.yaml")
    ended = run("test", *files, "--games", "0", "--junitxml", "report.xml")
    assert ended.status == 1
    assert "8 examples, 0 games: 1 rulebook cannot be tested" in ended.out
    assert re.search(r"^ERROR bad.rulebook.yaml:\d+ - a rulebook needs the key", ended.out, re.MULTILINE)
    root = ElementTree.parse("report.xml").getroot()
    assert (root.get("name"), root.get("errors"), root.get("failures")) == ("rulewright", "1", "0")
    assert [suite.get("name") for suite in root] == list(files)
    (case,) = root[1]
    error = case.find("error")
    assert error is not None
    assert case.get("file") == "bad.rulebook.yaml"
    assert "error[missing-key]" in (error.text or "")
    tested = run("test", *files, "--games", "0", "--format", "json").json["tested"]
    assert [each["fine"] for each in tested] == [True, False, True]
    assert tested[1]["problems"][0]["code"] == "missing-key"


def test_a_broken_file_is_a_failure_to_stop_at(run: Run, dice_game: str) -> None:
    Path("bad.rulebook.yaml").write_text("rulebook: 1\nname: bad\n", encoding="utf-8")
    assert dice_game not in run("test", "bad.rulebook.yaml", dice_game, "-x").out


def test_a_slip_of_whoever_types_is_told_as_such(run: Run, dice_game: str) -> None:
    assert run("test", dice_game, "nosuch", "--games", "0").status == 2
    assert run("test", dice_game, "--players", "99", "--games", "0").status == 2
    Path("report.xml").write_text("<testsuites name='yesterday'/>", encoding="utf-8")
    ended = run("test", dice_game, ".", "--junitxml", "report.xml")
    assert (ended.status, ended.out) == (2, "")
    assert "yesterday" in Path("report.xml").read_text(encoding="utf-8"), "nothing was tested"


def test_what_several_games_were_not_played_with_says_which(run: Run, dice_game: str) -> None:
    head = "rulebook: 1\nname: {0}\nextends: dare\nchange: {{options: {{target: {1}}}}}\n"
    for name, target in (("long", 100), ("longer", 110)):
        Path(f"{name}.overlay.yaml").write_text(head.format(name, target), encoding="utf-8")
    change(dice_game, "options:\n", "options:\n  storm: {type: bool, default: false}\n")
    ended = run("test", dice_game, "long.overlay.yaml", "longer.overlay.yaml", "--games", "2")
    assert "never played in any of them: storm=true (--set" in ended.out
    assert f"never played in {dice_game}: target other than 50 (--set" in ended.out
    assert ended.out.count("  changed by the house rule: the_target_wins (dare.rulebook.yaml:") == 2
    assert ended.out.index("changed by the house rule: ") < ended.out.index("\nlonger.overlay.yaml\n")


def test_each_test_has_a_line_when_asked_for(run: Run, dice_game: str) -> None:
    out = run("test", dice_game, "--games", "5", "-v").out
    assert re.search(r"dare.rulebook.yaml:\d+ the_target_wins PASSED", out)
    assert "games.2_players (1 game) PASSED" in out


def test_tests_are_chosen_by_their_names(run: Run, dice_game: str) -> None:
    assert "1 example, 0 games" in run("test", dice_game, "-k", "target and examples").out
    assert "3 examples, 0 games" in run("test", dice_game, "-k", "examples and not target").out
    assert "0 examples, 7 games" in run("test", dice_game, "-k", "games.2_players", "--games", "7").out
    missing = run("test", dice_game, "-k", "nonsense")
    assert missing.status == 2
    assert "no test has `nonsense` in its name" in missing.err


def test_it_stops_when_enough_has_failed(run: Run, dice_game: str) -> None:
    change(dice_game, "expect: [", "expect: [pot == 900, ", times=None)
    assert "1 example, 0 games: 1 failed" in run("test", dice_game, "-x").out
    assert "2 examples, 0 games: 2 failed" in run("test", dice_game, "--maxfail", "2").out


def test_ci_servers_get_a_report(run: Run, dice_game: str) -> None:
    change(dice_game, "expect: [pot == 7,", "expect: [pot == 8,")
    change(dice_game, "pot:   {type: number", "pot:   {type: 0..20")
    ended = run("test", dice_game, "--games", "10", "--junitxml", "report.xml")
    assert ended.status == 1
    root = ElementTree.parse("report.xml").getroot()
    assert root.tag == "testsuites"
    (suite,) = root
    cases = list(suite)
    assert suite.get("name") == dice_game
    assert {case.tag for case in cases} == {"testcase"}
    assert [root.get(name) for name in ("tests", "failures", "errors")] == [
        suite.get(name) for name in ("tests", "failures", "errors")
    ]
    failed = [case for case in cases if case.find("failure") is not None]
    assert suite.get("tests") == str(len(cases)) == "9"
    assert suite.get("failures") == str(len(failed)) == "2"
    for case in cases:
        assert float(case.get("time", "")) >= 0
        assert case.get("file") == dice_game
        assert int(case.get("line", "")) > 0
    example, games = failed
    assert example.get("classname") == "dare_rulebook.examples"
    assert games.get("classname") == "dare_rulebook.games"
    for case, said in ((example, "pot is 7"), (games, "range-left")):
        failure = case.find("failure")
        assert failure is not None
        assert failure.get("message")
        assert failure.get("type")
        assert said in (failure.text or "")


def test_a_report_does_not_replace_a_rulebook(run: Run, dice_game: str) -> None:
    assert run("test", dice_game, "--junitxml", dice_game).status == 2
    assert run("test", dice_game, "--junitxml", "nowhere/report.xml").status == 2


def test_the_report_can_tell_of_a_failure_as_json(run: Run, dice_game: str) -> None:
    change(dice_game, "pot:   {type: number", "pot:   {type: 0..20")
    (tested,) = run("test", dice_game, "--games", "10", "--format", "json").json["tested"]
    (broken,) = tested["broken"]
    assert not tested["fine"]
    assert broken["problem"]["code"] == "range-left"
    assert broken["step"] == len(broken["record"]["steps"])
    assert broken["kept_as"] == "dare-broken.record.json"
    assert "do: roll" in broken["example"]


def test_no_test_of_that_name_is_no_success(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "-k", "nosuch")
    assert ended.status == 2
    assert "no test has `nosuch` in its name" in ended.err
    assert "passed" not in ended.out


def test_a_record_that_replaces_an_earlier_one_says_so(run: Run, dice_game: str) -> None:
    first = run("test", dice_game, "--games", "5", "--max-actions", "3").out
    again = run("test", dice_game, "--games", "5", "--max-actions", "3").out
    assert "The game is kept: rulewright replay dare-broken.record.json" in first
    assert "The game is kept, instead of an earlier one: rulewright replay dare-broken.record.json" in again


def test_what_no_game_was_played_with_is_told(run: Run, dice_game: str) -> None:
    change(
        dice_game, "options:\n", "options:\n  storm: {type: bool, default: false, about: there is a storm}\n"
    )
    ended = run("test", dice_game, "--games", "2")
    assert "never played: storm=true, target other than 50 (--set plays them)" in ended.out
    assert f"1 warning: rulewright validate {dice_game} says more" in ended.out
    assert "storm=" not in run("test", dice_game, "--games", "0").out


def test_what_an_example_was_played_with_was_played(run: Run, dice_game: str) -> None:
    change(
        dice_game, "options:\n", "options:\n  storm: {type: bool, default: false, about: there is a storm}\n"
    )
    change(
        dice_game,
        "examples:\n",
        "examples:\n"
        "  in_a_storm: {options: {storm: true}, expect: [storm]}\n"
        "  with_another_target: {options: {target: 60}, expect: [target == 61]}\n",
    )
    ended = run("test", dice_game, "--games", "2")
    assert "never played: target other than 50 (--set plays them)" in ended.out  # its example does not hold
    change(dice_game, "target == 61", "target == 60")
    assert "never played" not in run("test", dice_game, "--games", "2").out


@pytest.mark.parametrize(
    ("idle", "beside"),
    [
        (["--verbose"], ["--format", "json"]),
        (["--seed", "3"], ["--games", "0"]),
        (["--max-actions", "9"], ["--games", "0"]),
        (["--maxfail", "2"], ["--exitfirst"]),
    ],
    ids=lambda words: words[0],
)
def test_an_option_that_would_do_nothing_is_refused(run: Run, idle: list[str], beside: list[str]) -> None:
    ended = run("test", "pig", *idle, *beside)
    assert (ended.status, ended.out) == (2, "")
    assert f"Error: {idle[0]} " in ended.err
    assert beside[0] in ended.err


def test_several_processes_report_the_same(run: Run, dice_game: str) -> None:
    alone, several = (
        run("test", dice_game, "--games", "12", "--jobs", jobs, "--format", "json").json
        for jobs in ("1", "3")
    )
    for found in (alone, several):
        del found["timing"]
        for tested in found["tested"]:
            tested.pop("seconds", None)
            for table in tested.get("tables", ()):
                table.pop("seconds", None)
    assert alone == several


def test_coverage_is_counted_in_this_process(run: Run, dice_game: str) -> None:
    refused = run("test", dice_game, "--coverage", "--jobs", "2")
    assert refused.status == 2
    assert "leave out --jobs" in refused.err


def test_a_test_goes_on_from_its_checkpoint(run: Run, dice_game: str, tmp_path: Path) -> None:
    def found(*more: str) -> object:
        ran = run("test", dice_game, "--format", "json", *more).json
        return [{**tested, "tables": None, "seconds": None} for tested in ran["tested"]]

    kept = str(tmp_path / "kept.json")
    found("--games", "8", "--checkpoint", kept)
    assert json.loads(Path(kept).read_text("utf-8"))["games"] == [[0, 8]]
    assert found("--games", "20", "--checkpoint", kept) == found("--games", "20")
    assert json.loads(Path(kept).read_text("utf-8"))["totals"]["games"] == 20
    assert "is of another run" in run("test", dice_game, "--seed", "4", "--checkpoint", kept).err
    assert "for one rulebook" in run("test", dice_game, dice_game, "--checkpoint", kept).err
