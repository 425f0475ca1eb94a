"""`trace`: at any step of a record or at the start of a game, of expressions and moves, and of what went wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from tests.cli.conftest import Run


@pytest.fixture
def record(run: Run, dice_game: str) -> str:
    """A game of the dice starter to its end, as a file in the folder."""
    ended = run("simulate", dice_game, "--games", "5", "--record-worst", "1")
    assert ended.status == 0
    return "dare-decisions-1.record.json"


def steps_of(path: str) -> list[Any]:  # Any: JSON
    steps: list[Any] = json.loads(Path(path).read_text(encoding="utf-8"))["steps"]  # Any: JSON
    return steps


def test_the_end_of_a_record_is_why_it_ended_and_how_the_players_stand(run: Run, record: str) -> None:
    ended = run("trace", record)
    assert (ended.status, ended.err) == (0, "")
    assert f"after {len(steps_of(record))} steps, at the end" in ended.out
    assert "the game is over: target reached" in ended.out
    assert "how the players stand" in ended.out
    assert "→ true" in ended.out


def test_a_step_is_whether_it_was_allowed_and_what_it_changed(run: Run, record: str) -> None:
    steps = steps_of(record)
    kept = next(number for number, step in enumerate(steps, 1) if step["action"] == "keep")
    ended = run("trace", record, "--step", str(kept))
    assert ended.status == 0
    assert f"before step {kept} of {len(steps)}, seat {steps[kept - 1]['player'] + 1} to move" in ended.out
    assert "keep: allowed" in ended.out
    assert "what it changed" in ended.out
    assert "add to score: " in ended.out


def test_expressions_and_moves_at_a_step(run: Run, record: str) -> None:
    ended = run("trace", record, "--step", "1", "seat(1).score + 1", "keep")
    assert ended.status == 0
    assert "seat(1).score + 1 → 0 + 1 → 1" in ended.out
    assert "keep: not allowed" in ended.out
    last = run("trace", record, "seat(1).score")
    assert (
        f"→ {rw.replay(json.loads(Path(record).read_text()), rw.load('dare.rulebook.yaml')).get('seat(1).score')}"
        in last.out
    )
    assert ", seat 1: keep → " in last.out


def test_the_steps_are_listed_by_the_numbers_that_step_takes(run: Run, record: str) -> None:
    listed = run("trace", record, "--steps").out.splitlines()
    steps = steps_of(record)
    assert len([line for line in listed if line[:4].strip()]) == len(steps)
    assert listed[0].startswith(f"   1  seat {steps[0]['player'] + 1}: {steps[0]['action']}")
    data = run("trace", record, "--steps", "--format", "json").json
    first = data["steps"][0]
    assert (first["step"], first["player"], first["action"]) == (1, steps[0]["player"], steps[0]["action"])
    assert first["story"][0] == listed[0].removeprefix("   1  ")


def test_a_fresh_game_with_moves_done_first(run: Run, dice_game: str) -> None:
    ended = run("trace", dice_game, "--seed", "3", "--play", "roll", "pot", "keep")
    assert ended.status == 0
    assert "seed 3, at the first decision, seat 1 to move, and then: roll" in ended.out
    assert "pot → " in ended.out
    assert "keep: " in ended.out
    assert "what can be done in turn" in run("trace", dice_game).out


def test_an_expression_that_begins_with_a_minus_is_told_where_it_stands(run: Run, dice_game: str) -> None:
    ended = run("trace", dice_game, "--seed", "3", "-pot + 1")
    assert ended.status == 2
    assert 'after `--`, and all options before it: rulewright trace GAME -- "-pot + 1"' in ended.err
    assert "-pot + 1 → " in run("trace", dice_game, "--seed", "3", "--", "-pot + 1").out
    assert "No such option '--sed'" in run("trace", dice_game, "--sed", "3").err


def test_as_json_it_is_the_whole_tree(run: Run, record: str) -> None:
    data = run("trace", record, "--format", "json", "seat(1).score > 3").json
    assert data["game"] == "dare"
    trace = data["traces"][0]
    assert trace["text"] == "seat(1).score > 3"
    assert [part["text"] for part in trace["parts"]] == ["seat(1).score", "3"]


def test_everything_and_so_many_lines(run: Run) -> None:
    asked = "seat(1).final_total + seat(2).final_total"
    usual = run("trace", "red-hot-yott", asked).out.splitlines()
    few = run("trace", "red-hot-yott", asked, "--lines", "5").out.splitlines()
    full = run("trace", "red-hot-yott", asked, "--full").out.splitlines()
    assert len(few) < len(usual) < len(full)
    assert "more, marked …" in few[-1]


def test_what_a_seat_may_not_see_is_hidden(run: Run, card_game: str) -> None:
    told = run("trace", card_game, "--players", "2", "seat(2).hand", "seat(2).hand.count", "--seat", "1").out
    assert "seat(2).hand → hidden" in told
    assert "seat(2).hand.count → 5" in told or "seat(2).hand.count → " in told
    assert "hidden" not in run("trace", card_game, "--players", "2", "seat(2).hand").out


def test_a_record_of_a_failure_shows_the_expression_that_failed(run: Run) -> None:
    book = Path("broken.rulebook.yaml")
    book.write_text(BROKEN, encoding="utf-8")
    played = run("simulate", book.name, "--games", "3")
    assert played.status == 1
    path = "broken-failure.record.json"
    ended = run("trace", path)
    assert ended.status == 0, ended.err
    assert "which fails" in ended.out
    assert "share → fails" in ended.out
    assert "pot div (3 - taken) → 5 div (3 - 3) → fails: 5 div 0 has no value" in ended.out
    assert ended.out.count("has no value") <= 2
    before = run("trace", path, "taken", "share")
    assert "taken → 3" in before.out or "taken → 2" in before.out


BROKEN = """rulebook: 1
name: broken
players: 2
variables:
  pot: {type: number, start: 5}
  taken: {type: 0..9}
define: {share: pot div (3 - taken)}
phases:
  turn:
    actions:
      take:
        do: [{add: 1, to: taken}, {set: pot, to: 5}, {if: taken >= 3, do: [{set: pot, to: share}]}, end_turn]
end: {over: {when: round > 20, result: draw}}
"""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nobody.record.json"], "cannot be read: No such file"),
        (["RECORD", "--step", "9999"], "there is no step 9999: the record has"),
        (["RECORD", "--players", "3"], "--players is for a new game"),
        (["RECORD", "--seed", "3"], "--seed is for a new game"),
        (["RECORD", "--seat", "9"], "there is no seat 9: 2 play"),
        (["dare.rulebook.yaml", "--step", "2"], "--step and --game belong to a record"),
        (["dare.rulebook.yaml", "--play", "keep"], "--play keep: `keep` is not allowed now"),
        (["dare.rulebook.yaml", "--play", "rol"], "did you mean `roll`"),
        (["dare.rulebook.yaml", "rol 3"], "did you mean `roll`"),
        (["dare.rulebook.yaml", "--move", "kep"], "did you mean `keep`"),
        (["."], "is a folder"),
        ([], "Missing argument"),
    ],
)
def test_a_slip_is_told(run: Run, record: str, arguments: list[str], told: str) -> None:
    ended = run("trace", *(record if each == "RECORD" else each for each in arguments))
    assert ended.status == 2
    assert ended.out == ""
    assert told in ended.err


def test_a_misspelt_name_is_told_with_the_nearest(run: Run, dice_game: str) -> None:
    ended = run("trace", dice_game, "pott + 1")
    assert (ended.status, ended.out) == (2, "")
    assert "nothing is called `pott`" in ended.err
    assert "did you mean `pot`?" in ended.err


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("last_rol_made", "did you mean the rule `last_roll_made`, which is automatic?"),
        ("rack_ful", "did you mean the rule `rack_full`, which is automatic?"),
        ("rack_rul", "did you mean `rack_rule`?"),
        ("rack_ful + 1", "did you mean `rack_rule`?"),
    ],
)
def test_a_misspelt_rule_is_told_with_the_nearest(run: Run, asked: str, told: str) -> None:
    ended = run("trace", "cinq-o", asked)
    assert (ended.status, ended.out) == (2, "")
    assert told in ended.err


def test_a_question_that_cannot_be_read_does_not_hide_the_other_answers(run: Run, record: str) -> None:
    ended = run("trace", record, "seat(1).score", "seat(1).skore", "rol 3", "--move", "keep", "seat(2).score")
    assert ended.status == 2
    assert [ended.out.count(f"seat({seat}).score → ") for seat in (1, 2)] == [1, 1]
    assert "keep: not allowed" in ended.out
    assert "a player has no `skore`" in ended.err
    assert "did you mean `score`?" in ended.err
    assert ended.err.splitlines()[-1].startswith("Error: there is no action `rol`; did you mean `roll`?")
    assert "Usage" not in ended.err
    data = run("trace", record, "seat(1).skore", "rol 3", "seat(2).score", "--format", "json").json
    assert [trace["text"] for trace in data["traces"]] == ["seat(2).score"]
    assert [each["asked"] for each in data["unanswered"]] == ["seat(1).skore", "rol 3"]
    assert data["unanswered"][0]["message"] == "a player has no `skore`"


CARDS = """\
rulebook: 1
name: cards
title: Cards
players: 2
use: [standard-52]
define: {worth: {of: {c: cards}, is: pips(c.rank)}}
phases: {turn: {actions: {wait: {do: [end_turn]}}}}
end: {over: {when: round > 3, result: draw}}
"""


def test_a_call_that_cannot_be_read_is_no_action_and_pieces_are_written_in_full(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "cards.rulebook.yaml"
    file.write_text(CARDS, encoding="utf-8")
    ended = run("trace", str(file), "worth(ace of spades)")
    assert (ended.status, ended.out) == (2, "")
    assert "moves name this piece by its words; an expression writes `cards(ace, spades)`" in ended.err
    assert "→ 1" in run("trace", str(file), "worth(cards(ace, spades))").out
    listed = run("trace", str(file), "worth(c) for c in deck")
    assert "there is no action" not in listed.err
    assert "`x for x in D` must be the only argument of `sum( )`" in listed.err


def test_a_question_is_not_told_where_to_declare(run: Run, dice_game: str) -> None:
    ended = run("trace", dice_game, "wibble")
    assert "nothing is called `wibble`" in ended.err
    assert "the game has the zones" in ended.err
    assert "add:" not in ended.err


def test_of_several_bad_questions_each_is_told(run: Run, record: str) -> None:
    for form in ("text", "json"):
        ended = run("trace", record, "seat(1).skore", "pott + 1", "rol 3", "--format", form)
        assert (ended.status, ended.out) == (2, "")
        assert "2 errors" in ended.err
        assert "nothing is called `pott`" in ended.err
        assert "there is no action `rol`" in ended.err
    alone = run("trace", record, "rol 3", "kep 1")
    assert (alone.status, alone.out) == (2, "")
    assert "there is no action `rol`" in alone.err
    assert "there is no action `kep`" in alone.err


def test_a_damaged_record_is_told(run: Run, record: str) -> None:
    data = json.loads(Path(record).read_text(encoding="utf-8"))
    data["steps"][1]["action"] = "fly"
    Path("damaged.record.json").write_text(json.dumps(data), encoding="utf-8")
    ended = run("trace", "damaged.record.json")
    assert (ended.status, ended.out) == (1, "")
    assert "step 2 of the record does not fit" in ended.err
    Path("no.record.json").write_text("[]", encoding="utf-8")
    assert "does not hold a record" in run("trace", "no.record.json").err


def test_a_reader_that_has_seen_enough_is_no_mistake(record: str) -> None:
    command = f"{sys.executable} -m rulewright trace {record} --full | head -1"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ended.stdout.startswith("Dare")
    assert ended.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_it_quietly(record: str) -> None:
    started = subprocess.Popen(
        [sys.executable, "-c", SLOW, record], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    started.stdout.readline()
    time.sleep(0.2)
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=30)
    assert started.returncode == 130
    assert "Traceback" not in err


SLOW = """
import sys, time
from rulewright.cli.main import main
from rulewright.runtime import trace
def wait(self, **_):
    print("working", flush=True)
    time.sleep(20)
trace.Trace.render = wait
sys.exit(main(["trace", sys.argv[1]]))
"""


@pytest.mark.parametrize("beside", [["me.score"], ["--step", "1"], ["--move", "roll"], ["--play", "roll"]])
def test_steps_are_listed_alone(run: Run, beside: list[str]) -> None:
    """What else is asked would get no answer."""
    ended = run("trace", "pig", "--steps", *beside)
    assert ended.status == 2
    assert "--steps lists the steps and answers nothing" in ended.err


@pytest.mark.parametrize(
    "beside", [["--full"], ["--format", "json"], ["--steps"]], ids=lambda beside: beside[-1].strip("-")
)
def test_an_option_that_would_do_nothing_is_refused(run: Run, beside: list[str]) -> None:
    ended = run("trace", "pig", "--lines", "5", *beside)
    assert (ended.status, ended.out) == (2, "")
    assert "--lines" in ended.err
    assert beside[-1] in ended.err
    assert run("trace", "pig", *beside[:1], "json" if beside[1:] else "hold").err.count("--lines") == 0


def test_a_wrong_usage_is_printed_in_lines_that_end_between_words(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = run("trace", "pig", "--lines", "5", "--format", "json").err
    monkeypatch.setenv("COLUMNS", "50")
    ended = run("trace", "pig", "--lines", "5", "--format", "json").err
    assert max(map(len, ended.splitlines())) <= 50 < max(map(len, long.splitlines()))
    error = ended[ended.index("Error:") :]
    assert error.split() == long[long.index("Error:") :].split()
