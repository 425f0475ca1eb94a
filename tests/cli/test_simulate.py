"""`simulate`: the same result however many play at a time, in three forms."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.play import simulate
from tests.cli.conftest import Run


def test_the_table_tells_length_scores_and_wins(run: Run, dice_game: str) -> None:
    ended = run("simulate", dice_game, "--games", "20")
    assert ended.status == 0
    for word in ("20 games, 2 players, seed 0", "LENGTH", "SEAT", "95 %", "Ended by: target_reached 20"):
        assert word in ended.out
    assert "a second" in ended.err
    assert "a second" not in ended.out


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
        "import sys; from rulewright.play import simulate as s; start = s._interrupts_wait\n"
        "def told():\n"
        "    sys.stderr.write('starting\\n'); sys.stderr.flush(); return start()\n"
        "s._interrupts_wait = told\n"
        "from rulewright.cli.main import main\n"
        "if __name__ == '__main__': sys.exit(main(['simulate', 'cinq-o', '--games', '20000', '--jobs', '2']))\n"
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
    assert "of 20000 games." in err
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

    def interrupted(*arguments: object) -> object:
        yield from [next(iter(chunks(*arguments)))]  # type: ignore[arg-type]  # whatever the command passes on
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "chunks", interrupted)
    ended = run("simulate", dice_game, "--games", "100")
    assert ended.status == 130
    assert "Stopped after 20 of 100 games." in ended.err
    assert "20 games, 2 players" in ended.out
