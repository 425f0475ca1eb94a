"""Who plays: `--bots` of `simulate` and `play`, and records that remember who sat where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

RULEBOOK = """\
rulebook: 1
name: greed
title: Greed
players: 2..3
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: players, type: number}, pot: {type: number, lasts: turn}}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - if: tray.face == 1
            do: [end_turn]
            else: [{add: tray.face, to: pot}]
      hold: {do: [{add: pot, to: me.score}, end_turn]}
end: {reached: {after: hold, when: me.score >= 30, result: {wins: me}}}
standing: highest score
strategies:
  careful: {prefer: {hold: pot >= 15}}
  timid: {prefer: {hold: pot > 0}}
"""


@pytest.fixture
def greed(run: Run) -> str:
    Path("greed.rulebook.yaml").write_text(RULEBOOK, encoding="utf-8")
    return "greed"


def record(name: str) -> Any:  # a record is JSON
    return json.loads(Path(name).read_text(encoding="utf-8"))


def rewrite(name: str, **changes: object) -> None:
    Path(name).write_text(json.dumps({**record(name), **changes}), encoding="utf-8")


def test_simulate_tells_who_played(run: Run, greed: str) -> None:
    told = json.loads(
        run("simulate", greed, "--games", "30", "--bots", "careful,random", "--format", "json").out
    )
    assert told["bots"] == ["careful", "random"]
    assert told["seats"][0]["win_rate"] > told["seats"][1]["win_rate"]
    alone = json.loads(run("simulate", greed, "--games", "2", "--format", "json").out)
    assert alone["bots"] == ["random", "random"]


def test_one_name_is_for_every_seat(run: Run, greed: str) -> None:
    command = ("simulate", greed, "--players", "3", "--games", "3", "--format", "json")
    assert json.loads(run(*command, "--bots", "careful").out)["bots"] == ["careful"] * 3


def test_the_table_and_csv_show_who_played_where(run: Run, greed: str) -> None:
    shown = run("simulate", greed, "--games", "5", "--bots", "careful,timid").out
    assert "played by" in shown
    assert "careful" in shown
    assert "played by" not in run("simulate", greed, "--games", "5").out
    lines = run("simulate", greed, "--games", "5", "--bots", "careful,timid", "--format", "csv").out
    assert "played_by,2,timid,," in lines.splitlines()


def test_the_same_seed_is_the_same_game_for_any_number_of_jobs(run: Run, greed: str) -> None:
    command = (
        "simulate",
        greed,
        "--games",
        "12",
        "--bots",
        "careful",
        "--format",
        "json",
        "--engine",
        "reference",
    )
    one, two = (json.loads(run(*command, "--jobs", jobs).out) for jobs in ("1", "2"))
    del one["timing"], two["timing"]
    assert one == two


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("simulate", "greed", "--bots", "carefull"), "did you mean `careful`?"),
        (("simulate", "greed", "--bots", "careful,timid,random"), "3 bots are named, and 2 play"),
        (("simulate", "greed", "--bots", "human"), "people sit down only at `rulewright play`"),
        (("play", "greed", "--bots", "timyd"), "did you mean `timid`?"),
        (("play", "greed", "--seat", "2=carefull"), "--seat 2=carefull: nobody called `carefull`"),
        (("play", "greed", "--seat", "2"), "should look like --seat 2=random"),
    ],
)
def test_wrong_names_are_answered_with_the_nearest(
    run: Run, greed: str, command: tuple[str, ...], told: str
) -> None:
    ended = run(*command)
    assert ended.status == 2
    assert told in ended.err


def test_bots_sit_down_by_name(run: Run, greed: str) -> None:
    run("play", greed, "--players", "3", "--bots", "timid,careful", "--seed", "1", typed="roll\nquit\n")
    assert record("greed.record.json")["played_by"] == ["human", "timid", "careful"]


def test_without_a_name_they_play_at_random(run: Run, greed: str) -> None:
    run("play", greed, "--bots", "--seed", "1", typed="roll\nquit\n")
    assert record("greed.record.json")["played_by"] == ["human", "random"]


def test_the_game_may_stand_behind_bots(run: Run, greed: str) -> None:
    run("play", "--bots", greed, "--seed", "1", typed="roll\nquit\n")
    assert record("greed.record.json")["played_by"] == ["human", "random"]


def test_a_seat_is_played_by_who_is_named_for_it(run: Run, greed: str) -> None:
    ended = run("play", greed, "--bots", "timid", "--seat", "1=careful", "--seed", "1")
    assert "wins." in ended.out


def test_a_resumed_game_has_the_same_players(run: Run, greed: str) -> None:
    run("play", greed, "--bots", "timid", "--names", "Ann,Tim", "--seed", "3", typed="roll\nquit\n")
    again = run("play", "--resume", "greed.record.json", "--seed", "3", typed="roll\nhold\n" * 9 + "quit\n")
    assert record("greed.record.json")["played_by"] == ["human", "timid"]
    turns = [line for line in again.out.splitlines() if line.startswith("Tim: ")]
    rolled = [index for index, line in enumerate(turns) if "roll (die" in line and "die 1" not in line]
    assert rolled
    assert all("hold" in turns[index + 1] for index in rolled if index + 1 < len(turns))


def test_records_of_bots_without_names_are_read(run: Run, greed: str) -> None:
    run("play", greed, "--bots", "--names", "Ann,Tim", "--seed", "3", typed="roll\nquit\n")
    old = {key: value for key, value in record("greed.record.json").items() if key != "played_by"}
    Path("old.json").write_text(json.dumps({**old, "bots": [1]}), encoding="utf-8")
    again = run("play", "--resume", "old.json", "--seed", "3", typed="roll\n" * 30)
    assert "Tim: " in again.out
    assert "Tim to move" not in again.out


def test_a_strategy_that_is_gone_is_asked_for(run: Run, greed: str) -> None:
    run("play", greed, "--bots", "timid", "--seed", "3", typed="roll\nquit\n")
    rewrite("greed.record.json", played_by=["human", "tired"])
    ended = run("play", "--resume", "greed.record.json", typed="quit\n")
    assert ended.status == 2
    assert "seat 2 is played by `tired` in greed.record.json" in ended.err
    assert "`--seat 2=WHO` says who plays there now" in ended.err
    assert run("play", "--resume", "greed.record.json", "--seat", "2=timid", typed="quit\n").status == 0


def test_a_preference_that_fails_is_told_with_its_place(run: Run, greed: str) -> None:
    text = RULEBOOK.replace("hold: pot >= 15", "hold: tray.face > 2")
    Path("greed.rulebook.yaml").write_text(text, encoding="utf-8")
    ended = run("simulate", greed, "--games", "2", "--bots", "careful")
    assert ended.status == 1
    assert "greed.rulebook.yaml:21:28" in ended.err
    assert "undefined" in ended.err


FAILING = RULEBOOK.replace("phases:", "define: {ratio: 60 div (pot - 7)}\nphases:").replace(
    "hold: pot >= 15", "hold: ratio > 3 or pot > 20"
)


@pytest.mark.parametrize("bots", ["careful,timid", "careful,greedy"])
def test_the_game_in_which_a_preference_fails_is_kept_and_traced(run: Run, greed: str, bots: str) -> None:
    Path("greed.rulebook.yaml").write_text(FAILING, encoding="utf-8")
    games = "40" if bots == "careful,timid" else "8"
    ended = run("simulate", greed, "--games", games, "--bots", bots)
    assert ended.status == 1
    assert "define: {ratio: 60 div (pot - 7)}" in ended.err
    kept = "greed-failure.record.json"
    assert f"`rulewright replay {kept}` goes through it, `rulewright trace {kept}` says why" in ended.err
    again = run("replay", kept)
    assert again.status == 1
    assert "the rule that failed: strategies.careful.prefer.hold" in again.err
    traced = run("trace", kept)
    assert (traced.status, traced.err) == (0, "")
    assert f"after {len(record(kept)['steps'])} steps, seat 1 to move, where `careful` fails" in traced.out
    assert "prefers hold: ratio > 3 or pot > 20 → fails" in traced.out
    assert "60 div (pot - 7) → 60 div (7 - 7) → fails: 60 div 0 has no value" in traced.out
    assert "pot → 7" in run("trace", kept, "pot").out


def test_a_preference_that_fails_opposite_somebody_is_kept_too(run: Run, greed: str) -> None:
    Path("greed.rulebook.yaml").write_text(FAILING.replace("pot - 7", "pot"), encoding="utf-8")
    ended = run("play", greed, "--bots", "careful", "--seed", "1", typed="hold\n")
    assert ended.status == 1
    assert "`rulewright trace greed-failure.record.json` shows how" in ended.err
    assert "60 div (pot) → 60 div 0 → fails" in run("trace", "greed-failure.record.json").out


def test_of_a_strategy_that_was_mended_the_game_goes_on(run: Run, greed: str) -> None:
    Path("greed.rulebook.yaml").write_text(FAILING, encoding="utf-8")
    run("simulate", greed, "--games", "20", "--bots", "careful,timid")
    for mended in (RULEBOOK, RULEBOOK.replace("careful:", "prudent:")):
        Path("greed.rulebook.yaml").write_text(mended, encoding="utf-8")
        again = run("replay", "greed-failure.record.json")
        assert (again.status, again.err) == (0, "")
        assert "what can be done in turn" in run("trace", "greed-failure.record.json").out


def test_who_is_stronger_is_told_of_players_who_change_seats(run: Run, greed: str) -> None:
    words = ("simulate", greed, "--games", "99", "--bots", "careful,timid")
    ended = run(*words, "--rotate")
    assert (ended.status, "played by" in ended.out) == (0, False)
    lines = ended.out.splitlines()
    assert lines[0] == "Greed: 100 games, 2 players, seed 0, everybody one seat on with each game"
    assert [line.split()[0] for line in lines if line.startswith(("PLAYER", "careful ", "timid ", "SEAT"))] == [
        "PLAYER", "careful", "timid", "careful", "SEAT",
    ]  # fmt: skip
    (duel,) = (line for line in lines if line.startswith("careful against timid: wins more often by "))
    assert " in 100 games, 95 % interval " in duel
    assert "--rotate" not in ended.err
    told = run(*words, "--rotate", "--format", "json").json
    assert (told["rotated"], told["bots"]) == (True, ["careful", "timid"])
    assert [each["player"] for each in told["by_player"]] == ["careful", "timid"]
    assert told["by_player"][0]["low"] > 0.5 > told["by_player"][1]["high"]
    assert told["duels"][0]["low"] > 0
    rows = run(*words, "--rotate", "--format", "csv").out.splitlines()
    assert not any(row.startswith("played_by") for row in rows)
    assert [row.split(",")[0] for row in rows if "careful" in row] == [
        "bots", "win_rate careful", "score careful", "careful against timid",
    ]  # fmt: skip


def test_where_everybody_keeps_the_seat_the_way_to_who_is_stronger_is_told(run: Run, greed: str) -> None:
    words = ("simulate", greed, "--games", "10", "--bots")
    ended = run(*words, "careful,timid")
    assert "--rotate moves all one seat on with each game" in ended.err
    assert "PLAYER" not in ended.out
    assert "--rotate" not in run(*words, "careful").err
    alone = run(*words, "careful", "--rotate")
    assert (alone.status, alone.out) == (2, "")
    assert "--rotate is for players who differ" in alone.err


def test_a_game_that_is_kept_knows_who_sat_where_in_it(run: Run, greed: str) -> None:
    words = ("simulate", greed, "--games", "20", "--bots", "careful,timid", "--rotate", "--record-worst", "3")
    told = run(*words, "--format", "json").json["worst"]
    for kept in told:
        seats = ["careful", "timid"] if kept["number"] % 2 == 1 else ["timid", "careful"]
        assert record(kept["record"])["played_by"] == seats
        assert run("replay", kept["record"]).status == 0
    assert {kept["number"] % 2 for kept in told} == {0, 1}


def test_where_many_games_fail_nobody_is_called_stronger(run: Run, greed: str) -> None:
    Path("greed.rulebook.yaml").write_text(FAILING, encoding="utf-8")
    ended = run("simulate", greed, "--games", "40", "--bots", "careful,timid", "--rotate")
    assert ended.status == 1
    assert "Too many games failed to say which player is stronger." in ended.out


def test_who_thinks_by_the_clock_is_told(run: Run, greed: str) -> None:
    told = run("simulate", greed, "--bots", "mcts:1ms,careful", "--games", "1", "--engine", "reference").err
    assert "`mcts:1ms` thinks by the clock, so these games cannot be repeated" in told
    assert "clock" not in run("simulate", greed, "--bots", "careful", "--games", "1").err
