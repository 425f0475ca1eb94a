"""`solve` at the command line: what it prints, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.common.exit_status import INTERRUPTED
from rulewright.play.solving.levels.by_levels import _Levels
from tests.benchmarks.solving import connect_four
from tests.cli.conftest import Run
from tests.game.playouts.test_symmetries import CORNERS
from tests.play.solving.small_games import ALONE, CIRCLE, NIM, RACE, SHEET, SQUASH


def test_a_won_game_is_told_with_its_best_moves(run: Run) -> None:
    Path("nim.rulebook.yaml").write_text(NIM, encoding="utf-8")
    ended = run("solve", "nim.rulebook.yaml", "--set", "small=0", "--engine", "reference")
    assert "With best play seat 1 wins." in ended.out
    assert [line.split() for line in ended.out.splitlines() if "best" in line and "take" in line] == [
        ["take", "3", "1", "win", "best"]
    ]
    assert "20 positions (2 of them ends)" in ended.out
    found = run("solve", "nim.rulebook.yaml", "--format", "json", "--engine", "reference").json
    assert (found["result"], found["worths"][0]["exact"], found["player"]) == ("loss", "-1", 0)
    assert found["moves"][0].keys() == {"action", "value", "error", "exact", "best"}


def test_chances_and_points_are_told(run: Run) -> None:
    Path("squash.rulebook.yaml").write_text(SQUASH, encoding="utf-8")
    ended = run("solve", "squash.rulebook.yaml", "--set", "target=1")
    assert "With best play seat 1 wins with probability 0.6666666667 (proved within" in ended.out
    ended = run("solve", "pig", "--players", "2", "--set", "target=2")
    assert "without those that could only be reached by leaving out a sure win" in ended.out
    found = run("solve", "squash.rulebook.yaml", "--set", "target=1", "--format", "json").json
    assert abs(found["chances_to_win"][0] - 2 / 3) < 1e-12
    assert found["result"] == "chance"
    Path("alone.rulebook.yaml").write_text(ALONE, encoding="utf-8")
    ended = run("solve", "alone.rulebook.yaml", "--set", "rolls=2")
    assert "With best play seat 1 gets 4.25 points on average." in ended.out
    assert "from 6 at which chance may begin" in ended.out


def test_a_game_is_solved_turn_by_turn(run: Run) -> None:
    Path("sheet.rulebook.yaml").write_text(SHEET, encoding="utf-8")
    table = ("sheet.rulebook.yaml", "--set", "rolls_each=1", "--positions", "10")
    ended = run("solve", *table, "--symmetry")
    assert "With best play seat 1 gets 15.9135802469" in ended.out
    assert "(proved within " in ended.out
    assert "turns that differ in what was left before, with 6 positions each: " in ended.out
    assert "--symmetry counts nothing here" in ended.err
    found = run("solve", *table, "--format", "json").json
    assert (found["result"], found["positions_of_a_turn"]) == ("points", 6)
    assert found["positions"] == 6 * found["turns"]
    run("solve", *table, "--out", "sheet.solution.json")
    bots = ("simulate", *table[:3], "--games", "30", "--format", "json", "--bots")
    best, random = (
        run(*bots, bot).json["seats"][0]["score"]["mean"] for bot in ("solved:sheet.solution.json", "random")
    )
    assert best > random + 2


def test_a_solve_goes_on_from_its_checkpoint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("race.rulebook.yaml").write_text(RACE, encoding="utf-8")
    race = ("race.rulebook.yaml", "--engine", "reference", "--checkpoint", "race.json")
    whole = run("solve", *race[:3], "--format", "json").json
    monkeypatch.setattr("rulewright.play.solving.keeping.SECONDS", 0.0)
    monkeypatch.setattr("rulewright.play.solving.keeping.PATIENCE", 0)
    worked_out = _Levels._work_out
    done: list[object] = []

    def work_out(self: _Levels, level: tuple[int, ...], again: float) -> None:
        done.append(level)
        if len(done) == 4:
            raise KeyboardInterrupt
        worked_out(self, level, again)

    monkeypatch.setattr(_Levels, "_work_out", work_out)
    ended = run("solve", *race)
    assert ended.status == INTERRUPTED
    assert "Stopped before the game was solved. The same command goes on from race.json." in ended.err
    assert run("solve", *race, "--format", "json").json["worths"] == whole["worths"]
    assert len(done) == whole["levels"] + 1
    run("solve", *race)
    assert len(done) == whole["levels"] + 1
    ended = run("solve", *race, "--set", "target=5")
    assert "race.json is of another run: fingerprint is" in ended.err
    assert ended.status == 2
    ended = run("simulate", "race.rulebook.yaml", "--games", "3", "--checkpoint", "race.json")
    assert "race.json is of another run: command is 'solve' there" in ended.err
    text = Path("race.json").read_text(encoding="utf-8")
    Path("race.json").write_text(text.replace('"levels": ["', '"levels": ["eA'), encoding="utf-8")
    assert "race.json is damaged" in run("solve", *race).err
    ended = run("solve", "tic-tac-toe", "--checkpoint", "toe.json")
    assert "toe.json was not written" in ended.err
    assert not Path("toe.json").exists()


def test_positions_go_on_from_a_checkpoint_of_the_same_question(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.play.solving.keeping.SECONDS", 0.0)
    monkeypatch.setattr("rulewright.play.solving.keeping.PATIENCE", 0)
    pig = (
        "solve",
        "pig",
        "--players",
        "2",
        "--set",
        "target=8",
        "--checkpoint",
        "pig.json",
        "--format",
        "json",
    )
    found = run(*pig).json
    kept = json.loads(Path("pig.json").read_text(encoding="utf-8"))
    assert list(kept["parts"]) == ["positions"]
    assert run(*pig).json["worths"] == found["worths"]
    assert "pig.json is of another run: bots is" in run(*pig, "--bots", "best,hold_at_20").err


def test_a_game_is_solved_layer_by_layer(run: Run) -> None:
    connect_four(Path(), 4, 4)
    ended = run("solve", "connect-four.rulebook.yaml", "--symmetry")
    assert "With best play it is a draw." in ended.out
    assert "161,029 positions (" in ended.out
    assert "--symmetry counts nothing here" in ended.err
    ended = run("solve", "connect-four.rulebook.yaml", "--out", "four.solution.json")
    assert (ended.status, "has too many positions for a file" in ended.err) == (1, True)


def test_positions_are_counted_up_to_symmetry(run: Run) -> None:
    Path("corners.rulebook.yaml").write_text(CORNERS, encoding="utf-8")
    ended = run("solve", "corners.rulebook.yaml", "--symmetry")
    assert "up to the 8 turns and reflections of the board that are proved to change nothing." in ended.out
    found = run("solve", "corners.rulebook.yaml", "--symmetry", "--format", "json").json
    assert (found["symmetries"], found["up_to_symmetry"] < found["positions"]) == (8, True)


def test_the_solution_is_written_and_a_bot_plays_by_it(run: Run) -> None:
    Path("nim.rulebook.yaml").write_text(NIM, encoding="utf-8")
    table = ("nim.rulebook.yaml", "--set", "small=0", "--engine", "reference")
    assert "With best play seat 1 wins." in run("solve", *table, "--out", "nim.solution.json").out
    found = run(
        "simulate", *table, "--games", "5", "--bots", "solved:nim.solution.json,random", "--format", "json"
    )
    assert [seat["wins"] for seat in found.json["seats"]] == [5, 0]
    ended = run("solve", *table, "--out", "nowhere/nim.solution.json")
    assert (ended.status, ended.out) == (2, "")
    assert "there is no folder nowhere" in ended.err


def test_players_are_named_by_seat(run: Run) -> None:
    Path("squash.rulebook.yaml").write_text(SQUASH, encoding="utf-8")
    ended = run("solve", "squash.rulebook.yaml", "--set", "target=1", "--bots", "best,torn")
    assert "With these players seat 1 wins with probability 0.8 (proved within" in ended.out
    ended = run("solve", "squash.rulebook.yaml", "--bots", "best,bald")
    assert (ended.status, ended.out) == (2, "")
    assert "there is no strategy `bald` in squash" in ended.err


def test_an_equilibrium_is_told(run: Run) -> None:
    ended = run("solve", "kuhn-poker", "--players", "2", "--engine", "reference")
    assert "With best play seat 1 gets -0.0555555556 points on average, exactly -1/18." in ended.out
    assert "58 ways that the game can go, step by step, with 12 information states." in ended.out
    found = run("solve", "kuhn-poker", "--players", "2", "--engine", "reference", "--format", "json").json
    assert found["exploitable"] < 1e-9
    assert len(found["policy"]) == 12
    assert all(abs(sum(each["shares"].values()) - 1) < 1e-9 for each in found["policy"])


def test_a_position_is_solved(run: Run) -> None:
    Path("circle.rulebook.yaml").write_text(
        CIRCLE + "examples:\n  one_on:\n    play: [{do: go 1}]\n    expect: [marker == 1]\n", encoding="utf-8"
    )
    ended = run("solve", "circle.rulebook.yaml", "--from", "one_on")
    assert "Position: example one_on, after 1 step, seat 2 to move." in ended.err
    assert "With best play seat 2 wins." in ended.out
    assert "Moves of seat 2:" in ended.out


def test_what_is_too_large_is_refused_with_a_way_out(run: Run) -> None:
    ended = run("solve", "reversi", "--positions", "200", "--engine", "reference")
    assert (ended.status, ended.out) == (1, "")
    assert "Reversi has more than 200 positions: stopped after" in ended.err
    assert "A smaller game can be solved:" in ended.err
    ended = run("solve", "pig", "--players", "3")
    assert (ended.status, ended.out) == (1, "")
    assert "Games for one, for two, for two teams, and those" in ended.err
    ended = run("solve", "kuhn-poker", "--players", "2", "--positions", "20")
    assert (ended.status, ended.out) == (1, "")
    assert (
        "Something is hidden in Kuhn Poker, so each way that it can go counts, and there are more than 20"
        in ended.err
    )
    ended = run("solve", "kuhn-poker", "--players", "2", "--from", "a_bluff_works")
    assert "it is solved from the beginning only" in ended.err
