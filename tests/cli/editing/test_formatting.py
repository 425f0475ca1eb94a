"""`rulewright format` writes files in their form, or says which ones are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

RAW = "name: 'race'\nrulebook: 1\nplayers: 1\n"
DONE = "rulebook: 1\nname: race\nplayers: 1\n"


@pytest.fixture
def book(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "race.rulebook.yaml"
    path.write_text(RAW)
    return path


def test_a_file_is_written_once(run: Run, book: Path) -> None:
    first = run("format", "race.rulebook.yaml")
    assert (first.status, first.out, first.err) == (0, "", "formatted: race.rulebook.yaml\n")
    assert book.read_text() == DONE
    second = run("format", "race.rulebook.yaml")
    assert (second.status, second.err) == (0, "formatted already\n")


def test_check_writes_nothing_and_ends_with_1(run: Run, book: Path) -> None:
    ended = run("format", "--check", "race.rulebook.yaml")
    assert (ended.status, ended.out, book.read_text()) == (1, "", RAW)
    assert ended.err == "not formatted: race.rulebook.yaml\nto format: rulewright format race.rulebook.yaml\n"
    book.write_text(DONE)
    assert run("format", "--check", "race.rulebook.yaml").status == 0


def test_diff_shows_the_change(run: Run, book: Path) -> None:
    ended = run("format", "--diff", "race.rulebook.yaml")
    assert (ended.status, book.read_text()) == (1, RAW)
    assert "-name: 'race'\n rulebook: 1\n+name: race\n" in ended.out


def test_standard_input_is_printed_formatted() -> None:
    command = [sys.executable, "-m", "rulewright", "format", "-"]
    ended = subprocess.run(command, input=RAW, capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == (DONE, "")


def test_what_cannot_be_read_is_shown_with_its_place(run: Run, book: Path) -> None:
    book.write_text("name: [race\n")
    ended = run("format", "race.rulebook.yaml")
    assert ended.status == 1
    assert "race.rulebook.yaml:" in ended.out + ended.err
    assert book.read_text() == "name: [race\n"
    assert run("format", "nowhere.rulebook.yaml").status == 1


def test_a_bundled_game_is_not_written(run: Run, book: Path) -> None:
    assert run("format", "pig").err == "formatted already\n"
