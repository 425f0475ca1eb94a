"""`validate --watch` checks again when a file beside the watched one is saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.cli.editing.validate_command import changes

GOOD = """
rulebook: 1
name: race
players: 1
phases: {turn: {actions: {go: {do: [end_turn]}}}}
end: {late: {when: round > 3, result: draw}}
"""


def test_a_change_is_seen_and_a_look_without_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    book = tmp_path / "race.rulebook.yaml"
    book.write_text(GOOD)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            book.write_text(GOOD + "about: saved\n")

    watching = changes([str(book)], sleep)
    next(watching)
    next(watching)
    assert len(slept) == 3


def test_a_new_and_a_lost_file_are_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    parent = tmp_path / "parent.rulebook.yaml"

    def sleep(_: float) -> None:
        if parent.exists():
            parent.unlink()
        else:
            parent.write_text(GOOD)

    watching = changes(["child.overlay.yaml"], sleep)
    for _ in range(3):
        next(watching)


def test_validate_watch_tells_again_until_it_is_interrupted(tmp_path: Path) -> None:
    book = tmp_path / "race.rulebook.yaml"
    book.write_text(GOOD)
    command = [sys.executable, "-u", "-m", "rulewright", "validate", "--watch", book.name]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None
        told = [running.stdout.readline(), running.stdout.readline()]
        book.write_text(GOOD.replace("round > 3", "rund > 3"))
        while "unknown-name" not in told[-1]:
            told.append(running.stdout.readline())
            assert told[-1], told
        time.sleep(0.1)
        os.kill(running.pid, signal.SIGINT)
        running.stdout.read()
    assert told[0].startswith("fine: race.rulebook.yaml")
    assert running.returncode == 130
