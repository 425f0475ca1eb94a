"""`compare`: two games on the same luck, told in five forms, refused in words, stopped at any time."""

from __future__ import annotations

import csv
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.author.comparison import page as comparison_page
from rulewright.author.report.html import page
from rulewright.cli.common import output
from rulewright.play import compare as comparing
from rulewright.play.comparing.pairs import pairs
from tests.cli.conftest import Run

HOUSE_RULE = "rulebook: 1\nname: short\nextends: dare\nchange: {options: {target: 20}}\n"


@pytest.fixture
def house_rule(dice_game: str) -> str:
    Path("short.overlay.yaml").write_text(HOUSE_RULE, encoding="utf-8")
    return "short.overlay.yaml"


def test_the_table_begins_with_what_a_designer_asks(run: Run, dice_game: str, house_rule: str) -> None:
    ended = run("compare", dice_game, house_rule, "--games", "150")
    assert ended.status == 0
    lines = ended.out.splitlines()
    assert lines[:3] == [
        f"A  {dice_game}",
        f"B  {dice_game} --with {house_rule}",
        "150 games on each side with the same luck, 2 players who choose at random, seed 0",
    ]
    headings = [line.split("  ")[0] for line in lines if line.isupper() or line.endswith("  B")]
    assert headings == ["LENGTH", "WHO WINS", "SCORES", "COURSE OF PLAY", "HOW IT ENDS", "ACTIONS AND RULES"]
    assert "turns" in lines[5]
    assert "shorter by" in lines[5]
    assert "95 % interval" in lines[5]
    assert "Each interval alone contains the true difference with 95 % confidence." in lines
    assert "150 games on each side in" in ended.err
    assert max(map(len, lines)) <= 100


def test_a_house_rule_says_what_it_does(run: Run, dice_game: str) -> None:
    about = "about: Twenty points win already.\n"
    Path("short.overlay.yaml").write_text(HOUSE_RULE + about, encoding="utf-8")
    words = ("compare", dice_game, "short.overlay.yaml", "--games", "20")
    told = "short: Twenty points win already."
    assert run(*words).out.splitlines()[1:3] == [f"B  {dice_game} --with short.overlay.yaml", f"   {told}"]
    assert run(*words, "--format", "markdown").out.splitlines()[2] == f"B: {told}"
    run(*words, "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert f"<br>{told}</dd>" in page
    assert "<th><code>options.target.default</code></th><td><pre>50</pre></td><td><pre>20</pre></td>" in page
    change = run(*words, "--format", "json").json["change"]
    assert (change["a"], change["b"]) == ([], [told])
    (target,) = [each for each in change["changes"] if each["what"] == "rule"]
    assert (target["path"], target["old"]["text"], target["new"]["text"]) == (
        "options.target.default",
        "50",
        "20",
    )
    both = run("compare", dice_game, "--with", "short.overlay.yaml", "--set-b", "target=30", "--games", "5")
    assert told not in both.out


def test_all_ways_to_name_the_sides_measure_the_same(run: Run, dice_game: str, house_rule: str) -> None:
    told = [
        run("compare", *words, "--games", "40", "--format", "json").json
        for words in (
            (dice_game, house_rule),
            (dice_game, "--with-b", house_rule),
            (dice_game, "--set-b", "target=20"),
            (dice_game, dice_game, "--set-b", "target=20"),
        )
    ]
    assert [each["lines"] for each in told] == [told[0]["lines"]] * 4
    assert told[2]["names"] == [dice_game, f"{dice_game} --set target=20"]
    assert told[0]["b"]["options"]["target"] == 20


def test_data_is_complete_and_nothing_of_the_clock_is_among_it(run: Run, dice_game: str) -> None:
    words = ("compare", dice_game, "--set-b", "target=20", "--games", "30", "--seed", "4")
    one = run(*words, "--format", "json").json
    two = run(*words, "--format", "json", "--jobs", "2").json
    assert one.pop("timing")["seconds"] > 0
    assert two.pop("timing")["jobs"] == 2
    assert one == two
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").out)))
    assert [row["figure"] for row in rows] == [line["id"] for line in one["lines"]]
    assert {row["games"] for row in rows} == {"30"}
    turns = next(row for row in rows if row["figure"] == "turns")
    assert float(turns["low"]) < float(turns["difference"]) < float(turns["high"]) < 0
    assert float(turns["difference"]) == pytest.approx(float(turns["b"]) - float(turns["a"]))


def test_markdown_is_tables(run: Run, dice_game: str) -> None:
    out = run("compare", dice_game, "--set-b", "target=20", "--games", "120", "--format", "markdown").out
    assert out.startswith(f"**A** `{dice_game}` against **B** `{dice_game} --set target=20`: 120 games")
    assert "| length | A | B | B against A |\n| --- | ---: | ---: | --- |\n| turns | " in out
    rows = [line for line in out.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {5}


def test_the_same_game_twice_has_no_effect(run: Run, dice_game: str) -> None:
    ended = run("compare", dice_game, dice_game, "--games", "20")
    assert ended.status == 0
    assert "the same in all 20 games" in ended.out
    assert "With fewer than 100 games intervals are rough." in ended.out
    assert "Each interval" not in ended.out
    apart = run("compare", dice_game, dice_game, "--games", "120", "--unpaired")
    assert "with luck of its own" in apart.out
    assert "no effect found (between" in apart.out


def test_what_never_happens_is_one_line(run: Run, dice_game: str) -> None:
    out = run("compare", dice_game, "--set-b", "target=20", "--games", "20").out
    assert "Never, on either side: " in out
    assert "0 on both sides" not in out


def test_games_that_are_broken_off_are_told_before_any_figure(run: Run, dice_game: str) -> None:
    words = ("compare", dice_game, "--set-b", "target=20", "--games", "60", "--max-actions")
    some = run(*words, "40")
    assert some.status == 0
    told = some.out[: some.out.index("LENGTH")]
    assert "In A " in told
    assert " of 60 games was broken off (--max-actions)." in told
    assert "games that both sides finished, and so of shorter ones than usual." in told
    none = run(*words, "2", "--html", "page.html")
    assert none.status == 1
    assert "There is nothing to draw, so page.html is not written." in none.err
    assert not Path("page.html").exists()
    assert "No game was finished on both sides." in none.out
    assert "LENGTH" not in none.out


def test_a_rule_that_fails_is_told_with_its_line_and_kept(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8").replace("pot:   {type: number", "pot:   {type: 0..20")
    Path("narrow.rulebook.yaml").write_text(text.replace("name: dare", "name: narrow"), encoding="utf-8")
    ended = run("compare", dice_game, "narrow.rulebook.yaml", "--games", "40")
    assert ended.status == 1
    assert "In B a rule failed in " in ended.out
    assert "narrow.rulebook.yaml:" in ended.err
    assert "rulewright replay narrow-failure.record.json" in ended.err
    assert run("replay", "narrow-failure.record.json").status == 1


def test_where_rules_fail_often_no_verdict_is_given_and_it_ends_early(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8").replace("pot:   {type: number", "pot:   {type: 0..20")
    Path("narrow.rulebook.yaml").write_text(text.replace("name: dare", "name: narrow"), encoding="utf-8")
    ended = run(
        "compare", dice_game, "narrow.rulebook.yaml", "--set-b", "target=25", "--unpaired", "--games", "1000"
    )
    assert ended.status == 1
    first = ended.err.splitlines()[0]
    assert first.startswith("In B a rule failed in game ")
    assert "narrow.rulebook.yaml:" in first
    assert first.endswith("; going on (Ctrl-C stops)")
    assert ended.err.count("going on (Ctrl-C stops)") == 1
    assert "those that are left are not like all games: no line says what the change does." in ended.out
    assert "no verdict: too many games failed" in ended.out
    assert "95 % interval" not in ended.out
    assert "100 games on each side with luck of its own" in ended.out
    assert "Stopped after 100 games on each side: where rules fail this often" in ended.err
    assert "`rulewright test narrow.rulebook.yaml` may say what the change broke." in ended.err
    data = run("compare", dice_game, "narrow.rulebook.yaml", "--games", "20", "--format", "json").json
    assert data["sound"] is False
    assert {line["verdict"] for line in data["lines"]} <= {"withheld", "same", "never", "too_few"}


def test_without_a_terminal_there_is_a_line_now_and_then(
    run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("compare", dice_game, "--set-b", "target=20", "--games", "30")
    assert "of 30 games on each side\n" not in run(*words).err
    monkeypatch.setattr(output, "SECONDS", 0.0)
    assert "30 of 30 games on each side\n" in run(*words).err


def test_a_strategy_that_one_side_only_has_is_to_be_given_to_both(run: Run, dice_game: str) -> None:
    strategy = "rulebook: 1\nname: brave\nextends: dare\n{}add: {{strategies: {{brave: {{about: Go on., prefer: {{roll: 1}}}}}}}}\n"
    Path("brave.overlay.yaml").write_text(strategy.format(""), encoding="utf-8")
    for words in (["brave.overlay.yaml"], ["--with", "brave.overlay.yaml"]):
        ended = run("compare", dice_game, *words, "--bots", "brave,random", "--games", "5")
        assert ended.status == 2
        both = f"{dice_game} {dice_game} --with brave.overlay.yaml"
        assert f"`brave` comes from brave.overlay.yaml, and both sides need it: `{both}`" in ended.err
    assert run("compare", *both.split(), "--bots", "brave,random", "--games", "5").status == 0
    changed = strategy.format("change: {options: {target: 20}}\n")
    Path("brave.overlay.yaml").write_text(changed, encoding="utf-8")
    ended = run("compare", dice_game, "brave.overlay.yaml", "--bots", "brave")
    assert "put it into a house rule of its own, and give that to both with --with" in ended.err


def test_a_precision_is_reached_or_missed_aloud(run: Run, dice_game: str) -> None:
    words = ("compare", dice_game, "--set-b", "target=20", "--precision")
    reached = run(*words, "turns=2", "--format", "json")
    assert reached.status == 0
    assert reached.json["precision"] == {"figure": "turns", "half": 2.0}
    assert reached.json["played"] == 200
    main = run(*words, "2", "--format", "json").json
    assert main["lines"] == reached.json["lines"]
    missed = run(*words, "0.001", "--games", "50")
    assert missed.status == 1
    assert "After 50 games the interval of turns reaches " in missed.err
    assert "0.001 was asked for (--precision)" in missed.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--precision", "much"], "should be a number above 0, or a figure and a number"),
        (["--precision", "=3"], "should be a number above 0"),
        (["--precision", "turns=-1"], "should be a number above 0"),
        (["--precision", "nan"], "should be a number above 0"),
        (["--precision", "trns=1"], "no figure is called `trns`; did you mean `turns`?"),
        (["--bots", "rndom"], "nobody called `rndom` plays Dare; did you mean `random`?"),
        (["--bots", "random,random,random"], "3 bots are named, and 2 play"),
        (["--html", "page.yaml"], "should end with .html"),
        (["--html", "nowhere/page.html"], "there is no folder nowhere"),
    ],
)
def test_slips_are_told_before_any_game(run: Run, dice_game: str, words: list[str], told: str) -> None:
    ended = run("compare", dice_game, "--set-b", "target=20", *words)
    assert ended.status == 2
    assert told in ended.err
    assert ended.out == ""


def test_games_for_different_numbers_of_players_are_refused(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8")
    Path("three.rulebook.yaml").write_text(
        re.sub(r"players: \S+", "players: 3..4", text.replace("name: dare", "name: three")), encoding="utf-8"
    )
    ended = run("compare", dice_game, "three.rulebook.yaml", "--games", "5")
    assert ended.status == 2
    assert "A is played by 2 and B by 3" in ended.err
    assert run("compare", dice_game, "three.rulebook.yaml", "--players", "3", "--games", "5").status == 0


def test_games_with_nothing_in_common_are_compared_and_told_so(run: Run) -> None:
    ended = run("compare", "pig", "tic-tac-toe", "--games", "20", "--bots", "random,greedy")
    assert ended.status == 0
    assert "A and B have no action, rule or end in common" in ended.out
    assert "only B has it" in ended.out
    assert "players: random, greedy (one seat further with each game)" in ended.out
    assert "greedy wins" in ended.out
    assert "Wins of each player in 100 games of A, 95 % intervals: random " in ended.out
    assert "Wins of each player in 100 games of B, 95 % intervals: random " in ended.out


def test_ctrl_c_reports_what_is_done(run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[range] = []

    def interrupted(games: object, numbers: range, *more: object) -> object:
        begun.append(numbers)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return pairs(games, numbers, *more)  # type: ignore[arg-type]  # whatever is passed on

    monkeypatch.setattr(comparing, "pairs", interrupted)
    Path("page.html").write_text(page("page.html", title="another page"), encoding="utf-8")
    ended = run(
        "compare", dice_game, "--set-b", "target=20", "--games", "100", "--html", "page.html", "--jobs", "1"
    )
    assert ended.status == 130
    assert "The page is page.html, in place of the file that was there" in ended.err
    assert "Stopped after 1 game on each side." in ended.err
    assert "one game says nothing" in ended.out
    assert Path("page.html").is_file()

    def at_once(*arguments: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(comparing, "pairs", at_once)
    ended = run("compare", dice_game, "--set-b", "target=20", "--format", "json")
    assert ended.status == 130
    assert ended.json["interrupted"]
    assert ended.json["lines"] == []


@pytest.mark.parametrize(("jobs", "engine"), [("1", "native"), ("2", "reference")])
def test_ctrl_c_is_heard_in_the_middle(jobs: str, engine: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WAITS, "compare", "cinq-o", "--set-b", "target=50", "--games", "9000000",
         "--jobs", jobs, "--engine", engine],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stderr is not None
    while process.stderr.readline() != "some games\n":
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped after " in err
    assert "Traceback" not in err
    assert "shorter by" in out


WAITS = """\
import sys
from rulewright.play import compare
go_on = compare.Comparing._go_on
def told(self, *more):
    for _ in go_on(self, *more):
        if self.played > 20 and not told.said:
            sys.stderr.write('some games\\n'); sys.stderr.flush(); told.said = True
        yield
told.said = False
compare.Comparing._go_on = told
from rulewright.cli.main import main
if __name__ == '__main__': sys.exit(main(sys.argv[1:]))
"""


def test_a_narrow_reader_gets_whole_verdicts(
    run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    out = run("compare", dice_game, "--set-b", "target=20", "--games", "120").out
    assert "…" not in out
    told = [line for line in out.splitlines() if not line.startswith(("A  ", "B  "))]
    assert max(map(len, told)) <= 44
    assert "LENGTH\nturns\n  A " in out


def test_a_page_is_written_beside_the_table(run: Run, dice_game: str) -> None:
    ended = run("compare", dice_game, "--set-b", "target=20", "--games", "30", "--html", "page.html")
    assert ended.status == 0
    assert "The page is page.html" in ended.err
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_without_what_draws_a_page_is_refused_before_any_game(
    run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison_page, "NEEDED", ("json", "no_such_library"))
    ended = run("compare", dice_game, "--set-b", "target=20", "--html", "page.html")
    assert ended.status == 2
    assert (
        "--html draws with no_such_library, which is not installed; in a copy of Rulewright: pip install '.[report]'"
        in ended.err
    )
    assert not Path("page.html").exists()


STRATEGIES = """
tables: {worth: {of: 0..200, rows: {0: 0, 1..12: 3, 13..: 9}}}
strategies:
  keen: {prefer: {keep: pot > 9}}
  calm: {prefer: {keep: "worth(min(pot, 200)) > 5"}}
"""


def test_a_difference_that_only_players_make_is_told(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8") + STRATEGIES
    Path("one.rulebook.yaml").write_text(text, encoding="utf-8")
    Path("other.rulebook.yaml").write_text(text.replace("13..: 9", "13..: 8"), encoding="utf-8")
    words = ("compare", "one.rulebook.yaml", "other.rulebook.yaml", "--games", "20", "--bots")
    same = "The rules of A and B are the same. What differs is how `calm` plays (tables.worth)"
    assert f"{same}." in run(*words, "calm,keen").out.splitlines()
    assert f"{same}, and nobody here plays so (--bots)." in " ".join(run(*words, "keen").out.split())
    shorter = run(*words, "calm,keen", "--set-b", "target=20").out
    told = "The strategy `calm` is written differently on the two sides (tables.worth), so it is not the rules alone that"
    assert told in " ".join(shorter.split())
    assert "differ" not in run(*words, "keen", "--set-b", "target=20").out.partition("LENGTH")[0]
    assert (
        "`calm`"
        not in run("compare", "one.rulebook.yaml", "one.rulebook.yaml", "--games", "5", "--bots", "calm").out
    )


def test_what_the_same_luck_is_worth_is_told_wherever_it_can_be(run: Run, dice_game: str) -> None:
    def told(*words: str) -> list[str]:
        out = run("compare", *words, "--games", "60").out
        return [line for line in out.splitlines() if " a game says as much about " in line]

    (much,) = told(dice_game, "--set-b", "target=49")
    assert re.fullmatch(
        r"With the same luck a game says as much about [a-z1 ]+ as \d+\.\d with different luck\.", much
    )
    (little,) = told("pig", "yahtzee", "--players", "2")
    assert little.startswith("The same luck helps little here: a game says as much about turns as 1.")
    assert told(dice_game, dice_game) == []
    assert told(dice_game, "--set-b", "target=49", "--unpaired") == []
