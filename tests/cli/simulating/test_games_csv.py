"""`simulate --games-csv`: a row for each game; and the CSV of a whole simulation says what it is of."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from rulewright.play import simulate
from tests.cli.conftest import Ended, Run


def rows(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(path).read_text(encoding="utf-8"))))


def measures(ended: Ended) -> dict[str, str]:
    """The rows of a CSV that are of the whole game."""
    read: Iterable[dict[str, str]] = csv.DictReader(io.StringIO(ended.out))
    return {row["measure"]: row["value"] for row in read if not row["seat"]}


def test_the_rows_come_to_the_summary(run: Run, dice_game: str) -> None:
    ended = run(
        "simulate", dice_game, "--games", "30", "--seed", "5", "--games-csv", "games.csv", "--format", "json"
    )
    assert ended.status == 0
    assert ended.err.endswith("Each game has a row in games.csv\n")
    found, data = rows("games.csv"), ended.json
    assert [row["game"] for row in found] == [str(number) for number in range(1, 31)]
    assert fmean(int(row["decisions"]) for row in found) == pytest.approx(data["decisions"]["mean"])
    assert fmean(int(row["rounds"]) for row in found) == pytest.approx(data["rounds"]["mean"])
    assert Counter(row["ended_by"] for row in found) == data["ends"]
    for number, seat in enumerate(data["seats"], 1):
        won = [str(number) in row["winners"].split() for row in found]
        assert sum(won) == seat["wins"]
        assert [row[f"return_{number}"] == "1" for row in found] == won
        assert fmean(int(row[f"score_{number}"]) for row in found) == pytest.approx(seat["score"]["mean"])
    for row in found:
        assert (row["outcome"], row["played_by_1"]) == ("finished", "random")
        assert int(row["margin"]) == abs(int(row["score_1"]) - int(row["score_2"]))


@pytest.mark.parametrize("bots", [(), ("--bots", "greedy,random", "--rotate")])
def test_the_file_is_the_same_for_both_engines_and_any_number_of_jobs(
    run: Run, dice_game: str, bots: tuple[str, ...]
) -> None:
    def written(*more: str) -> str:
        words = ("--games", "12", "--set", "target=20", "--games-csv", "games.csv", *bots, *more)
        assert run("simulate", dice_game, *words).status == 0
        return Path("games.csv").read_text(encoding="utf-8")

    wanted = written("--engine", "reference")
    assert written("--engine", "native") == wanted
    assert written("--engine", "native", "--jobs", "2") == wanted
    assert written("--engine", "reference", "--jobs", "2") == wanted


def test_who_sat_where_is_told(run: Run, dice_game: str) -> None:
    run("simulate", dice_game, "--games", "2", "--bots", "greedy,random", "--rotate", "--games-csv", "a.csv")
    sat = [(row["played_by_1"], row["played_by_2"]) for row in rows("a.csv")]
    assert sat == [("greedy", "random"), ("random", "greedy")]


def test_games_that_are_broken_off_have_a_row(run: Run, dice_game: str) -> None:
    run("simulate", dice_game, "--games", "3", "--max-actions", "2", "--games-csv", "games.csv")
    found = rows("games.csv")
    assert [row["outcome"] for row in found] == ["broken_off"] * 3
    assert {(row["decisions"], row["ended_by"], row["winners"], row["return_1"]) for row in found} == {
        ("2", "", "", "")
    }


def test_a_game_that_keeps_no_score_has_none_in_its_rows(run: Run) -> None:
    run("simulate", "tic-tac-toe", "--games", "5", "--games-csv", "games.csv")
    assert {(row["score_1"], row["margin"]) for row in rows("games.csv")} == {("", "")}


ALONE = """\
rulebook: 1
name: alone
title: Alone
players: 1
variables: {taken: {type: 0..3}, given: {type: 0..3, start: 3}}
phases: {turn: {actions: {take: {do: [{add: 1, to: taken}, {add: -1, to: given}]}}}}
end: {over: {when: taken == 3, result: highest taken}}
standing: highest STANDING
"""


@pytest.mark.parametrize(("standing", "row"), [("taken", ("1", "", "3", "3")), ("given", ("1", "", "0", ""))])
def test_one_player_has_points_as_far_as_they_are_the_score(
    run: Run, standing: str, row: tuple[str, ...]
) -> None:
    Path("alone.rulebook.yaml").write_text(ALONE.replace("STANDING", standing), encoding="utf-8")
    assert run("simulate", "alone.rulebook.yaml", "--games", "2", "--games-csv", "games.csv").status == 0
    columns = ("winners", "margin", "score_1", "return_1")
    assert {tuple(found[column] for column in columns) for found in rows("games.csv")} == {row}


def test_ctrl_c_keeps_the_rows_so_far(run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = simulate.chunks

    begun: list[Any] = []

    def interrupted(*arguments: Any, **named: Any) -> Any:  # Any: whatever the command passes on
        begun.append(arguments)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return chunks(*arguments, **named)

    monkeypatch.setattr(simulate, "chunks", interrupted)
    assert (
        run("simulate", dice_game, "--games", "100", "--games-csv", "games.csv", "--jobs", "1").status == 130
    )
    assert len(rows("games.csv")) == 1


def test_what_cannot_be_written_is_told_before_play(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8")
    for path, said in ((dice_game, "should end with .csv"), ("nowhere/a.csv", "there is no folder nowhere")):
        ended = run("simulate", dice_game, "--games", "1", "--games-csv", path)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
    assert Path(dice_game).read_text(encoding="utf-8") == text


def test_a_file_that_was_there_is_told(run: Run, dice_game: str) -> None:
    words = ("simulate", dice_game, "--games", "2", "--games-csv", "games.csv")
    assert "in place of" not in run(*words).err
    assert "Each game has a row in games.csv, in place of the file that was there" in run(*words).err


# ------------------------------------------------------------------------------------------- the whole simulation


def test_the_csv_says_what_it_is_of(run: Run, dice_game: str) -> None:
    Path("short.overlay.yaml").write_text(
        "rulebook: 1\nname: short\nextends: dare\nchange: {options: {target: 25}}\n", encoding="utf-8"
    )
    words = ("simulate", dice_game, "--players", "3", "--with", "short.overlay.yaml", "--seed", "8")
    found = measures(run(*words, "--games", "5", "--bots", "greedy,random,random", "--format", "csv"))
    assert (found["game"], found["house_rule"], found["players"]) == ("dare", "short.overlay.yaml", "3")
    assert (found["option target"], found["bots"], found["rotated"]) == (
        "25",
        "greedy,random,random",
        "false",
    )
    assert (found["seed"], found["games_asked"], found["games"]) == ("8", "5", "5")
    data = run(*words, "--games", "5", "--format", "json").json
    assert (data["game"], data["overlays"], data["options"]["target"]) == ("dare", ["short.overlay.yaml"], 25)
    assert data["fingerprint"] == found["fingerprint"]


def test_more_games_than_were_asked_for_are_told(run: Run, dice_game: str) -> None:
    words = ("simulate", dice_game, "--games", "3", "--bots", "greedy,random", "--rotate", "--format")
    ended = run(*words, "csv")
    assert "4 games are whole rotations of 2 players; 3 were asked for (--games)." in ended.err
    assert (measures(ended)["games_asked"], measures(ended)["games"]) == ("3", "4")
    data = run(*words, "json").json
    assert (data["games_asked"], data["games"]) == (3, 4)
    assert "whole rotations" in " ".join(run("simulate", "--help").out.split())


def test_a_single_game_gives_no_interval(run: Run, dice_game: str) -> None:
    words = ("simulate", dice_game, "--games", "1")
    out = run(*words).out
    assert "One finished game gives no interval of a mean" in out
    (decisions,) = [line.split() for line in out.splitlines() if line.startswith("decisions")]
    assert len(decisions) == 5, "name, mean, least, median, most"
    data = run(*words, "--format", "json").json
    assert [data["decisions"][name] for name in ("sd", "low", "high")] == [None] * 3
    assert [data["seats"][0]["score"][name] for name in ("low", "high")] == [None] * 2
    lines = run(*words, "--format", "csv").out.splitlines()
    assert next(line for line in lines if line.startswith("decisions,")).endswith(",,")


def test_few_games_are_told_to_give_rough_intervals(run: Run, dice_game: str) -> None:
    words = ("simulate", dice_game, "--set", "target=10", "--games")
    assert "With fewer than 100 games intervals are rough." in run(*words, "99").out
    assert "rough" not in run(*words, "100").out
