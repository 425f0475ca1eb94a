"""`simulate`: the same result however many play at a time, in three forms."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.common.output import Progress
from rulewright.cli.common.text_tables import show_table
from rulewright.play import simulate
from tests.cli.conftest import Run


def test_the_table_tells_length_scores_and_wins(run: Run, dice_game: str) -> None:
    ended = run("simulate", dice_game, "--games", "20")
    assert ended.status == 0
    for word in ("20 games, 2 players, seed 0", "LENGTH", "SEAT", "95 %", "Ended by: target_reached 20"):
        assert word in ended.out
    assert "a second" in ended.err
    assert "a second" not in ended.out


def test_partners_who_share_their_points_stand_in_one_row(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    words = ("simulate", "crib-ino", "--players", "4", "--games", "3")

    def seats(*more: str) -> list[list[str]]:
        lines = run(*words, *more).out.splitlines()
        first = next(place for place, line in enumerate(lines) if line.startswith("SEAT"))
        return [re.split(r" {2,}", line)[:2] for line in lines[first : lines.index("", first)]]

    assert [row[0] for row in seats("--variant", "partners")] == ["SEATS", "1 and 3", "2 and 4"]
    assert [row[0] for row in seats()] == ["SEAT", "1", "2", "3", "4"]
    named = seats("--variant", "partners", "--bots", "random,bold,random,cautious")
    assert named == [["SEATS", "played by"], ["1 and 3", "random"], ["2 and 4", "bold and cautious"]]
    data = run(*words, "--variant", "partners", "--format", "json").json
    assert data["teams"] == [0, 1, 0, 1]
    assert len(data["seats"]) == 4


def test_the_result_is_the_same_for_any_number_of_jobs(run: Run, dice_game: str) -> None:
    one = run("simulate", dice_game, "--games", "30", "--seed", "5", "--format", "json").json
    two = run("simulate", dice_game, "--games", "30", "--seed", "5", "--format", "json", "--jobs", "2").json
    assert one.pop("timing")["playouts_per_second"] > 0
    assert two.pop("timing")["jobs"] == 2
    assert one == two


def test_another_seed_gives_other_games(run: Run, dice_game: str) -> None:
    one = run("simulate", dice_game, "--games", "10", "--seed", "1").out
    assert one != run("simulate", dice_game, "--games", "10", "--seed", "2").out
    assert one == run("simulate", dice_game, "--games", "10", "--seed", "1").out


def test_csv_has_a_figure_a_line_and_nothing_of_the_clock(run: Run, dice_game: str) -> None:
    ended = run("simulate", dice_game, "--games", "10", "--players", "3", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ended.out)))
    rates = [row for row in rows if row["measure"] == "win_rate"]
    assert [row["seat"] for row in rates] == ["1", "2", "3"]
    assert sum(float(row["value"]) for row in rates) == pytest.approx(1)
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rates)
    assert not any("second" in row["measure"] for row in rows)


def test_options_and_house_rules_are_played(run: Run, dice_game: str) -> None:
    Path("short.overlay.yaml").write_text(
        "rulebook: 1\nname: short\nextends: dare\nchange: {options: {target: 5}}\n", encoding="utf-8"
    )
    usual = run("simulate", dice_game, "--games", "10", "--format", "json").json["decisions"]["mean"]
    by_option = run("simulate", dice_game, "--games", "10", "--format", "json", "--set", "target=5").json
    by_rule = run(
        "simulate", dice_game, "--games", "10", "--format", "json", "--with", "short.overlay.yaml"
    ).json
    assert by_option["decisions"] == by_rule["decisions"]
    assert by_option["decisions"]["mean"] < usual


def test_a_rule_that_fails_is_status_1_with_its_place(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8").replace("pot:   {type: number", "pot:   {type: 0..20")
    Path(dice_game).write_text(text, encoding="utf-8")
    ended = run("simulate", dice_game, "--games", "20")
    assert ended.status == 1
    assert "dare.rulebook.yaml:" in ended.err
    assert "rulewright replay dare-failure.record.json" in ended.err
    assert Path("dare-failure.record.json").is_file()


def test_games_that_are_broken_off_are_told(run: Run, dice_game: str) -> None:
    ended = run("simulate", dice_game, "--games", "10", "--max-actions", "2")
    assert ended.status == 1
    assert "No game was finished." in ended.out
    assert "10 games were broken off after 2 decisions (--max-actions)" in ended.err


def test_some_games_broken_off_are_no_failure(run: Run, dice_game: str) -> None:
    many = ("simulate", dice_game, "--games", "30", "--max-actions")
    usual = run(*many, "1000", "--format", "json").json["decisions"]["quantiles"]["50"]
    ended = run(*many, str(int(usual)))
    assert ended.status == 0
    assert "broken off after" in ended.err
    assert "Ended by: target_reached" in ended.out


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_ctrl_c_is_heard_while_workers_start(seconds: float) -> None:
    asked = (
        "import sys; from rulewright.play.running import pools as s; start = s._interrupts_wait\n"
        "def told():\n"
        "    sys.stderr.write('starting\\n'); sys.stderr.flush(); return start()\n"
        "s._interrupts_wait = told\n"
        "from rulewright.cli.main import main\n"
        "if __name__ == '__main__': sys.exit(main(['simulate', 'cinq-o', '--games', '20000', '--jobs', '2', '--engine', 'reference']))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "starting\n"
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "of 20,000 games." in err
    assert "Traceback" not in err


def test_what_is_no_rulebook_is_told(run: Run, dice_game: str) -> None:
    run("play", dice_game, "--seed", "3", typed="roll\n")
    Path("other.json").write_text("{}", encoding="utf-8")
    Path("folder").mkdir()
    for command in ("simulate", "validate", "test", "show"):
        ended = run(command, "dare.record.json")
        assert ended.status == 2
        assert "is a record of a game: rulewright replay dare.record.json" in ended.err
        assert "is a JSON file" in run(command, "other.json").err
        assert "folder is a folder" in run(command, "folder").err


def test_ctrl_c_reports_what_is_done(run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = simulate.chunks

    begun: list[Any] = []

    def interrupted(*arguments: Any, **named: Any) -> Any:  # Any: whatever the command passes on
        begun.append(arguments)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return chunks(*arguments, **named)

    monkeypatch.setattr(simulate, "chunks", interrupted)
    ended = run("simulate", dice_game, "--games", "100", "--record-worst", "2", "--jobs", "1")
    assert ended.status == 130
    assert [path.name for path in Path().glob("*.record.json")] == ["dare-decisions-1.record.json"]
    assert "Stopped after 1 of 100 games." in ended.err
    assert ": 1 game, 2 players" in ended.out


UNROLLED = """\
rulebook: 1
name: roll
title: Roll
players: 2
pieces: {dice: {count: 1, faces: 1..6, label: die, plural: dice}}
zones: {tray: {holds: dice, start: all}}
variables: {points: {per: players, type: number}}
phases:
  turn:
    actions:
      roll: {do: [{roll: dice}, end_turn]}
      keep: {when: {high_enough: tray.face >= 5}, do: [{add: 1, to: me.points}, end_turn]}
end: {done: {after: keep, when: me.points >= 3, result: {wins: me}}}
"""


def test_a_failure_is_told_once_with_its_line_and_what_to_write(run: Run) -> None:
    Path("roll.rulebook.yaml").write_text(UNROLLED, encoding="utf-8")
    ended = run("simulate", "roll.rulebook.yaml", "--games", "30")
    assert ended.status == 1
    assert ended.err.count("error[undefined]") == 1
    assert "^^^^^^^^^" in ended.err
    assert "this was not rolled yet" in ended.err
    assert "`tray.face in 5..6`, which nothing unrolled is" in ended.err
    assert "In 30 of 30 games a rule failed." in ended.err
    Path("roll.rulebook.yaml").write_text(UNROLLED.replace(">= 5", "in 5..6"), encoding="utf-8")
    assert run("simulate", "roll.rulebook.yaml", "--games", "30").status == 0


def test_a_game_that_keeps_no_score_has_no_column_of_zeros(run: Run, dice_game: str) -> None:
    scored = run("simulate", dice_game, "--games", "10")
    assert "score" in scored.out
    assert "no `standing:`" not in scored.err
    Path("roll.rulebook.yaml").write_text(UNROLLED.replace(">= 5", "in 5..6"), encoding="utf-8")
    ended = run("simulate", "roll.rulebook.yaml", "--games", "10")
    assert "score" not in ended.out
    assert "no `standing:`, so no scores" in ended.err
    told = run("simulate", "roll.rulebook.yaml", "--games", "10", "--format", "json").json
    assert [seat["score"] for seat in told["seats"]] == [None, None]


def test_a_narrow_reader_gets_whole_numbers(
    run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = run("simulate", dice_game, "--games", "20", "--format", "json").json
    monkeypatch.setenv("COLUMNS", "40")
    for words in (("simulate", dice_game, "--games", "20"), ("list",)):
        out = run(*words).out
        assert "…" not in out
        assert max(len(line) for line in out.splitlines()[1:]) <= 40
    told = run("simulate", dice_game, "--games", "20").out
    assert f"  mean: {figures['decisions']['mean']:.2f}\n" in told


def test_no_colour_is_no_escape_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out, err = Terminal(), Terminal()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    show_table(("SEAT", "wins"), [("1", "50 %")])
    with Progress("games") as progress:
        progress(3, 10)
        progress(10, 10)
    assert "SEAT" in out.getvalue()
    assert "10 of 10 games" in err.getvalue()
    assert "\x1b" not in out.getvalue() + err.getvalue()


def test_progress_says_how_fast_and_how_long_it_will_be(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    err = Terminal()
    clock = iter([0.0, 0.0, 2.0, 4.0])
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    with Progress("games") as progress:
        progress(5_000, 1_000_000)
        progress(25_000, 1_000_000, lambda: "seat 1 wins 51.2 % (51.1 to 51.3 %)")
        progress(25_004, 1_000_000)
    first, second, third = err.getvalue().split("░ ")[1:4]
    assert first.startswith("5000 of 1000000 games")
    assert "a second" not in first
    assert "games, 10,000 a second, 98 s left, seat 1 wins 51.2 % (51.1 to 51.3 %)" in second
    assert "5,001 a second, 3 min left" in third


# ------------------------------------------------------------------------------------------------ the worst games


def test_the_games_furthest_out_are_kept_as_records_that_replay(run: Run, dice_game: str) -> None:
    ended = run(
        "simulate",
        dice_game,
        "--games",
        "30",
        "--record-worst",
        "3",
        "--record-to",
        "far/out",
        "--format",
        "json",
    )
    assert ended.status == 0
    worst = ended.json["worst"]
    assert [each["value"] for each in worst] == sorted((each["value"] for each in worst), reverse=True)
    assert worst[0]["value"] == ended.json["decisions"]["maximum"]
    for each in worst:
        record = json.loads(Path(each["record"]).read_text(encoding="utf-8"))
        assert len(record["steps"]) == each["value"]
        assert record["seed"] == each["seed"]
        assert record["played_by"] == ["random", "random"]
        assert run("replay", each["record"]).status == 0
        assert f"rulewright trace {each['record']}" in ended.err


def test_they_are_written_anew_and_nothing_else_is_written_over(run: Run, dice_game: str) -> None:
    keep = ("simulate", dice_game, "--games", "5", "--record-worst", "1", "--worst-by", "score")
    assert [run(*keep).status, run(*keep).status] == [0, 0]
    assert [path.name for path in Path().glob("dare-score*")] == ["dare-score-1.record.json"]
    Path("dare-score-1.record.json").write_text("{}", encoding="utf-8")
    assert run(*keep).status == 0
    assert Path("dare-score-1.record.json").read_text(encoding="utf-8") == "{}"
    assert Path("dare-score-1-2.record.json").is_file()


def test_without_a_score_there_is_none_to_be_furthest_out_by(run: Run) -> None:
    ended = run("simulate", "tic-tac-toe", "--games", "5", "--record-worst", "1", "--worst-by", "margin")
    assert (ended.status, ended.out) == (2, "")
    assert "Tic-tac-toe keeps no score" in ended.err
    assert "`standing:` in the rulebook, or go by decisions" in " ".join(ended.err.split())


def test_one_player_alone_is_ahead_of_nobody(run: Run) -> None:
    words = ("simulate", "yahtzee", "--players", "1", "--games", "2", "--record-worst", "1", "--worst-by")
    ended = run(*words, "small-margin")
    assert (ended.status, ended.out) == (2, "")
    assert "one player alone is ahead of nobody. Go by score" in ended.err
    assert "margin" not in run(*words, "score").out


def test_that_nobody_won_is_told_where_no_game_has_a_margin(run: Run) -> None:
    rules = UNROLLED.replace(">= 5", "in 5..6").replace("{wins: me}", "draw")
    Path("roll.rulebook.yaml").write_text(f"{rules}standing: highest points\n", encoding="utf-8")
    words = ("simulate", "roll.rulebook.yaml", "--games", "3", "--record-worst", "1", "--worst-by")
    assert "No game was won by anybody, so there is none to keep." in run(*words, "margin").err
    assert "Kept with the highest score:" in run(*words, "score").err


def test_games_are_named_by_the_same_number_everywhere(run: Run, dice_game: str) -> None:
    words = ("simulate", dice_game, "--games", "9", "--record-worst", "2", "--worst-by", "margin")
    ended = run(*words, "--games-csv", "games.csv", "--format", "json")
    rows = list(csv.DictReader(Path("games.csv").read_text(encoding="utf-8").splitlines()))
    for kept in ended.json["worst"]:
        row = rows[kept["number"] - 1]
        assert (row["game"], row["margin"]) == (str(kept["number"]), str(kept["value"]))
        assert row["seed"] == str(kept["seed"])
        assert f"{kept['value']} in game {kept['number']}: " in ended.err


def test_failed_games_are_named_by_their_rows(run: Run) -> None:
    Path("roll.rulebook.yaml").write_text(UNROLLED, encoding="utf-8")
    told = run("simulate", "roll.rulebook.yaml", "--games", "3", "--games-csv", "a.csv", "--format", "json")
    rows = csv.DictReader(Path("a.csv").read_text(encoding="utf-8").splitlines())
    failed = [(row["game"], row["seed"]) for row in rows if row["outcome"] == "failed"]
    assert [(str(each["number"]), str(each["seed"])) for each in told.json["failures"]] == failed
    assert [number for number, _ in failed] == ["1", "2", "3"]
    both = run("compare", "roll.rulebook.yaml", "roll.rulebook.yaml", "--games", "3", "--format", "json")
    assert [each["number"] for each in both.json["a"]["failures"]] == [1, 2, 3]
    assert "In A a rule failed in game 1: " in both.err


def test_how_close_games_are_is_told_where_somebody_can_be_ahead(run: Run, dice_game: str) -> None:
    out = run("simulate", dice_game, "--games", "9").out
    (line,) = [line.split() for line in out.splitlines() if line.startswith("margin")]
    data = run("simulate", dice_game, "--games", "9", "--format", "json").json["margin"]
    assert (line[1], line[-1]) == (f"{data['mean']:.2f}", f"{data['maximum']:g}")
    lines = run("simulate", dice_game, "--games", "9", "--format", "csv").out.splitlines()
    assert next(line for line in lines if line.startswith("margin,")).split(",")[2] == str(data["mean"])
    for alone in (("tic-tac-toe",), ("yahtzee", "--players", "1")):
        assert "margin" not in run("simulate", *alone, "--games", "3").out
        assert run("simulate", *alone, "--games", "3", "--format", "json").json["margin"] is None


def test_a_folder_that_cannot_be_is_told(run: Run, dice_game: str) -> None:
    Path("taken").write_text("", encoding="utf-8")
    ended = run("simulate", dice_game, "--games", "5", "--record-worst", "1", "--record-to", "taken")
    assert ended.status == 2
    assert "taken" in ended.err


@pytest.mark.parametrize("option", [["--worst-by", "margin"], ["--record-to", "kept"]])
def test_what_says_which_games_are_kept_goes_with_how_many(run: Run, option: list[str]) -> None:
    ended = run("simulate", "pig", "--games", "1", *option)
    assert ended.status == 2
    assert f"{option[0]} goes with --record-worst N" in ended.err
