"""The game of `play` is on disk after every move, whatever ends it; what is kept stays bounded."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.cli.table.records import autosave as keepers
from tests.cli.conftest import Run

LONG = ("--set", "target=1000", "--seed", "1")
MOVES = "roll\nhold\n" * 3000
PLAY = [sys.executable, "-m", "rulewright", "play", "pig", *LONG]
TOLD = re.compile(rb"^Player \d: (?:roll|hold)", re.MULTILINE)


def record(path: str = "pig.record.json") -> dict[str, Any]:  # JSON
    read: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return read


def playing(folder: Path) -> subprocess.Popen[bytes]:
    """A game being played, in which the first move was told already."""
    begun = subprocess.Popen(
        PLAY, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert begun.stdin is not None
    begun.stdin.write(MOVES[:4000].encode())
    begun.stdin.flush()
    return begun


@pytest.mark.parametrize("seed", range(4))
def test_a_kill_at_any_moment_loses_no_move_that_was_told(seed: int, tmp_path: Path) -> None:
    with playing(tmp_path) as table:
        assert table.stdout is not None
        before = b""
        while not TOLD.search(before):
            before += table.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, 0.2))
        table.send_signal(signal.SIGKILL)
        told = len(TOLD.findall(before + table.stdout.read()))
    kept = record(str(tmp_path / "pig.record.json"))
    assert told >= 1
    assert len(kept["steps"]) >= told
    assert len(rw.replay(kept).history) - 1 == len(kept["steps"])


@pytest.mark.parametrize("ended_by", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_terminal_that_is_closed_keeps_the_game(ended_by: signal.Signals, tmp_path: Path) -> None:
    with playing(tmp_path) as table:
        assert table.stdout is not None
        while b"Player 1: roll" not in table.stdout.readline():
            pass
        time.sleep(0.2)
        table.send_signal(ended_by)
        out, err = table.communicate(timeout=30)
    assert table.returncode == 128 + ended_by
    assert b"The game is kept in pig.record.json" in err
    assert b"Traceback" not in out + err
    assert len(record(str(tmp_path / "pig.record.json"))["steps"]) >= 1


def test_a_finished_game_leaves_a_record_and_says_where(run: Run) -> None:
    ended = run("play", "pig", "--bots", "random,random")
    assert ended.status == 0
    assert (
        "The game is kept in pig.record.json. To go through it:\n  rulewright replay pig.record.json"
        in ended.err
    )
    assert record()["result"] is not None
    assert run("replay", "pig.record.json").status == 0


def test_the_next_game_offers_the_one_that_was_not_finished(run: Run) -> None:
    run("play", "pig", typed="roll\n")
    said = "A game that is not finished is in pig.record.json: `rulewright play --resume pig.record.json`"
    assert said in run("play", "pig", typed="roll\n").err
    assert Path("pig-2.record.json").exists()
    run("play", "--resume", "pig-2.record.json", "--bots", "random,random")
    assert "not finished" not in run("play", "pig", typed="").err


def test_a_move_taken_back_is_taken_back_on_disk(run: Run) -> None:
    ended = run("play", "tic-tac-toe", typed="1\n1\nundo\nquit\n")
    assert "Taken back" in ended.out
    assert len(record("tic-tac-toe.record.json")["steps"]) == 1


def test_a_game_that_is_saved_under_a_name_is_in_that_file_only(run: Run) -> None:
    run("play", "pig", typed="roll\nsave mine.json\nroll\nhold\nquit\n")
    assert [path.name for path in Path().glob("*.json")] == ["mine.json"]
    assert len(record("mine.json")["steps"]) >= 2


def test_at_most_some_finished_games_are_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepers, "MOST_KEPT", 3)
    names = ["pig.record.json", "pig-2.record.json", "pig-3.record.json"]
    for age, name in zip((3, 1, 2), names, strict=True):
        run("play", "pig", "--bots", "random,random", "--seed", str(age))
        os.utime(name, (1000 - age, 1000 - age))
    run("play", "pig", typed="roll\nquit\n")
    assert sorted(path.name for path in Path().iterdir()) == sorted(names)
    assert record("pig.record.json")["result"] is None, "the oldest finished game went"
    for name in names:
        kept = record(name)
        Path(name).write_text(json.dumps({key: value for key, value in kept.items() if key != "kept"}))
    run("play", "pig", typed="roll\nquit\n")
    assert len(list(Path().iterdir())) == 4, "no game goes that somebody saved, or that is not finished"


def test_a_folder_that_cannot_be_written_to_is_told_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    ended = run("play", "pig", typed="roll\nhold\nroll\nhold\nquit\n")
    assert ended.out.count("This game is not written down") == 1
    assert "The game could not be written down" in ended.err
    assert ended.status == 0


def test_two_tables_in_one_folder_have_a_record_each(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter([Path("pig.record.json"), Path("pig-2.record.json")])
    Path("pig.record.json").write_text("another table's")
    monkeypatch.setattr(keepers, "new_path", lambda name: next(taken))
    monkeypatch.setattr(Path, "exists", lambda path: False)
    run("play", "pig", typed="roll\n")
    assert Path("pig.record.json").read_text() == "another table's"
    assert record("pig-2.record.json")["game"] == "pig"
