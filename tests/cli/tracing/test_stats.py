"""`rulewright stats`: records of several games, and those that cannot be counted."""

from __future__ import annotations

import json
from pathlib import Path

import rulewright as rw
from tests.author.tables.test_tables import record
from tests.cli.conftest import Run


def test_records_without_notes_are_counted_too(run: Run, tmp_path: Path) -> None:
    plain = rw.load("pig").new_initial_state(seed=1).record()
    (tmp_path / "pig.record.json").write_text(json.dumps(plain), encoding="utf-8")
    shown = run("stats", str(tmp_path), "--games", "0").out
    assert "Pig: 1 table, 0 of them finished, 2 players" in shown


def test_the_command_prints_all_games_and_names_what_it_cannot_count(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.record.json").write_text(json.dumps(record()), encoding="utf-8")
    (tmp_path / "b.record.json").write_text(json.dumps(record(steps=["drop z"])), encoding="utf-8")
    ran = run("stats", str(tmp_path), "--games", "20")
    assert "Connect Four: 1 table, 2 players; simulated: 20 games of random" in ran.out
    assert "REFUSED BECAUSE" in ran.out
    assert "b.record.json was not counted" in ran.err
    assert run("stats", str(tmp_path), "--games", "0", "--format", "json").out.startswith("{")


def test_a_folder_without_records_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    assert "there is no record" in run("stats", str(tmp_path)).err
